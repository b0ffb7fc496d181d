import type { Likely } from './comparison-shape.ts'
import type { NoiseFloor } from './model/comparison-verdict.ts'
import type { ConversationComparison } from './model/conversation-comparison.ts'
import { chanceByNoise, noiseRate } from './statistics/call-verdicts.ts'
import { selectAtRate } from './statistics/false-discovery.ts'
import { pairedTest } from './statistics/paired-test.ts'

export type { Likely } from './comparison-shape.ts'

/** One in ten of a list may be there by chance. */
const rate = 0.1

const mostNamed = 10

type Judged = Pick<ConversationComparison, 'id' | 'name' | 'pass' | 'judges'>

interface Context {
  alpha: number
  /** How often verdicts were checked. */
  looks: number
  /** Null where it was not measured. */
  noise: NoiseFloor | null
  /** The name of the side in question. */
  label: string
}

/**
 * Benjamini and Hochberg's procedure over the conversations that are not sure, for each direction separately.
 * Leaving out the sure ones first makes no p-value of the others too small. Null with fewer than two
 * conversations, and where pairs were added depending on how others came out: the p-values are then dependent,
 * and the procedure requires independent ones. As elsewhere, a failure by judges alone does not count, and what
 * noise explains is not listed.
 */
export function findLikely(conversations: readonly Judged[], context: Context): Likely | null {
  const { alpha, looks, label } = context
  const judged = conversations.filter(({ pass }) => pass !== null)
  if (looks !== 1 || judged.length < 2) return null
  const open = judged.filter(({ pass }) => pass !== null && pass.adjusted > alpha)
  const selectLikely = (side: 'worse' | 'better'): Judged[] => {
    const chances = open.map((each) => chanceOf(each, side, context))
    return selectAtRate(chances, rate).flatMap((index) => open[index] ?? [])
  }
  const [worse, better] = [selectLikely('worse'), selectLikely('better')]
  const idsOf = (some: readonly Judged[]): string[] => some.map(({ id }) => id)
  return { rate, worse: idsOf(worse), better: idsOf(better), sentence: writeSentence(worse, better, label) }
}

/** How often, at most, equal sides differ so much in this direction. */
function chanceOf({ id, pass, judges }: Judged, side: 'worse' | 'better', { alpha, noise }: Context): number {
  if (pass === null) return 1
  const onlyA = pass.onlyA - (side === 'worse' ? (judges?.onlyA ?? 0) : 0)
  const onlyB = pass.onlyB - (side === 'better' ? (judges?.onlyB ?? 0) : 0)
  const lead = side === 'worse' ? onlyA - onlyB : onlyB - onlyA
  if (lead <= 0) return 1
  if (noise !== null && noise.pairs > 0 && chanceByNoise(lead, pass.pairs, noiseRate(noise)(id)) > alpha) return 1
  return pairedTest({ pairs: pass.pairs, onlyA, onlyB }) / 2
}

/** `"one" and "two" pass less often on draft, "three" more often: …`. */
function writeSentence(worse: readonly Judged[], better: readonly Judged[], label: string): string | null {
  const clauses = [
    ...(worse.length === 0
      ? []
      : [`${nameAll(worse)} ${worse.length === 1 ? 'passes' : 'pass'} less often on ${label}`]),
    ...(better.length === 0
      ? []
      : [`${nameAll(better)} ${better.length === 1 ? 'passes' : 'pass'} more often on ${label}`]),
  ]
  if (clauses.length === 0) return null
  return `${clauses.join('; ')}: none is certain by itself, but at most one in ten of those listed is there by chance.`
}

function nameAll(some: readonly Judged[]): string {
  const names = some.slice(0, mostNamed).map(({ name }) => `"${name}"`)
  const restCount = some.length - names.length
  if (restCount > 0) return `${names.join(', ')} and ${restCount} more`
  const last = names.pop() ?? ''
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`
}
