// @module-tag stress
import { describe, expect, it } from 'vitest'
import { openQueue } from './queue/open-queue.ts'
import type { Running } from './queue/processes.ts'
import { readRedis } from './queue/read-redis.ts'
import { hasRedis } from './queue/redis-server.ts'

const conversation = (name: string, ...messages: string[]): string =>
  `  - name: ${name}\n    turns:\n${messages.map((text) => `      - { user: "${text}", expect: { reply: { contains: ${name === 'c3' ? 'no' : 'You said'} } } }\n`).join('')}`
const suite = (conversations: readonly string[], more = ''): string =>
  `suite: S\nagent: desk\n${more}conversations:\n${conversations.join('')}`
const plain = (number: number): string[] =>
  Array.from({ length: number }, (_, index) => conversation(`c${index}`, `c${index} t0`))

describe.skipIf(!hasRedis)('what lies in Redis', () => {
  const queue = openQueue()
  const ask = (...words: string[]): unknown => JSON.parse(queue.redis.ask('--json', ...words))
  const args = (...more: string[]): string[] => [
    ...['run', 'suite.yaml', '--target', queue.agent.url, '-r', 'plain', '--no-journal', '--json', 'r.json'],
    ...more,
  ]
  const begin = async (
    env: Record<string, string> = {},
    ...more: string[]
  ): Promise<{ run: Running; name: string }> => {
    const run = queue.begin(args(...more), env)
    const [, name = ''] = await run.until(/run (\S+) is on the queue/)
    return { run, name }
  }
  const keys = (): string[] => ask('keys', '*') as string[]
  const waits = async (name: string, number: number): Promise<void> => {
    await expect
      .poll(() => queue.redis.ask('hget', `tableread:run:${name}`, 'total'), { timeout: 60_000 })
      .toBe(String(number))
  }
  const paused = async (number: number, more = ''): Promise<{ run: Running; name: string; jobs: string[] }> => {
    queue.write('suite.yaml', suite(plain(number), more))
    await queue.worker()
    await queue.begin(['queue', 'pause']).ended
    const { run, name } = await begin()
    await waits(name, number)
    const jobs = keys().filter((key) => key.includes(`:${name}-`))
    expect(jobs.length).toBe(number)
    return { run, name, jobs }
  }
  const verdicts = (): string[] => queue.result().conversations.map(({ name, verdict }) => `${name} ${verdict}`)
  const expected = (number: number): string[] =>
    Array.from({ length: number }, (_, index) => `c${index} ${index === 3 ? 'failed' : 'passed'}`)

  it('is nothing that was said, no value of the environment and no key, while a run is under way and after', async () => {
    const own = { TABLEREAD_QUEUE_KEY: 'the-key-of-the-queue', SHOP: 'a-Secret-shop-4711' }
    const hidden = [
      'max.private@example.org',
      '23984765',
      own.SHOP,
      own.TABLEREAD_QUEUE_KEY,
      'key-of-the-worker',
      'a-key-of-the-test',
    ]
    const leaksIn = (text: string): string[] => hidden.filter((each) => text.includes(each))
    const message = 'mail max.private@example.org, or +49 151 23984765, of {{env.SHOP}}, with key-of-the-worker'
    queue.write(
      'suite.yaml',
      suite(Array.from({ length: 6 }, (_, index) => conversation(`d${index}`, message, 'and so on'))),
    )
    const { run, name } = await begin(own)
    await waits(name, 6)
    expect(leaksIn(readRedis(queue.redis))).toEqual([])
    queue.agent.delayMs = 300
    await queue.worker(['-c', '1'], { ...own, TABLEREAD_API_KEY: 'key-of-the-worker' })
    run.child.kill('SIGSTOP')
    await expect
      .poll(() => Number(queue.redis.ask('xlen', `tableread:run:${name}:results`)), { timeout: 60_000 })
      .toBeGreaterThan(1)
    const under = readRedis(queue.redis)
    expect(under.includes(`tableread:run:${name}:results`)).toBe(true)
    expect(leaksIn(under)).toEqual([])
    queue.agent.delayMs = 5
    run.child.kill('SIGCONT')
    expect([(await run.ended).code, queue.result().totals.passed]).toEqual([0, 6])
    for (const each of [own.SHOP, 'key-of-the-worker']) expect(JSON.stringify(queue.result())).not.toContain(each)
    expect(leaksIn(readRedis(queue.redis))).toEqual([])
  })

  it.each<[string, (jobs: string[], data: unknown[]) => void]>([
    [
      'exchanged',
      ([one = '', two = ''], [a, b]) => {
        queue.redis.ask('hset', one, 'data', String(b))
        queue.redis.ask('hset', two, 'data', String(a))
      },
    ],
    ['that of another', ([one = ''], [, b]) => queue.redis.ask('hset', one, 'data', String(b))],
    [
      'altered',
      ([one = ''], [a]) => queue.redis.ask('hset', one, 'data', String(a).replace(/"plan":"..../, '"plan":"AAAA')),
    ],
    ['no data', ([one = '']) => queue.redis.ask('hdel', one, 'data')],
    ['no JSON', ([one = '']) => queue.redis.ask('hset', one, 'data', '{')],
    ['gone', ([one = '']) => queue.redis.ask('del', one)],
  ])(
    'carries out nothing where a job is %s: it is told, and the conversation goes on the queue again',
    async (_, change) => {
      const { run, jobs } = await paused(6, 'repeatable: false\n')
      change(
        jobs,
        jobs.map((job) => ask('hget', job, 'data')),
      )
      await queue.begin(['queue', 'resume']).ended
      expect((await run.ended).code).toBe(1)
      expect(verdicts()).toEqual(expected(6))
      expect(queue.agent.sessions.size).toBe(6)
      expect(run.said()).toMatch(
        /somebody else changed what the queue holds for "c\d" \(suite\.yaml:\d+\), which runs again/,
      )
    },
  )

  it('is left alone by workers where what the run carries is changed, and they say so at the run', async () => {
    const { run, name } = await paused(2)
    const bundle = String(ask('get', `tableread:run:${name}:bundle`))
    queue.redis.ask('set', `tableread:run:${name}:bundle`, bundle.replace(/^..../, 'AAAA'), 'KEEPTTL')
    await queue.begin(['queue', 'resume']).ended
    await run.until(
      /leaves conversations to others: run \S+ was put on the queue with another key .* or its data was changed/,
    )
    expect(queue.agent.sessions.size).toBe(0)
  })

  it('errs on a conversation that may not begin again, and whose result is not that of its lease', async () => {
    queue.write('suite.yaml', suite(plain(2), 'repeatable: false\n'))
    await queue.begin(['queue', 'pause']).ended
    const { run, name } = await begin()
    await waits(name, 2)
    run.child.kill('SIGSTOP')
    await queue.begin(['queue', 'resume']).ended
    await queue.worker()
    const stream = `tableread:run:${name}:results`
    await expect.poll(() => queue.redis.ask('xlen', stream)).toBe('2')
    const [[id = '', [, key = '', , line = '', , token = '']] = ['', []]] = ask('xrange', stream, '-', '+') as [
      string,
      string[],
    ][]
    queue.redis.ask('xdel', stream, id)
    queue.redis.ask('xadd', stream, '*', 'key', key, 'line', line, 'token', token.replace('1:', '2:'))
    run.child.kill('SIGCONT')
    expect((await run.ended).code).toBe(3)
    const { totals, conversations } = queue.result()
    expect([totals.passed, totals.errored, queue.agent.sessions.size]).toEqual([1, 1, 2])
    const [result] = conversations.filter(({ verdict }) => verdict === 'errored')
    expect([result?.cause?.kind, result?.reason]).toEqual([
      'worker',
      expect.stringContaining('its result is damaged, gone or of another'),
    ])
    expect(run.said()).toMatch(
      /a result on the queue is damaged, or not of "c\d" \(suite\.yaml:\d+\), which is errored/,
    )
  })

  const lasting = (): string[] => keys().filter((key) => Number(queue.redis.ask('ttl', key)) === -1) // -2: it expired

  it('ends by itself after a run was killed, waiting or done', async () => {
    queue.write('suite.yaml', suite(plain(3)))
    const { run, name } = await begin({}, '--rate', '6000')
    await waits(name, 3)
    await expect.poll(lasting).toEqual([])
    run.child.kill('SIGKILL')
    await run.ended
    expect(keys().filter((key) => key.includes(name)).length).toBeGreaterThan(3)
    expect(lasting()).toEqual([])
    const { child, ended } = await queue.worker()
    await expect.poll(() => queue.redis.ask('hlen', `tableread:run:${name}:fences`)).toBe('0')
    child.kill('SIGTERM')
    await ended
    expect(lasting()).toEqual([])
  })

  it('ends by itself after a run was killed whose workers went on to its end', async () => {
    queue.write('suite.yaml', suite(plain(3)))
    queue.agent.delayMs = 600
    const { child, ended } = await queue.worker()
    const { run, name } = await begin()
    await waits(name, 3)
    // Keys get their TTL right after they are created.
    await expect.poll(() => lasting().filter((key) => key.includes(name))).toEqual([])
    run.child.kill('SIGKILL')
    await expect.poll(() => queue.redis.ask('xlen', `tableread:run:${name}:results`)).not.toBe('0')
    child.kill('SIGTERM')
    await ended
    for (const each of ['', ':bundle', ':fences', ':done', ':results'])
      expect(Number(queue.redis.ask('ttl', `tableread:run:${name}${each}`))).toBeGreaterThan(80_000)
    expect(lasting()).toEqual([])
  })

  it.each([
    ['names a service', 'there is no API key for http://127.0.0.1:9', 'hello', ['--target', 'http://127.0.0.1:9']],
    [
      'uses a value of the environment',
      'a queue needs a key for this run: it uses {{env.SHOP}}',
      'hello {{env.SHOP}}',
      [],
    ],
    ['asks a model', 'a queue needs a key for this run: it asks models', 'hello', []],
  ])('is nothing of a run without a key that %s', async (_, why, message, more) => {
    queue.write(
      'suite.yaml',
      suite(
        [conversation('c', message)],
        why.includes('models') ? 'every turn: { judge: { criterion: is kind, by: openai/m } }\n' : '',
      ),
    )
    const run = queue.begin(['run', 'suite.yaml', '-r', 'plain', ...more], {
      TABLEREAD_API_KEY: '',
      SHOP: 'a-shop',
      OPENAI_API_KEY: 'a-model-key',
    })
    expect([(await run.ended).code, run.said()]).toEqual([2, expect.stringContaining(why)])
    expect(keys().filter((key) => key.includes(':run'))).toEqual([])
  })

  it('is carried out by anybody where a run has no key and sends nothing anywhere', async () => {
    queue.write(
      'suite.yaml',
      'suite: S\nagent: order-desk\nconversations: [{ name: c, turns: [{ user: hello, expect: { reply: { present: true } } }] }]\n',
    )
    await queue.worker()
    const run = queue.begin(['run', 'suite.yaml', '-r', 'plain', '--json', 'r.json'], { TABLEREAD_API_KEY: '' })
    expect([(await run.ended).code, run.said()]).toEqual([0, expect.any(String)])
  })
})
