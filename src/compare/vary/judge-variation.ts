import { count, percent } from '../../base/text/wording.ts'
import { nameVerdict } from '../../engine/verdict/verdict.ts'
import { describeEnough, type ExactShare, exactShare } from '../exact-share.ts'
import { type Family, families } from './operators/operator.ts'
import type { ConversationVariation, FamilyVariation, VaryGate, VaryTally } from './vary-result.ts'

export function emptyTally(): VaryTally {
  return { judged: 0, brittle: 0, unconfirmed: 0, errored: 0, unrun: 0, dropped: 0 }
}

export function sumTallies(tallies: readonly VaryTally[]): VaryTally {
  const sum = emptyTally()
  for (const tally of tallies) for (const key of Object.keys(sum) as (keyof VaryTally)[]) sum[key] += tally[key]
  return sum
}

/** The share of judged variants that are brittle. */
export function brittleShare({ judged, brittle }: Pick<VaryTally, 'judged' | 'brittle'>): ExactShare | null {
  return exactShare(brittle, judged)
}

/** Each family that had variants, in their order. */
export function tallyFamilies(tallies: ReadonlyMap<Family, VaryTally>): FamilyVariation[] {
  return families.flatMap((family) => {
    const tally = tallies.get(family)
    return tally === undefined ? [] : [{ family, ...tally, rate: brittleShare(tally) }]
  })
}

/**
 * Judges whether more than the share `brittle` of variants is brittle.
 *
 * - *shut*: surely more, by the lower end of the interval; where `brittle` is 0, a single confirmed variant is
 *   enough.
 * - *not enough*: nothing was judged, something was not judged, not confirmed or not run, or the upper end of
 *   the interval exceeds `brittle`.
 * - *open*: none of these; where `brittle` is 0, no judged variant is brittle. Also where every variant there
 *   could be would answer what was not asked yet.
 */
export function judgeVariation(
  brittle: number,
  total: VaryTally,
  conversations: readonly Pick<ConversationVariation, 'unjudged'>[],
): VaryGate {
  const gateOf = (verdict: VaryGate['verdict'], reason: string): VaryGate => ({ brittle, verdict, reason })
  const share = brittleShare(total)
  const [from, to] = share?.interval ?? [0, 1]
  if (brittle === 0 ? total.brittle > 0 : from > brittle) {
    const least = brittle === 0 ? '' : `, at least ${percent(from)} by its interval`
    const counts = `${total.brittle} of ${count(total.judged, 'variant')} brittle`
    return gateOf('shut', `${counts}${least}, where ${percent(brittle)} may be`)
  }
  const lacking = conversations.flatMap(({ unjudged }) => (unjudged === null ? [] : [unjudged.kind]))
  const losses = lacking.filter((kind) => kind !== 'nothing to vary')
  // A conversation that is judged without a variant has none that may be sent.
  const isWhole = lacking.length < conversations.length && losses.length === 0 && total.dropped > 0
  if (share === null && isWhole && total.unrun + total.errored + total.unconfirmed === 0)
    return gateOf('open', 'nothing may be varied: all that could be would answer what was not asked yet')
  if (share === null)
    return gateOf(
      'not enough',
      ['no variant was judged', ...(lacking.length === 0 ? [] : [namesOf(lacking)])].join(': '),
    )
  if (losses.length > 0)
    return gateOf('not enough', `${count(losses.length, 'conversation')} could not be judged (${namesOf(losses)})`)
  const countByKind = { 'not confirmed': total.unconfirmed, 'not judged': total.errored, 'not run': total.unrun }
  const open = Object.entries(countByKind).flatMap(([what, many]) => (many > 0 ? [`${many} ${what}`] : []))
  if (open.length > 0) return gateOf('not enough', `of the variants, ${open.join(', ')}`)
  if (brittle > 0 && to > brittle) {
    const more = describeEnough(total.brittle, total.judged, brittle, 'variants')
    return gateOf(
      'not enough',
      `up to ${percent(to)} may be brittle by the interval, where ${percent(brittle)} may be: ${more}`,
    )
  }
  return gateOf('open', `${total.brittle} of ${count(total.judged, 'variant')} brittle`)
}

const namesOf = (kinds: readonly string[]): string => [...new Set(kinds)].map(nameVerdict).join(', ')
