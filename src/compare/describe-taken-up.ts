import { mostFrequent } from '../base/group-by.ts'
import { type ConversationComparison, isWhole, type SideKey } from './model/conversation-comparison.ts'

/**
 * The conversations, with what became of their turns where one was taken up: `turn 1 regressed; from default's history
 * turns 2 and 3 the same, turn 4 regressed`.
 */
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
    const told = parts.map((part, index) => {
      const next = parts[index + 1]
      const end = next === undefined ? (part.hidden?.turn ?? endOf(part)) : beginOf(next)
      const from = part.continues === undefined ? '' : `from ${labels[part.continues.history]}'s history `
      return `${from}${describeTurns(part, end, labels)}`
    })
    const untold = hidden === undefined ? [] : [`${nameTurns(hidden.turn, endOf(each))} not judged: ${hidden.why}`]
    return { ...each, reason: [each.reason, ...told, ...untold].join('; ') }
  })
}

function beginOf({ continues }: ConversationComparison): number {
  return continues?.turn ?? 0
}

/** The number of turns of the script, as far as the shown runs tell. */
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
  const quiet = verdict === 'same' || isSame ? 'the same' : first === end ? verdict : 'pass'
  if (first === end) return `${nameTurns(begin, end)} ${quiet}`
  const before = first > begin ? [`${nameTurns(begin, first)} ${quiet}`] : []
  return [...before, `turn ${first + 1} ${wordOf(part, broke, labels)}`].join(', ')
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

/** The turns from `begin` up to `end`, which is not one of them, counted from 1. */
function nameTurns(begin: number, end: number): string {
  if (end - begin < 2) return `turn ${begin + 1}`
  return `turns ${begin + 1} ${end - begin === 2 ? 'and' : 'to'} ${end}`
}
