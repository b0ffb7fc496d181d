import { count, firstLine, showChance } from '../../base/text/wording.ts'
import type { AgentDifference, BlueprintChange } from '../../compare/blueprint/compare-blueprints.ts'
import type { PassCount } from '../../compare/comparison.ts'
import { points } from '../../compare/features/feature-row.ts'
import { afterLook } from '../../compare/model/after-look.ts'
import { comparisonVerdicts, type NoiseFloor } from '../../compare/model/comparison-verdict.ts'
import type { ConversationComparison, SideKey } from '../../compare/model/conversation-comparison.ts'
import { readReached, type TurnChange } from '../../compare/model/turn-comparison.ts'
import { countLost } from '../../compare/statistics/lost-runs.ts'
import type { Outcome } from '../../engine/expect/outcome/outcome.ts'
import { describeCauses } from '../../engine/verdict/cause-kind.ts'
import { isJudged } from '../../engine/verdict/verdict.ts'
import { describeFailure } from '../../wire/client/describe-failure.ts'
import { describeOutcome } from '../text/describe-outcome.ts'
import { formatRate } from '../text/figures.ts'
import { formatShift } from './latency.ts'

/** Describes which versions of an agent are compared, or why they cannot be: `order-desk: version 3, draft`. */
export function describeAgent({ agent, a, b, unseen, changes }: AgentDifference): string {
  if (unseen !== null) return `${agent}: ${unseen}`
  const sides = `${agent}: ${a ?? 'not seen'} → ${b ?? 'not seen'}`
  if (changes.length > 0) return sides
  return `${sides}: the same prompt, functions and settings; models, code and rules are not compared here, and may differ`
}

/** What was added to or removed from a list, or a setting's values; null for a text, which has its word diff. */
export function describeAgentChange({ path, kind, added = [], removed = [], a, b }: BlueprintChange): string | null {
  if (kind === 'text') return null
  if (kind === 'value') return `${path}: ${a ?? 'none'} → ${b ?? 'none'}`
  return `${path}: ${[...removed.map((name) => `-${name}`), ...added.map((name) => `+${name}`)].join(', ')}`
}

/** The first failure in b's shown run: `turn 2: lookup_order was not called`; null if it passed or was not stored. */
export function describeBreak({ shown }: Pick<ConversationComparison, 'shown'>): string | null {
  if (shown.b === null || shown.b.verdict === 'passed') return null
  for (const { index, outcomes, failure, verdict } of shown.b.turns) {
    const poor = outcomes.find((outcome) => outcome.verdict === 'failed' || outcome.verdict === 'not judged')
    if (poor !== undefined) return `turn ${index + 1}: ${firstLine(describeOutcome(poor))}`
    if (failure !== null && verdict === 'errored') return `turn ${index + 1}: ${firstLine(describeFailure(failure))}`
  }
  const whole = shown.b.outcomes.find(({ verdict }) => verdict === 'failed')
  return whole === undefined ? shown.b.reason : firstLine(describeOutcome(whole))
}

/** Where each side's runs went wrong, a line a side: `causes on draft: 5 agent: …`; none without causes. */
export function listCauses(
  { runs, shown, reason }: Pick<ConversationComparison, 'runs' | 'shown' | 'reason'>,
  labels: Record<SideKey, string>,
): string[] {
  return (['a', 'b'] as const).flatMap((side) => {
    const causes = describeCauses(runs[side].map(({ cause }) => cause?.kind))
    const why = shown[side]?.cause?.why ?? ''
    const reasons = [why, ...runs[side].map((run) => run.reason)]
    const isTold = reasons.some((each) => each !== null && reason.includes(each))
    return causes === null ? [] : [`causes on ${labels[side]}: ${causes}${isTold ? '' : `: ${why}`}`]
  })
}

/** The failures of the one shown run that failed, with place, expected and got; none if both or neither did. */
export function describeFindings(compared: ConversationComparison): string[] {
  return describeFailures(compared).map(([headline = '', ...details]) => {
    const line = details.map((detail) => detail.trim().replace(/ {2,}/, ' ')).join(', ')
    return line === '' ? headline : `${headline}: ${line}`
  })
}

/** The same with what was expected and what came, in further lines of each. */
export function describeFailures({ file, shown: { a, b } }: ConversationComparison): string[][] {
  const failed = [a, b].filter((run) => run?.verdict === 'failed')
  const [run] = failed
  if (failed.length !== 1 || run == null) return []
  const outcomes: Outcome[] = [...run.turns.flatMap((turn) => turn.outcomes), ...run.outcomes]
  return outcomes.flatMap((outcome) => {
    if (outcome.verdict !== 'failed') return []
    const [headline = '', ...details] = describeOutcome(outcome).split('\n')
    return [[`${file}:${outcome.at.line}:${outcome.at.column}: ${headline}`, ...details]]
  })
}

/** `1 of 20 pairs of equal runs came out differently (5 %); times differ by -12 ms to +14 ms`. */
export function describeNoise({ pairs, discordant, turnMs }: NoiseFloor): string {
  if (pairs === 0) return 'no pair of equal runs could be judged'
  const counts = `${discordant} of ${pairs} pairs of equal runs came out differently (${formatRate(discordant / pairs)})`
  if (turnMs === null) return counts
  return `${counts}; the middle half of their turns differ by ${formatShift(turnMs[0])} to ${formatShift(turnMs[1])}`
}

/** `over 5 pairs of runs the pass rate moved by -100 points …`; with `exact`, the figures of the tests as well. */
export function describePass(
  compared: Pick<ConversationComparison, 'pass' | 'runs' | 'look' | 'certainty'>,
  exact = false,
): string | null {
  const { pass, certainty } = compared
  if (pass === null || pass.onlyA + pass.onlyB === 0) return null
  const range = `95 % sure: ${points(pass.interval[0])} to ${points(pass.interval[1])}`
  const isCertain = certainty === 'hard break' || certainty === 'statistical'
  const numbers = [
    ...(pass.breakRisk === null
      ? []
      : [`a break by chance in at most 1 of ${Math.floor(1 / pass.breakRisk).toLocaleString('en')}`]),
    `p ${formatP(pass.p)}, ${formatP(pass.adjusted)} after Holm`,
  ]
  return [
    `over ${describePairs(pass.pairs, compared)} the pass rate moved by ${points(pass.effect)} points (${range})`,
    isCertain
      ? `chance alone does this in ${showChance(pass.adjusted)} of comparisons like this`
      : 'that is not certain',
    ...(exact ? numbers : []),
  ].join('; ')
}

/** The pairs that figures rest on: `the 5 pairs of runs after the first look`. */
function describePairs(pairs: number, { runs, look = 0 }: Pick<ConversationComparison, 'runs' | 'look'>): string {
  const judged = Object.values(afterLook(runs, look)).map(
    (all) => all.filter(({ verdict }) => isJudged(verdict)).length,
  )
  const isAll = judged.every((each) => each === pairs)
  const which = `${look > 0 ? ' after the first look' : ''}${isAll ? '' : ' that were judged on both sides'}`
  return `${which === '' ? '' : 'the '}${count(pairs, 'pair')} of runs${which}`
}

/** The changes, with turns that only one side reaches folded into one: `turns 4 to 8 are no longer reached`. */
export function foldTurns<C extends Pick<TurnChange, 'level' | 'text'>>(changes: readonly C[]): C[] {
  const folded: C[] = []
  let run: { from: number; to: number; way: string } | null = null
  for (const change of changes) {
    const reached = readReached(change)
    if (run !== null && reached?.way === run.way && reached.turn === run.to + 1) {
      run.to = reached.turn
      folded[folded.length - 1] = { ...change, text: `turns ${run.from} to ${run.to} are ${run.way}` }
    } else {
      run = reached === null ? null : { from: reached.turn, to: reached.turn, way: reached.way }
      folded.push(change)
    }
  }
  return folded
}

/** The passed runs of one side, out of those that could be judged: `21 of 35 runs passed (60 %)`. */
export function describePassed({ passed, judged, lost = 0 }: PassCount): string {
  if (judged === 0) return 'no run could be judged'
  const text = `${passed} of ${count(judged, 'run')} passed (${formatRate(passed / judged)})`
  return lost === 0 ? text : `${text}; ${lost} more could not be judged`
}

const formatP = (p: number): string => (p < 0.001 ? '< 0.001' : String(Number(p.toPrecision(2))))

/** What is worth a look, gravest first: verdict, unconfirmed breaks, size; excused last, same only if not judged. */
export function orderGravest(conversations: readonly ConversationComparison[]): ConversationComparison[] {
  const hasLost = (each: ConversationComparison): boolean => Object.values(countLost([each]).lost).some(Boolean)
  return conversations
    .filter((each) => each.verdict !== 'same' || each.hidden !== undefined || hasLost(each))
    .map((conversation, index) => ({ conversation, index, rank: rankOf(conversation) }))
    .sort((one, other) => {
      const place = one.rank.findIndex((part, at) => part !== other.rank[at])
      return place < 0 ? one.index - other.index : (one.rank[place] ?? 0) - (other.rank[place] ?? 0)
    })
    .map(({ conversation }) => conversation)
}

function rankOf({ verdict, certainty, excused, pass }: ConversationComparison): number[] {
  const certainties = ['hard break', 'statistical', 'unconfirmed']
  return [
    excused === null ? 0 : 1,
    comparisonVerdicts.indexOf(verdict),
    certainty === null ? certainties.length : certainties.indexOf(certainty),
    pass?.effect ?? 0,
  ]
}
