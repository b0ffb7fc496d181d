import { describe, expect, it } from 'vitest'
import { said } from '../engine/transcript/entries.fixture.ts'
import type { ConversationResult } from '../engine/verdict/conversation-result.ts'
import { fakeClient, plansOf } from '../engine/verdict/fake-client.fixture.ts'
import { compareRuns } from './compare-text.fixture.ts'
import { comparisonExitCode } from './comparison.ts'
import { defaultPolicy } from './gate/gate-policy.ts'
import { isDoubtful } from './model/conversation-comparison.ts'
import { pairPlans } from './pairing.ts'
import { performComparison } from './perform-comparison.ts'
import { selectByLook } from './select-by-look.ts'

type Plays = Parameters<typeof compareRuns>[0]

async function look(plays: Plays, ...[settings = {}, pairs = null, marks, budgets]: Tail) {
  const { comparison, events, order } = await compareRuns(plays, { quick: true, ...settings }, pairs, marks, budgets)
  const summaries = Object.fromEntries(
    comparison.conversations.map(({ name, verdict, certainty, runs, look = 0 }) => [
      name,
      `${verdict}${certainty === null ? '' : ` (${certainty})`} after ${look} + ${runs.a.length - look}`,
    ]),
  )
  const rule = (wantedName: string): string | undefined =>
    comparison.gate.rules.find(({ name }) => name === wantedName)?.seen
  return {
    comparison,
    events,
    order,
    told: summaries,
    rule,
    gate: comparison.gate.verdict,
    code: comparisonExitCode(comparison, null),
  }
}

type Tail = Parameters<typeof compareRuns> extends [unknown, ...infer Rest] ? Rest : never

const sides = {
  a: { label: 'default', agent: null, version: 'default', target: 'fake' },
  b: { label: 'draft', agent: null, version: 'draft', target: 'fake' },
}

describe('a quick comparison', () => {
  it('runs once on each side what passes alike, and says so instead of that it may be published', async () => {
    const { comparison, told, gate, order, events } = await look({ one: ['p', 'p'], two: ['p', 'p'] })
    expect([told, gate, order]).toEqual([{ one: 'same after 0 + 1', two: 'same after 0 + 1' }, 'open', 'abba'])
    expect([comparison.quick, comparison.conversations[0]?.evidence]).toEqual([2, { asked: 1, judged: 1, needed: 1 }])
    expect(comparison.sentence).toBe(
      'No break of draft at a quick look: none of 2 conversations got worse; 2 of 2 conversations ran once on each side, which shows only what always breaks.',
    )
    expect(events[0]).toMatchObject({ sees: expect.stringMatching(/^--quick: .* misses most of what breaks now and/) })
  })
  it('confirms a break by fresh pairs alone, as many as the usual mode takes', async () => {
    const { told, gate, code, comparison } = await look({ breaks: ['p', 'f'], stays: ['p', 'p'], mends: ['f', 'p'] })
    expect(told).toEqual({
      breaks: 'regressed (hard break) after 1 + 4',
      mends: 'improved (hard break) after 1 + 4',
      stays: 'same after 0 + 1',
    })
    expect([gate, code, comparison.quick]).toEqual(['shut', 1, 1])
    const breaks = comparison.conversations.find(({ name }) => name === 'breaks')
    expect([breaks?.pass?.pairs, breaks?.firstPairs, breaks?.reason]).toEqual([
      ...[4, 4, 'passed 5 of 5 on default, 0 of 5 on draft'],
    ])
  })
  it('lets no failure at the look count for a break, or disappear', async () => {
    const { told, comparison, gate } = await look({ slips: ['p', 'fp'], again: ['p', 'fffp'] })
    expect([told, gate]).toEqual([{ slips: 'flaky after 1 + 3', again: 'flaky after 1 + 3' }, 'open'])
    const slips = comparison.conversations.find(({ name }) => name === 'slips')
    expect([slips?.pass?.onlyA, slips?.reason]).toEqual([0, 'passed 4 of 4 on default, 3 of 4 on draft'])
  })
  it('doubts what failed on the draft alone in at least half of all runs, the look included', async () => {
    const ways = ['p', 'f'].flatMap((one) => ['p', 'f'].flatMap((two) => ['p', 'f'].map((last) => one + two + last)))
    const draft: Plays = Object.fromEntries(
      ways.flatMap((way) => [`f${way}`, `p${way}`]).map((way) => [way, ['p', way]]),
    )
    const others: Plays = { 'other side': ['ffpp', 'p'], 'both sides': ['pppf', 'ffpp'], known: ['p', 'ffpp'] }
    const marks = { known: '    expected fail: { reason: known, until: 2026-12-31 }\n' }
    const { comparison } = await look({ ...draft, ...others }, {}, null, marks)
    // A look that passed saw nothing, fppp is one run in four, and ffff is a break.
    const half = ['ffpp', 'fpfp', 'fppf', 'fffp', 'ffpf', 'fpff']
    expect(comparison.conversations.filter(isDoubtful).map(({ name }) => name)).toEqual(expect.arrayContaining(half))
    expect(comparison.conversations.filter(isDoubtful)).toHaveLength(half.length)
  })
  it('selects what fails on either side, so that the look favours none', async () => {
    const { told } = await look({ a: ['fp', 'p'], b: ['p', 'fp'], both: ['f', 'f'] })
    expect(told).toEqual({ a: 'flaky after 1 + 3', b: 'flaky after 1 + 3', both: 'same after 1 + 3' })
  })
  it('selects what does something else though it passes, and nothing by its words', async () => {
    const { comparison } = await look({ one: ['p', 'p'] })
    const run = comparison.conversations[0]?.shown.a
    const [plan] = plansOf(
      'suite: S\nagent: desk\nconversations: [{ name: one, turns: [{ user: one, expect: { reply: One } }] }]',
    )
    if (run == null || plan === undefined) throw new Error('it ran')
    const answering = (...texts: string[]): ConversationResult => ({
      ...run,
      turns: run.turns.map((turn) => ({
        ...turn,
        entries: [...turn.entries.slice(0, 1), ...texts.map((text) => said('assistant', text, 1_000))],
      })),
    })
    const pairing = pairPlans(plan, plan, 5)
    const selectPairs = (a: ConversationResult, b: ConversationResult, byWords = false) =>
      selectByLook([{ pairing, begins: 'a', a: [a], b: [b], again: [] }], [pairing], byWords).map(({ pairs }) => pairs)
    const [once, otherwise, twice] = [answering('Yes'), answering('Yes, gladly'), answering('Yes', 'Really')]
    expect([selectPairs(once, once), selectPairs(once, otherwise), selectPairs(twice, twice)]).toEqual([[], [], []])
    expect([selectPairs(once, twice), selectPairs(twice, once)]).toEqual([[5], [5]])
    expect([selectPairs(once, otherwise, true), selectPairs(once, once, true)]).toEqual([[5], []])
  })
  it('calls the same what only words tell apart, as they do between any two runs, unless nothing may change', async () => {
    const yaml =
      'suite: S\nagent: desk\nconversations: [{ name: one, turns: [{ user: one, expect: { reply: { contains: said } } }] }]'
    const worded = (word: string) => {
      const { client } = fakeClient(() => [said('user', 'one', 0), said('assistant', `You said ${word}`, 1_000)])
      return { client, reconcile: false }
    }
    const verdictsOf = async (quick: boolean, changed: number | null = 0) => {
      const [plan] = plansOf(yaml)
      if (plan === undefined) throw new Error('there is one')
      const all = await performComparison([pairPlans(plan, plan, 1)], {
        ...{ sides, quick, calibrate: 'no', alpha: 0.05, concurrency: 1, confirm: true, untilSure: null },
        contexts: { a: worded('this'), b: worded('otherwise') },
        ...{ policy: { ...defaultPolicy, changed }, agents: [], problems: [], tableread: '0', listen: () => {} },
      })
      return [all.conversations[0]?.verdict, all.gate.verdict]
    }
    expect([await verdictsOf(false), await verdictsOf(true), await verdictsOf(true, null)]).toEqual([
      ['changed', 'shut'],
      ['changed', 'shut'],
      ['same', 'open'],
    ])
  })
  it('opens for nothing that it could not judge: lost at the look, or selected when the budget was spent', async () => {
    const outcome = await look({ lost: ['p', 'e'], fine: ['p', 'p'] })
    expect([outcome.told.lost, outcome.gate, outcome.code]).toEqual(['not comparable after 1 + 3', 'not judged', 3])
    const once = await look({ once: ['p', 'ep'], fine: ['p', 'p'] })
    expect([once.told.once, once.gate]).toEqual(['same after 1 + 3', 'open'])
    expect(once.rule('lost runs')).toBe('1 of 5 could not be judged, on default 0 of 5')
    const spent = await look({ slips: ['p', 'f'], fine: ['p', 'p'] }, {}, null, {}, { turns: 4, timeMs: null })
    expect([spent.gate, spent.code]).toEqual(['not judged', 3])
    const half = await look({ slips: ['p', 'fp'], fine: ['p', 'p'] }, {}, null, {}, { turns: 8, timeMs: null })
    expect([half.gate, half.code]).toEqual(['not judged', 3])
  })
  it('is not open where it was interrupted after the look', async () => {
    const stop = new AbortController()
    const { gate, told } = await look(
      { slips: ['p', 'fp'], fine: ['p', 'p'] },
      {
        signal: stop.signal,
        listen: (event) => void (event.kind === 'round' && event.why === 'quick' && stop.abort()),
      },
    )
    expect([gate, told.slips]).toEqual(['not judged', 'not comparable after 1 + 0'])
  })
  it('counts a pass rate by the look, and what all conversations show by all first pairs', async () => {
    const plays: Plays = { breaks: ['p', 'f'], ...Object.fromEntries([1, 2, 3].map((n) => [`c${n}`, ['p', 'p']])) }
    const policy = { ...defaultPolicy, hardBreaks: null, passRate: 0.7 }
    const { rule, comparison } = await look(plays, { policy })
    expect(rule('pass rate')).toBe('75 % (3 of 4)')
    expect(comparison.pooled).toMatchObject({ conversations: 3, pairs: 3 })
    const slips = await look({ slips: ['p', 'fp'], fine: ['p', 'p'] })
    expect(slips.comparison.pooled).toMatchObject({ pairs: 5, onlyA: 1 })
    expect(slips.comparison.newFailures?.found ?? []).toEqual([])
  })
})
