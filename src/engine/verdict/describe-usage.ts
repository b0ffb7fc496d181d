import { count } from '../../base/text/wording.ts'
import { formatCost, sumUsage, totalUsage, type Usage, type UsageTotal } from '../../wire/api/usage.ts'
import { type ConversationResult, endedByItself } from './conversation-result.ts'
import type { Verdict } from './verdict.ts'

/** An incomplete cost names the models without a known price. Null where nothing was used. */
export function describeUsage(usage: readonly Usage[] | undefined): string | null {
  if (usage === undefined || usage.length === 0) return null
  const { inputTokens, outputTokens, cost, unpriced } = totalUsage(usage)
  const tokens = `${number(inputTokens + outputTokens)} tokens (${number(inputTokens)} in, ${number(outputTokens)} out)`
  if (cost === null) return tokens
  const without = unpriced.length === 0 ? '' : ` without ${nameModels(unpriced)}, whose price is not known`
  return `${tokens}, cost ${formatCost(cost)}${without}`
}

/** The usage of judges, in one line like `describeUsage`; null where nothing was used. */
export function describeJudging(judging: readonly Usage[] | undefined): string | null {
  const used = describeUsage(judging)
  return used === null ? null : `judges: ${used}`
}

/** The short form: `12,340 tokens, cost 0.0123`, or `cost at least` if a price is unknown. */
export function describeUsageShortly(usage: readonly Usage[] | undefined): string | null {
  if (usage === undefined || usage.length === 0) return null
  const { inputTokens, outputTokens, cost, unpriced } = totalUsage(usage)
  const tokens = `${number(inputTokens + outputTokens)} tokens`
  return cost === null ? tokens : `${tokens}, cost ${unpriced.length === 0 ? '' : 'at least '}${formatCost(cost)}`
}

interface TwoSides {
  usage?: { a: Usage[]; b: Usage[] }
  judging?: { a: Usage[]; b: Usage[] }
  sides: Record<'a' | 'b', { label: string }>
}

/** Runs of one conversation on both sides; equal indexes are pairs. `withoutUsage` as in `turnsWithoutUsage`. */
type PairedRuns = Record<'a' | 'b', readonly { verdict: Verdict; usage?: Usage[]; withoutUsage?: number[] }[]>

/** One line a side, the difference, the usage of judges. What was not reported is said, and counts as nothing. */
export function describeSides(
  { usage, judging, sides }: TwoSides,
  conversations: readonly { runs: PairedRuns }[],
): string[] {
  const keys = ['a', 'b'] as const
  const judges =
    judging === undefined
      ? []
      : keys.map((key) => `${sides[key].label}: ${describeJudging(judging[key]) ?? 'judges: no tokens'}`)
  if (usage === undefined) return judges
  const lines = keys.map((key) => {
    const runs = conversations.flatMap((each) => each.runs[key]).filter(({ verdict }) => ended.includes(verdict))
    const silent = runs.filter((run) => !isReported(run.usage)).length
    const words = isReported(usage[key]) ? describeUsage(usage[key]) : null
    if (words === null) return `${sides[key].label}: no tokens reported`
    return `${sides[key].label}: ${words}${silent === 0 ? '' : `; ${silent} of ${count(runs.length, 'run')} reported none`}`
  })
  const paired = usageOfPairs(conversations.map(({ runs }) => runs))
  const difference = describeUsageDifference(paired, [sides.a.label, sides.b.label], { amounts: true })
  return [...lines, ...(difference === null ? [] : [difference]), ...judges]
}

/** Whether a usage counts any token: a host that does not count them reports none. */
function isReported(usage: readonly Usage[] | undefined): boolean {
  return usage?.some(({ inputTokens, outputTokens }) => inputTokens + outputTokens > 0) === true
}

/** The turns (from 0) of a run whose usage is not known: they were not sent, or nothing was reported for them. */
export function turnsWithoutUsage(run: Pick<ConversationResult, 'turns' | 'simulated'>): number[] {
  const silent = run.turns.flatMap(({ usage }, index) => (isReported(usage) ? [] : [index]))
  return run.simulated === undefined || endedByItself(run) ? silent : [...silent, run.turns.length]
}

/** The usage on each side over pairs of runs, and how many were left out because it is not known for the same turns. */
export interface PairedUsage {
  a: Usage[]
  b: Usage[]
  pairs: number
  leftOut: number
}

/** The usage of paired runs or, if no pair ran to its end, of all runs: `pairs` is then 0. */
export function usageOfRuns(runs: PairedRuns): PairedUsage {
  const paired = usageOfPairs([runs])
  const sum = (side: 'a' | 'b'): Usage[] => sumUsage(runs[side].flatMap(({ usage = [] }) => usage))
  return paired.pairs > 0 ? paired : { ...paired, a: sum('a'), b: sum('b') }
}

/** Verdicts of runs that ran to their end, so that their usage is comparable. */
const ended: readonly Verdict[] = ['passed', 'failed', 'expected fail']

/** Of pairs that ran to their end on both sides, known for the same turns; calibrations are unpaired. */
function usageOfPairs(conversations: readonly PairedRuns[]): PairedUsage {
  const all = conversations.flatMap(({ a, b }) =>
    a.flatMap((one, index) => {
      const other = b[index]
      return other !== undefined && [one, other].every(({ verdict }) => ended.includes(verdict)) ? [[one, other]] : []
    }),
  )
  const pairs = all.filter(
    (pair) =>
      pair.every(({ usage }) => isReported(usage)) &&
      new Set(pair.map(({ withoutUsage = [] }) => withoutUsage.join())).size === 1,
  )
  const sum = (side: 0 | 1): Usage[] => sumUsage(pairs.flatMap((pair) => pair[side]?.usage ?? []))
  return { a: sum(0), b: sum(1), pairs: pairs.length, leftOut: all.length - pairs.length }
}

/** `draft costs 18 % more than default`, in tokens if not every price is known; `amounts` adds the figures. Null where equal. */
export function describeUsageDifference(
  { a, b, pairs, leftOut }: PairedUsage,
  [first, second]: readonly [string, string],
  { amounts = false }: { amounts?: boolean } = {},
): string | null {
  const rest = `${count(leftOut, pairs === 0 ? 'pair' : 'other')} left out: not both sides reported them for the same turns`
  if (pairs === 0)
    return leftOut === 0 || !amounts ? null : `${first} and ${second} cannot be compared in tokens (${rest})`
  if (a.length + b.length === 0) return null
  const totals = [totalUsage(a), totalUsage(b)] as const
  const priced = totals.every(({ unpriced }) => unpriced.length === 0)
  const amountOf = ({ cost, inputTokens, outputTokens }: UsageTotal): number =>
    priced ? (cost ?? 0) : inputTokens + outputTokens
  const [before, after] = [amountOf(totals[0]), amountOf(totals[1])]
  if (before === after && leftOut === 0) return null
  const show = priced ? formatCost : number
  const percent = before === 0 ? Number.POSITIVE_INFINITY : (after / before - 1) * 100
  const share = Number(Math.abs(percent).toFixed(Math.abs(percent) < 9.5 ? 1 : 0))
  const [verb, unit] = priced ? ['costs', ''] : ['takes', ' tokens']
  const more = percent > 0 ? 'more' : priced ? 'less' : 'fewer'
  const sentence =
    before === after || share === 0
      ? `${second} ${verb} as ${priced ? 'much' : 'many tokens'} as ${first}`
      : before === 0
        ? `${second} ${verb} ${show(after)}${unit}, ${first} nothing`
        : `${second} ${verb} ${number(share)} % ${more}${unit} than ${first}`
  const over = `${show(after)} against ${show(before)} in ${count(pairs, 'pair')} of runs`
  return amounts ? `${sentence} (${leftOut === 0 ? over : `${over}; ${rest}`})` : sentence
}

function number(tokens: number): string {
  return tokens.toLocaleString('en-US')
}

function nameModels(models: readonly string[]): string {
  return models.length === 1 ? (models[0] ?? '') : count(models.length, 'model')
}
