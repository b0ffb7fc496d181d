import { writeTime } from '../../../suite/language/matchers/duration.ts'
import { everyTurnOf, mostTurnsOf } from '../../../suite/language/script/conversation.ts'
import type { Plan } from '../../../suite/plan/plan.ts'
import { formatCost, totalUsage, type Usage, type UsageTotal } from '../../../wire/api/usage.ts'
import { countSent, type TurnResult } from '../conversation-result.ts'

/** What all conversations of a run may use together; null means no limit. */
export interface Budgets {
  /** Turns sent, including steps and the turns of `before` and `after`. */
  turns: number | null
  /** In milliseconds, from the start of the run. */
  timeMs: number | null
  /** Tokens, both input and output. */
  tokens?: number | null
  /** The cost of models, in the currency of the prices. */
  cost?: number | null
}

/** The remaining budgets. Each reason names its budget, and becomes the reason of a verdict *not reached*. */
export interface BudgetAllowance {
  /** Reserves the most turns that a plan can take, repeats included; returns why it may not begin, or null. */
  reserve(plan: Plan): string | null
  /** Releases what was reserved for a plan, and charges what its attempts actually sent, once for each turn. */
  settle(plan: Plan, attempts: readonly { turns: readonly Pick<TurnResult, 'turnMs'>[] }[]): void
  /** Charges one more turn, for a message that is sent again or asked of a history; returns why it may not be, or null. */
  again(): string | null
  /** Charges a turn that was sent but appears in no result. */
  unshown(): void
  /** Why no further turn may start, or none that first waits `waitMs`; null while one may. */
  halted(waitMs?: number): string | null
  spend(usage: readonly Usage[]): void
  /** With a cost budget, the first alone: only what it has used tells whether its model has a price. */
  afterFirst<T>(perform: () => Promise<T>): Promise<T>
  /** Whether there is a token or cost budget that nothing was charged to. */
  isUncounted(): boolean
  /** The time left, in milliseconds; infinite without a time budget. */
  leftMs(): number
  /** Whether something was already refused, so that it is pointless to ask for more. */
  isSpent(): boolean
}

export interface TurnStock {
  /** Takes turns and returns null; if there are not enough, takes none and returns how many are left. */
  take(cost: number): number | null
  give(turns: number): void
}

export interface SpentStock {
  add(total: UsageTotal): void
  read(): Pick<UsageTotal, 'unpriced'> & { tokens: number; cost: number }
}

function ownSpent(): SpentStock {
  const spent = { tokens: 0, cost: 0, unpriced: new Set<string>() }
  return {
    add({ inputTokens, outputTokens, cost, unpriced }) {
      spent.tokens += inputTokens + outputTokens
      spent.cost += cost ?? 0
      for (const model of unpriced) spent.unpriced.add(model)
    },
    read: () => ({ ...spent, unpriced: [...spent.unpriced] }),
  }
}

function ownStock(turns: number | null): TurnStock {
  let remainingTurns = turns ?? Number.POSITIVE_INFINITY
  return {
    take(cost) {
      if (cost > remainingTurns) return Math.max(0, remainingTurns)
      remainingTurns -= cost
      return null
    },
    give(back) {
      remainingTurns += back
    },
  }
}

/** `stock` and `began` (milliseconds since the epoch) are the whole run's if several workers share one budget. */
export function createAllowance(
  { turns, timeMs, tokens = null, cost = null }: Budgets,
  {
    stock = ownStock(turns),
    spent = ownSpent(),
    began,
  }: { stock?: TurnStock; spent?: SpentStock; began?: number } = {},
): BudgetAllowance {
  // The machine's clock may have been set back since.
  const start = Math.min(performance.now(), (began ?? Number.POSITIVE_INFINITY) - performance.timeOrigin)
  let refused = false
  const leftMs = (): number =>
    timeMs === null ? Number.POSITIVE_INFINITY : Math.max(0, timeMs - (performance.now() - start))
  const isCounted = tokens !== null || cost !== null
  const spentUp = (): string | null => {
    if (!isCounted) return null
    const reason = describeSpent({ tokens, cost }, spent.read())
    refused ||= reason !== null
    return reason
  }
  const halted = (waitMs = 0): string | null => {
    const spentReason = spentUp()
    if (spentReason !== null) return spentReason
    const remainingMs = leftMs()
    if (timeMs === null || (remainingMs > 0 && waitMs <= remainingMs)) return null
    refused = true
    return remainingMs === 0
      ? describeTimeSpent(timeMs)
      : `${describeTime(timeMs)}: ${describeRest(remainingMs)}, too little for ${writeTime(waitMs)} of waiting`
  }
  let first: Promise<unknown> | null = null
  const short = (cost: number): string | null => {
    const remainingTurns = stock.take(cost)
    return remainingTurns === null ? null : describeLeft(turns ?? 0, remainingTurns, cost)
  }
  return {
    reserve(plan) {
      const reason = halted() ?? short(mostTurns(plan))
      refused ||= reason !== null
      return reason
    },
    settle(plan, attempts) {
      const aside = everyTurnOf(plan.conversation).length - plan.conversation.turns.length
      const sent = attempts.reduce((sum, attempt) => sum + countSent(attempt) + aside, 0)
      stock.give(mostTurns(plan) - sent)
    },
    again() {
      const remainingTurns = stock.take(1)
      refused ||= remainingTurns !== null
      return remainingTurns === null ? null : `turn budget of ${turns}: none is left for one more turn`
    },
    unshown: () => stock.give(-1),
    halted,
    spend(usage) {
      if (isCounted && usage.length > 0) spent.add(totalUsage(usage))
    },
    async afterFirst(perform) {
      if (cost === null) return perform()
      if (first !== null) {
        await first
        return perform()
      }
      const performed = perform()
      first = performed.catch(() => undefined)
      return performed
    },
    isUncounted: () => isCounted && spent.read().tokens === 0,
    leftMs,
    isSpent: () => refused || halted() !== null,
  }
}

function describeTime(ms: number): string {
  return `time budget of ${writeTime(ms)}`
}

export function describeTimeSpent(ms: number): string {
  return `${describeTime(ms)} spent`
}

/** The time left, rounded down to whole units so as not to overstate it. */
function describeRest(ms: number): string {
  return `${writeTime(ms < 1_000 ? Math.floor(ms) : Math.floor(ms / 1_000) * 1_000)} left`
}

/** Why no more may be spent. A cost that is partly unknown cannot be checked against its budget. */
function describeSpent(
  { tokens, cost }: { tokens: number | null; cost: number | null },
  spent: ReturnType<SpentStock['read']>,
): string | null {
  if (tokens !== null && spent.tokens >= tokens) return `token budget of ${tokens} spent (${spent.tokens} tokens)`
  if (cost === null) return null
  const [model] = spent.unpriced
  if (model !== undefined)
    return `cost budget of ${cost}: what ${model} costs is not known; state it as price: of the workspace's models:, or under prices: of the config`
  return spent.cost >= cost ? `cost budget of ${cost} spent (${formatCost(spent.cost)})` : null
}

function describeLeft(turns: number, remainingTurns: number, cost: number): string {
  const rest = remainingTurns === 0 ? 'none is' : remainingTurns === 1 ? '1 is' : `${remainingTurns} are`
  return `turn budget of ${turns}: ${rest} left, and this may take ${cost}`
}

function mostTurns({ conversation, repeat }: Plan): number {
  return mostTurnsOf(conversation) * (repeat?.times ?? 1)
}
