// @module-tag stress
import { describe, expect, it } from 'vitest'
import { openQueue } from './queue/open-queue.ts'
import { readRedis } from './queue/read-redis.ts'
import { hasRedis } from './queue/redis-server.ts'

const suite = (conversations: number, turns: number, more = ''): string => {
  const each = Array.from({ length: conversations }, (_, index) => {
    const lines = Array.from(
      { length: turns },
      (_, turn) => `{ user: c${index} t${turn}, expect: { reply: { contains: ${index === 3 ? 'no' : `c${index}`} } } }`,
    )
    return `  - { name: c${index}, turns: [${lines.join(', ')}] }`
  })
  return `suite: S\nagent: desk\n${more}conversations:\n${each.join('\n')}\n`
}

describe.skipIf(!hasRedis)('whoever follows a run', () => {
  const queue = openQueue()
  const args = (...more: string[]): string[] => [
    ...['run', 'suite.yaml', '--target', queue.agent.url, '-r', 'plain', '--no-journal', '--json', 'r.json'],
    ...more,
  ]
  const begin = (...more: string[]): ReturnType<typeof queue.enqueue> => queue.enqueue(args(...more))

  /** A run of twelve conversations that must not restart, after four turns were heard. */
  const midway = async (): ReturnType<typeof begin> => {
    queue.write('suite.yaml', suite(12, 2, 'repeatable: false\n'))
    queue.agent.delayMs = 150
    await queue.worker(['-c', '2'])
    const begun = await begin()
    await queue.turns(4)
    return begun
  }

  it('is one process at a time: a second one is refused, and nothing begins again', async () => {
    const { run, name } = await midway()
    const second = queue.begin(args('--follow', name))
    expect([(await run.ended).code, (await second.ended).code]).toEqual([1, 2])
    expect(second.said()).toMatch(
      /is over: the process that followed it has reported it|is followed by another process/,
    )
    expect(queue.agent.sessions.size).toBe(12)
    const late = queue.begin(args('--follow', name))
    expect([(await late.ended).code, late.said()]).toEqual([2, expect.stringContaining('is over')])
  })

  it('is one of two that take it up after its process was killed', async () => {
    const { run, name } = await midway()
    run.child.kill('SIGKILL')
    const both = [queue.begin(args('--follow', name)), queue.begin(args('--follow', name))]
    const codes = await Promise.all(both.map(async ({ ended }) => (await ended).code))
    expect(codes.toSorted()).toEqual([1, 2])
    expect(queue.agent.sessions.size).toBe(12)
  })

  it('lets a run go that another one has reported while it was stopped', async () => {
    queue.write('suite.yaml', suite(8, 2))
    queue.agent.delayMs = 150
    await queue.worker(['-c', '2'])
    const { run, name } = await begin()
    await queue.turns(4)
    run.child.kill('SIGSTOP')
    expect((await queue.begin(args('--follow', name)).ended).code).toBe(1)
    const { heard } = queue.agent
    run.child.kill('SIGCONT')
    expect((await run.ended).code).toBe(3)
    expect([run.said(), queue.agent.heard]).toEqual([expect.stringContaining('was taken up by another process'), heard])
  })

  /** Lets the worker finish while the run is stopped, then tampers with the results in Redis. */
  const tampered = async (change: (stream: string, entries: [id: string, key: string, line: string][]) => void) => {
    queue.write('suite.yaml', suite(6, 1))
    const worker = await queue.worker()
    await queue.begin(['queue', 'pause']).ended
    const { run, name } = await begin()
    await expect.poll(() => queue.redis.ask('hget', `tableread:run:${name}`, 'total')).toBe('6')
    run.child.kill('SIGSTOP')
    await new Promise((resolve) => setTimeout(resolve, 700)) // its last read ends, which would get the first result
    await queue.begin(['queue', 'resume']).ended
    const stream = `tableread:run:${name}:results`
    await expect.poll(() => queue.redis.ask('xlen', stream)).toBe('6')
    const streamText = queue.redis.ask('--json', 'xrange', stream, '-', '+')
    const entries = (JSON.parse(streamText) as [string, string[]][]).map(([id, fields]): [string, string, string] => [
      id,
      fields[1] ?? '',
      fields[3] ?? '',
    ])
    change(stream, entries)
    return { run, worker }
  }

  it.each<[string, Parameters<typeof tampered>[0]]>([
    [
      'exchanged',
      (stream, entries) => {
        for (const [id] of entries) queue.redis.ask('xdel', stream, id)
        for (const [index, [, key]] of entries.entries())
          queue.redis.ask('xadd', stream, '*', 'key', key, 'line', entries[(index + 1) % entries.length]?.[2] ?? '')
      },
    ],
    [
      'damaged',
      (stream, entries) => {
        const [id, key] = entries.at(-1) ?? ['', '']
        queue.redis.ask('xdel', stream, id)
        queue.redis.ask('xadd', stream, '*', 'key', key, 'line', 'AAAA')
      },
    ],
    // A reader that was waiting when it was stopped has the first results in its socket buffer, but not the
    // last.
    ['gone', (stream, entries) => queue.redis.ask('xdel', stream, entries.at(-1)?.[0] ?? '')],
  ])('takes no result that was %s, and has that conversation run again', async (what, change) => {
    const { run, worker } = await tampered(change)
    const countDone = async (): Promise<unknown> => {
      const [{ done = 0, verdicts = {} } = {}] = (await queue.status()).runs
      return [done, Object.values(verdicts).reduce((sum, many) => sum + many, 0)]
    }
    expect(await countDone()).toEqual([6, 6])
    worker.child.kill('SIGSTOP')
    run.child.kill('SIGCONT')
    await run.until(/a result on the queue is damaged/)
    const again = what === 'exchanged' ? 0 : 5
    await expect.poll(countDone).toEqual([again, again])
    worker.child.kill('SIGCONT')
    expect((await run.ended).code).toBe(1)
    expect(run.said()).toContain('a result on the queue is damaged')
    const { conversations } = queue.result()
    expect(conversations.map(({ name, verdict }) => `${name} ${verdict}`)).toEqual(
      Array.from({ length: 6 }, (_, index) => `c${index} ${index === 3 ? 'failed' : 'passed'}`),
    )
  })

  it('takes up a run of which Redis lost everything before its process was killed', async () => {
    queue.write('suite.yaml', suite(12, 2))
    queue.agent.delayMs = 200
    await queue.worker(['-c', '2'])
    const { run, name } = await begin()
    await queue.turns(10)
    await queue.redis.restart('lost')
    await run.until(/lost what it held/)
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    run.child.kill('SIGKILL')
    await run.ended
    const follower = queue.begin(args('--follow', name))
    await follower.until(/was told to the process before/)
    expect((await follower.ended).code).toBe(1)
    const { passed, failed } = queue.result().totals
    expect([passed, failed]).toEqual([11, 1])
  })

  it('leaves nothing in Redis for more than a day, and is not gone round by --resume', async () => {
    queue.write('suite.yaml', suite(8, 2))
    queue.agent.delayMs = 300
    await queue.worker(['-c', '2'])
    const resumable = args().filter((each) => each !== '--no-journal')
    const run = queue.begin([...resumable, '--journal', 'runs'])
    const [, name = ''] = await run.until(/run (\S+) is on the queue/)
    await queue.turns(6)
    run.child.kill('SIGKILL')
    const again = queue.begin([...resumable, '--journal', 'runs', '--resume'])
    expect((await again.ended).code, again.said()).toBe(2)
    expect(again.said()).toContain(`--follow ${name} in place of --resume`)
    const keys = queue.redis.ask('keys', 'tableread:run*').split('\n')
    expect(keys.length).toBeGreaterThan(5)
    for (const key of keys) expect([key, Number(queue.redis.ask('ttl', key)) > 3_600]).toEqual([key, true])
  })

  it('reports soon after Ctrl-C where Redis is gone, and workers end as well', async () => {
    queue.write('suite.yaml', suite(12, 3))
    queue.agent.delayMs = 200
    const worker = await queue.worker(['-c', '2'])
    const { run } = await begin()
    await queue.turns(6)
    await queue.redis.kill()
    try {
      for (const { child } of [run, worker]) child.kill(child === run.child ? 'SIGINT' : 'SIGTERM')
      expect((await run.ended).code).toBe(130)
      expect(queue.result().conversations.length).toBe(12)
      await worker.ended
      expect(worker.said()).toContain('Redis is unreachable')
    } finally {
      await queue.redis.start()
    }
  })

  it('keeps to the time of a run where no worker is there, and says so', async () => {
    queue.write('suite.yaml', suite(3, 1))
    const { run } = await begin('--max-time', '5s')
    expect((await run.ended).code).toBe(3)
    expect(run.said()).toContain('no worker is running')
    const { totals, conversations } = queue.result()
    expect([totals['not reached'], conversations[0]?.reason]).toEqual([3, 'time budget of 5 s spent'])
  })

  it('ends at once where Redis refuses to be written to', async () => {
    queue.write('suite.yaml', suite(3, 1))
    const { run } = await begin()
    queue.redis.ask('config', 'set', 'maxmemory', '1')
    try {
      await run.until(/refuses writes: OOM/)
      const [other, worker] = [queue.begin(args()), queue.begin(['work'])]
      expect([(await other.ended).code, (await worker.ended).code]).toEqual([2, 2])
      expect([other.said(), worker.said()].every((output) => /cannot be used: OOM/.test(output))).toBe(true)
      run.child.kill('SIGINT')
      expect((await run.ended).code).toBe(130)
    } finally {
      queue.redis.ask('config', 'set', 'maxmemory', '0')
    }
  })

  it('leaves values of the environment in no form that others can read, and takes no other ones', async () => {
    const [own, other] = [{ SHOP: 'a-shop-of-the-test' }, { SHOP: 'another-shop' }]
    queue.write(
      'suite.yaml',
      'suite: S\nagent: desk\nconversations:\n  - { name: c, turns: [{ user: "hello {{env.SHOP}}", expect: { reply: { contains: hello } } }] }\n',
    )
    const wrong = await queue.worker([], other)
    const run = queue.begin(args(), own)
    await wrong.until(/this worker has another value for SHOP than run/)
    expect(queue.agent.sessions.size).toBe(0)
    expect(readRedis(queue.redis)).not.toContain(own.SHOP)
    run.child.kill('SIGSTOP')
    await queue.worker([], own)
    const stored = (): string => queue.redis.ask('keys', 'tableread:run:*:results')
    await expect.poll(stored).not.toBe('')
    expect(readRedis(queue.redis)).not.toContain(own.SHOP)
    run.child.kill('SIGCONT')
    expect((await run.ended).code).toBe(0)
  })

  it.each([
    ['redis://:%zzPW@127.0.0.1:1/0', /percent sign/],
    ['redis://HOST/99', /cannot be used: ERR DB index is out of range/],
  ])('says what is wrong with %s', async (address, words) => {
    queue.write('suite.yaml', suite(1, 1))
    const url = address.replace('redis://HOST/99', queue.redis.url.replace(/\d+$/, '99'))
    const run = queue.begin(args('--queue', url))
    expect([(await run.ended).code, run.said()]).toEqual([2, expect.stringMatching(words)])
  })
})
