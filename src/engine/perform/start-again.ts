import { setTimeout as sleep } from 'node:timers/promises'
import { everyTurnOf } from '../../suite/language/script/conversation.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { Client } from '../../wire/client/client.ts'
import type { KnownFailure, Recovery } from '../../wire/client/failure.ts'
import { weighBreak } from '../run/recovery/weigh-failure.ts'
import type { BudgetAllowance } from '../verdict/budget/allowance.ts'
import type { ConversationResult } from '../verdict/conversation-result.ts'

/** How often a conversation begins again, and how long it waits at most before it does, in milliseconds. */
const most = 2
const longestMs = 30_000

const ofGateways: ReadonlySet<number> = new Set([429, 502, 503, 504])

interface Surroundings {
  client: Pick<Client, 'isHarmless'>
  allowance?: Pick<BudgetAllowance, 'halted' | 'again'> | undefined
  signal?: AbortSignal | undefined
}

/**
 * Begins again in a fresh session if the first turn's answer was lost (ENV-21), or a turn with what carried it out, and
 * doing it twice is harmless.
 */
export async function startAgain(
  plan: Plan,
  attempt: () => Promise<ConversationResult>,
  { client, allowance, signal }: Surroundings,
  losses: ConversationResult[],
): Promise<ConversationResult> {
  const hasSteps = everyTurnOf(plan.conversation).some(({ step }) => step !== undefined)
  const isAllowed = plan.repeatable ?? (client.isHarmless === true && !hasSteps)
  const [began, breaks] = [performance.now(), [] as KnownFailure[]]
  for (let times = 0; ; times += 1) {
    const attempted = await attempt()
    const result = noteStarts(attempted, breaks, began)
    const cause = isAllowed && times < most ? whatLost(attempted) : null
    if (cause === null) return result
    const askedMs = cause.kind === 'refused' ? cause.retryAfterMs : undefined
    const waitMs = askedMs ?? 250 * 2 ** times
    if (signal?.aborted === true || waitMs > longestMs) return result
    if (allowance !== undefined && (allowance.halted(waitMs) ?? allowance.again()) !== null) return result
    losses.push(attempted)
    breaks.push(cause)
    await sleep(waitMs, undefined, signal === undefined ? {} : { signal }).catch(() => undefined)
  }
}

/** What lost the answer to the first turn, or a turn with its thread; null for any other result. */
function whatLost({ turns }: ConversationResult): KnownFailure | null {
  const failure = turns.find((turn) => turn.failure !== null)?.failure
  if (failure?.kind === 'refused' && failure.layer === 'worker') return failure
  if (failure?.kind !== 'unknown' || failure.why !== 'no session') return null
  const { cause } = failure
  if (cause.kind === 'unreachable') return weighBreak(cause)?.weight === 'over' ? cause : null
  const status = cause.kind === 'garbled' || cause.kind === 'refused' ? cause.status : 0
  return ofGateways.has(status) ? cause : null
}

/** Notes at the first turn how it was answered after all. */
function noteStarts(result: ConversationResult, breaks: readonly KnownFailure[], began: number): ConversationResult {
  const [first, ...rest] = result.turns
  if (breaks.length === 0 || first === undefined) return result
  const { breaks: own = [], sendings = 1, looks = 0 } = first.recovered ?? {}
  const recovered: Recovery = {
    how: 'begun again',
    breaks: [...breaks, ...own],
    sendings: sendings + breaks.length,
    looks,
    ms: performance.now() - began,
  }
  return { ...result, turns: [{ ...first, recovered }, ...rest] }
}
