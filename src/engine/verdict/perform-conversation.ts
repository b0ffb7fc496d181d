import type { JsonValue } from '../../base/json.ts'
import type { KnownAgents } from '../../suite/lint/known-agents.ts'
import { isStillExpected, movesClock, type Plan, planOfAttempt } from '../../suite/plan/plan.ts'
import { lessUsage, type Prices, priceUsage, sumUsage, type Usage } from '../../wire/api/usage.ts'
import type { Client } from '../../wire/client/client.ts'
import { type Outcome, tellUnjudged } from '../expect/outcome.ts'
import { judgeRun } from '../judge/judge-run.ts'
import type { JudgedTape, Judges } from '../judge/judges.ts'
import type { TurnRun } from '../run/conversation-run.ts'
import type { Speaker } from '../run/run-context.ts'
import { runConversation } from '../run/run-conversation.ts'
import type { UserVoice } from '../run/user-voice.ts'
import type { Ground } from '../transcript/ground.ts'
import { thePrompt } from '../transcript/laws/grounded.ts'
import type { createVoice as CreateVoice } from '../user/create-voice.ts'
import type { Allowance } from './allowance.ts'
import type { MeasuredAttempt } from './budget-use.ts'
import { erroredBy, withCause } from './cause.ts'
import { type Conceal, withoutKeys } from './conceal.ts'
import { conclude } from './conclude.ts'
import type { ConversationResult, TurnResult } from './conversation-result.ts'
import { createEvaluator } from './evaluator.ts'
import { hasStatistics, judgeStatistics } from './judge-statistics.ts'
import type { KnownFunctions } from './known-functions.ts'
import { brokenResult, notReached, skipped, unableResult } from './never-ran.ts'
import { repeatConversation, withStatistics } from './repeat.ts'
import { startAgain } from './start-again.ts'

/** What an attempt uses in place of the run's own settings, such as a tape. */
export interface Attempt {
  client: Client
  functions?: KnownFunctions
  /** The tape that judges' answers are recorded on or replayed from. */
  judged?: JudgedTape
  /** See `PerformContext`. */
  storedLateMs?: number
  /** Called with the complete judged result; may return another in its place. */
  settle?: (result: ConversationResult) => ConversationResult
}

/**
 * Returns what the agent of a plan is told before it speaks, as far as that can be known: texts, and tools as
 * values.
 */
export type Prompts = (plan: Plan) => Promise<readonly JsonValue[]>

/** Returns what is known of the agents that conversations run against; null if nothing is. */
export type AgentsOfRun = () => Promise<KnownAgents | null>

/** What running and judging one conversation needs. */
export interface PerformContext {
  client: Client
  /** Fetch the stored session after the last turn and compare (laws `slices add up`, `version answers`). */
  reconcile: boolean
  /**
   * How late the stored session may show what was said, in milliseconds, where the script does not say; 0 where it no
   * longer changes. @default 2,000
   */
  storedLateMs?: number
  /** The function lists of published agents, if known (see `knownFunctions`). */
  functions?: KnownFunctions
  /** What is known of the agents, to tell a misspelt tool from one that was not called. */
  agents?: AgentsOfRun
  /** Called if replies have to be grounded. */
  prompts?: Prompts
  /** Judges for criteria; without any, criteria are not judged. */
  judges?: Judges
  signal?: AbortSignal
  /** The remaining budgets of the run. */
  allowance?: Allowance
  /** Gives each attempt its own client; `index` counts the attempts at the plan from 0. */
  openAttempt?: (plan: Plan, index: number) => Promise<Attempt>
  /** The prices of models, where the service does not report costs. */
  prices?: Prices
  /** Redacts private data in results before they are reported or stored; without it only keys are redacted. */
  conceal?: Conceal
  /** Creates, for each attempt, who speaks after the scripted turns. */
  speakerOf?: (plan: Plan) => Speaker
  /** Wraps a simulated user's voice, such as for a person who may say something else. */
  takeOver?: (voice: UserVoice) => UserVoice
  /** Has conversations carried out elsewhere, such as by workers of a queue; their results are treated the same. */
  elsewhere?: Elsewhere
}

/** An attempt with what budgets need: its times, and the turns that were sent. */
export interface TakenAttempt extends MeasuredAttempt {
  turns: Pick<TurnResult, 'outcomes' | 'turnMs'>[]
}

/** A conversation that was carried out elsewhere. */
export interface CarriedOut {
  /** The result of `performConversation` there. */
  result: ConversationResult
  /** Each attempt, with the turns that were sent. */
  attempts: readonly TakenAttempt[]
}

/** Carries out a conversation elsewhere. It does not reject. */
export type Elsewhere = (plan: Plan, listener: Pick<PerformListener, 'onBegun' | 'onTurn'>) => Promise<CarriedOut>

/** Listens to a conversation as it runs. */
export interface PerformListener {
  /** Called when it begins, which elsewhere may be later. */
  onBegun?: () => void
  /** Receives the index of each finished turn. */
  onTurn?: (index: number) => void
  /** Receives each turn as it arrives, with its outcomes so far. */
  onTaken?: (turn: TurnRun, outcomes: readonly Outcome[]) => void
  /** Receives each judged attempt, including those that the result does not show. */
  onAttempt?: (attempt: TakenAttempt) => void
}

/**
 * Runs one conversation as often as its script says, and judges it on the way, so that a failed turn can end
 * it. Judging uses the agent's words as they came; callers and listeners receive them without keys. Does not
 * reject.
 */
export async function performConversation(
  plan: Plan,
  context: PerformContext,
  listener: PerformListener = {},
): Promise<ConversationResult> {
  if (plan.conversation.skip !== undefined) return skipped(plan, plan.conversation.skip.value)
  const { signal } = context
  if (plan.unset.length > 0 || plan.problems.length > 0) return brokenResult(plan)
  const refusal = context.allowance?.reserve(plan) ?? null
  if (refusal !== null) return notReached(plan, refusal)
  if (context.elsewhere !== undefined) {
    const { result, attempts } = await context.elsewhere(plan, listener)
    for (const attempt of attempts) listener.onAttempt?.(attempt)
    context.allowance?.settle(plan, attempts)
    context.allowance?.spend([...(result.usage ?? []), ...(result.judging ?? [])])
    if (isGrounded(plan)) await context.prompts?.(plan) // so that quotations of prompts get concealed too
    return result
  }
  listener.onBegun?.()
  const attempts: ConversationResult[] = []
  const lost: ConversationResult[] = []
  let begun = 0
  // One that begins again is a further attempt: its values are new ones, since the lost one may have used those before.
  const once = (): Promise<ConversationResult> => startAgain(plan, () => attemptAt(begun++), context, lost)
  const attemptAt = async (index: number): Promise<ConversationResult> => {
    const { result, shown } = await attemptOnce(planOfAttempt(plan, index), context, index, listener)
      .then((result) => ({ result, shown: withoutKeys(result) }))
      .catch((error) => {
        const unable = unableResult(plan, error)
        return { result: unable, shown: unable }
      })
    listener.onAttempt?.(shown)
    attempts.push(result)
    return result
  }
  const stopped = (): boolean => signal?.aborted === true
  const statistics = (results: readonly ConversationResult[]): Outcome[] =>
    tellUnjudged('latency', plan.conversation.name.at, () => judgeStatistics(plan, results))
  const result =
    plan.repeat === null || stopped()
      ? addStatistics(await once(), statistics)
      : await repeatConversation(plan.repeat, once, stopped, statistics, hasStatistics(plan))
  const counted = attempts.filter((each) => !lost.includes(each)) // each lost turn was charged when it was sent again
  context.allowance?.settle(plan, counted)
  const held = unlessNothingWas(withUsageOf(result, attempts), plan)
  return shownOf(plan, withCause({ ...held, ...forgive(plan, held) }))
}

/** A result without keys. If they cannot be looked for, nothing of it may be shown. */
function shownOf(plan: Plan, result: ConversationResult): ConversationResult {
  try {
    return withoutKeys(result)
  } catch (error) {
    return unableResult(plan, error)
  }
}

/**
 * A conversation that expects nothing beyond its own `every turn` has not passed if none of that applied, such
 * as when no tool was called under its tool limits. (Without that key such a script would be invalid; for
 * stored sessions the laws decide.)
 */
function unlessNothingWas(result: ConversationResult, { conversation }: Plan): ConversationResult {
  const outcomes = [...result.turns.flatMap((turn) => turn.outcomes), ...result.outcomes]
  if (result.verdict !== 'passed' || outcomes.some(decides)) return result
  if (outcomes.some(({ verdict }) => verdict === 'advice')) return erroredBy('judge', result, onlyAdvice)
  if (conversation.everyTurn === undefined) return result
  return erroredBy('script', result, 'no expectation could be judged: nothing happened that they are about')
}

/** Whether an outcome belongs to an expectation and says something about the agent. */
function decides({ kind, verdict }: Outcome): boolean {
  return kind !== 'law' && verdict !== 'advice' && verdict !== 'reference'
}

const onlyAdvice =
  'only judges without a licence are asked here, and what they say is advice: see "tableread judge status"'

/** Guardrails on p50 and p95 also apply to the turns of a conversation that runs only once. */
function addStatistics(
  result: ConversationResult,
  judge: (results: readonly ConversationResult[]) => Outcome[],
): ConversationResult {
  const outcomes = judge([result])
  if (outcomes.length === 0) return result
  return { ...result, verdict: withStatistics(result.verdict, outcomes), outcomes: [...result.outcomes, ...outcomes] }
}

async function attemptOnce(
  plan: Plan,
  context: PerformContext,
  index: number,
  { onTurn, onTaken }: PerformListener,
): Promise<ConversationResult> {
  const meter = createMeter(context)
  const { settle, judged: tape, ...own } = (await context.openAttempt?.(plan, index)) ?? { client: context.client }
  const { client, functions, storedLateMs, reconcile, signal, allowance } = { ...context, ...own }
  const { takeOver = (voice) => voice } = context
  const judges = (tape === undefined ? undefined : context.judges?.through?.(tape)) ?? context.judges
  // A run with its own clock has its own local service, so advancing it affects nobody else.
  const { clock } = client
  const wanted = plan.clock?.startsAt ?? null
  if (wanted !== null && clock?.kind === 'shared') return unableToStand(plan, wanted)
  const alone = clock?.kind === 'own' && (plan.clock !== null || (clock.frozen && movesClock(plan)))
  const opened = alone ? await clock.open(wanted) : null
  try {
    const ground = isGrounded(plan) ? await groundOf(plan, await context.prompts?.(plan)) : undefined
    const evaluator = createEvaluator(plan, { onTurn, onTaken, ground })
    const createVoice = await voicesOf(plan)
    const run = await runConversation(plan, {
      client: opened?.client ?? client,
      gate: evaluator,
      reconcile,
      ...(storedLateMs === undefined ? {} : { storedLateMs }),
      // The run's own client reads the clock, so that a tape holds only what the script asks for.
      ...(clock?.kind === 'shared' && movesClock(plan) ? { clockOf: context.client } : {}),
      ...(signal === undefined ? {} : { signal }),
      ...(allowance === undefined ? {} : allowance),
      spent: meter.spent,
      ...(context.speakerOf === undefined ? {} : { speaker: context.speakerOf(plan) }),
      ...(createVoice === null ? {} : { voice: (user) => takeOver(createVoice(user, plan, judges)) }),
    })
    const lists = plan.version === 'default' ? functions?.get(plan.agent.value) : undefined
    const agents = (await context.agents?.()) ?? null
    const judged = await judgeRun(plan, run, judges, signal)
    const result = meter.settle(conclude(plan, run, evaluator, { functions: lists, judged, agents }))
    return settle?.(result) ?? result
  } finally {
    await opened?.close()
  }
}

/** A conversation that starts at a fixed instant cannot run if all share one clock. */
function unableToStand(plan: Plan, startsAt: string): ConversationResult {
  const reason = `it needs a clock that stands at ${startsAt} (clock:), and this service has one clock for all: run it against the embedded local service, without --target`
  return erroredBy('script', notReached(plan, reason), reason)
}

/** A verdict, and the reason if the turns do not show it. */
type Reasoned = Pick<ConversationResult, 'verdict' | 'reason'>

/**
 * Turns a failure that the script expects into *expected fail*, until the date that it names. A pass is
 * reported, because the mark should be removed; what could not be judged stays unchanged, or the mark would
 * hide it.
 */
export function forgive(
  { conversation, file }: Pick<Plan, 'conversation' | 'file'>,
  { verdict, reason }: Reasoned,
  today: Date = new Date(),
): Reasoned {
  const expected = conversation.expectedFail
  const failed = verdict === 'failed' || verdict === 'flaky'
  if (expected === undefined || (!failed && verdict !== 'passed')) return { verdict, reason }
  const because = (text: string): string => [text, reason].filter((each) => each !== null).join('; ')
  const { until, listed, at } = expected
  const mark = listed === undefined ? `"expected fail" out of ${file}:${at.line}` : `its entry out of ${listed}`
  if (!failed)
    return { verdict, reason: because(`it was expected to fail (${expected.reason}) and passes: take ${mark}`) }
  if (isStillExpected(expected, today)) return { verdict: 'expected fail', reason: because(expected.reason) }
  return { verdict, reason: because(`it was expected to fail until ${until}: ${expected.reason}`) }
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

/** Whether replies of a plan have to be grounded. */
function isGrounded({ grounded, everyTurn, conversation }: Plan): boolean {
  return (
    grounded === true ||
    [...everyTurn, ...conversation.turns.map(({ expect }) => expect)].some(
      (each) => each?.reply?.grounded !== undefined,
    )
  )
}

/** Counts the usage of models in one attempt, at the prices of the run, and charges it to the budgets. */
interface Meter {
  /** Charges the usage of a turn at once, so that the budgets hold for the next one. */
  spent(usage: readonly Usage[]): void
  /** Returns the result with prices; charges usage that its turns did not report, such as work after the last turn. */
  settle(result: ConversationResult): ConversationResult
}

function createMeter({ prices = {}, allowance }: { prices?: Prices; allowance?: Allowance }): Meter {
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

/** The result that stands for several attempts, with the usage of all of them. */
function withUsageOf(
  result: ConversationResult,
  attempts: readonly Pick<ConversationResult, 'usage' | 'judging'>[],
): ConversationResult {
  const usage = sumUsage(attempts.flatMap((attempt) => attempt.usage ?? []))
  const judging = sumUsage(attempts.flatMap((attempt) => attempt.judging ?? []))
  const taken = usage.length === 0 ? result : { ...result, usage }
  return judging.length === 0 ? taken : { ...taken, judging }
}
