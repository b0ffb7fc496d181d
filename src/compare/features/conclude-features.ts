import { count } from '../../base/wording.ts'
import type { ConversationComparison, Side, SideKey } from '../model/conversation-comparison.ts'
import type { FeatureEvidence, ListedFeature } from '../model/feature-evidence.ts'
import { fewestPairs } from './flip-test.ts'
import { listFeatures } from './list-features.ts'

/** At most this many causes are named in the sentence. */
const mostNamed = 3

/**
 * What changed over all conversations of a comparison, and one sentence on it; those whose failures are excused are left
 * out. Undefined where no conversation was looked at in this way.
 */
export function concludeFeatures(
  conversations: readonly Pick<ConversationComparison, 'id' | 'seen' | 'excused'>[],
  sides: Record<SideKey, Side>,
): FeatureEvidence | undefined {
  const looked = conversations.flatMap(({ id, seen, excused }) =>
    seen === undefined || seen.length === 0 || excused !== null ? [] : [{ id, aspects: seen }],
  )
  if (looked.length === 0) return undefined
  const pairs = looked.reduce((sum, { aspects }) => sum + Math.max(0, ...aspects.map((aspect) => aspect.pairs)), 0)
  const { tested, listed } = listFeatures(looked)
  const found = { pairs, conversations: looked.length, tested, listed }
  return { sentence: writeSentence(found, sides), ...found }
}

/** `draft calls create_label with carrier "Parcelio" instead of "Posten" in 4 of 20 conversations; nothing else … .` */
function writeSentence(
  { pairs, conversations, listed }: Omit<FeatureEvidence, 'sentence'>,
  { a, b }: Record<SideKey, Side>,
): string {
  if (listed.length === 0)
    return pairs < fewestPairs
      ? `Too few pairs of runs to tell what changed: ${pairs} of at least ${fewestPairs}.`
      : `Nothing that ${b.label} does otherwise than ${a.label} is beyond chance in ${pairs} pairs of runs.`
  const causes = listed.filter(({ after }) => after === undefined)
  const told = causes.slice(0, mostNamed).map((each) => `${each.text}${whereOf(each, conversations)}`)
  const more = causes.length - told.length
  const rest = listed.length - causes.length
  const follows =
    rest === 0 ? '' : `; ${count(rest, 'difference')} may follow from ${causes.length === 1 ? 'it' : 'these'}`
  const left = more > 0 ? `; and ${count(more, 'difference')} more` : ''
  return `${b.label} ${told.join('; ')}${left}${follows}; nothing else is beyond chance.`
}

function whereOf({ level, conversations }: ListedFeature, all: number): string {
  return level === 'latency' ? '' : all === 1 ? '' : ` in ${conversations.length} of ${all} conversations`
}
