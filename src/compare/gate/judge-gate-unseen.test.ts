import { describe, expect, it } from 'vitest'
import type { Problem } from '../../suite/yaml/problem.ts'
import type { ConversationComparison } from '../model/conversation-comparison.ts'
import type { NewFailure } from '../statistics/new-failures.ts'
import type { PooledPasses } from '../statistics/pooled-drop.ts'
import { conversationOf, passOf, runsOf, timesOf } from './conversation.fixture.ts'
import {
  defaultPolicy,
  type GateFacts,
  type GatePolicy,
  isToldHeld,
  titleOfRule,
  withSmallestDrop,
} from './gate-policy.ts'
import { countRules, judgeGate, latencyRules, shareRules } from './judge-gate.ts'
import { describeNotRun, isUnchanged, notRunRule } from './not-run.ts'
import { oneSideRule } from './one-side.ts'

const coverage = { a: { agents: [] }, b: { agents: [] } } as unknown as GateFacts['coverage']
const nothing = { pooled: null, newFailures: null, noise: null, baseline: 'default', coverage }

/** The verdict, and the rules that do not hold. */
function judge(facts: Partial<GateFacts>, policy: Partial<GatePolicy> = {}): string[] {
  const { verdict, rules } = judgeGate(
    { ...defaultPolicy, ...policy },
    { ...nothing, conversations: [conversationOf()], ...facts },
  )
  const telling = rules.filter((rule) => rule.verdict !== 'held' || rule.smallestDrop !== undefined)
  return [verdict, ...telling.map(({ name, wanted, seen, ...rest }) => `${name} ${rest.verdict}: ${wanted}, ${seen}`)]
}

const at = { line: 7, column: 3, length: 4 }
const warning = (code: Problem['code'], line: number): Problem => ({
  ...{ code, file: 'desk.yaml', at: { ...at, line }, message: 'nobody has refund' },
})

describe('what no run shows', () => {
  it('leaves the gate open where there is none of it', () => {
    expect(judge({})).toEqual(['open'])
    const agents = [{ agent: 'desk' }, { agent: 'shop' }]
    const facts = { agents, warnings: [warning('unknown-argument', 7)], unread: [] }
    expect(judge(facts)).toEqual(['open'])
  })
  it('is a prompt that differs and that nobody is given', () => {
    const agents = ['desk', 'taxi'].map((agent) => ({ agent, idlePrompt: true as const }))
    const [verdict, rule] = judge({ agents: [{ agent: 'shop' }, ...agents] })
    expect(verdict).toBe('not judged')
    expect(rule).toMatch(
      /^prompt not judged: played where it differs, the prompt of desk, taxi differs and was not played/,
    )
  })
  it('is a guardrail that names what only the published version has', () => {
    const warnings = [warning('stale-guardrail', 7), warning('unknown-argument', 8), warning('stale-guardrail', 9)]
    expect(judge({ warnings })).toEqual([
      'not judged',
      'guardrails not judged: none of what only the published version has, desk.yaml:7: nobody has refund; desk.yaml:9: nobody has refund',
    ])
  })
  it('is what a lost shard had, and a suite that could not be read', () => {
    expect(judge({ missingShards: { indexes: [2], of: 3, conversations: 4 } })).toEqual([
      'not judged',
      'missing shards not judged: none, shard 2/3 left no result: 4 conversations were not judged',
    ])
    expect(judge({ unread: ['a.yaml'] })).toEqual(['not judged', 'broken suites not judged: none, a.yaml'])
  })
})

describe('a gate over excused conversations alone', () => {
  const excusedAs = (decision?: 'approved' | 'rejected'): ConversationComparison =>
    conversationOf(decision === undefined ? {} : { review: { decision } as never })
  it.each([
    ['approved', 'open'],
    ['rejected', 'shut'],
    [undefined, 'not judged'],
  ] as const)('of which one is %s is %s', (decision, verdict) => {
    expect(judge({ conversations: [], excused: [excusedAs(decision)] })[0]).toBe(verdict)
  })
  it('asks for evidence of what was approved as of all others', () => {
    const lost = { runs: { a: runsOf('ppp'), b: runsOf('eee') }, pass: null, evidence: { asked: 3 } as never }
    const approved = { ...excusedAs('approved'), ...lost }
    expect(judge({ conversations: [], excused: [approved] }).join()).toContain('judged pairs not judged')
  })
  it('is not judged where what was approved could not be compared', () => {
    const approved = { ...excusedAs('approved'), verdict: 'not comparable' as const }
    expect(judge({ conversations: [], excused: [approved] }, { notComparable: null })[0]).toBe('not judged')
  })
})

describe('a drop that is surely smaller than what matters', () => {
  const interval = (from: number): ConversationComparison['pass'] => ({ ...passOf('bbb'), interval: [from, 0] })
  const drop = (name: string, from: number): ConversationComparison =>
    conversationOf({ verdict: 'regressed', certainty: 'statistical', name, pass: interval(from) })
  const rule = (conversations: ConversationComparison[], smallestDrop: number | undefined, regressions = 0) =>
    countRules({ ...withSmallestDrop(defaultPolicy, smallestDrop), regressions }, conversations).find(
      ({ name }) => name === 'regressions',
    )
  const words = 'certainly less than 10 %, the smallest drop that matters: 1: "small"'
  it('is spared, and the rule says that it holds for that alone', () => {
    expect(rule([drop('small', -0.05)], 0.1)).toMatchObject({
      ...{ verdict: 'held', seen: `none; ${words}`, smallestDrop: 0.1 },
    })
  })
  it('breaks the rule where nobody said what matters', () => {
    expect(rule([drop('small', -0.05)], undefined)).toMatchObject({ verdict: 'broken', seen: '1: "small"' })
  })
  it('stands beside those that count, of which the rule is broken', () => {
    const broken = rule([drop('small', -0.05), drop('large', -0.4)], 0.1)
    expect(broken).toEqual({ name: 'regressions', verdict: 'broken', wanted: 'none', seen: `1: "large"; ${words}` })
  })
  it('decides nothing where the rule holds with it as well', () => {
    expect(rule([drop('small', -0.05)], 0.1, 1)).toEqual({
      ...{ name: 'regressions', verdict: 'held', wanted: 'at most 1', seen: `none; ${words}` },
    })
  })
  it('never spares what could not be compared', () => {
    const lost = conversationOf({ verdict: 'not comparable', pass: interval(0) })
    expect(judge({ conversations: [lost] }, { smallestDrop: 0.1 })[1]).toBe('not comparable broken: none, 1: "talks"')
  })

  const pooled: PooledPasses = {
    ...{ conversations: 20, pairs: 2_000, passedA: 1_990, passedB: 1_950, onlyA: 45, onlyB: 5 },
    p: 0.001,
  }
  it('is spared in all together, from the level on', () => {
    const spared =
      'all together held: no fewer passes beyond chance, 1990 of 2000 runs passed on default, 1950 of 2000 on the other side; certainly less than 10 %, the smallest drop that matters: the drop of all together'
    expect(judge({ pooled }, { smallestDrop: 0.1, allTogether: 0.001 })).toEqual(['open', spared])
    expect(judge({ pooled }, { smallestDrop: 0.1, allTogether: 0.0009 })).toEqual(['open'])
    expect(judge({ pooled }, { allTogether: 0.001 })[0]).toBe('shut')
    expect(judge({ pooled }, { allTogether: null, smallestDrop: 0.1 })).toEqual(['open'])
  })

  const failure = (way: string, count: number): NewFailure => ({
    ...{ id: 's.yaml:3', way, a: { count: 0, of: 200 }, b: { count, of: 200 }, earlier: null, p: 0.001 },
    adjusted: 0.02,
  })
  const failures = (...ways: NewFailure[]): Partial<GateFacts> => ({
    newFailures: { level: 0.02, ways: 9, earlier: { counted: 0, leftOut: 0 }, found: ways },
  })
  it('is spared in a way of failing, which is named by its own conversation', () => {
    const [verdict, rule] = judge(
      {
        ...failures(failure('turn 1', 5)),
        conversations: [conversationOf({ id: 'x', name: 'other' }), conversationOf()],
      },
      { smallestDrop: 0.1 },
    )
    expect([verdict, rule]).toEqual(['open', expect.stringContaining('matters: "talks" fails at turn 1 in 5 of 200')])
  })
  it('stands beside another way that counts', () => {
    const [verdict, rule = ''] = judge(failures(failure('turn 1', 5), failure('turn 2', 60)), { smallestDrop: 0.1 })
    expect([verdict, rule.match(/fails at turn \d/g)]).toEqual(['shut', ['fails at turn 2', 'fails at turn 1']])
  })
  it('is named by its place where its conversation is not among these', () => {
    expect(judge({ ...failures({ ...failure('turn 2', 60), id: 'gone' }) })[1]).toContain('"gone" fails at turn 2')
  })
})

it('names a rule beside verdicts by what another one does not count', () => {
  expect(['regressions', 'judged pairs'].map(titleOfRule)).toEqual(['regressions besides hard breaks', 'judged pairs'])
})

describe('packages that differ from those of a commit', () => {
  const packagesOf = (agents: NonNullable<GateFacts['agents']>): unknown =>
    judgeGate(defaultPolicy, { ...nothing, conversations: [conversationOf()], agents }).rules.find(
      ({ name }) => name === 'packages',
    )
  it('are named once, and open the gate', () => {
    const agents = [
      { agent: 'shop', packages: ['zod 3 → 4'] },
      { agent: 'desk' },
      { agent: 'bank', packages: ['zod 3 → 4'] },
    ]
    expect(packagesOf(agents)).toEqual({
      ...{ name: 'packages', verdict: 'held', wanted: 'the same on both sides' },
      seen: 'zod 3 → 4: both sides ran with what is installed now, and what breaks there fails on both',
    })
  })
  it('are no rule where there are none', () => {
    expect([packagesOf([{ agent: 'shop' }]), packagesOf([])]).toEqual([undefined, undefined])
  })
})

describe('conversations of agents that only one side has', () => {
  it.each([
    [[], undefined],
    [['passed', 'expected fail', 'skipped', undefined], 'held: 4 conversations without another side, none failed'],
    [['passed', 'errored'], 'not judged: 2 conversations without another side, of which "c1" (errored)'],
    [['not reached'], 'not judged: 1 conversation without another side, of which "c0" (not reached)'],
    [['errored', 'failed'], 'broken: 2 conversations without another side, of which "c1" (failed)'],
  ])('%j', (verdicts, expected) => {
    const alone = verdicts.map((verdict, index) => ({ name: `c${index}`, ...(verdict && { alone: verdict }) })) as never
    const rule = oneSideRule(alone)[0]
    expect(rule && `${rule.verdict}: ${rule.seen}`).toBe(expected)
    expect(rule ?? { wanted: 'all pass' }).toMatchObject({ wanted: 'all pass' })
  })
})

describe('what --changed left out', () => {
  const notRun = [{ name: 'one' }, { name: 'two' }]
  const tell = (changed: object | undefined): string | undefined => {
    const facts = {
      ...nothing,
      conversations: [conversationOf()],
      excused: [conversationOf()],
      changed: changed as never,
    }
    const rule = notRunRule(facts)[0]
    return rule && `${rule.name} ${rule.verdict}: ${rule.wanted}, ${rule.seen}`
  }
  it('is told, and breaks nothing', () => {
    const wanted = 'only what nothing that differs touches'
    expect(tell({ differs: [], notRun })).toBe(`not run held: ${wanted}, 2 of 4: nothing differs`)
    const why = 'nothing that differs touches them'
    expect(tell({ differs: ['prompt'], notRun })).toBe(`not run held: ${wanted}, 2 of 4: ${why}`)
    expect([tell({ differs: [], notRun: [] }), tell(undefined)]).toEqual([undefined, undefined])
    expect(describeNotRun({ differs: [], notRun } as never, 3)).toEqual(['; 2 of 5 were not run'])
    expect(describeNotRun(undefined, 3)).toEqual([])
  })
  it('is all there is where nothing differs', () => {
    const judged = [{ differs: [], notRun }, { differs: ['prompt'], notRun }, { differs: [], notRun: [] }, undefined]
    expect(judged.map((changed) => isUnchanged(changed as never))).toEqual([true, false, false, false])
  })
})

describe('a conversation that takes up another from a later turn', () => {
  const continued = { continues: { id: 's.yaml:3', turn: 2 } as never }
  const lost = conversationOf({ ...continued, runs: { a: runsOf('ppppp'), b: runsOf('eeeee') } })
  it('counts in no share and no loss, since its runs are those of the other again', () => {
    const facts = {
      ...nothing,
      conversations: [conversationOf(), conversationOf({ ...continued, runs: { a: runsOf('p'), b: runsOf('f') } })],
    }
    const policy = { ...defaultPolicy, passRate: 1 }
    expect(shareRules(policy, facts)).toMatchObject([{ verdict: 'held', seen: '100 % (3 of 3)' }])
    const ruleNames = (conversations: ConversationComparison[]): string[] =>
      judgeGate(defaultPolicy, { ...nothing, conversations }).rules.map(({ name }) => name)
    expect(ruleNames([conversationOf(), lost])).not.toContain('lost runs')
    expect(ruleNames([conversationOf(), { ...lost, continues: undefined as never }])).toContain('lost runs')
  })
  it('is no baseline, and none of its lost runs makes a time unsure', () => {
    const timed = conversationOf({ latency: [timesOf('turn', null, [100], [100])] })
    const policy = { ...defaultPolicy, latency: { turn: { p95: 150 } } }
    const { rules } = judgeGate(policy, { ...nothing, conversations: [timed, lost] })
    expect(rules.find(({ name }) => name === 'latency.turn p95')).toMatchObject({ verdict: 'held', seen: '100 ms' })
    const never = conversationOf({ runs: { a: runsOf('fff'), b: runsOf('fff') }, pass: passOf('fff') })
    const passing = conversationOf({ ...continued, pass: passOf('ppp') })
    expect(judge({ conversations: [never, passing] }).join()).toContain('no baseline: default passed 0 of 3 runs')
  })
})

describe('a limit that is met exactly', () => {
  it('holds a pass rate, also with the runs that were lost', () => {
    const runs = { a: runsOf('pppp'), b: runsOf('pppe') }
    const [held] = shareRules(
      { ...defaultPolicy, passRate: 0.75 },
      { ...nothing, conversations: [conversationOf({ runs })] },
    )
    expect(held).toMatchObject({
      verdict: 'held',
      seen: '100 % (3 of 3); 75 % if the 1 run that could not be judged had failed',
    })
  })
  it('holds a time', () => {
    const times = [timesOf('turn', null, [100], [100])]
    expect(latencyRules({ turn: { p50: 100 } }, [conversationOf({ latency: times })], 4)).toMatchObject([
      { verdict: 'not judged' },
    ])
    expect(latencyRules({ turn: { p50: 100 } }, [conversationOf({ latency: times })], 0)).toMatchObject([
      { verdict: 'held' },
    ])
  })
})

it('tells of a rule that held where something was not seen, or was decided by somebody', () => {
  const names = ['approved', 'not run', 'packages', 'one side', 'regressions']
  expect(names.filter((name) => isToldHeld({ name }))).toEqual(names.slice(0, 4))
  expect(isToldHeld({ name: 'regressions', smallestDrop: 0.1 })).toBe(true)
})
