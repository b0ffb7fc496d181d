import { listSome, percent } from '../../base/text/wording.ts'
import { afterLook } from '../model/after-look.ts'
import { describeShort, type Evidence, evidenceOf } from '../model/comparison-verdict.ts'
import { type ConversationComparison, isWhole } from '../model/conversation-comparison.ts'
import { countLost, isCrashed } from '../statistics/lost-runs.ts'
import type { GateFacts, GateResult, GateRule } from './gate-policy.ts'
import { oneSide } from './one-side.ts'

const [judgedPairs, lostRuns, noiseFloor, baselinePasses] = ['judged pairs', 'lost runs', 'noise floor', 'baseline']
const crashesOfB = 'crashes'

/**
 * How often equal sides lose so many more runs on b by chance, together and singly: one comparison of twenty. Code that
 * crashes three times against none is looked at, though one comparison of eight of equal sides shows as much.
 */
const byChance = { together: 0.04, single: 0.01, crashes: 0.13 }

/**
 * The rules that demand enough evidence. Runs that could not be judged drop out of the rates, so without these
 * rules a comparison whose runs mostly timed out would rest on the one that did not, and one whose trusted side
 * never passes could never find anything worse. They never shut a gate; they only keep it from opening. An
 * excused conversation need not have a baseline that passes, but its runs must be judged like all others.
 */
export function evidenceRules(share: number, { conversations, excused = [], noise, baseline }: GateFacts): GateRule[] {
  if (conversations.length === 0 && excused.every(({ review }) => review?.decision !== 'approved')) return []
  const entries = [...conversations, ...excused].map((conversation) => {
    const { evidence, pass, runs } = conversation
    return { conversation, evidence: evidenceOf(pass?.pairs ?? 0, evidence?.asked ?? runs.a.length, share) }
  })
  const [judged, pairCount] = [sum(entries, 'judged'), sum(entries, 'asked')]
  const short = entries.flatMap(({ conversation, evidence }) => {
    const why = lackOf(conversation, evidence)
    return why === null ? [] : [`"${conversation.name}": ${why}`]
  })
  const lack = describeShort(evidenceOf(judged, pairCount, share))
  const lacks = short.length === 0 && lack !== null ? [`all together: ${lack}`] : short
  const wanted = `at least ${percent(share)}`
  const whole = conversations.filter(isWhole)
  const passed = whole.reduce((all, { pass }) => all + (pass === null ? 0 : pass.bothPassed + pass.onlyA), 0)
  const tried = whole.reduce((all, { pass }) => all + (pass?.pairs ?? 0), 0)
  const record = `${baseline} passed ${passed} of ${tried} ${tried === 1 ? 'run' : 'runs'}`
  return [
    rule(judgedPairs, wanted, lacks.length === 0 ? null : listSome(lacks, 3, '; '), `${judged} of ${pairCount}`),
    ...lostRule([...conversations, ...excused].filter(isWhole), baseline),
    ...crashRule(whole, baseline),
    ...(noise === null ? [] : [rule(noiseFloor, wanted, describeShort(noise), `${noise.judged} of ${noise.asked}`)]),
    ...(tried === 0
      ? []
      : [
          rule(
            baselinePasses,
            `${baseline} passes at least once`,
            passed === 0 ? `no baseline: ${record}` : null,
            record,
          ),
        ]),
  ]
}

/** Whether the gate stays closed because too little was judged, which another comparison may fix. */
export function lacksEvidence({ rules }: Pick<GateResult, 'rules'>): boolean {
  const ofEvidence = [judgedPairs, lostRuns, crashesOfB, noiseFloor, oneSide]
  return rules.some(({ name, verdict }) => verdict !== 'held' && ofEvidence.includes(name))
}

/** b must lose no more runs than a, beyond chance: crashing is no better than failing. Left out where b lost none. */
function lostRule(conversations: readonly ConversationComparison[], baseline: string): GateRule[] {
  const { lost, of, p, single } = countLost(conversations)
  if (lost.b === 0) return []
  const lostText = `${lost.b} of ${of.b} could not be judged, on ${baseline} ${lost.a} of ${of.a}`
  const lack = p > byChance.together && single > byChance.single ? null : lostText
  return [rule(lostRuns, `no more than on ${baseline}, beyond chance`, lack, lostText)]
}

/** The agent's own code must crash no more on b than on a. Left out where it did not crash on b. */
function crashRule(conversations: readonly ConversationComparison[], baseline: string): GateRule[] {
  const { lost, of, p } = countLost(conversations, isCrashed)
  if (lost.b === 0) return []
  const text = `${lost.b} of ${of.b} crashed, on ${baseline} ${lost.a} of ${of.a}`
  return [rule(crashesOfB, `no more than on ${baseline}, beyond chance`, p > byChance.crashes ? null : text, text)]
}

/** Why the trusted side is no baseline, namely that it never passed where it was judged; null where it is one. */
export function lackOfBaseline({ rules }: Pick<GateResult, 'rules'>): string | null {
  return rules.find(({ name, verdict }) => verdict !== 'held' && name === baselinePasses)?.seen ?? null
}

/** What evidence a conversation lacks; a conversation that could not be compared at all has a rule of its own. */
function lackOf(
  { verdict, runs, look }: Pick<ConversationComparison, 'verdict' | 'runs' | 'look'>,
  evidence: Evidence,
): string | null {
  const all = [...runs.a, ...runs.b]
  const unrun = all.filter((run) => run.verdict === 'not reached' || run.verdict === 'unsafe')
  if (unrun[0] !== undefined) return `${unrun.length} of ${all.length} runs ${unrun[0].verdict}`
  if (verdict === 'not comparable') return null
  const { a, b } = afterLook(runs, look)
  const pairs = Math.min(a.length, b.length)
  if (pairs < evidence.asked) return `made ${pairs} of ${evidence.asked} pairs`
  return describeShort(evidence)
}

function sum(entries: readonly { evidence: Evidence }[], member: 'asked' | 'judged'): number {
  return entries.reduce((total, { evidence }) => total + evidence[member], 0)
}

function rule(name: string, wanted: string, lack: string | null, seen: string): GateRule {
  return { name, verdict: lack === null ? 'held' : 'not judged', wanted, seen: lack ?? seen }
}
