import { highestRate } from '../../base/binomial.ts'
import { count } from '../../base/text/wording.ts'
import { nameVerdict } from '../../engine/verdict/verdict.ts'
import { type ExactShare, exactShare } from '../exact-share.ts'
import { type Family, families } from './operators/operator.ts'
import type { ConversationVariation, FamilyVariation, VaryGate, VaryTally } from './vary-result.ts'

/** Nothing counted yet. */
export function emptyTally(): VaryTally {
  return { judged: 0, brittle: 0, unconfirmed: 0, errored: 0, unrun: 0, dropped: 0 }
}

/** The sum of tallies. */
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

const percent = (share: number): string => `${Number((share * 100).toFixed(1))} %`

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
  const told = (verdict: VaryGate['verdict'], reason: string): VaryGate => ({ brittle, verdict, reason })
  const share = brittleShare(total)
  const [from, to] = share?.interval ?? [0, 1]
  if (brittle === 0 ? total.brittle > 0 : from > brittle) {
    const least = brittle === 0 ? '' : `, at least ${percent(from)} by its interval`
    return told(
      'shut',
      `${total.brittle} of ${count(total.judged, 'variant')} brittle${least}, where ${percent(brittle)} may be`,
    )
  }
  const lacking = conversations.flatMap(({ unjudged }) => (unjudged === null ? [] : [unjudged.kind]))
  const lost = lacking.filter((kind) => kind !== 'nothing to vary')
  // A conversation that is judged without a variant has none that may be sent.
  const isWhole = lacking.length < conversations.length && lost.length === 0 && total.dropped > 0
  if (share === null && isWhole && total.unrun + total.errored + total.unconfirmed === 0)
    return told('open', 'nothing may be varied: all that could be would answer what was not asked yet')
  if (share === null) return told('not enough', whyNothing(lacking))
  if (lost.length > 0)
    return told('not enough', `${count(lost.length, 'conversation')} could not be judged (${namesOf(lost)})`)
  const open = [
    total.unconfirmed > 0 ? `${total.unconfirmed} not confirmed` : '',
    total.errored > 0 ? `${total.errored} not judged` : '',
    total.unrun > 0 ? `${total.unrun} not run` : '',
  ].filter((each) => each !== '')
  if (open.length > 0) return told('not enough', `of the variants, ${open.join(', ')}`)
  if (brittle > 0 && to > brittle)
    return told(
      'not enough',
      `up to ${percent(to)} may be brittle by the interval, where ${percent(brittle)} may be: ${moreNeeded(total, brittle)}`,
    )
  return told('open', `${total.brittle} of ${count(total.judged, 'variant')} brittle`)
}

function whyNothing(kinds: readonly string[]): string {
  return kinds.length === 0 ? 'no variant was judged' : `no variant was judged: ${namesOf(kinds)}`
}

/** Each kind once, as reports name it. */
function namesOf(kinds: readonly string[]): string {
  return [...new Set(kinds)].map(nameVerdict).join(', ')
}

/** The number of variants at which the interval would end at the share, with as many brittle as now. */
function moreNeeded({ judged, brittle }: VaryTally, share: number): string {
  let wanted = judged
  while (wanted < 20_000 && highestRate(brittle, wanted) > share) wanted += Math.max(1, Math.round(wanted / 50))
  return wanted < 20_000 ? `about ${wanted} variants would settle it` : 'more variants would settle it'
}
