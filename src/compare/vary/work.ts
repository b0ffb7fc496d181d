import { type ConversationResult, countSent } from '../../engine/verdict/conversation-result.ts'
import { type PerformContext, performConversation } from '../../engine/verdict/perform-conversation.ts'
import { isJudged } from '../../engine/verdict/verdict.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { sumUsage } from '../../wire/api/usage.ts'
import type { Lanes } from '../../wire/client/pace/pace.ts'
import { pairPlans } from '../pairing.ts'
import type { listVariants, Variant, VariantSettings } from './list-variants.ts'
import { differenceOf, type Reference } from './relation.ts'
import type { Brittleness, ConversationVariation } from './vary-result.ts'

/** How suites are varied. */
export interface VarySettings extends PerformContext, Omit<VariantSettings, 'paraphrases'> {
  target: string
  tableread: string
  concurrency: number | Lanes
  /** The level at which any variant may be called brittle although none is. */
  alpha: number
  /** How often each variant runs at first. */
  times: number
  /** The turns that may be sent in all; null for about twice as many as it takes to run every variant once. */
  turnBudget: number | null
  /** The largest share of variants that may be brittle. */
  brittle: number
  /** How many conversations with simulated users were left out. */
  simulated: number
  paraphrasedBy: string | null
  /** Other wordings of the turns of a conversation; only with a model. */
  paraphrase?: (plan: Plan) => Promise<ReadonlyMap<number, readonly string[]>>
}

/** What became of one variant. */
export interface Trial {
  variant: Variant
  /** *seen*: it differs, and that is not confirmed yet. */
  state: 'unrun' | 'same' | 'errored' | 'seen' | 'brittle'
  /** What was seen of it. */
  what: string | null
  /** Whether the turns suffice for it. */
  isPaid: boolean
}

/** One conversation while it is varied. */
export interface Work {
  plan: Plan
  trials: Trial[]
  dropped: ReturnType<typeof listVariants>['dropped']
  language: string | null
  reference: Reference | null
  unjudged: ConversationVariation['unjudged']
  original: ConversationVariation['original']
  /** The turns that it may still send, and those that one run of it takes. */
  left: number
  perRun: number
  sent: number
  found: Brittleness[]
  usage: NonNullable<ConversationResult['usage']>
}

/** Runs a conversation once, as it is, and charges it to its share. */
export async function runOnce(plan: Plan, work: Work, context: PerformContext): Promise<ConversationResult> {
  const result = await performConversation(pairPlans(plan, plan, 1).plans.a, context)
  charge(work, result)
  return result
}

/** Charges a run to the share of its conversation. */
export function charge(work: Work, result: ConversationResult): void {
  const sent = countSent(result)
  work.left -= sent
  work.sent += sent
  work.usage = sumUsage([...work.usage, ...(result.usage ?? []), ...(result.judging ?? [])])
}

/** Notes a run of the original: how often it passes, and how often it differs from what it mostly does. */
export function noteOriginal({ original, reference }: Work, run: ConversationResult): void {
  original.runs += 1
  if (!isJudged(run.verdict)) return
  original.judged += 1
  if (run.verdict === 'passed') original.passed += 1
  if (reference !== null && differenceOf(run, reference) !== null) original.differed += 1
}
