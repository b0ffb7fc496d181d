import { longestTimerMs } from '../../base/breathe.ts'
import type { JsonValue } from '../../base/json/json.ts'
import { withinLimit } from '../../base/time-limit.ts'
import { isGrounded, movesClock, type Plan } from '../../suite/plan/plan.ts'
import { lessUsage, type Prices, priceUsage, sumUsage, type Usage } from '../../wire/api/usage.ts'
import { addChecks, checkRun } from '../judge/check-run.ts'
import { judgeRun } from '../judge/judge-run.ts'
import { runConversation } from '../run/run-conversation.ts'
import type { Ground } from '../transcript/ground.ts'
import { thePrompt } from '../transcript/laws/grounded.ts'
import type { createVoice as CreateVoice } from '../user/create-voice.ts'
import type { BudgetAllowance } from '../verdict/budget/allowance.ts'
import { erroredBy } from '../verdict/cause.ts'
import { conclude } from '../verdict/conclude.ts'
import type { ConversationResult } from '../verdict/conversation-result.ts'
import { createEvaluator } from '../verdict/evaluator.ts'
import { notReached } from '../verdict/never-ran.ts'
import { agentsOfClient } from './agents-of-client.ts'
import type { PerformContext, PerformListener } from './perform.ts'

/** Runs a conversation once, through the means of this attempt, and judges it. `index` counts the attempts from 0. */
export async function performAttempt(
  plan: Plan,
  context: PerformContext,
  index: number,
  { onTurn, onTaken }: PerformListener,
): Promise<ConversationResult> {
  const meter = createMeter(context)
  const { settle, judged: tape, ...own } = (await context.meansOf?.(plan, index)) ?? { client: context.client }
  const { client, functions, storedLateMs, reconcile, signal, allowance } = { ...context, ...own }
  const { voiceBy = (voice) => voice } = context
  const judges = (tape === undefined ? undefined : context.judges?.through?.(tape)) ?? context.judges
  // A run with its own clock has its own local service, so advancing it affects nobody else.
  const { clock } = client
  const startsAt = plan.clock?.startsAt ?? null
  if (startsAt !== null && clock?.kind === 'shared') {
    const reason = `it needs a clock that stands at ${startsAt} (clock:), and this service has one clock for all: run it against the embedded local service, without --target`
    return erroredBy('script', notReached(plan, reason), reason)
  }
  const alone = clock?.kind === 'own' && (plan.clock !== null || (clock.frozen && movesClock(plan)))
  const ownClock = alone ? await clock.open(startsAt) : null
  try {
    const ground = isGrounded(plan) ? await groundOf(plan, await context.prompts?.(plan)) : undefined
    const evaluator = createEvaluator(plan, { onTurn, onTaken, ground })
    const createVoice = await voicesOf(plan)
    const own = ownClock?.client ?? client
    await readied(own.ready?.(plan.agent.value, plan.version), signal)
    const run = await runConversation(plan, {
      client: own,
      gate: evaluator,
      reconcile,
      ...(storedLateMs === undefined ? {} : { storedLateMs }),
      // The run's own client reads the clock, so that a tape holds only what the script asks for.
      ...(clock?.kind === 'shared' && movesClock(plan) ? { clockOf: context.client } : {}),
      ...(signal === undefined ? {} : { signal }),
      ...(allowance === undefined ? {} : allowance),
      spent: meter.spent,
      ...(context.speakerOf === undefined ? {} : { speaker: context.speakerOf(plan) }),
      ...(createVoice === null ? {} : { voice: (user) => voiceBy(createVoice(user, plan, judges)) }),
    })
    const lists = plan.version === 'default' ? functions?.get(plan.agent.value) : undefined
    const agents = (await (context.agents ?? agentsOfClient(context.client))?.()) ?? null
    const judged = addChecks(
      await judgeRun(plan, run, judges, signal),
      await checkRun(plan, run, context.checks, signal),
    )
    const result = meter.settle(conclude(plan, run, evaluator, { functions: lists, judged, agents }))
    return settle?.(result) ?? result
  } finally {
    await ownClock?.close()
  }
}

/** Waits for the code of an agent; an interrupted run waits for nothing. */
async function readied(loading: Promise<void> | undefined, signal: AbortSignal | undefined): Promise<void> {
  if (loading === undefined) return
  await withinLimit(longestTimerMs, signal, () => loading).catch(() => undefined)
}

/** Loads what only simulated users need; null where the plan has none. */
async function voicesOf({ conversation }: Plan): Promise<typeof CreateVoice | null> {
  return conversation.simulatedUser === undefined ? null : (await import('../user/create-voice.ts')).createVoice
}

/** Loads what reads facts, and tells it what an agent may know before anybody speaks. */
async function groundOf({ metadata, variables, customer }: Plan, prompt: readonly JsonValue[] = []): Promise<Ground> {
  const { createGround } = await import('../transcript/ground.ts')
  return createGround({
    known: [
      { where: 'the metadata', value: metadata },
      { where: 'the variables', value: variables },
      { where: 'the customer', value: { ...customer } },
      ...prompt.map((value) => ({ where: thePrompt, value })),
    ],
  })
}

/** Counts the usage of models in one attempt, at the prices of the run, and charges it to the budgets. */
interface Meter {
  /** Charges the usage of a turn at once, so that the budgets hold for the next one. */
  spent(usage: readonly Usage[]): void
  /** Returns the result with prices; charges usage that its turns did not report, such as work after the last turn. */
  settle(result: ConversationResult): ConversationResult
}

function createMeter({ prices = {}, allowance }: { prices?: Prices; allowance?: BudgetAllowance }): Meter {
  const charged: Usage[] = []
  return {
    spent(usage) {
      const priced = priceUsage(usage, prices)
      charged.push(...priced)
      allowance?.spend(priced)
    },
    settle(result) {
      if (result.usage === undefined) return result
      const usage = sumUsage(priceUsage(result.usage, prices))
      allowance?.spend(lessUsage(usage, charged))
      const turns = result.turns.map((turn) =>
        turn.usage === undefined ? turn : { ...turn, usage: priceUsage(turn.usage, prices) },
      )
      return { ...result, turns, usage }
    },
  }
}
