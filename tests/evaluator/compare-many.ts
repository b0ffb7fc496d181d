import { compare, type Difference, describeDifference, minimise } from './compare.ts'
import { generate } from './generate.ts'
import { knownOf } from './known-differences.ts'

/** The results of many cases: how often each verdict came, and how often each operator held and failed. */
export interface Tally {
  pairs: number
  /**
   * The number of differences of each known kind. A kind without any has been fixed, and its entry can be
   * removed.
   */
  known: Record<string, number>
  verdicts: Record<string, number>
  operators: Record<string, { held: number; failed: number }>
  /** The first difference of each kind, and how often the kind came. */
  differences: Map<string, { seed: number; difference: Difference; times: number }>
}

/** Kinds of differences to ignore for now, as a pattern on the product's messages. */
const skipped = process.env.TABLEREAD_SKIP === undefined ? null : new RegExp(process.env.TABLEREAD_SKIP)

const isSkipped = ({ product, told, evaluated }: Difference): boolean =>
  skipped?.test(`${product}: ${told} | ${evaluated.why.join()}`) === true

/** Compares one case per seed, from a first seed on. */
export async function compareMany(first: number, pairs: number, most = 20): Promise<Tally> {
  const tally: Tally = { pairs, known: {}, verdicts: {}, operators: {}, differences: new Map() }
  for (let seed = first; seed < first + pairs && tally.differences.size < most; seed += 1) {
    const { evaluated, difference } = await compare(generate(seed))
    const verdict = evaluated.verdicts.size === 1 ? ([...evaluated.verdicts][0] ?? '') : 'open'
    tally.verdicts[verdict] = (tally.verdicts[verdict] ?? 0) + 1
    for (const { name, outcome } of evaluated.notes) {
      const count = tally.operators[name] ?? { held: 0, failed: 0 }
      tally.operators[name] = count
      if (outcome === 1) count.held += 1
      if (outcome === 2) count.failed += 1
    }
    if (difference === null) continue
    const what = knownOf(difference)
    if (what !== null) tally.known[what] = (tally.known[what] ?? 0) + 1
    if (what !== null || isSkipped(difference)) continue
    const kind = kindOf(difference)
    const earlier = tally.differences.get(kind)
    tally.differences.set(
      kind,
      earlier === undefined ? { seed, difference, times: 1 } : { ...earlier, times: earlier.times + 1 },
    )
  }
  return tally
}

/** Both verdicts and the product's message, without the parts that differ from case to case. */
function kindOf({ product, told, evaluated }: Difference): string {
  const [first = ''] = told.split('\n')
  const words = first
    .replace(/"(\\.|[^"])*"/g, '""')
    .replace(/\d+/g, '0')
    .slice(0, 80)
  return `${product} instead of ${[...evaluated.verdicts].join(' or ')}: ${words}`
}

/** Describes each kind of difference by its smallest case. */
export async function tellDifferences({ differences }: Tally): Promise<string> {
  const lines: string[] = []
  for (const { seed, difference, times } of differences.values()) {
    const { difference: small } = await minimise(
      generate(seed),
      difference,
      Number(process.env.TABLEREAD_ROUNDS ?? 400),
    )
    lines.push(`${times} of this kind, such as ${describeDifference(seed, small)}`)
  }
  return lines.join('\n\n')
}
