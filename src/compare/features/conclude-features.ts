import { count } from '../../base/wording.ts'
import type { ConversationComparison, Side, SideKey } from '../model/conversation-comparison.ts'
import type { FeatureEvidence, ListedFeature } from '../model/feature-evidence.ts'
import { fewestPairs } from './flip-test.ts'
import { listFeatures } from './list-features.ts'
import { keyOfAspect } from './read-aspects.ts'

/**
 * Conversations without what nothing can be listed of: aspects in which no pair of any conversation differs. A shard keeps them,
 * since others may differ in another shard.
 */
export function keepDiffering<T extends Pick<ConversationComparison, 'seen'>>(conversations: readonly T[]): T[] {
  const differing = new Set(
    conversations
      .flatMap(({ seen = [] }) =>
        seen.filter(({ values, times }) => times !== undefined || values.some(({ a, b }) => a.length + b.length > 0)),
      )
      .map(keyOfAspect),
  )
  return conversations.map((each) =>
    each.seen === undefined
      ? each
      : { ...each, seen: each.seen.filter((aspect) => differing.has(keyOfAspect(aspect))) },
  )
}

type Compared = Pick<ConversationComparison, 'id' | 'seen' | 'excused' | 'verdict' | 'parts'>

/** At most this many causes are named in the sentence. */
const mostNamed = 3

/**
 * What changed over all conversations of a comparison, and one sentence on it; those whose failures are excused are left
 * out. `failing` are those that surely fail in a new way, by id. Undefined where no conversation was looked at in this way.
 */
export function concludeFeatures(
  conversations: readonly Compared[],
  sides: Record<SideKey, Side>,
  failing: ReadonlySet<string> = new Set(),
): FeatureEvidence | undefined {
  const looked = conversations.flatMap(({ id, seen, excused }) =>
    seen === undefined || seen.length === 0 || excused !== null ? [] : [{ id, aspects: seen }],
  )
  if (looked.length === 0) return undefined
  const pairs = looked.reduce((sum, { aspects }) => sum + Math.max(0, ...aspects.map((aspect) => aspect.pairs)), 0)
  const { tested, listed, texts } = listFeatures(looked)
  const found = { pairs, conversations: looked.length, tested, listed }
  const worse = conversations.filter(
    ({ id, verdict, excused }) => excused === null && (verdict === 'regressed' || failing.has(id)),
  )
  const told = new Set(listed.flatMap((each, index) => each.conversations.map((id) => `${id} ${texts[index]}`)))
  return { sentence: writeSentence(found, sides, { worse, told }), ...found }
}

/**
 * `draft calls create_label with carrier "Parcelio" instead of "Posten" in 4 of 20 conversations; nothing else is beyond chance.`
 * Where conversations got worse by something that is not seen in pairs enough to be listed, it says how they begin to differ:
 * that they do is sure by their verdicts.
 */
function writeSentence(
  { pairs, conversations, listed }: Omit<FeatureEvidence, 'sentence'>,
  { a, b }: Record<SideKey, Side>,
  { worse, told: known }: { worse: readonly Compared[]; told: ReadonlySet<string> },
): string {
  const roots = listed.filter(({ after }) => after === undefined)
  const named = roots.filter(({ level }) => level !== 'turns')
  const causes = named.length === 0 ? roots : named
  const told = causes.slice(0, mostNamed).map((each) => `${each.text}${whereOf(each, conversations)}`)
  const more = causes.length - told.length
  const left = more > 0 ? [`${count(more, 'difference')} more`] : []
  const rest = tellWorse(worse, known, b.label)
  if (told.length > 0)
    return `${[`${b.label} ${told.join('; ')}`, ...left].join('; ')}; ${rest === null ? '' : `${rest}; `}nothing else is beyond chance.`
  if (rest !== null) return `${rest[0]?.toUpperCase()}${rest.slice(1)}.`
  if (pairs < fewestPairs) return `Too few pairs of runs to tell what changed: ${pairs} of at least ${fewestPairs}.`
  const nothing = `that ${b.label} does otherwise than ${a.label} is beyond chance in ${pairs} pairs of runs`
  if (worse.length === 0) return `Nothing ${nothing}.`
  return `Beside what fails in ${count(worse.length, 'conversation')} that got worse, nothing ${nothing}.`
}

/** `where conversations got worse, draft no longer calls lookup (2 conversations)`; null where what is listed says it all. */
function tellWorse(worse: readonly Compared[], known: ReadonlySet<string>, label: string): string | null {
  const firsts = new Map<string, number>()
  for (const { id, parts } of worse) {
    if (parts?.first.some(({ text }) => known.has(`${id} ${text}`)) === true) continue
    const text = parts?.first[0]?.text
    if (text !== undefined) firsts.set(text, (firsts.get(text) ?? 0) + 1)
  }
  if (firsts.size === 0) return null
  const told = [...firsts].sort(([, one], [, other]) => other - one)
  const named = told.slice(0, mostNamed).map(([text, many]) => `${text} (${count(many, 'conversation')})`)
  const others = told.length - named.length
  const left = others > 0 ? [`${count(others, 'difference')} more`] : []
  return `where conversations got worse, ${[`${label} ${named.join('; ')}`, ...left].join('; ')}`
}

function whereOf({ level, conversations }: ListedFeature, all: number): string {
  return level === 'latency' || all === 1 ? '' : ` in ${conversations.length} of ${all} conversations`
}
