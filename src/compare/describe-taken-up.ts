import { mostFrequent } from '../base/group-by.ts'
import { count } from '../base/text/wording.ts'
import { isJudged } from '../engine/verdict/verdict.ts'
import { type ConversationComparison, isWhole, type SideKey } from './model/conversation-comparison.ts'

/** What became of turns taken up: `turn 1 regressed; from default's history turns 2 and 3 the same`. */
export function withTakenUp(
  conversations: readonly ConversationComparison[],
  labels: Record<SideKey, string>,
): ConversationComparison[] {
  return conversations.map((each) => {
    if (!isWhole(each)) return each
    const further = conversations.filter(({ continues }) => continues?.of === each.id)
    const parts = [each, ...further.sort((one, other) => beginOf(one) - beginOf(other))]
    const hidden = parts.find((part) => part.hidden !== undefined)?.hidden
    if (further.length === 0 && hidden === undefined) return each
    const pieces = parts.map((part, index) => {
      const next = parts[index + 1]
      const end = next === undefined ? (part.hidden?.turn ?? endOf(part)) : beginOf(next)
      const from = part.continues === undefined ? '' : `from ${labels[part.continues.history]}'s history `
      return `${from}${describeTurns(part, end, labels)}`
    })
    const untold = hidden === undefined ? [] : [`${nameHidden(hidden.turn, endOf(each))} not judged: ${hidden.why}`]
    const session = further.some(({ continues }) => continues?.session !== undefined)
    const whole = session
      ? [`what session: expects not judged behind ${nameTurns(0, beginOf(further[0] ?? each))}`]
      : []
    return { ...each, reason: [each.reason, ...pieces, ...untold, ...whole].join('; ') }
  })
}

const beginOf = ({ continues }: ConversationComparison): number => continues?.turn ?? 0

function endOf({ shown }: ConversationComparison): number {
  return Math.max(0, ...[shown.a, shown.b].map((run) => (run?.turns.at(-1)?.index ?? -1) + 1))
}

/** What became of the turns up to `end` (from 0, exclusive): those that pass, and the first at which most runs broke. */
function describeTurns(part: ConversationComparison, end: number, labels: Record<SideKey, string>): string {
  const { verdict, pass, turns, shown } = part
  const begin = beginOf(part)
  if (verdict === 'not comparable' || pass === null) return `${nameTurns(begin, end)} could not be judged`
  const broke = { a: breakOf(part, 'a', end), b: breakOf(part, 'b', end) }
  const first = Math.min(broke.a ?? end, broke.b ?? end)
  const numberOf = ({ a, b }: (typeof turns)[number]): number =>
    (a === null ? shown.b?.turns[b ?? -1] : shown.a?.turns[a])?.index ?? 0
  const isSame = turns.every((turn) => turn.verdict === 'same' || numberOf(turn) >= first)
  const quiet = verdict === 'same' || isSame ? 'the same' : first - begin === 1 ? 'passes' : 'pass'
  if (first === end) return `${nameTurns(begin, end)} ${verdict === 'same' || isSame ? quiet : verdict}`
  const before = first > begin ? [`${nameTurns(begin, first)} ${quiet}${describeEarlier(part, first, labels)}`] : []
  return [...before, `turn ${first + 1} ${wordOf(part, broke, labels)}`].join(', ')
}

/** The runs that broke before the turn at which most did: ` but for 1 of 4 runs of draft`. */
function describeEarlier({ runs }: ConversationComparison, first: number, labels: Record<SideKey, string>): string {
  const pieces = (['a', 'b'] as const).flatMap((side) => {
    const judged = runs[side].filter(({ verdict }) => isJudged(verdict))
    const early = judged.filter(({ verdict, turn }) => verdict === 'failed' && turn !== null && turn < first).length
    return early === 0 ? [] : [`${early} of ${count(judged.length, 'run')} of ${labels[side]}`]
  })
  return pieces.length === 0 ? '' : ` but for ${pieces.join(' and ')}`
}

/** The turn before `end` at which most runs of a side broke that failed before it; null where none did. */
function breakOf({ runs }: ConversationComparison, side: SideKey, end: number): number | null {
  const places = runs[side].flatMap(({ verdict, turn }) =>
    verdict === 'failed' && turn !== null && turn < end ? [String(turn)] : [],
  )
  return places.length === 0 ? null : Number(mostFrequent(places))
}

function wordOf(
  { verdict, certainty }: ConversationComparison,
  { a, b }: Record<SideKey, number | null>,
  labels: Record<SideKey, string>,
): string {
  if (certainty === 'unconfirmed') return 'differs, in too few pairs to be sure'
  if (verdict === 'regressed' || verdict === 'improved') return verdict
  if (verdict === 'flaky') return 'is flaky'
  if (a === b) return 'fails on both sides'
  return `fails on ${labels[a !== null && (b === null || a < b) ? 'a' : 'b']}`
}

/** The turns from `begin` on; where no run shows how many they are, what follows. */
function nameHidden(begin: number, end: number): string {
  return end > begin ? nameTurns(begin, end) : `what follows turn ${begin}`
}

/** The turns from `begin` up to `end`, which is not one of them, counted from 1. */
function nameTurns(begin: number, end: number): string {
  if (end - begin < 2) return `turn ${begin + 1}`
  return `turns ${begin + 1} ${end - begin === 2 ? 'and' : 'to'} ${end}`
}
