import { count, percent } from '../base/text/wording.ts'
import { isJudged, nameVerdict } from '../engine/verdict/verdict.ts'
import { describeSmaller } from './gate/small-drop.ts'
import { describeShort, type JudgeEvidence } from './model/comparison-verdict.ts'
import type { ConversationComparison, SideKey } from './model/conversation-comparison.ts'
import { countLost, describeLost } from './statistics/lost-runs.ts'

type Facts = Pick<ConversationComparison, 'verdict' | 'certainty' | 'runs' | 'pass' | 'evidence'>

/** A verdict's reason in one sentence, then the evidence it lacks: `passed 5 of 5 on default, 0 of 5 on draft`. */
export function describeOutcome(
  facts: Facts,
  labels: Record<SideKey, string>,
  { withinNoise, judges, byJudges, byLost, more = null, smaller = null }: Why,
): string {
  const lack = facts.evidence === undefined || facts.verdict === 'not comparable' ? null : describeShort(facts.evidence)
  const endNotes = facts.verdict === 'not comparable' ? [] : describeEnded(facts.runs, labels)
  const judged = judges === null || facts.verdict === 'not comparable' ? [] : describeJudges(judges, byJudges)
  const lossNotes = facts.verdict === 'not comparable' ? [] : describeLost(countLost([facts]), labels)
  if (byLost === true) lossNotes.push('if those had failed, the gain could be chance')
  const words = describeVerdict(facts, labels, { withinNoise, byJudges })
  const untold =
    more === null
      ? []
      : [`cannot tell a drop of ${percent(more.smallest)}: about ${count(more.pairs, 'more pair')} would`]
  const spared = smaller === null ? [] : [`${describeSmaller(smaller)}, so it does not shut the gate`]
  return [
    [words, ...judged].join(': '),
    ...untold,
    ...spared,
    ...(lack === null ? [] : [lack]),
    ...lossNotes,
    ...endNotes,
  ].join('; ')
}

export interface Why {
  withinNoise: boolean
  judges: JudgeEvidence | null
  byJudges?: true | undefined
  byLost?: true | undefined
  /** How many more pairs would show a drop by as much as matters; null where settled, or not asked. */
  more?: { pairs: number; smallest: number } | null
  /** The smallest drop that matters, where it dropped by surely less; null where it did not, or every drop matters. */
  smaller?: number | null
}

/** Says that only judges tell the sides apart, and whether that may be their error. */
function describeJudges({ error }: JudgeEvidence, byJudges: true | undefined): string[] {
  if (error === null) return ['judges find a difference, but how often they err is not known']
  if (byJudges !== true) return []
  return [
    `only judges find a difference, and they err in up to ${Math.ceil(error * 100)} of 100: this may be their error`,
  ]
}

function describeVerdict(
  { verdict, certainty, runs, pass }: Facts,
  labels: Record<SideKey, string>,
  { withinNoise, byJudges }: Pick<Why, 'withinNoise' | 'byJudges'>,
): string {
  const rates = `passed ${rateOf(runs.a)} on ${labels.a}, ${rateOf(runs.b)} on ${labels.b}`
  if (verdict === 'not comparable') return notComparable(runs, labels)
  if (byJudges === true) return rates
  if (certainty === 'unconfirmed')
    return `${rates}: ${(pass?.effect ?? 0) < 0 ? 'a break' : 'a gain'} in too few pairs of runs to be sure`
  if (withinNoise) return `${rates}: no more than ${labels.a} differs from itself`
  if (certainty === 'hard break') return rates
  if (certainty === 'statistical') return `${rates}: more than chance explains`
  return rates
}

/** Mentions runs that crashed, and those with a broken script, which no rate counts and which must not disappear behind those that passed. */
function describeEnded(runs: ConversationComparison['runs'], labels: Record<SideKey, string>): string[] {
  return (['a', 'b'] as const).flatMap((side) => {
    const slips = runs[side].filter(({ verdict }) => verdict === 'broken')
    const crashes = runs[side].flatMap(({ crash }) => crash ?? [])
    return [
      ...(crashes.length === 0
        ? []
        : [`crashed in ${crashes.length} of ${runs[side].length} runs on ${labels[side]} (${crashes[0]})`]),
      ...(slips.length === 0 ? [] : [`broken in ${slips.length} of ${runs[side].length} runs on ${labels[side]}`]),
    ]
  })
}

function rateOf(runs: ConversationComparison['runs']['a']): string {
  const judged = runs.filter(({ verdict }) => isJudged(verdict))
  return `${judged.filter(({ verdict }) => verdict === 'passed').length} of ${judged.length}`
}

/** Names the side that could not be judged, and how its runs ended instead. */
function notComparable(runs: ConversationComparison['runs'], labels: Record<SideKey, string>): string {
  const [a, b] = [describeOdd(runs.a), describeOdd(runs.b)]
  const words = a !== null && a === b ? `both sides ${a}` : listSides(a, b, labels)
  return words === '' ? 'no pair of runs was made' : `no pair of runs could be judged: ${words}`
}

function listSides(a: string | null, b: string | null, labels: Record<SideKey, string>): string {
  return [...(a === null ? [] : [`${labels.a} ${a}`]), ...(b === null ? [] : [`${labels.b} ${b}`])].join('; ')
}

/** `errored in 3 of 3 runs (no answer within 30 s)`; null where every run was judged. */
function describeOdd(runs: ConversationComparison['runs']['a']): string | null {
  const odd = runs.filter(({ verdict }) => !isJudged(verdict))
  const [first] = odd
  if (first === undefined) return null
  const mend = odd.some(({ verdict }) => verdict === 'broken') ? ', so mend the script' : ''
  return `${nameVerdict(first.verdict)} in ${odd.length} of ${runs.length} runs${first.reason === null ? '' : ` (${first.reason})`}${mend}`
}
