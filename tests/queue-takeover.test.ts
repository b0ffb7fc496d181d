// @module-tag stress
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { helloSuite, openQueue } from './queue/open-queue.ts'
import { hasRedis } from './queue/redis-server.ts'

const suite = (conversations: number, turns: number): string => helloSuite(conversations, turns, 'repeatable: true\n')

const reports = ['r.json', 'r.xml', 'r.html', 'r.md', 'r.ctrf.json', 'r.otlp.json']

describe.skipIf(!hasRedis)('what is taken over', () => {
  const queue = openQueue()
  const args = (...more: string[]): string[] => [
    ...['run', 'suite.yaml', '--target', queue.agent.url, '-r', 'plain', '--journal', 'runs', '--json', 'r.json'],
    ...['--junit', 'r.xml', '--html', 'r.html', '--markdown', 'r.md', '--ctrf', 'r.ctrf.json', '--otlp', 'r.otlp.json'],
    ...more,
  ]

  it('are the conversations of a dead worker once its own lease ran out, whatever lease others have', async () => {
    queue.write('suite.yaml', suite(8, 4))
    queue.agent.delayMs = 200
    const long = await queue.worker(['--lease', '10min'])
    await new Promise((resolve) => setTimeout(resolve, 1_500)) // it has looked for lost conversations
    long.child.kill('SIGTERM')
    expect((await long.ended).code).toBe(0)
    const dying = await queue.worker(['-c', '4'])
    const { run } = await queue.enqueue(args())
    await queue.turns(6)
    dying.child.kill('SIGKILL')
    await queue.worker(['-c', '4', '--lease', '10min'])
    expect((await run.ended).code).toBe(0) // within the limit of the test, which is shorter than the lease of others
    expect(queue.result().totals.passed).toBe(8)
  })

  it('is a run whose process was stopped: that one reports nothing when it wakes', async () => {
    queue.write('suite.yaml', suite(8, 2))
    queue.agent.delayMs = 150
    await queue.worker(['-c', '2'])
    const { run, name } = await queue.enqueue(args())
    await queue.turns(4)
    run.child.kill('SIGSTOP')
    expect((await queue.begin(args('--follow', name)).ended).code).toBe(0)
    const read = (): string[] => reports.map((file) => readFileSync(join(queue.folder, file), 'utf8'))
    const [records, output] = [read(), run.said()]
    run.child.kill('SIGCONT')
    expect((await run.ended).code).toBe(3)
    expect(run.said().slice(output.length)).toBe(`run ${name} was taken up by another process, which reports it\n`)
    expect(read()).toEqual(records)
    expect(queue.result().totals.passed).toBe(8)
  })

  it('is not cancelled by Ctrl-C at a process that was stopped before', async () => {
    queue.write('suite.yaml', suite(10, 4))
    queue.agent.delayMs = 600
    await queue.worker(['-c', '1'])
    const { run, name } = await queue.enqueue(args())
    await queue.turns(2)
    run.child.kill('SIGSTOP')
    const follower = queue.begin(args('--follow', name))
    await follower.until(/is on the queue/)
    run.child.kill('SIGINT')
    run.child.kill('SIGCONT')
    expect((await run.ended).code).toBe(3)
    expect(run.said()).toContain('was taken up by another process')
    expect([(await follower.ended).code, queue.result().totals.passed]).toEqual([0, 10])
  })

  it('is nothing of a run that was refused: neither it nor its rate stays on the queue', async () => {
    queue.write('suite.yaml', suite(2, 1))
    const words = ['vary', 'suite.yaml', '--target', queue.agent.url, '--rate', '60', '--paraphrase-by', 'nomodel']
    const refused = queue.begin(words)
    expect([(await refused.ended).code, refused.said()]).toEqual([
      2,
      expect.stringMatching(/there is no model "nomodel"/),
    ])
    expect(refused.said()).not.toMatch(/is on the queue|is still running/)
    const { runs, limits } = await queue.status()
    expect([runs, limits.filter(({ rate }) => rate !== null)]).toEqual([[], []])
    expect(queue.redis.ask('keys', 'tableread:run:*')).toBe('')
  })
})
