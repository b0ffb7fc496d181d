import type { PerformContext } from '../../engine/perform/perform.ts'
import { performConversation } from '../../engine/perform/perform-conversation.ts'
import { type ConversationResult, countSent } from '../../engine/verdict/conversation-result.ts'
import { withSpokenNames } from '../../engine/verdict/script-slips.ts'
import { isJudged } from '../../engine/verdict/verdict.ts'
import { type Plan, planOfAttempt } from '../../suite/plan/plan.ts'
import { sumUsage } from '../../wire/api/usage.ts'
import type { Lanes } from '../../wire/client/pace/pace.ts'
import { pairPlans } from '../pairing.ts'
import type { listVariants, Variant, VariantSettings } from './list-variants.ts'
import { differenceOf, type SteadyReference } from './relation.ts'
import type { VariedConversation } from './typed/edit.ts'
import type { Brittleness, ConversationVariation } from './vary-result.ts'

export interface VarySettings extends PerformContext, Omit<VariantSettings, 'paraphrases' | 'asking'> {
  target: string
  tableread: string
  concurrency: number | Lanes
  /** The chance that any variant is called brittle although none is. */
  alpha: number
  /** How often each variant runs at first. */
  times: number
  /** The most turns that may be sent in all; null for about twice as many as running every variant once takes. */
  turnBudget: number | null
  /** The largest share of variants that may be brittle. */
  brittle: number
  /** How many conversations with simulated users were left out. */
  simulated: number
  paraphrasedBy: string | null
  /** Other wordings of the turns of a conversation; only with a model. */
  paraphrase?: (plan: Plan) => Promise<ReadonlyMap<number, readonly string[]>>
}

export interface VariantTrial {
  variant: Variant
  /** *seen*: it differs, and that is not confirmed yet. */
  state: 'unrun' | 'same' | 'errored' | 'seen' | 'brittle'
  /** The difference that was seen. */
  what: string | null
  /** Whether the turns suffice for it. */
  isPaid: boolean
}

/** One conversation while it is varied. */
export interface VariedWork {
  plan: Plan
  /** Makes its variants anew, with the turns whose replies ask for something. */
  list(asking?: ReadonlySet<number>): Pick<VariedWork, 'trials' | 'dropped' | 'language'>
  trials: VariantTrial[]
  dropped: ReturnType<typeof listVariants>['dropped']
  language: string | null
  reference: SteadyReference | null
  unjudged: ConversationVariation['unjudged']
  original: ConversationVariation['original']
  /** The turns that it may still send, and the turns that one run of it takes. */
  left: number
  perRun: number
  sent: number
  /** Runs begun so far; each has generated values of its own. */
  attempts: number
  /** A run that passed: what it calls is no mistake of the script. */
  passed?: ConversationResult
  brittle: Brittleness[]
  usage: NonNullable<ConversationResult['usage']>
}

/** Runs the original (null) or a variant once, with generated values of its own, at the conversation's charge. */
export async function runOnce(
  varied: VariedConversation | null,
  work: VariedWork,
  context: PerformContext,
): Promise<ConversationResult> {
  const fresh = planOfAttempt(varied?.plan ?? work.plan, work.attempts++, keptIn(varied))
  const performed = await performConversation(pairPlans(fresh, fresh, 1).plans.a, context)
  const [result = performed] = withSpokenNames([performed], work.passed === undefined ? [] : [work.passed])
  if (result.verdict === 'passed') work.passed = result
  charge(work, result)
  return result
}

/** The generated values that a variant put in the place of others, which later runs of it have to keep. */
export function keptIn(varied: VariedConversation | null): ReadonlySet<unknown> {
  return new Set(varied?.swaps.values())
}

/** Charges a run to its conversation's share of turns. */
export function charge(work: VariedWork, result: ConversationResult): void {
  const sent = countSent(result)
  work.left -= sent
  work.sent += sent
  work.usage = sumUsage([...work.usage, ...(result.usage ?? []), ...(result.judging ?? [])])
}

/** Records a run of the original: whether it passes, and whether it deviates from the reference. */
export function recordOriginal({ original, reference }: VariedWork, run: ConversationResult): void {
  original.runs += 1
  if (!isJudged(run.verdict)) return
  original.judged += 1
  if (run.verdict === 'passed') original.passed += 1
  if (reference !== null && differenceOf(run, reference) !== null) original.differed += 1
}
