import { summariseRun } from '../../src/compare/compare-conversation.ts'
import type { Comparison } from '../../src/compare/comparison.ts'
import { defaultPolicy } from '../../src/compare/gate/gate-policy.ts'
import type { SideKey } from '../../src/compare/model/conversation-comparison.ts'
import { type ConversationRuns, type Pairing, pairPlans } from '../../src/compare/pairing.ts'
import { runRounds } from '../../src/compare/run-rounds.ts'
import { createCoverage } from '../../src/engine/coverage/coverage.ts'
import type { Perform } from '../../src/engine/perform/perform.ts'
import { said } from '../../src/engine/transcript/entries.fixture.ts'
import type { ConversationResult, TurnResult } from '../../src/engine/verdict/conversation-result.ts'
import { fakeClient, plansOf } from '../../src/engine/verdict/fake-client.fixture.ts'
import { recallComparison } from '../../src/records/shards/merge-comparisons.ts'
import { createPick } from '../corpus/pick.ts'

/** Twenty conversations of five turns: how often each turn passes, whatever came before it. */
export interface World {
  name: string
  rate: (conversation: number, turn: number, side: SideKey) => number
  /** The break behind another one: its conversation and turn, from 0. */
  planted?: [conversation: number, turn: number]
}

const [conversations, turns, alpha] = [20, 5, 0.05]
const equal = (name: string, rate: World['rate']): World => ({ name: `equal sides ${name}`, rate })
const behind = (name: string, rate: number): World => ({
  name: `turn 1 breaks in 1, and turn 4 ${name}`,
  rate: (conversation, turn, side) =>
    conversation > 0 ? 0.995 : side === 'a' ? 1 : turn === 0 ? 0 : turn === 3 ? rate : 1,
  planted: [0, 3],
})

export const worlds: readonly World[] = [
  equal('whose turns pass 99.5 %', () => 0.995),
  equal('whose turns pass 95 %', () => 0.95),
  equal('whose turns pass 85 %', () => 0.85),
  equal('whose first turns pass 50 %', (_, turn) => (turn === 0 ? 0.5 : 0.9)),
  equal('whose turns pass 50 %', () => 0.5),
  equal('each its own rate', (conversation) => [0.5, 0.8, 0.95, 1][conversation % 4] ?? 1),
  behind('too', 0),
  behind('in 60 %', 0.4),
  {
    name: 'turn 1 breaks in all, and turn 3 in 1',
    rate: (conversation, turn, side) =>
      side === 'b' && (turn === 0 || (turn === 2 && conversation === 7)) ? 0 : conversation === 7 ? 1 : 0.995,
    planted: [7, 2],
  },
]

/** How often the gate is shut, how often the planted break is called, and how many runs a conversation takes. */
export async function deeply(
  world: World,
  deep: boolean,
  seed: number,
  comparisons: number,
): Promise<{ shut: number; found: number; runs: number }> {
  const pick = createPick(seed)
  const chance = (): number => pick(1_000_000) / 1_000_000
  const pairings = pairingsOf()
  let [shut, hits, runs] = [0, 0, 0]
  for (let comparison = 0; comparison < comparisons; comparison += 1) {
    const sides = { a: contextOf(world, 'a', chance), b: contextOf(world, 'b', chance) }
    const { all, tests } = await runRounds(pairings, {
      ...{ alpha, sides, deep, calibrate: false, concurrency: 1, confirm: true, untilSure: null },
      ...{ policy: defaultPolicy, heard: () => undefined, listen: () => undefined },
    })
    runs += all.reduce((sum, { a, b }) => sum + a.length + b.length, 0)
    const { gate, conversations: judged } = judge(all, deep ? tests : 0)
    if (gate.verdict === 'shut') shut += 1
    const [place, turn] = world.planted ?? []
    const id = pairings[place ?? -1]?.id
    const isFound = judged.some(
      (each) =>
        each.verdict === 'regressed' &&
        (each.id === id || each.continues?.of === id) &&
        each.runs.b.some((run) => run.turn === turn),
    )
    if (isFound) hits += 1
  }
  return { shut: shut / comparisons, found: hits / comparisons, runs: runs / comparisons / conversations }
}

function pairingsOf(): Pairing[] {
  const script = Array.from({ length: turns }, (_, turn) => `      - { user: "${turn}", expect: { reply: fine } }\n`)
  const talks = Array.from({ length: conversations }, (_, at) => `  - name: c${at}\n    turns:\n${script.join('')}`)
  const yaml = `suite: S\nagent: desk\nconversations:\n${talks.join('')}`
  const others = plansOf(yaml, ['draft'])
  return plansOf(yaml).flatMap((plan, at) => {
    const other = others[at]
    return other === undefined ? [] : [pairPlans(plan, other, null)]
  })
}

const entries = [said('user', 'so'), said('assistant', 'fine')]
const failed = [{ kind: 'reply', verdict: 'failed' }] as unknown as TurnResult['outcomes']
const { client } = fakeClient(() => [])

/** Draws what a side says, turn by turn, up to the first that fails. */
function contextOf({ rate }: World, side: SideKey, chance: () => number) {
  const workers: Perform = (plan) => {
    const place = Number(/^c(\d+)/.exec(plan.conversation.name.value)?.[1])
    const results: TurnResult[] = []
    let verdict: TurnResult['verdict'] = 'passed'
    for (let index = plan.conversation.history?.replaces ?? 0; index < turns; index += 1) {
      if (verdict === 'passed') verdict = chance() < rate(place, index, side) ? 'passed' : 'failed'
      else verdict = 'not reached'
      const outcomes = verdict === 'failed' ? failed : []
      const at = { line: index, column: 1, length: 1 }
      results.push({ index, at, user: 'so', verdict, turnMs: 1, outcomes, entries, failure: null })
    }
    const fails = results.some((turn) => turn.verdict === 'failed')
    const result = { verdict: fails ? 'failed' : 'passed', reason: null, turns: results, outcomes: [], startedAt: '' }
    return Promise.resolve({
      result: { ...result, sessionId: null, ms: 1, failure: null, problems: [] } as unknown as ConversationResult,
      attempts: [],
    })
  }
  return { client, reconcile: false, workers }
}

const nothing = createCoverage().read()

/** Judges finished runs by the product's own verdicts and gate. */
function judge(all: readonly ConversationRuns[], tests: number): Comparison {
  const side = { label: '', agent: null, version: 'draft', target: '' }
  return recallComparison(
    {
      ...{ kind: 'comparison', schemaVersion: 1, tableread: '0.0.0', startedAt: '', ms: 0, alpha, turns: 0 },
      sides: { a: side, b: side },
      ...{ calibration: false, noise: null, agents: [], problems: [], coverage: { a: nothing, b: nothing } },
      ...(tests === 0 ? {} : { deep: tests }),
      conversations: all.map(({ pairing: { id, pairs, continues }, a, b }) => ({
        ...{ id, file: '', at: { line: 1, column: 1, length: 1 }, suite: '', name: id, agent: '', tags: [] },
        ...{ verdict: 'same', certainty: null, excused: null, reason: '', pass: null, firstPairs: pairs },
        runs: { a: a.map(summariseRun), b: b.map(summariseRun) },
        ...(continues === undefined ? {} : { continues }),
        evidence: { asked: a.length, judged: 0, needed: 1 },
        ...{ shown: { a: null, b: null }, turns: [], changes: [], latency: [] },
      })),
    },
    defaultPolicy,
  )
}
