// @module-tag stress
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type JudgeDouble, openJudgeDouble } from './judge-double.ts'
import { openQueue } from './queue/open-queue.ts'
import type { Running } from './queue/processes.ts'
import { hasRedis } from './queue/redis-server.ts'

const modelKey = 'a-model-key-of-the-test'
let [double, licences]: [JudgeDouble, string] = [] as never

const config = (more = ''): string => `models:
  small: { use: openai-compatible/m, base url: "${double.url}", key: JUDGE_KEY, price: { input: 1, output: 2 } }
judges: { by: small, cache: false${more} }
`
const labels = `labels: Echo
criterion: repeats the customer
examples:
${Array.from({ length: 36 }, (_, index) => `  - { verdict: met, turns: [{ user: "${index}", agent: You said ${index} }] }\n  - { verdict: not met, turns: [{ user: "${index}", agent: Go away ${index} }] }\n`).join('')}`

/**
 * Criteria with and without a licence, expected met and not met: in turns, under `every turn` and for the
 * whole conversation.
 */
const mixed = `suite: S
agent: desk
every turn: { judge: is polite }
conversations:
${Array.from(
  { length: 8 },
  (_, index) => `  - name: c${index}
    turns:
      - { user: c${index} t0, expect: { reply: { contains: c${index} }, judge: repeats the customer } }
      - user: c${index} t1
        expect: { judge: { criterion: repeats the customer, expect: ${index % 4 === 1 ? 'not met' : 'met'} } }
    session: { judge: ends well }`,
).join('\n')}
  - { name: advice alone, turns: [{ user: nothing else, expect: { judge: is short } }] }
`

/** The same suite with nothing failing, for the same questions. */
const sound = mixed.replaceAll('expect: not met', 'expect: met')

describe.skipIf(!hasRedis)('criteria of judges over a queue', () => {
  const queue = openQueue({ JUDGE_KEY: modelKey })
  const { write, begin, result } = queue
  const worker = (env?: Record<string, string>): Promise<Running> => queue.worker(['-c', '4'], env)
  const at = (name: string): string => join(queue.folder, name)
  const run = (json: string, env: Record<string, string>, ...more: string[]): Running =>
    begin(['run', 'suite.yaml', '--target', queue.agent.url, '-r', 'plain', '--json', json, ...more], {
      ...env,
      JUDGE_KEY: modelKey,
    })
  const overQueue = (...more: string[]): Running => run('r.json', {}, ...more)

  beforeAll(async () => {
    double = await openJudgeDouble((criterion, words) =>
      (criterion === 'is polite' ? words.includes('t0') : words.startsWith('You said')) ? 'met' : 'not met',
    )
    write('labels.yaml', labels)
    write('suite.yaml', mixed) // probes use the verdicts that suites expect
    write('tableread.config.yaml', `${config()}suites: suite.yaml\n`)
    const calibrating = begin(['judge', 'calibrate', 'labels.yaml'])
    expect((await calibrating.ended).code, calibrating.said()).toBe(0)
    licences = readFileSync(at('judges.licences.yaml'), 'utf8')
  })
  beforeEach(() => {
    write('labels.yaml', labels)
    write('judges.licences.yaml', licences)
    write('tableread.config.yaml', config())
    for (const list of [double.asked, double.bodies]) list.length = 0
  })
  afterAll(() => double?.close())

  const steady = (name: string): unknown =>
    JSON.parse(readFileSync(at(name), 'utf8'), (key, value: unknown) =>
      ['startedAt', 'ms', 'turnMs', 'timestamp', 'sessionId', 'sent'].includes(key) ? undefined : value,
    )
  const answered = (): number => result().conversations.flatMap(({ judging = [] }) => judging).length

  it('is judged as on one machine: by its licence or as advice, at the same price', async () => {
    write('suite.yaml', mixed)
    const alone = run('alone.json', { TABLEREAD_QUEUE_URL: '' })
    const { code } = await alone.ended
    const criteria = double.asked.toSorted()
    double.asked.length = 0
    await Promise.all([worker(), worker()])
    const queued = overQueue()
    expect([(await queued.ended).code, code], queued.said()).toEqual([1, 1])
    expect(steady('r.json')).toEqual(steady('alone.json'))
    expect(double.asked.toSorted()).toEqual(criteria)
    const { totals, conversations, judging } = result()
    expect([totals.passed, totals.failed, totals.errored]).toEqual([6, 2, 1])
    const allOutcomes = conversations.flatMap(({ turns }) => turns.flatMap(({ outcomes }) => outcomes))
    const licensed = allOutcomes.flatMap((each) =>
      each.kind === 'judge' ? [`${each.criterion}: ${each.licence.kind}`] : [],
    )
    expect([...new Set(licensed)].toSorted()).toEqual([
      'is polite: unlicensed',
      'is short: unlicensed',
      'repeats the customer: licensed',
    ])
    expect(JSON.stringify(judging ?? conversations[0]?.judging)).toContain('cost')
    expect(queue.redis.ask('keys', 'tableread:run*')).toBe('')
  })

  it('counts for nothing at a worker where the labels changed at home', async () => {
    write('suite.yaml', mixed)
    write('labels.yaml', labels.replace('You said 3', 'You said three'))
    await worker()
    expect((await overQueue().ended).code).toBe(3)
    const { totals, conversations } = result()
    expect([totals.failed, JSON.stringify(conversations)]).toEqual([0, expect.stringContaining('have changed')])
  })

  it('asks the same question once in a run, whichever worker comes to it', async () => {
    const same = Array.from(
      { length: 12 },
      (_, index) => `  - name: c${index}
    turns: [{ user: the same, expect: { judge: repeats the customer } }]`,
    )
    write('suite.yaml', `suite: S\nagent: desk\nconversations:\n${same.join('\n')}\n`)
    await Promise.all([worker(), worker(), worker()])
    expect((await overQueue().ended).code).toBe(0)
    expect([result().totals.passed, double.asked.length, answered()]).toEqual([12, 1, 1])
  })

  it('holds one budget of questions over all workers', async () => {
    write('suite.yaml', sound)
    await Promise.all([worker(), worker()])
    const queued = overQueue('--max-judge-calls', '7')
    expect((await queued.ended).code).toBe(3)
    expect([double.asked.length, queued.said()]).toEqual([
      7,
      expect.stringContaining('budget of 7 questions to judges'),
    ])
  })

  it('holds it where Redis lost count', async () => {
    write('suite.yaml', sound)
    const queued = overQueue('--max-judge-calls', '7')
    const [, name = ''] = await queued.until(/run (\S+) is on the queue/)
    queue.redis.ask('hset', `tableread:run:${name}:asking`, 'count', '5')
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    await queue.redis.restart('lost')
    await queued.until(/lost what it held/)
    await worker()
    expect((await queued.ended).code).toBe(3)
    expect(double.asked.length).toBe(2)
  })

  it('leaves keys of models at home, and asks each worker for its own', async () => {
    write('suite.yaml', mixed)
    const without = await worker({})
    const queued = overQueue()
    await Promise.all([
      without.until(/JUDGE_KEY is not set/),
      queued.until(/leaves conversations.*JUDGE_KEY is not set/),
    ])
    for (const key of queue.redis.ask('keys', '*').split('\n'))
      expect(queue.redis.ask('dump', key)).not.toContain(modelKey)
    expect([queue.agent.sessions.size, double.asked.length]).toEqual([0, 0])
    await worker()
    expect([(await queued.ended).code, result().totals.passed]).toEqual([1, 6])
  })
})
