import { count } from '../../base/text/wording.ts'
import type { ConversationComparison, Side, SideKey } from '../model/conversation-comparison.ts'
import type { FeatureEvidence, ListedFeature } from '../model/feature-evidence.ts'
import { type ComparedConversation, describeWorse, type ShutBy } from './describe-worse.ts'
import { showHowOften } from './feature-row.ts'
import { fewestPairs } from './flip-test.ts'
import { listFeatures } from './list-features.ts'
import { keyOfAspect } from './read-aspects.ts'

/** Drops aspects in which no pair differs anywhere. A shard keeps them: another may have pairs that differ. */
export function pickDiffering<T extends Pick<ConversationComparison, 'seen'>>(conversations: readonly T[]): T[] {
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

const mostNamed = 3

/** What changed over all conversations but excused ones, with a sentence; undefined where none has such data. */
export function concludeFeatures(
  conversations: readonly (ComparedConversation & Pick<ConversationComparison, 'seen' | 'excused'>)[],
  sides: Record<SideKey, Side>,
  shut: ShutBy = { newFailures: [], together: false },
): FeatureEvidence | undefined {
  const comparisons = conversations.filter(({ excused }) => excused === null)
  const looked = comparisons.flatMap(({ id, seen = [] }) => (seen.length === 0 ? [] : [{ id, aspects: seen }]))
  if (looked.length === 0) return undefined
  const pairs = looked.reduce((sum, { aspects }) => sum + Math.max(0, ...aspects.map((aspect) => aspect.pairs)), 0)
  const { tested, listed } = listFeatures(looked)
  const facts = { pairs, conversations: looked.length, tested, listed }
  return { sentence: writeSentence(facts, sides, describeWorse(comparisons, listed, sides.b.label, shut)), ...facts }
}

/**
 * `draft calls create_label with carrier "Parcelio" instead of "Posten" in 4 of 20 conversations; nothing else
 * is beyond chance.` Where conversations got worse through something seen in too few pairs to be listed, the
 * sentence says how they begin to differ, or else which expectations failed: that they got worse is certain
 * from their verdicts.
 */
function writeSentence(
  { pairs, conversations, listed }: Omit<FeatureEvidence, 'sentence'>,
  { a, b }: Record<SideKey, Side>,
  { begins, found }: ReturnType<typeof describeWorse>,
): string {
  const worse = [begins, found].filter((each) => each !== null)
  const causes = listed.filter(({ after }) => after === undefined)
  if (causes.length > 0) {
    const causeLines = causes.slice(0, mostNamed).map((each) => tellListed(each, conversations))
    const more = causes.length - causeLines.length
    const rest = listed.length - causes.length
    const follow = `${count(rest, 'difference')} may follow from ${causes.length === 1 ? 'it' : 'these'}`
    const clauses = [
      `${b.label} ${causeLines.join('; ')}`,
      ...(more > 0 ? [`${count(more, 'difference')} more`] : []),
      ...(rest > 0 ? [follow] : []),
      ...worse,
    ]
    return `${clauses.join('; ')}; nothing else is beyond chance.`
  }
  if (worse[0] !== undefined) return `${worse[0][0]?.toUpperCase()}${worse.join('; ').slice(1)}.`
  if (pairs < fewestPairs)
    return `Over all conversations, ${count(pairs, 'pair')} of runs cannot tell what changed, which takes ${fewestPairs}.`
  return `In ${pairs} pairs of runs, nothing certain tells calls, arguments and times on ${b.label} from those on ${a.label}; what replies say is not counted here.`
}

function tellListed({ text, often, a, b, pairs, level, conversations }: ListedFeature, all: number): string {
  const where = level === 'latency' || all === 1 ? '' : ` in ${conversations.length} of ${all} conversations`
  return `${text}${showHowOften(often, { a, b }, pairs)}${where}`
}
