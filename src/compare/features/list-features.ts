import { binomialAtMost } from '../../base/binomial.ts'
import { countValues } from '../../base/group-by.ts'
import type { FeatureEvidence, ListedFeature } from '../model/feature-evidence.ts'
import { passInterval } from '../statistics/intervals.ts'
import { describeLatency } from './describe-feature.ts'
import { fewestPairs, flipTest } from './flip-test.ts'
import { addHad, type HadBy, hadNever } from './had-by.ts'
import { describeTurnsChange, describeValueChange } from './how-often.ts'
import { dropTwins, type FeatureFinding, orderFeatures, type ToldFeature } from './order-features.ts'
import { type PooledFeature, poolFeatures, type SeenConversation } from './pool-features.ts'
import { absentOf } from './read-aspects.ts'
import { describeTimes, findTurnsThatDiffer, isNotable } from './turns-of-times.ts'

/** The chance, at most, that anything is listed when the sides are equal. */
const alpha = 0.05

/** The features that differ beyond chance, over all conversations: causes first, each with what may follow from it. */
export function listFeatures(conversations: readonly SeenConversation[]): Pick<FeatureEvidence, 'tested' | 'listed'> {
  const pooled = poolFeatures(conversations)
  const features = pooled.filter(({ test }) => test.units.length >= fewestPairs)
  const results = flipTest(
    features.map(({ test }) => test),
    alpha,
  )
  const findings = features.flatMap((feature, index): FeatureFinding[] => {
    const result = results[index]
    const sum = feature.test.scores.reduce((total, score) => total + score, 0)
    if (result === undefined || result.adjusted > alpha || !isTold(feature)) return []
    return [{ feature, result, more: sum > 0 ? 'b' : 'a' }]
  })
  const ordered = orderFeatures(dropTwins(findings, pooled))
  return {
    tested: features.length,
    listed: ordered.map((one) => describe(one, { told: ordered, pooled, conversations })),
  }
}

/** Whether it is worth telling: a time by its size, a criterion where its judge's error cannot explain it. */
function isTold({ times, judges: { decided, seen, error } }: PooledFeature): boolean {
  if (times.length > 0) return isInBothOrders(times) && isNotable(describeTimes(times))
  if (error === null || error === 0 || decided === 0) return true
  return 1 - binomialAtMost(decided - 1, seen, Math.min(error, 0.999)) <= alpha
}

/** Whether b is slower, or faster, where it runs first and where it runs second; otherwise order may be the reason. */
function isInBothOrders(times: PooledFeature['times']): boolean {
  const [one, other] = (['a', 'b'] as const).map((side) => {
    const some = times.filter(({ first }) => first === side)
    return some.length === 0 ? 0 : describeTimes(some).difference
  })
  return (one ?? 0) * (other ?? 0) > 0
}

/** What a reported feature is seen among: the other reported ones, and all pooled ones. */
interface Among {
  told: readonly ToldFeature[]
  pooled: readonly PooledFeature[]
  conversations: readonly SeenConversation[]
}

function describe(one: ToldFeature, { told, pooled, conversations }: Among): ListedFeature {
  const { feature, more, result, after } = one
  const { aspect, value, times } = feature
  const places = conversationsOf(feature, more)
  const common = {
    ...aspect,
    value,
    conversations: places.flatMap((index) => conversations[index]?.id ?? []),
    ...result,
    ...(after === null ? {} : { after: told.indexOf(after) }),
  }
  if (value === null) {
    const whole = describeTimes(times)
    const alone = findTurnsThatDiffer(times, whole)
    const { difference, a, b, interval } = alone?.differ ?? whole
    const [turn = null, ...others] = alone?.turns ?? []
    const text = describeLatency(aspect, difference, alone?.turns ?? [])
    return { ...common, text, turn: others.length === 0 ? turn : null, pairs: times.length, a, b, difference, interval }
  }
  const turns = [...one.turns.values()].flatMap((each) => each ?? [])
  const [[turn] = [null]] = [...countValues(turns)].sort(([one, times], [other, more]) => more - times || one - other)
  const mostly = turn !== null && Math.min(...turns) < turn ? { mostly: true as const } : {}
  const { text, often, does } = tell(one, value, places, { told, pooled, conversations })
  const { pairs, both, onlyA, onlyB } = does
  const oftenMember = often === undefined ? {} : { often }
  const [a, b] = [both + onlyA, both + onlyB]
  return { ...common, text, ...oftenMember, turn, ...mostly, pairs, a, b, interval: shareInterval(does) }
}

function tell(
  { feature, more, other }: ToldFeature,
  value: string,
  places: readonly number[],
  { pooled, conversations }: Among,
): ReturnType<typeof describeValueChange> {
  const { aspect, key, where } = feature
  const byPlace = conversations.map(({ aspects }, index) => feature.had.get(index) ?? hadNever(aspect, value, aspects))
  const all = addHad(byPlace)
  const inPlaces = addHad(places.flatMap((index) => byPlace[index] ?? []))
  // With one pair per conversation there is no telling whether a conversation always behaves so.
  const isOwn = inPlaces.pairs >= 2 * places.length
  const onceAtMost = pooled.every((each) => each.key !== key || each.value === '0' || each.value === '1')
  const change = { aspect, value, other, more, onceAtMost: aspect.level === 'calls' && onceAtMost }
  const [net, netAtAll] = [where.b.length - where.a.length, all.onlyB - all.onlyA]
  const leavesNone = value !== absentOf(aspect) || !isDoneElsewhere(all, key, pooled)
  if (aspect.level !== 'turns' && leavesNone && 2 * netAtAll * Math.sign(net) >= Math.abs(net))
    return describeValueChange(change, isOwn ? inPlaces : all, all)
  const inMoreTurns = (isIn: (conversation: number) => boolean, { pairs }: HadBy): HadBy => {
    const count = (side: 'a' | 'b'): number => where[side].filter(({ conversation }) => isIn(conversation)).length
    return { pairs, both: 0, onlyA: count('a'), onlyB: count('b') }
  }
  const everywhere = inMoreTurns(() => true, all)
  const there = inMoreTurns((conversation) => places.includes(conversation), inPlaces)
  return describeTurnsChange(change, isOwn ? there : everywhere, everywhere)
}

/** Whether runs that lack it in one turn have it in another: then leaving it out there is not leaving it out. */
function isDoneElsewhere(none: HadBy, key: string, pooled: readonly PooledFeature[]): boolean {
  return pooled.some((each) => {
    if (each.key !== key || each.value === null || each.value === absentOf(each.aspect)) return false
    const done = addHad([...each.had.values()])
    return (
      done.both + done.onlyA + none.both + none.onlyA > none.pairs ||
      done.both + done.onlyB + none.both + none.onlyB > none.pairs
    )
  })
}

function shareInterval({ pairs, both, onlyA, onlyB }: HadBy): [from: number, to: number] {
  return passInterval({ pairs, bothPassed: both, onlyA, onlyB, neitherPassed: pairs - both - onlyA - onlyB })
}

/** The conversations in which the given side has more of it, those with most pairs first. */
function conversationsOf({ where }: PooledFeature, more: 'a' | 'b'): number[] {
  const net = new Map<number, number>()
  for (const side of ['a', 'b'] as const)
    for (const { conversation } of where[side])
      net.set(conversation, (net.get(conversation) ?? 0) + (side === more ? 1 : -1))
  return [...net]
    .filter(([, count]) => count > 0)
    .sort(([, one], [, other]) => other - one)
    .map(([conversation]) => conversation)
}
