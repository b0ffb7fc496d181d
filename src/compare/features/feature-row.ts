import { count, showChance, showTime } from '../../base/text/wording.ts'
import type { FeatureEvidence, HowOften, ListedFeature, Parting } from '../model/feature-evidence.ts'

export interface FeatureRow {
  /** `1`, or `1.2` for a feature that may follow from the first. */
  number: string
  what: string
  /** `4 of 20 conversations, from turn 3`. */
  where: string
  /** `0/12`, or a time. */
  a: string
  b: string
  /** `+92 points (+61 to +99)`, or a time. */
  difference: string
  /** How often equal sides differ like this, allowing for all features: `less than 0.1 %`. */
  chance: string
}

/** The line above the list, in every report. */
export const aboutFeatures =
  'features listed: false discoveries at most 5 %; over the first pairs, all conversations together; advice: no verdict rests on it'

/** The rows of what changed. A consequence is numbered under the feature it may follow from. */
export function featureRows({ listed, conversations }: FeatureEvidence): FeatureRow[] {
  const numbers: string[] = []
  const children = new Map<string, number>()
  for (const { after } of listed) {
    const parent = after === undefined ? '' : `${numbers[after] ?? ''}.`
    const next = (children.get(parent) ?? 0) + 1
    children.set(parent, next)
    numbers.push(`${parent}${next}`)
  }
  return listed.map((feature, index) => ({
    number: numbers[index] ?? '',
    what: feature.text,
    where: whereOf(feature, conversations),
    ...figuresOf(feature),
    chance: showChance(feature.adjusted),
  }))
}

function whereOf({ conversations, turn, mostly, value }: ListedFeature, all: number): string {
  const many = `${conversations.length} of ${count(all, 'conversation')}`
  return turn === null || value === null ? many : `${many}, ${mostly ? 'mostly ' : ''}from turn ${turn + 1}`
}

function figuresOf(feature: ListedFeature): Pick<FeatureRow, 'a' | 'b' | 'difference'> {
  const { value, a, b, pairs, difference = b - a, interval } = feature
  if (value !== null) {
    const spread = interval === null ? '' : ` (${points(interval[0])} to ${points(interval[1])})`
    return { a: `${a}/${pairs}`, b: `${b}/${pairs}`, difference: `${points((b - a) / Math.max(1, pairs))}${spread}` }
  }
  const spread = interval === null ? '' : ` (${showTime(interval[0])} to ${showTime(interval[1])})`
  return {
    a: showTime(a),
    b: showTime(b),
    difference: `${difference >= 0.5 ? '+' : ''}${showTime(difference)}${spread}`,
  }
}

/** A share in percentage points, with its sign. */
export function points(share: number): string {
  const rounded = Math.round(share * 100)
  return rounded > 0 ? `+${rounded}` : String(rounded === 0 ? 0 : rounded)
}

/** `first differ at turn 3 (in 7 of 9 pairs): calls create_label with carrier "Parcelio" in 9 of 10 pairs`. */
export function describeParting({ turn, pairs, of, first }: Parting): string {
  const [cause] = first
  if (cause === undefined) return `first differ at turn ${turn + 1} (in ${pairs} of ${count(of, 'pair')})`
  const { often, text } = cause
  const how =
    often === undefined ? ` in ${cause.pairs} of ${count(cause.of, 'pair')}` : showHowOften(often, cause, cause.of)
  return `first differ at turn ${turn + 1} (in ${pairs} of ${count(of, 'pair')}): ${text}${how}`
}

/** How often each side does it: ` (88 of 100 runs instead of 100)`; empty where one always does and the other never. */
export function showHowOften(often: HowOften | undefined, { a, b }: { a: number; b: number }, pairs: number): string {
  if (often === undefined) return ''
  if (often === 'turns') return ` (in ${b} of ${pairs} pairs${a === 0 ? '' : `, in ${a} the other way round`})`
  return ` (${b === 0 ? 'none' : b} of ${pairs} runs instead of ${a === 0 ? 'none' : a})`
}
