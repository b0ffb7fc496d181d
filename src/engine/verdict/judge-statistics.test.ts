import { describe, expect, it } from 'vitest'
import { describeOutcome } from '../../report/text/describe-outcome.ts'
import { percentile } from '../expect/latency.ts'
import { performConversation } from '../perform/perform-conversation.ts'
import { called, gave, said } from '../transcript/entries.fixture.ts'
import type { ConversationResult } from './conversation-result.ts'
import { fakeClient, plansOf, type Script } from './fake-client.fixture.ts'
import { judgeStatistics } from './judge-statistics.ts'

/** Replies that take these times in milliseconds, one after the other. */
const taking =
  (...times: number[]): Script =>
  ({ message = '' }, turn) => [
    said('user', message, turn * 100_000),
    said('assistant', 'ok', turn * 100_000 + (times[turn] ?? 0)),
  ]

async function perform(yaml: string, play: Script) {
  const [plan] = plansOf(`suite: S\nagent: desk\n${yaml}`)
  if (plan === undefined) throw new Error('no plan')
  const result = await performConversation(plan, { client: fakeClient(play).client, reconcile: false })
  return [result.verdict, ...result.outcomes.map(describeOutcome)]
}

const repeated = (latency: string) =>
  `conversations:\n  - name: n\n    repeat: { times: 4, pass: 4 }\n    turns: [{ user: hi, expect: { latency: { reply: ${latency} } } }]\n`

describe('the times that are counted', () => {
  const judged = (limit: string, ...turns: object[]) => {
    const [plan] = plansOf(
      `suite: S\nagent: desk\nevery turn: { latency: ${limit} }\nconversations:\n  - { name: n, turns: [{ user: a, expect: { reply: ok } }] }\n`,
    )
    if (plan === undefined) throw new Error('no plan')
    const outcomes = judgeStatistics(plan, [{ turns } as unknown as ConversationResult])
    return outcomes.map((outcome) => [outcome.verdict, outcome.kind === 'latency' ? outcome.over?.samples : null])
  }
  const entries = [said('user', 'a', 0), said('assistant', 'ok', 1_000)]
  const turn = { turnMs: 5, failure: null, entries }

  it('are those of turns that were answered, of agents', () => {
    const others = [{ turnMs: null }, { failure: { kind: 'network' } }, { step: 'wait' }].map((more) => ({
      ...turn,
      ...more,
    }))
    expect(judged('{ reply: { p95: 2 s } }', turn, ...others)).toEqual([['passed', 1]])
    expect(judged('{ reply: { p95: 2 s } }', ...others)).toEqual([])
  })
  it('are not those of calls without an output', () => {
    const calls = [...entries, called('find', 'c1'), called('find', 'c2'), gave('find', 'c2')]
    expect(judged('{ tool: { p95: 2 s } }', { ...turn, entries: calls.slice(0, 3) })).toEqual([['not judged', 0]])
    expect(judged('{ tool: { p95: 2 s } }', { ...turn, entries: calls })).toHaveLength(1)
  })
  it('are none without a limit on p50 or p95', () => {
    expect(judged('{ reply: 2 s }', turn)).toEqual([])
  })
})

describe('p50 and p95', () => {
  it('of a turn are over its repeats', async () => {
    expect((await perform(repeated('{ p50: 1 s, p95: 4 s }'), taking(500, 900, 1_000, 4_000)))[0]).toBe('passed')
    expect(await perform(repeated('{ p50: 950 ms }'), taking(500, 960, 1_000, 4_000))).toEqual([
      'failed',
      'the p50 of the reply is 960 ms over 4 times\n  expected  at most 950 ms',
    ])
    expect((await perform(repeated('{ p95: 3 s }'), taking(1, 1, 1, 4_000)))[0]).toBe('failed')
  })
  it('of a turn leave the other turns out', async () => {
    const yaml = repeated('{ p50: 950 ms }')
      .replace('turns: [', 'turns: [{ user: ho }, ')
      .replace(' }]', ' }, { user: he }]')
    const times = [500, 960, 1_000, 4_000].flatMap((ms) => [1, ms, 2])
    expect(await perform(yaml, taking(...times))).toEqual([
      'failed',
      'the p50 of the reply is 960 ms over 4 times\n  expected  at most 950 ms',
    ])
  })
  it('hold beside a limit for every single one', async () => {
    expect((await perform(repeated('{ each: 5 s, p50: 1 s }'), taking(1, 1, 4_000, 4_900)))[0]).toBe('passed')
    expect((await perform(repeated('{ each: 2 s, p95: 9 s }'), taking(1, 1, 4_000, 1)))[0]).toBe('flaky')
  })
  it('of a guardrail are over all turns, also of a conversation that runs once', async () => {
    const yaml =
      'every turn: { latency: { reply: { p95: 2 s } } }\nconversations:\n  - name: n\n    turns: [{ user: a, expect: { reply: ok } }, { user: b }, { user: c }]\n'
    expect((await perform(yaml, taking(1, 2, 3)))[0]).toBe('passed')
    expect(await perform(yaml, taking(1, 3_000, 3))).toEqual([
      'failed',
      'the p95 of the reply is 3.0 s over 3 times\n  expected  at most 2 s',
    ])
  })
  it('are errored without a time, since nothing was judged', async () => {
    const yaml = repeated('{ p50: 1 s }').replace('reply:', 'tool:')
    expect(await perform(yaml, taking(1, 1, 1, 1))).toEqual([
      'errored',
      'no time of the tool is known, so its p50 was not judged',
    ])
  })
  it('of a guardrail say nothing where nothing of the kind happened', async () => {
    const guardrail = (latency: string) =>
      `every turn: { latency: ${latency} }\nconversations:\n  - name: n\n    turns: [{ user: a, expect: { reply: ok } }]\n`
    expect(await perform(guardrail('{ tool: { p95: 2 s }, tools: { a: { p50: 1 s } } }'), taking(1))).toEqual([
      'passed',
    ])
    const unknown = (_: unknown, turn: number) => [
      said('user', 'a', turn),
      called('a', 'a'),
      gave('a', 'a', 'ok', { executionTimeMs: null }),
      said('assistant', 'ok', turn),
    ]
    expect(await perform(guardrail('{ tools: { a: { p50: 1 s } } }'), unknown)).toEqual([
      'errored',
      'no time of a is known, so its p50 was not judged',
    ])
  })
  it('of one tool stand instead of those of all', async () => {
    const calls: Script = (_, turn) => [
      said('user', 'hi'),
      ...['a', 'b'].flatMap((name, index) => [
        called(name, `${name}${turn}`),
        gave(name, `${name}${turn}`, 'ok', { executionTimeMs: 100 * (turn + 1) * (index + 1) }),
      ]),
      said('assistant', 'ok'),
    ]
    const limits = (latency: string) => repeated('x').replace('{ reply: x }', latency)
    expect((await perform(limits('{ tool: { p95: 400 ms }, tools: { b: { p95: 800 ms } } }'), calls))[0]).toBe('passed')
    expect(await perform(limits('{ tools: { b: { p50: 300 ms } } }'), calls)).toEqual([
      'failed',
      'the p50 of b is 400 ms over 4 times\n  expected  at most 300 ms',
    ])
  })
  it('leave out times that are not known, and say what they are of', async () => {
    const yaml = `every turn: { latency: { tool: { p50: 200 ms }, tools: { b: { p95: 1 ms } } } }
conversations:
  - name: n
    turns: [{ user: a, expect: { reply: ok } }, { user: b }, { user: c }]
`
    const times = [null, 100, 200]
    const play: Script = (_, turn) => [
      said('user', 'abc'[turn] ?? '', turn * 1_000),
      called('a', `a${turn}`, {}, 'during', turn * 1_000),
      gave('a', `a${turn}`, 'ok', {
        executionTimeMs: times[turn] ?? null,
        timestamp: called('a', 'a', {}, null, turn * 1_000).timestamp,
      }),
      said('assistant', 'ok', turn * 1_000),
    ]
    const [plan] = plansOf(`suite: S\nagent: desk\n${yaml}`)
    const { outcomes, verdict } = await performConversation(plan as NonNullable<typeof plan>, {
      client: fakeClient(play).client,
      reconcile: false,
    })
    expect(verdict).toBe('passed')
    expect(outcomes.filter(({ kind }) => kind === 'latency')).toMatchObject([
      {
        kind: 'latency',
        subject: 'tool',
        tool: null,
        ms: 100,
        verdict: 'passed',
        over: { statistic: 'p50', samples: 2 },
      },
    ])
  })
  it('are those of the clock, the reply, all tools or one', async () => {
    const yaml = `every turn: { latency: { turn: { p50: 9 s }, reply: { p95: 9 s }, tool: { p50: 9 s }, tools: { b: { p50: 9 s } } } }
conversations:
  - name: n
    turns: [{ user: a, expect: { reply: ok } }, { user: b }]
`
    const taking =
      (executionTimeMs: number | null): Script =>
      (_, turn) => [
        said('user', 'ab'[turn] ?? ''),
        ...(turn === 0
          ? []
          : ['b', 'c'].flatMap((name) => [called(name, name), gave(name, name, 'ok', { executionTimeMs })])),
        said('assistant', 'ok'),
      ]
    const outcomesOf = async (script: Script) => {
      const [plan] = plansOf(`suite: S\nagent: desk\n${yaml}`)
      const client = fakeClient(script).client
      const { outcomes } = await performConversation(plan as NonNullable<typeof plan>, { client, reconcile: false })
      return outcomes.flatMap((each) =>
        each.kind === 'latency' ? [`${each.subject} ${each.tool} ${each.verdict} ${each.over?.samples}`] : [],
      )
    }
    expect(await outcomesOf(taking(10))).toEqual([
      'turn null passed 2',
      'tool null passed 1',
      'tool b passed 1',
      'reply null passed 2',
    ])
    expect(await outcomesOf(taking(null))).toEqual([
      'turn null passed 2',
      'tool null not judged 0',
      'tool b not judged 0',
      'reply null passed 2',
    ])
  })
  it('of a tool hold beside that of all for another statistic', async () => {
    const calls: Script = (_, turn) => [
      said('user', 'hi'),
      called('b', `b${turn}`),
      gave('b', `b${turn}`, 'ok', { executionTimeMs: 100 * (turn + 1) }),
      said('assistant', 'ok'),
    ]
    const limits = (latency: string) => repeated('x').replace('{ reply: x }', latency)
    expect(await perform(limits('{ tool: { p95: 300 ms }, tools: { b: { p50: 800 ms } } }'), calls)).toEqual([
      'failed',
      'the p50 of b is 200 ms over 4 times\n  expected  at most 800 ms',
      'the p95 of the tool is 400 ms over 4 times\n  expected  at most 300 ms',
    ])
  })
  it('count every attempt, also after enough have passed', async () => {
    const yaml = repeated('{ p95: 1 s }').replace('pass: 4', 'pass: 1')
    expect(await perform(yaml, taking(1, 1, 1, 4_000))).toEqual([
      'failed',
      'the p95 of the reply is 4.0 s over 4 times\n  expected  at most 1 s',
    ])
  })
  it('of a turn that runs once are refused', () => {
    const yaml =
      'suite: S\nagent: a\nconversations:\n  - name: n\n    turns: [{ user: hi, expect: { latency: { turn: { p95: 1 s } } } }]\n'
    expect(() => plansOf(yaml)).toThrow('p50 and p95 of a turn are over its repeats, and this runs once')
  })
  it.each([
    [[], 0.5, null],
    [[7], 0.95, 7],
    [[3, 1, 2], 0.5, 2],
    [[4, 1, 3, 2], 0.5, 2],
    [Array.from({ length: 100 }, (_, index) => index + 1), 0.95, 95],
  ])('by nearest rank: %j at %d is %s', (samples, share, value) => {
    expect(percentile(samples, share)).toBe(value)
  })
})
