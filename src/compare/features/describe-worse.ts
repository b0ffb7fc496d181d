import { countValues } from '../../base/group-by.ts'
import { count } from '../../base/text/wording.ts'
import type { ConversationComparison } from '../model/conversation-comparison.ts'
import type { Aspect, ListedFeature } from '../model/feature-evidence.ts'
import { keyOfAspect } from './read-aspects.ts'

/** A conversation with its verdict, the turn from which its sides differ, and how its runs failed. */
export type ComparedConversation = Pick<ConversationComparison, 'id' | 'verdict' | 'parts' | 'runs'>

/** What shuts the gate besides single conversations that got worse. */
export interface ShutBy {
  /** Ways of failing that are surely new, by conversation. */
  newFailures: readonly { id: string; way: string }[]
  /** All conversations together got worse. */
  together: boolean
}

const mostNamed = 3

/**
 * What the list of features leaves out about conversations that surely got worse. `begins`: how they begin to
 * differ, `where conversations got worse, draft no longer calls lookup (2 conversations)`. `found`: where no
 * difference explains it, `what expectations found: turn 2: reply (4 conversations)`. Each is null where the
 * list says it all.
 */
export function describeWorse(
  conversations: readonly ComparedConversation[],
  features: readonly ListedFeature[],
  label: string,
  { newFailures, together }: ShutBy,
): { begins: string | null; found: string | null } {
  const causes = features.filter(({ level }) => level !== 'latency' && level !== 'turns')
  const explained = new Set(causes.flatMap(({ conversations: ids }) => ids))
  const aspects = new Set(causes.flatMap((each) => each.conversations.map((id) => aspectIn(id, each))))
  const firsts: string[] = []
  const ways: string[] = newFailures.flatMap(({ id, way }) => (explained.has(id) ? [] : [way]))
  let mute = 0
  for (const each of conversations.filter(({ verdict }) => verdict === 'regressed')) {
    const { id, parts } = each
    const [first] = parts?.first ?? []
    if (parts?.first.some((cause) => aspects.has(aspectIn(id, cause))) === true) continue
    const way = oftenerOnB(each)[0]
    if (first !== undefined) firsts.push(first.text)
    else if (explained.has(id)) continue
    else if (way !== undefined) ways.push(way)
    else mute += 1
  }
  if (together && causes.length === 0 && ways.length + firsts.length === 0)
    ways.push(...conversations.flatMap((each) => oftenerOnB(each)[0] ?? []))
  const begins = firsts.length === 0 ? null : `where conversations got worse, ${label} ${tally(firsts)}`
  const reasons = [
    ...(ways.length === 0 ? [] : [`what expectations found: ${tally(ways)}`]),
    ...(mute === 0 ? [] : [`${count(mute, 'conversation')} got worse by what judges found`]),
  ]
  return { begins, found: reasons.length === 0 ? null : reasons.join('; ') }
}

const aspectIn = (id: string, aspect: Aspect): string => `${id} ${keyOfAspect(aspect)}`

/** The ways in which a conversation fails more often on b than on a, the most frequent first. */
function oftenerOnB({ runs }: ComparedConversation): string[] {
  const net = new Map<string, number>()
  for (const side of ['a', 'b'] as const)
    for (const { way } of runs[side]) if (way !== undefined) net.set(way, (net.get(way) ?? 0) + (side === 'b' ? 1 : -1))
  return [...net]
    .filter(([, more]) => more > 0)
    .sort(([, one], [, other]) => other - one)
    .map(([way]) => way)
}

/** The most frequent texts, each with its number of conversations, and how many more there are. */
function tally(texts: readonly string[]): string {
  const sorted = [...countValues(texts)].sort(([, one], [, other]) => other - one)
  const lines = sorted.slice(0, mostNamed).map(([text, many]) => `${text} (${count(many, 'conversation')})`)
  const restCount = sorted.length - lines.length
  return [...lines, ...(restCount > 0 ? [`${restCount} more`] : [])].join('; ')
}
