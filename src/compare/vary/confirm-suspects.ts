import type { PerformContext } from '../../engine/perform/perform.ts'
import { runPool } from '../../engine/run/pool.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { isJudged } from '../../engine/verdict/verdict.ts'
import { type Plan, planOfAttempt, runsAlone } from '../../suite/plan/plan.ts'
import { type ConversationRuns, pairPlans } from '../pairing.ts'
import { runPair } from '../run-rounds.ts'
import { countPairs, pairedTest } from '../statistics/paired-test.ts'
import { chanceOf, judgePairs, pairsOf, type RequiredCertainty, stagesOf } from './confirm.ts'
import { losesMeaning } from './keeps-meaning.ts'
import { byRank, typedText } from './list-variants.ts'
import { differenceOf } from './relation.ts'
import { type Shrunk, shrinkEdits } from './shrink.ts'
import { applyEdits, describeEdit, type Edit, type VariedConversation } from './typed/edit.ts'
import type { Brittleness, ShownEdit } from './vary-result.ts'
import {
  charge,
  keptIn,
  recordOriginal,
  runOnce,
  type VariantTrial,
  type VariedWork,
  type VarySettings,
} from './work.ts'

/** What is to be confirmed: a set of edits, and the variants that were shrunk to it. */
interface Candidate {
  work: VariedWork
  edits: Edit[]
  /** Whether shrinking ran to its end. */
  complete: boolean
  /** The variants that were shrunk to these edits, at least one. */
  trials: [VariantTrial, ...VariantTrial[]]
}

/** The runs that a confirmation usually takes. */
const usualRuns = 12

/** Shrinks each suspect and confirms the remaining edits by new pairs; families take turns until the budget ends. */
export async function confirmSuspects(works: readonly VariedWork[], settings: VarySettings): Promise<void> {
  const { signal, concurrency, alpha } = settings
  const byWork = new Map<VariedWork, Candidate[]>()
  await runPool(
    works.filter(({ trials }) => trials.some(({ state }) => state === 'seen')),
    concurrency,
    async (work) => {
      byWork.set(work, await shrinkAll(work, settings))
    },
    { signal, alone: ({ plan }) => runsAlone(plan) },
  )
  // A shrunk candidate may have to be tested twice, so it counts as two tests.
  const candidates = works.flatMap((work) => byWork.get(work) ?? [])
  const tests = candidates.reduce((sum, { edits, trials: [first] }) => sum + (isSmaller(edits, first) ? 2 : 1), 0)
  await runPool(
    [...byWork.values()],
    concurrency,
    async (own) => {
      for (const candidate of own) {
        if (signal?.aborted === true) return
        await confirmCandidate(candidate, { alpha, tests, most: null }, settings)
      }
    },
    { signal, alone: ([first]) => first !== undefined && runsAlone(first.work.plan) },
  )
}

const isSmaller = (edits: readonly Edit[], { variant }: VariantTrial): boolean => edits.length < variant.edits.length

async function shrinkAll(work: VariedWork, settings: VarySettings): Promise<Candidate[]> {
  const candidates = new Map<string, Candidate>()
  for (const trial of inTurn(work)) {
    const reserve = work.perRun * usualRuns * (candidates.size + 1)
    if (settings.signal?.aborted === true || work.left < reserve) break
    const { edits, complete } = await shrink(work, trial.variant.edits, reserve, settings)
    const key = JSON.stringify(edits)
    const same = candidates.get(key)
    if (same === undefined) candidates.set(key, { work, edits, complete, trials: [trial] })
    else same.trials.push(trial)
  }
  return [...candidates.values()]
}

/** Those with the fewest edits first, and one of each family before the second of any. */
function inTurn({ trials }: VariedWork): VariantTrial[] {
  const suspects = trials.filter(({ state }) => state === 'seen')
  const shortest = suspects.toSorted((one, other) => one.variant.edits.length - other.variant.edits.length)
  return byRank(shortest, ({ variant }) => variant.family)
}

async function confirmCandidate(
  candidate: Candidate,
  certainty: RequiredCertainty,
  settings: VarySettings,
): Promise<void> {
  const { work, trials } = candidate
  const [first] = trials
  const small = await runPairs(work, applyEdits(work.plan, candidate.edits), certainty, settings)
  const isLost = small.verdict === 'not brittle' && isSmaller(candidate.edits, first)
  // If noise misled the search for fewer edits, the variant as a whole may still be brittle.
  const last = isLost ? await runPairs(work, first.variant.varied, certainty, settings) : small
  if (last.verdict === 'not brittle') for (const trial of trials) trial.state = 'same'
  if (last.verdict !== 'brittle') return
  for (const trial of isLost ? [first] : trials) trial.state = 'brittle'
  const { edits, complete } = isLost ? { edits: first.variant.edits, complete: false } : candidate
  const alike = isLost ? [] : trials.slice(1).map(({ variant }) => variant.id)
  const brittleness = tellBrittleness(work, first, { edits, shrunk: complete, alike }, { runs: last.runs, certainty })
  if (brittleness !== null) work.brittle.push(brittleness)
}

/** Runs original and variant in pairs until it is certain whether they differ, or the turns are used up. */
async function runPairs(
  work: VariedWork,
  varied: VariedConversation,
  certainty: RequiredCertainty,
  settings: VarySettings,
): Promise<{ verdict: ReturnType<typeof judgePairs> | 'unknown'; runs: ConversationRuns }> {
  const most = (stagesOf(certainty).at(-1) ?? 1) + 5
  const values = keptIn(varied)
  const fresh = (plan: Plan): Plan => planOfAttempt(plan, work.attempts, values)
  const pairing = { ...pairPlans(fresh(work.plan), fresh(varied.plan), 1), kept: values }
  const runs: ConversationRuns = { pairing, begins: 'a', a: [], b: [], again: [] }
  work.attempts += most
  // Redaction waits until the runs are judged: redacted parts of calls cannot be compared.
  const { conceal: _, ...context }: PerformContext = settings
  const isLike = likeness(work, varied)
  for (let pair = 0; pair < most; pair += 1) {
    if (settings.signal?.aborted === true || work.left < 2 * work.perRun) break
    await runPair(runs, {
      sides: { a: context, b: context },
      calibrate: false,
      heard: (side, result) => {
        charge(work, result)
        if (side === 'a') recordOriginal(work, result)
      },
    })
    const verdict = judgePairs(pairsOf(runs, isLike), certainty)
    if (verdict !== 'more') return { verdict, runs }
  }
  return { verdict: 'unknown', runs }
}

/** A function that tells whether a run does what the original mostly does. */
function likeness({ reference }: VariedWork, varied: VariedConversation): Parameters<typeof pairsOf>[1] {
  return (run, side) => reference !== null && differenceOf(run, reference, side === 'a' ? undefined : varied) === null
}

/** The fewest edits that still differ; each set is run as often as the noise of the original requires. */
async function shrink(
  work: VariedWork,
  edits: readonly Edit[],
  reserve: number,
  settings: VarySettings,
): Promise<Shrunk> {
  const { plan, reference, original } = work
  const noise = original.judged === 0 ? 0 : original.differed / original.judged
  const times = noise === 0 ? 1 : Math.min(4, Math.max(2, Math.ceil(Math.log(0.01) / Math.log(noise))))
  return shrinkEdits(edits, async (some) => {
    const varied = applyEdits(plan, some)
    if (losesMeaning(typedText(plan), typedText(varied.plan)) !== null && varied.swaps.size === 0) return false
    for (let run = 0; run < times; run += 1) {
      if (settings.signal?.aborted === true || work.left < reserve || reference === null) return null
      const result = await runOnce(varied, work, settings)
      if (!isJudged(result.verdict) || differenceOf(result, reference, varied) === null) return false
    }
    return true
  })
}

/** Reports a confirmed brittleness with a pair of runs that shows it, redacted. */
function tellBrittleness(
  work: VariedWork,
  { variant }: VariantTrial,
  { edits, shrunk, alike }: Pick<Candidate, 'edits'> & Pick<Brittleness, 'shrunk' | 'alike'>,
  { runs, certainty }: { runs: ConversationRuns; certainty: RequiredCertainty },
): Brittleness | null {
  const { plan, reference } = work
  const varied = applyEdits(plan, edits)
  const isLike = likeness(work, varied)
  const at = runs.b.findIndex((run, index) => {
    const other = runs.a[index]
    return other !== undefined && isJudged(run.verdict) && !isLike(run, 'b') && isLike(other, 'a')
  })
  const [original, variantRun] = [runs.a[at], runs.b[at]]
  const difference = variantRun === undefined || reference === null ? null : differenceOf(variantRun, reference, varied)
  if (original === undefined || variantRun === undefined || difference === null) return null
  const pairs = pairsOf(runs, isLike)
  const counts = countPairs(pairs)
  const outcomes = [...variantRun.turns.flatMap((turn) => turn.outcomes), ...variantRun.outcomes]
  const failed = outcomes.find(({ verdict }) => verdict === 'failed')?.at.line
  return {
    id: variantRun.id,
    file: plan.file,
    suite: plan.suite,
    conversation: plan.conversation.name.value,
    version: plan.version,
    variant: variant.id,
    operator: variant.operator,
    family: variant.family,
    edits: edits.map((edit): ShownEdit => ({ edit, line: lineOf(work, edit), words: describeEdit(edit) })),
    foundWith: variant.edits.length,
    shrunk,
    typed: { original: messagesOf(original), variant: messagesOf(variantRun) },
    difference,
    line: failed ?? difference.at?.line ?? plan.conversation.at.line,
    pairs: {
      pairs: counts.pairs,
      onlyOriginal: counts.onlyA,
      onlyVariant: counts.onlyB,
      p: pairedTest(counts),
      adjusted: chanceOf(pairs, certainty),
    },
    alike,
    runs: { original, variant: variantRun },
  }
}

function lineOf({ plan }: VariedWork, edit: Edit): number {
  const { at, turns } = plan.conversation
  return edit.kind === 'swap' ? at.line : (turns[edit.turn]?.user?.at.line ?? at.line)
}

function messagesOf({ turns }: ConversationResult): string[] {
  return turns.flatMap(({ user }) => (user === null ? [] : [user]))
}
