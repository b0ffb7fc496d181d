import { compare, type Difference, describeDifference, minimise } from './compare.ts'
import { generate } from './generate.ts'

/** What many cases came to: how often each verdict, and each operator holding and failing. */
export interface Tally {
  pairs: number
  open: number
  verdicts: Record<string, number>
  operators: Record<string, { held: number; failed: number }>
  differences: { seed: number; difference: Difference }[]
}

/** Compares case after case from a first seed on. */
export async function compareMany(first: number, pairs: number, most = 20): Promise<Tally> {
  const tally: Tally = { pairs, open: 0, verdicts: {}, operators: {}, differences: [] }
  for (let seed = first; seed < first + pairs && tally.differences.length < most; seed += 1) {
    const { evaluated, difference } = await compare(generate(seed))
    const verdict = evaluated.verdicts.size === 1 ? ([...evaluated.verdicts][0] ?? '') : 'open'
    tally.verdicts[verdict] = (tally.verdicts[verdict] ?? 0) + 1
    for (const { name, outcome } of evaluated.notes) {
      const counted = (tally.operators[name] ??= { held: 0, failed: 0 })
      if (outcome === 1) counted.held += 1
      else counted.failed += 1
    }
    if (difference !== null) tally.differences.push({ seed, difference })
  }
  return tally
}

/** Each difference made as small as it gets, in words. */
export async function tellDifferences({ differences }: Tally): Promise<string> {
  const told: string[] = []
  for (const { seed, difference } of differences) {
    const { difference: small } = await minimise(generate(seed), difference)
    told.push(describeDifference(seed, small))
  }
  return told.join('\n\n')
}
