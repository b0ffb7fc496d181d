import { describe, expect, it } from 'vitest'
import type { AgentCoverage } from '../../engine/coverage/agent-coverage.ts'
import { createContentCoverage } from '../../engine/coverage/content-coverage.ts'
import type { ToolCoverage } from '../../engine/coverage/tool-coverage.ts'
import type { Tally } from '../../engine/verdict/verdict.ts'
import type { Evidence, PassStatistics } from '../model/comparison-verdict.ts'
import type { ConversationComparison, LatencyComparison } from '../model/conversation-comparison.ts'
import type { NewFailures } from '../statistics/new-failures.ts'
import type { PooledPasses } from '../statistics/pooled-drop.ts'
import { conversationOf, passOf } from './conversation.fixture.ts'
import { defaultPolicy, type GatePolicy } from './gate-policy.ts'
import { countRules, coverageRule, judgeGate } from './judge-gate.ts'

describe('judge gate', () => {
  const run = (verdict: 'passed' | 'failed') => ({
    verdict,
    reason: null,
    sessionId: null,
    startedAt: '2026-01-01T00:00:00Z',
    ms: 1,
    turn: null,
  })

  const onePair: PassStatistics = {
    ...{ pairs: 1, bothPassed: 1, onlyA: 0, onlyB: 0, neitherPassed: 0 },
    ...{ effect: 0, interval: [-1, 1], p: 1, adjusted: 1, breakRisk: null },
  }

  function conversation(facts: Partial<ConversationComparison> = {}): ConversationComparison {
    return {
      id: 's.yaml:3',
      file: 's.yaml',
      at: { line: 3, column: 1, length: 1 },
      suite: 'S',
      name: 'talks',
      agent: 'desk',
      tags: [],
      verdict: 'same',
      certainty: null,
      excused: null,
      reason: '',
      runs: { a: [run('passed')], b: [run('passed')] },
      pass: onePair,
      shown: { a: null, b: null },
      turns: [],
      changes: [],
      latency: [],
      ...facts,
    }
  }

  function agent(tools: Record<string, [success: number, error: number]>, handoff?: string): AgentCoverage {
    const tally = (passed: number) => ({ passed, failed: 0, other: 0 })
    return {
      agent: 'desk',
      version: 'default',
      conversations: tally(1),
      tools: Object.entries(tools).map(([name, [success, error]]) => ({
        name,
        phase: 'during',
        success: tally(success),
        error: tally(error),
        unanswered: tally(0),
      })),
      uncovered: null,
      handoffs: handoff === undefined ? [] : [{ name: handoff, count: tally(1) }],
      metadata: [],
      content: createContentCoverage(),
    }
  }

  function gate(
    policy: Partial<GatePolicy>,
    conversations = [conversation()],
    a = agent({}),
    b = agent({}),
    noise: Evidence | null = null,
    pooled: PooledPasses | null = null,
    newFailures: NewFailures | null = null,
  ) {
    const result = judgeGate(
      { ...defaultPolicy, ...policy },
      {
        conversations,
        coverage: { a: { agents: [a] }, b: { agents: [b] } },
        noise,
        pooled,
        newFailures,
        baseline: 'default',
      },
    )
    const telling = result.rules.filter(({ verdict }) => verdict !== 'held')
    return [
      result.verdict,
      ...telling.map(({ name, verdict, wanted, seen }) => `${name} ${verdict}: ${wanted}, ${seen}`),
    ]
  }

  function times(
    subject: LatencyComparison['subject'],
    turn: number | null,
    a: number[],
    b: number[],
  ): LatencyComparison {
    return { subject, tool: null, turn, a, b, difference: null, interval: null }
  }

  describe('a gate', () => {
    const regressed = conversation({ verdict: 'regressed', certainty: 'hard break', name: 'breaks' })
    it('shuts where fewer pass over all conversations together, though none is sure by itself', () => {
      const pooled = { conversations: 20, pairs: 600, passedA: 540, passedB: 480, onlyA: 100, onlyB: 40, p: 0.0000004 }
      const all = [conversation(), conversation({ name: 'other' })]
      const [a, b] = [agent({}), agent({})]
      const observation =
        '540 of 600 runs passed on default, 480 of 600 on the other side; equal sides come out like this in'
      expect(gate({}, all, a, b, null, pooled)).toEqual([
        'shut',
        `all together broken: no fewer passes beyond chance, ${observation} less than 0.1 % of comparisons`,
      ])
      const p = 0.0101
      expect(gate({}, all, a, b, null, { ...pooled, p })).toEqual(['open'])
      expect(gate({ allTogether: 0.02 }, all, a, b, null, { ...pooled, p })).toEqual([
        'shut',
        `all together broken: no fewer passes beyond chance, ${observation} at most 1 % of comparisons`,
      ])
      expect(gate({ allTogether: null }, all, a, b, null, pooled)).toEqual(['open'])
    })
    it('shuts where a conversation fails in one way that the other side hardly shows', () => {
      const all = [conversation({ id: 's.yaml:3', name: 'refunds' })]
      const [a, b] = [agent({}), agent({})]
      const failure = {
        ...{ id: 's.yaml:3', way: 'turn 2: no call of refund', a: { count: 0, of: 30 }, b: { count: 6, of: 30 } },
        ...{ earlier: null, p: 0.004, adjusted: 0.0071 },
      }
      const newFailures = { level: 0.02, ways: 9, earlier: { counted: 0, leftOut: 0 }, found: [failure] }
      const observation =
        '"refunds" fails at turn 2: no call of refund in 6 of 30 runs, on default in 0 of 30; equal sides come out like this in'
      expect(gate({}, all, a, b, null, null, newFailures)).toEqual([
        'shut',
        `new failures broken: no way of failing more often beyond chance, ${observation} at most 0.7 % of comparisons`,
      ])
      const before = { ...failure, earlier: { count: 1, of: 150 }, adjusted: 0.0003 }
      expect(
        gate({}, all, a, b, null, null, { ...newFailures, found: [before, failure, failure, failure] })[1],
      ).toContain(
        'on default in 0 of 30, 1 of 150 before; equal sides come out like this in less than 0.1 % of comparisons; ',
      )
      expect(gate({}, all, a, b, null, null, { ...newFailures, level: 0.007 })).toEqual(['open'])
      expect(gate({ newFailures: null }, all, a, b, null, null, newFailures)).toEqual(['open'])
    })
    it('opens where nothing got worse', () => {
      expect(gate({})).toEqual(['open'])
    })
    it('does not open over nothing', () => {
      expect(gate({}, [])).toEqual(['not judged'])
    })
    it('shuts on a hard break, and lets through as many as it is told to', () => {
      expect(gate({}, [regressed])).toEqual(['shut', 'hard breaks broken: none, 1: "breaks"'])
      expect(gate({ hardBreaks: 1 }, [regressed])).toEqual(['open'])
      expect(gate({ hardBreaks: null }, [regressed, regressed])).toEqual(['open'])
    })
    it('counts regressions and unconfirmed breaks apart; an unconfirmed gain is none', () => {
      const pass = { pairs: 1, bothPassed: 0, onlyA: 1, onlyB: 0, neitherPassed: 0, p: 1, adjusted: 1, breakRisk: 0.5 }
      const effect = (value: number) => ({ ...pass, effect: value, interval: [-1, 1] as [number, number] })
      const statistical = conversation({ verdict: 'regressed', certainty: 'statistical' })
      const broken = conversation({ verdict: 'changed', certainty: 'unconfirmed', pass: effect(-1) })
      const gained = conversation({ verdict: 'changed', certainty: 'unconfirmed', pass: effect(1) })
      expect(gate({}, [statistical])).toEqual(['shut', 'regressions broken: none, 1: "talks"'])
      expect(gate({}, [broken])).toEqual(['shut', 'unconfirmed breaks broken: none, 1: "talks"'])
      expect(gate({}, [gained])).toEqual(['open'])
    })
    it('settles nothing where too much was not comparable', () => {
      const incomparable = conversation({ verdict: 'not comparable' })
      expect(gate({}, [incomparable, conversation()])).toEqual([
        'not judged',
        'not comparable broken: none, 1: "talks"',
      ])
      expect(gate({ notComparable: null }, [incomparable, conversation()])).toEqual(['open'])
      expect(gate({ notComparable: null }, [incomparable])).toEqual(['not judged'])
    })
    it('holds the pass rate of the side in question', () => {
      const half = conversation({ runs: { a: [], b: [run('passed'), run('failed')] } })
      expect(gate({ passRate: 0.5 }, [half])).toEqual(['open'])
      expect(gate({ passRate: 0.51 }, [half])).toEqual(['shut', 'pass rate broken: at least 51 %, 50 % (1 of 2)'])
    })
    it('holds the share of tool outputs that are errors', () => {
      const tools = agent({ lookup: [9, 0], cancel: [0, 1] })
      expect(gate({ toolErrors: 0.1 }, undefined, agent({}), tools)).toEqual(['open'])
      expect(gate({ toolErrors: 0.09 }, undefined, agent({}), tools)).toEqual([
        'shut',
        'tool errors broken: at most 9 %, 10 % (1 of 10)',
      ])
      expect(gate({ toolErrors: 0.1 })).toEqual([
        'not judged',
        'tool errors not judged: at most 10 %, nothing to count',
      ])
    })
    it('misses what one side showed and the other did not', () => {
      const full = agent({ lookup: [3, 1], cancel: [1, 0] }, 'billing')
      expect(gate({ coverage: true }, undefined, full, full)).toEqual(['open'])
      expect(gate({ coverage: true }, undefined, full, agent({ lookup: [1, 0] }))).toEqual([
        'shut',
        'coverage broken: nothing that one side shows is missing on the other, missing: lookup (during) with an error; cancel (during); handoff to billing',
      ])
      expect(gate({ coverage: true }, undefined, agent({}), full)).toEqual(['open'])
    })
    it('holds absolute limits on times over all runs', () => {
      const slow = conversation({ latency: [times('turn', null, [], [100, 200, 3_000])] })
      expect(gate({ latency: { turn: { p50: 200, p95: 3_000 } } }, [slow])).toEqual(['open'])
      expect(gate({ latency: { turn: { p50: 199, p95: 2_999 } } }, [slow])).toEqual([
        'shut',
        'latency.turn p50 broken: at most 199 ms, 200 ms',
        'latency.turn p95 broken: at most 2999 ms, 3000 ms',
      ])
      expect(gate({ latency: { reply: { p50: 199 } } }, [slow])[0]).toBe('not judged')
    })
    it('holds times against the other side, turn by turn, where the difference is sure', () => {
      const turns = (factor: number, count = 8) =>
        conversation({
          latency: Array.from({ length: count }, (_, turn) =>
            times('turn', turn, [100 + turn, 110, 90], [(100 + turn) * factor, 110 * factor, 90 * factor]),
          ),
        })
      expect(gate({ latency: { turn: { slower: 0.2 } } }, [turns(1.1)])).toEqual(['open'])
      expect(gate({ latency: { turn: { slower: 0.2 } } }, [turns(1.5)])).toEqual([
        'shut',
        'latency.turn slower broken: at most 20 %, +50 % at the median of 8 turns',
      ])
      expect(gate({ latency: { turn: { slower: 0.2 } } }, [turns(1.5, 3)])[0]).toBe('not judged')
    })
  })
})

const regressed = (name: string) => conversationOf({ name, verdict: 'regressed', certainty: 'hard break' })

function rules(conversations: ConversationComparison[], policy: Partial<GatePolicy> = {}) {
  return countRules({ ...defaultPolicy, ...policy }, conversations)
}

/** The rules that do not hold, by name. */
function broken(conversation: Partial<ConversationComparison>) {
  return rules([conversationOf(conversation)]).flatMap(({ name, verdict }) => (verdict === 'held' ? [] : [name]))
}

describe('the rules that count conversations', () => {
  it('say what they wanted and that they saw none where all is well', () => {
    expect(rules([conversationOf()], { unconfirmed: 2, notComparable: null })).toEqual([
      { name: 'hard breaks', verdict: 'held', wanted: 'none', seen: 'none' },
      { name: 'regressions', verdict: 'held', wanted: 'none', seen: 'none' },
      { name: 'unconfirmed breaks', verdict: 'held', wanted: 'at most 2', seen: 'none' },
    ])
  })
  it('count what regressed, by how sure it is', () => {
    expect(broken({ verdict: 'regressed', certainty: 'hard break' })).toEqual(['hard breaks'])
    expect(broken({ verdict: 'regressed', certainty: 'statistical' })).toEqual(['regressions'])
    expect(broken({ verdict: 'not comparable' })).toEqual(['not comparable'])
  })
  it('never count what improved, however sure', () => {
    expect(broken({ verdict: 'improved', certainty: 'hard break', pass: passOf('bbbb') })).toEqual([])
    expect(broken({ verdict: 'improved', certainty: 'statistical', pass: passOf('bbbb') })).toEqual([])
  })
  it('count as an unconfirmed break only what is called unconfirmed and passes less often', () => {
    expect(broken({ verdict: 'changed', certainty: 'unconfirmed', pass: passOf('ppa') })).toEqual([
      'unconfirmed breaks',
    ])
    expect(broken({ verdict: 'flaky', certainty: null, pass: passOf('ppa') })).toEqual([])
    expect(broken({ verdict: 'changed', certainty: 'unconfirmed', pass: passOf('pab') })).toEqual([])
    expect(broken({ verdict: 'changed', certainty: 'unconfirmed', pass: passOf('ppb') })).toEqual([])
    expect(broken({ verdict: 'changed', certainty: 'unconfirmed', pass: null })).toEqual([])
  })
  it('name three of those that got worse, and how many more there are', () => {
    const hard = (...names: string[]) => rules(names.map(regressed), { hardBreaks: 3 })[0]
    expect(hard('one', 'two', 'three')).toEqual({
      name: 'hard breaks',
      verdict: 'held',
      wanted: 'at most 3',
      seen: '3: "one", "two", "three"',
    })
    expect(hard('one', 'two', 'three', 'four', 'five')).toMatchObject({
      verdict: 'broken',
      seen: '5: "one", "two", "three" and 2 more',
    })
  })
})

describe('coverage rule', () => {
  const none: Tally = { passed: 0, failed: 0, other: 0 }
  const once: Tally = { passed: 0, failed: 0, other: 1 }
  const heldRule = {
    name: 'coverage',
    verdict: 'held',
    wanted: 'nothing that one side shows is missing on the other',
    seen: 'nothing is missing',
  }

  function agent(extras: Partial<AgentCoverage> = {}): AgentCoverage {
    return {
      ...{ agent: 'desk', version: 'default', conversations: once, tools: [], uncovered: null, handoffs: [] },
      ...{ metadata: [], content: createContentCoverage() },
      ...extras,
    }
  }

  function tool(name: string, phase: ToolCoverage['phase'], success: Tally, error: Tally): ToolCoverage {
    return { name, phase, success, error, unanswered: once }
  }

  function judge(a: AgentCoverage[], b: AgentCoverage[]) {
    return coverageRule({ a: { agents: a }, b: { agents: b } })
  }

  describe('the rule on coverage', () => {
    it('holds where both sides showed the same, or nothing', () => {
      const full = agent({
        tools: [tool('lookup', 'during', once, once)],
        handoffs: [{ name: 'billing', count: once }],
        content: { ...createContentCoverage(), image: once },
      })
      expect(judge([full], [full])).toEqual(heldRule)
      expect(judge([agent()], [agent()])).toEqual(heldRule)
      expect(judge([], [])).toEqual(heldRule)
    })
    it('names each way that a tool ended, with its phase where it has one', () => {
      const calls = [tool('lookup', 'pre', once, once), tool('guess', null, once, once)]
      expect(judge([agent({ tools: calls })], [agent()])).toEqual({
        ...heldRule,
        verdict: 'broken',
        seen: 'missing: lookup (pre); lookup (pre) with an error; guess; guess with an error',
      })
    })
    it('tells a call in one phase from one in another', () => {
      const [pre, post] = [tool('lookup', 'pre', once, none), tool('lookup', 'post', once, none)]
      expect(judge([agent({ tools: [pre] })], [agent({ tools: [post] })]).seen).toBe('missing: lookup (pre)')
    })
    it('does not miss what never ended, never happened, or shows on the other side alone', () => {
      const idle = agent({
        tools: [tool('lookup', 'during', none, none)],
        handoffs: [{ name: 'billing', count: none }],
      })
      expect(judge([idle], [])).toEqual(heldRule)
      expect(judge([agent()], [agent({ tools: [tool('lookup', 'during', once, once)] })])).toEqual(heldRule)
    })
    it('names handoffs and kinds of content', () => {
      const coverage = agent({
        handoffs: [
          { name: 'billing', count: once },
          { name: 'sales', count: none },
        ],
        content: { ...createContentCoverage(), image: once, button: once },
      })
      expect(judge([coverage], [agent()]).seen).toBe('missing: handoff to billing; content: image; content: button')
    })
    it('counts what several agents showed once, on whichever agent', () => {
      const lookup = agent({ tools: [tool('lookup', 'during', once, none)] })
      expect(judge([lookup, lookup], [agent()]).seen).toBe('missing: lookup (during)')
      expect(judge([lookup], [agent(), lookup])).toEqual(heldRule)
    })
  })
})
