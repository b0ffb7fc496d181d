import { z } from 'zod'

const usageShape = z.object({
  /** As the agent names it: an entry of `models:`, or `openai/gpt-5-mini`. */
  model: z.string(),
  inputTokens: z.number().int().min(0),
  outputTokens: z.number().int().min(0),
  /** In the currency of the prices; left out if no price is known. */
  cost: z.number().min(0).exactOptional(),
})

/** The input and output tokens of a model, and their cost if its price is known. */
export interface Usage extends z.output<typeof usageShape> {}

/** The price of a million tokens of a model, in whatever currency the user counts in. */
export interface Price {
  input: number
  output: number
}

/** The prices of models, by their names. */
export type Prices = Readonly<Record<string, Price>>

/** Only the local service sends it: usage of the turn with a turn, of the session with a session fetch. */
export const usageHeader = 'x-local-usage'

const shape = z.array(usageShape)

/** The longest value of the header: clients and proxies accept 8 to 16 kB of headers in total. */
const mostWritten = 6_000

/** The name under which models that no longer fit into the header are added up. */
const otherModels = 'other models'

/** Usage as the value of a header: JSON in ASCII. Models that do not fit are added up at the end. */
export function writeUsage(usage: readonly Usage[]): string {
  const whole = toAscii(usage)
  if (whole.length <= mostWritten) return whole
  let room = mostWritten - 400 // room for two entries of other models, one with a cost and one without
  const fits = usage.findIndex((each) => {
    room -= toAscii(each).length + 1
    return room < 0
  })
  const others = usage.slice(fits).map((each) => ({ ...each, model: otherModels }))
  return toAscii([...usage.slice(0, fits), ...sumUsage(others)])
}

function toAscii(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The usage in a header; undefined if the header is missing or unreadable. */
export function readUsage(header: string | null): Usage[] | undefined {
  if (header === null) return undefined
  try {
    const read = shape.safeParse(JSON.parse(header))
    return read.success && read.data.length > 0 ? read.data : undefined
  } catch {
    return undefined
  }
}

/** The sums by model, with priced and unpriced usage kept apart. */
export function sumUsage(usage: readonly Usage[]): Usage[] {
  const sums = new Map<string, Usage>()
  for (const { model, inputTokens, outputTokens, cost } of usage) {
    const key = `${cost === undefined} ${model}`
    const before = sums.get(key)
    const sum = {
      model,
      inputTokens: inputTokens + (before?.inputTokens ?? 0),
      outputTokens: outputTokens + (before?.outputTokens ?? 0),
    }
    sums.set(key, cost === undefined ? sum : { ...sum, cost: rounded(cost + (before?.cost ?? 0)) })
  }
  return [...sums.values()]
}

/** The part of the first usage that exceeds the second, by model. */
export function lessUsage(usage: readonly Usage[], knownUsage: readonly Usage[]): Usage[] {
  const isNamed = (model: string): boolean => usage.some((each) => each.model === model)
  const sums = sumUsage(knownUsage.map((each) => (isNamed(each.model) ? each : { ...each, model: otherModels })))
  return sumUsage(usage).flatMap((each) => {
    const before = sums.find(
      ({ model, cost }) => model === each.model && (cost === undefined) === (each.cost === undefined),
    )
    if (before === undefined) return [each]
    const rest = {
      model: each.model,
      inputTokens: Math.max(0, each.inputTokens - before.inputTokens),
      outputTokens: Math.max(0, each.outputTokens - before.outputTokens),
    }
    if (rest.inputTokens + rest.outputTokens === 0) return []
    return [each.cost === undefined ? rest : { ...rest, cost: Math.max(0, rounded(each.cost - (before.cost ?? 0))) }]
  })
}

/** Adds costs to usage that has none yet, where a price is known. */
export function priceUsage(usage: readonly Usage[], prices: Prices): Usage[] {
  return usage.map((each) => {
    const { model, inputTokens, outputTokens } = each
    const price = Object.hasOwn(prices, model) ? prices[model] : undefined
    if (each.cost !== undefined || price === undefined) return each
    return { ...each, cost: rounded((inputTokens * price.input + outputTokens * price.output) / 1_000_000) }
  })
}

/** Hides the error of floating-point sums: 1e-12 of any currency is negligible. */
function rounded(cost: number): number {
  return Math.round(cost * 1e12) / 1e12
}

/** A cost for people: two decimals from 1 upwards, three significant digits below that. */
export function formatCost(cost: number): string {
  return cost >= 1 ? cost.toFixed(2) : String(Number(cost.toPrecision(3)))
}

/** Total usage: tokens in and out, the cost as far as prices are known, and the models without a price. */
export interface UsageTotal {
  inputTokens: number
  outputTokens: number
  /** Null if no price is known at all. */
  cost: number | null
  unpriced: string[]
}

export function totalUsage(usage: readonly Usage[]): UsageTotal {
  const sum = (of: (each: Usage) => number): number => usage.reduce((total, each) => total + of(each), 0)
  return {
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    cost: usage.every(({ cost }) => cost === undefined) ? null : rounded(sum(({ cost = 0 }) => cost)),
    unpriced: [...new Set(usage.flatMap(({ model, cost }) => (cost === undefined ? [model] : [])))],
  }
}
