import { defaultPolicy, type GatePolicy } from '../../src/compare/gate/gate-policy.ts'
import { afterLook } from '../../src/compare/model/after-look.ts'
import type { ConversationComparison, RunSummary, SideKey } from '../../src/compare/model/conversation-comparison.ts'
import { judgedPairs } from '../../src/compare/pairing.ts'
import { findOpen } from '../../src/compare/statistics/find-open.ts'
import { countPairs, mayBeBreak, pairsForHardBreak } from '../../src/compare/statistics/paired-test.ts'
import { createCoverage } from '../../src/engine/coverage/coverage.ts'
import { recallComparison } from '../../src/records/shards/merge-comparisons.ts'
import { createPick } from '../corpus/pick.ts'
import { untilSure } from './simulate.ts'

/** Conversations of four turns, and what their runs are drawn from. */
export interface World {
  name: string
  /** @default 20 */
  conversations?: number
  /** How often it passes; it fails in one of four ways. */
  rate: (conversation: number, side: SideKey) => number
  /** How often side b fails in one further way, in the first conversation. @default 0 */
  slip?: number
  /** How often a run calls something once more, on either side, without failing. @default 0 */
  stray?: number
  /** How much longer a turn of b takes: 1.2 is a fifth. Times are drawn only where this is given. */
  slower?: number
}

const mixed = [0.5, 0.8, 0.95, 1]
const equal = (name: string, rate: (conversation: number) => number, rest: Partial<World> = {}): World => ({
  ...{ name: `equal sides ${name}`, rate },
  ...rest,
})
const drop = (name: string, a: number, b: number): World => ({
  name: `${name} in 1`,
  rate: (conversation, side) => (conversation > 0 ? 0.98 : side === 'a' ? a : b),
})

export const worlds: readonly World[] = [
  equal('passing 100 %', () => 1),
  equal('passing 98 %', () => 0.98),
  equal('passing 95 %', () => 0.95),
  equal('passing 80 %', () => 0.8),
  equal('passing 50 %', () => 0.5),
  equal('each its own rate', (conversation) => mixed[conversation % mixed.length] ?? 1),
  equal('that call something more in 10 %', () => 0.98, { stray: 0.1 }),
  equal('as slow as each other', () => 1, { slower: 1 }),
  drop('100 % → 0 %', 1, 0),
  drop('95 % → 0 %', 0.95, 0),
  { ...drop('95 % → 0 %', 0.95, 0), name: '95 % → 0 % in 1 of 100', conversations: 100 },
  { ...drop('80 % → 0 %', 0.8, 0), name: '80 % → 0 % in 1 of 100', conversations: 100 },
  drop('100 % → 60 %', 1, 0.6),
  drop('95 % → 75 %', 0.95, 0.75),
  { name: '90 % → 80 % in all', rate: (_, side) => (side === 'a' ? 0.9 : 0.8) },
  { name: 'an argument wrong in 30 % in 1', rate: () => 0.98, slip: 0.3 },
  { name: 'turns take 20 % longer', rate: () => 1, slower: 1.2 },
]

/** The ways of comparing that the table has beside each other. */
export const modes = ['usual', 'quick', 'until sure'] as const

type Mode = (typeof modes)[number]

interface Drawn extends RunSummary {
  stray: boolean
  times: number[]
}

type Runs = Record<SideKey, Drawn[]> & { look: number }

const alpha = 0.05
const usualPairs = 3
const policy: GatePolicy = { ...defaultPolicy, latency: { turn: { slower: 0.1 } } }

/** How often the gate is shut, and how many runs a conversation takes, both sides together. */
export function quickly(
  world: World,
  mode: Mode,
  seed: number,
  comparisons: number,
): { shut: number; missed: number; runs: number } {
  const pick = createPick(seed)
  const chance = (): number => pick(1_000_000) / 1_000_000
  const { conversations = 20 } = world
  let [shut, runs] = [0, 0]
  for (let comparison = 0; comparison < comparisons; comparison += 1) {
    const { gate, conversations: all } = compareDrawn(world, mode, chance)
    runs += all.reduce((sum, { runs: { a, b } }) => sum + a.length + b.length, 0)
    if (gate.verdict === 'shut') shut += 1
  }
  return { shut: shut / comparisons, missed: comparisons - shut, runs: runs / comparisons / conversations }
}

/** One comparison, judged by the product's own verdicts and gate. */
export function compareDrawn(world: World, mode: Mode, chance: () => number): ReturnType<typeof recallComparison> {
  const { conversations = 20 } = world
  return judge(
    world,
    mode,
    compareOnce(mode, conversations, (conversation, side) => drawRun(world, conversation, side, chance)),
  )
}

function drawRun({ rate, slip = 0, stray = 0, slower }: World, at: number, side: SideKey, chance: () => number): Drawn {
  const slips = side === 'b' && at === 0 && chance() < slip
  const passes = chance() < rate(at, side)
  const way = slips
    ? 'turn 2: arguments of cancel_order'
    : passes
      ? null
      : `turn ${1 + Math.floor(4 * chance())}: reply`
  const pace = slower === undefined ? null : side === 'b' ? slower : 1
  return {
    ...{ verdict: way === null ? 'passed' : 'failed', reason: null, sessionId: null, startedAt: '', ms: 1, turn: null },
    ...(way === null ? {} : { way }),
    stray: stray > 0 && chance() < stray,
    // A turn takes a second, and a fifth more or less.
    times: pace === null ? [] : [0, 1, 2, 3].map(() => 1_000 * pace * Math.exp(0.2 * normal(chance))),
  }
}

function normal(chance: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())
}

/** Makes the pairs as `runRounds` does. */
function compareOnce(mode: Mode, conversations: number, draw: (conversation: number, side: SideKey) => Drawn): Runs[] {
  const all = Array.from({ length: conversations }, (): Runs => ({ a: [], b: [], look: 0 }))
  const add = (at: number, pairs: number): void => {
    for (let pair = 0; pair < pairs; pair += 1)
      for (const side of ['a', 'b'] as const) all[at]?.[side].push(draw(at, side))
  }
  const pairsOf = (runs: Runs) => {
    const { a, b } = afterLook(runs, runs.look)
    return judgedPairs(a, b)
  }
  const stages = mode === 'until sure' ? untilSure.stages : []
  const looks = 1 + stages.length
  for (const [at, runs] of all.entries()) {
    add(at, mode === 'quick' ? 1 : usualPairs)
    if (mode !== 'quick' || !isTelling(runs)) continue
    runs.look = 1
    add(at, usualPairs)
  }
  const enough = pairsForHardBreak(alpha, conversations, looks)
  const breaks = { enough, level: mode === 'quick' ? alpha / conversations : null }
  for (const [at, runs] of all.entries())
    while (runs.a.length < usualPairs + 2 * enough && mayBeBreak(countPairs(pairsOf(runs)), breaks)) add(at, 1)
  for (const stage of stages) {
    const open = findOpen(
      all.map((runs) => ({ pairs: pairsOf(runs) })),
      { alpha, looks, atMost: stages.at(-1) ?? 0 },
    )
    for (const [at, runs] of all.entries()) if (open[at] === true) add(at, Math.max(0, stage - runs.a.length))
  }
  return all
}

/** As `selectByLook`: a run did not pass, or a side does something else. */
function isTelling({ a: [a], b: [b] }: Runs): boolean {
  return a?.verdict !== 'passed' || b?.verdict !== 'passed' || a.stray !== b.stray
}

const nothing = createCoverage().read()

/** Judges finished runs by the product's own verdicts and gate. */
function judge({ slower }: World, mode: Mode, all: readonly Runs[]): ReturnType<typeof recallComparison> {
  const side = { label: '', agent: null, version: 'draft', target: '' }
  return recallComparison(
    {
      ...{ kind: 'comparison', schemaVersion: 1, tableread: '0.0.0', startedAt: '', ms: 0, alpha, turns: 0 },
      sides: { a: side, b: side },
      ...{ calibration: false, noise: null, agents: [], problems: [], coverage: { a: nothing, b: nothing } },
      ...(mode === 'until sure' ? { looks: 1 + untilSure.stages.length } : {}),
      ...(mode === 'quick' ? { quick: 0 } : {}),
      conversations: all.map((runs, at) => conversationOf(runs, at, mode)),
    },
    slower === undefined ? defaultPolicy : policy,
  )
}

function conversationOf({ a, b, look }: Runs, at: number, mode: Mode): ConversationComparison {
  const firstPairs = mode !== 'quick' ? usualPairs : look === 0 ? 1 : 1 + usualPairs
  const timesOf = (runs: readonly Drawn[], turn: number): number[] => runs.flatMap(({ times }) => times[turn] ?? [])
  return {
    ...{
      id: String(at),
      file: '',
      at: { line: 1, column: 1, length: 1 },
      suite: '',
      name: String(at),
      agent: '',
      tags: [],
    },
    ...{ verdict: 'same', certainty: null, excused: null, reason: '', runs: { a, b }, pass: null, firstPairs },
    ...(look === 0 ? {} : { look }),
    evidence: { asked: a.length - look, judged: 0, needed: 1 },
    ...{ shown: { a: null, b: null }, turns: [], changes: [] },
    latency: [0, 1, 2, 3].flatMap((turn) => {
      const [left, right] = [timesOf(a, turn), timesOf(b, turn)]
      const times = { subject: 'turn' as const, tool: null, turn, a: left, b: right, difference: null, interval: null }
      return left.length === 0 ? [] : [times]
    }),
  }
}
