import { knownMembers } from '../../base/json/known-members.ts'
import { runPool } from '../../engine/run/pool.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { isJudged } from '../../engine/verdict/verdict.ts'
import { type Plan, runsAlone } from '../../suite/plan/plan.ts'
import { concludeVary } from './conclude-vary.ts'
import { confirmSuspects } from './confirm-suspects.ts'
import { byRank, listVariants } from './list-variants.ts'
import { leastOriginals, lookFirst, wasRun, whyNoReference } from './look-first.ts'
import { differenceOf, referenceOf, type SteadyReference } from './relation.ts'
import { listAskingTurns } from './typed/answering.ts'
import type { Edit } from './typed/edit.ts'
import type { VaryResult } from './vary-result.ts'
import { recordOriginal, runOnce, type VariantTrial, type VariedWork, type VarySettings } from './work.ts'

/** The share of turns for first runs of variants in each round; the rest confirms and shrinks what was seen. */
const forLooking = 0.5
/** Each further round runs variants that were not run yet, with the turns that the previous one left over. */
const mostRounds = 4
/** How many variants run per run of the original. */
const block = 5

/** The findings, and the unredacted edits of each brittleness; only `result` has private data redacted. */
export interface VaryPerformance {
  result: VaryResult
  edits: Edit[][]
}

/** Runs conversations as written and as others would type them; confirms and shrinks differences. Does not reject. */
export async function performVary(plans: readonly Plan[], settings: VarySettings): Promise<VaryPerformance> {
  const [startedAt, began] = [new Date().toISOString(), performance.now()]
  const works: VariedWork[] = []
  for (const plan of plans) works.push(await beginWork(plan, plans.length, settings))
  const first = await lookFirst(works, settings)
  for (const [work, runs] of first) if (work.unjudged === null) Object.assign(work, work.list(listAskingTurns(runs)))
  for (const work of works) choosePaid(work, settings.times, true)
  let alpha = settings.alpha
  for (let round = 1; round <= mostRounds && settings.signal?.aborted !== true; round += 1) {
    await look(works, settings, round === 1 ? first : new Map())
    await lookAgain(works, settings)
    shareTurns(works, ({ trials }) => trials.filter(({ state }) => state === 'seen').length)
    const isLast = round === mostRounds || works.every((work) => unlooked(work).length === 0)
    const level = isLast ? alpha : alpha / 2
    await confirmSuspects(works, { ...settings, alpha: level })
    alpha -= level
    shareTurns(works, (work) => (unlooked(work).length > 0 ? 1 : 0))
    const goOn = works.map((work) => choosePaid(work, settings.times))
    if (isLast || !goOn.includes(true)) break
  }
  const ms = performance.now() - began
  return {
    result: concludeVary(works, settings, { startedAt, ms }),
    edits: works.flatMap(({ brittle }) => brittle.map(({ edits }) => edits.map(({ edit }) => edit))),
  }
}

/** Makes the variants of a conversation; those that its share of the turns cannot pay for stay unrun. */
async function beginWork(plan: Plan, of: number, settings: VarySettings): Promise<VariedWork> {
  const { turnBudget, most, times, paraphrase } = settings
  const isSkipped = plan.conversation.skip !== undefined
  const paraphrases = isSkipped ? undefined : await paraphrase?.(plan)
  const list: VariedWork['list'] = (asking) => {
    const { variants, dropped, language } = listVariants(plan, {
      ...settings,
      ...knownMembers({ paraphrases, asking }),
    })
    const trials = variants.map((variant): VariantTrial => ({ variant, state: 'unrun', what: null, isPaid: false }))
    return { trials, dropped, language }
  }
  const perRun = Math.max(1, plan.conversation.turns.length)
  const enough = Math.ceil((Math.max(10, most) * times + originalsFor(most)) / forLooking) * perRun
  const remainingTurns = turnBudget === null ? enough : Math.floor(turnBudget / of)
  const work: VariedWork = {
    plan,
    list,
    ...list(),
    reference: null,
    unjudged: null,
    original: { runs: 0, judged: 0, passed: 0, differed: 0 },
    left: remainingTurns,
    perRun,
    sent: 0,
    attempts: 0,
    brittle: [],
    usage: [],
  }
  const isPaid = choosePaid(work, times)
  work.unjudged = whyNotBegun(work, isPaid)
  return work
}

/** Variants that were not run and may still be. */
function unlooked({ trials, unjudged }: VariedWork): VariantTrial[] {
  return unjudged === null ? trials.filter(({ state, isPaid }) => state === 'unrun' && !isPaid) : []
}

/** Chooses the variants a conversation's turns can pay for, if any; `anew` counts turns already sent as available. */
function choosePaid(work: VariedWork, times: number, anew = false): boolean {
  if (anew) for (const trial of work.trials) trial.isPaid = false
  const trials = unlooked(work)
  const turns = work.left + (anew ? work.sent : 0)
  const paid = affordable(Math.floor((turns * forLooking) / work.perRun), times)
  const looked = new Set(byRank(trials, ({ variant }) => variant.family).slice(0, paid))
  for (const trial of trials) trial.isPaid = looked.has(trial)
  return looked.size > 0
}

/** Pools the remaining turns and shares them out by weight; does nothing where all weights are 0. */
function shareTurns(works: readonly VariedWork[], weightOf: (work: VariedWork) => number): void {
  const all = works.reduce((sum, work) => sum + weightOf(work), 0)
  if (all === 0) return
  const remainingTurns = works.reduce((sum, work) => sum + Math.max(0, work.left), 0)
  for (const work of works) work.left = Math.floor((remainingTurns * weightOf(work)) / all)
}

function whyNotBegun({ plan, trials, dropped, left }: VariedWork, isPaid: boolean): VariedWork['unjudged'] {
  if (plan.conversation.skip !== undefined)
    return { kind: 'not run', reason: `skipped: ${plan.conversation.skip.value}` }
  if (trials.length === 0 && dropped.some(({ early }) => early)) return null
  if (trials.length === 0) return { kind: 'nothing to vary', reason: 'no operator has anything to change in it' }
  return isPaid ? null : { kind: 'not run', reason: `its share of ${left} turns is too small for one variant` }
}

/** How many variants this many runs can cover, including the runs of the original that they need. */
function affordable(runs: number, times: number): number {
  let variants = 0
  while ((variants + 1) * times + originalsFor(variants + 1) <= runs) variants += 1
  return variants
}

const originalsFor = (variants: number): number => Math.max(leastOriginals, Math.ceil(variants / block))

interface Run {
  work: VariedWork
  trial: VariantTrial | null
  result?: ConversationResult
}

/** Runs every variant for the first time, interleaved with runs of the original. */
async function look(
  works: readonly VariedWork[],
  settings: VarySettings,
  first: ReadonlyMap<VariedWork, readonly ConversationResult[]>,
): Promise<void> {
  const rows = works
    .filter(({ unjudged }) => unjudged === null)
    .map((work) => interleave(work, settings.times, first.get(work)?.length ?? 0))
  const longest = Math.max(0, ...rows.map((row) => row.length))
  const runs = Array.from({ length: longest }, (_, index) => rows.flatMap((row) => row[index] ?? [])).flat()
  await runPool(
    runs,
    settings.concurrency,
    async (run) => {
      run.result = await runOnce(run.trial?.variant.varied ?? null, run.work, settings)
    },
    { signal: settings.signal, alone: ({ work }) => runsAlone(work.plan) },
  )
  for (const work of works) {
    const own = runs.filter((run) => run.work === work)
    judgeFirst(work, own, first.get(work) ?? [])
  }
}

/** Blocks of variants, each with an original at another place; `done` runs of the original already took place. */
function interleave(work: VariedWork, times: number, done: number): Run[] {
  const trials = work.trials.filter(({ isPaid, state }) => isPaid && state === 'unrun')
  if (trials.length === 0) return []
  const all = Array.from({ length: times }, () => trials).flat()
  const originals = originalsFor(trials.length) - done
  if (originals <= 0) return all.map((trial) => ({ work, trial }))
  const size = Math.max(1, Math.ceil(all.length / originals))
  return Array.from({ length: originals }, (_, index) => {
    const own: Run[] = all.slice(index * size, (index + 1) * size).map((trial) => ({ work, trial }))
    own.splice(index % (own.length + 1), 0, { work, trial: null })
    return own
  }).flat()
}

function judgeFirst(work: VariedWork, runs: readonly Run[], first: readonly ConversationResult[]): void {
  if (work.unjudged !== null) return
  const cameOf = (target: VariantTrial | null): ConversationResult[] =>
    runs.flatMap(({ trial, result }) => (trial === target && result !== undefined ? [result] : []))
  const originals = [...first, ...cameOf(null)]
  if (runs.length === 0) return
  work.reference ??= referenceOf(originals)
  for (const run of originals) recordOriginal(work, run)
  work.unjudged = work.reference === null ? whyNoReference(work, originals) : null
  if (work.reference === null) return
  for (const trial of work.trials) judgeTrial(trial, cameOf(trial), work.reference)
}

/** Judges a variant by its runs: it differs if any of them does, and is errored if none was judged. */
function judgeTrial(trial: VariantTrial, runs: readonly ConversationResult[], reference: SteadyReference): void {
  if (runs.length === 0) return
  const judged = runs.filter(({ verdict }) => isJudged(verdict))
  const differences = judged.flatMap((run) => differenceOf(run, reference, trial.variant.varied) ?? [])
  trial.what = differences[0]?.what ?? null
  trial.state = differences.length > 0 ? 'seen' : judged.length > 0 ? 'same' : wasRun(runs) ? 'errored' : 'unrun'
}

/** Runs each variant that differed again, with the original: what does not differ again was noise. */
async function lookAgain(works: readonly VariedWork[], settings: VarySettings): Promise<void> {
  const runs = works.flatMap((work) =>
    work.trials.filter(({ state }) => state === 'seen').map((trial) => ({ work, trial })),
  )
  await runPool(
    runs,
    settings.concurrency,
    async ({ work, trial }) => {
      const pair = 2 * work.perRun
      if (work.left < pair || work.reference === null) return
      work.left -= pair // other pairs of the same conversation are run meanwhile
      recordOriginal(work, await runOnce(null, work, settings))
      const run = await runOnce(trial.variant.varied, work, settings)
      work.left += pair
      if (isJudged(run.verdict) && differenceOf(run, work.reference, trial.variant.varied) === null)
        trial.state = 'same'
    },
    { signal: settings.signal, alone: ({ work }) => runsAlone(work.plan) },
  )
}
