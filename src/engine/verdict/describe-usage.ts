import { count } from '../../base/wording.ts'
import { formatCost, totalUsage, type Usage } from '../../wire/api/usage.ts'

/**
 * What models took, in one line: `12,340 tokens (10,200 in, 2,140 out), cost 0.0123`. A cost that is not the whole one says of
 * which models no price is known. Null where nothing was taken.
 */
export function describeUsage(usage: readonly Usage[] | undefined): string | null {
  if (usage === undefined || usage.length === 0) return null
  const { inputTokens, outputTokens, cost, unpriced } = totalUsage(usage)
  const tokens = `${number(inputTokens + outputTokens)} tokens (${number(inputTokens)} in, ${number(outputTokens)} out)`
  if (cost === null) return tokens
  const without = unpriced.length === 0 ? '' : ` without ${nameModels(unpriced)}, whose price is not known`
  return `${tokens}, cost ${formatCost(cost)}${without}`
}

/** What judges took, in one line as above; null where nothing was taken. */
export function describeJudging(judging: readonly Usage[] | undefined): string | null {
  const used = describeUsage(judging)
  return used === null ? null : `judges: ${used}`
}

/** As much of a comparison as tells what its sides took. */
interface TwoSides {
  usage?: { a: Usage[]; b: Usage[] }
  sides: Record<'a' | 'b', { label: string }>
}

/** What models took on each side of a comparison, a line a side; none where nothing was taken. */
export function describeSides({ usage, sides }: TwoSides): string[] {
  if (usage === undefined) return []
  return (['a', 'b'] as const).map((key) => `${sides[key].label}: ${describeUsage(usage[key]) ?? 'no tokens'}`)
}

function number(tokens: number): string {
  return tokens.toLocaleString('en-US')
}

function nameModels(models: readonly string[]): string {
  return models.length === 1 ? (models[0] ?? '') : count(models.length, 'model')
}
