import { runPool } from '../../engine/run/pool.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { isJudged } from '../../engine/verdict/verdict.ts'
import { runsAlone } from '../../suite/plan/plan.ts'
import { referenceOf } from './relation.ts'
import { recordOriginal, runOnce, type VariedWork, type VarySettings } from './work.ts'

/** How often a conversation runs as written before its variants, and how often at most while that is open. */
export const leastOriginals = 3
const mostFirst = 5

/** Runs each as written first; those that fail, cannot be judged or sent stop here and leave their turns to others. */
export async function lookFirst(
  works: readonly VariedWork[],
  settings: VarySettings,
): Promise<Map<VariedWork, ConversationResult[]>> {
  const first = new Map<VariedWork, ConversationResult[]>()
  await runPool(
    works.filter(({ unjudged }) => unjudged === null),
    settings.concurrency,
    async (work) => {
      const runs: ConversationResult[] = []
      first.set(work, runs)
      while (isOpen(runs) && work.left >= work.perRun && settings.signal?.aborted !== true)
        runs.push(await runOnce(null, work, settings))
      if (referenceOf(runs) !== null) return
      for (const run of runs) recordOriginal(work, run)
      work.unjudged = whyNoReference(work, runs)
    },
    { signal: settings.signal, alone: ({ plan }) => runsAlone(plan) },
  )
  giveAway(works)
  return first
}

/** Whether one more run may still tell something. */
function isOpen(runs: readonly ConversationResult[]): boolean {
  const last = runs.at(-1)
  if (last !== undefined && (last.verdict === 'unsafe' || last.verdict === 'broken' || !wasRun([last]))) return false
  const judged = runs.filter(({ verdict }) => isJudged(verdict)).length
  const passed = runs.filter(({ verdict }) => verdict === 'passed').length
  if (runs.length < leastOriginals) return true
  return runs.length < mostFirst && passed > 0 && passed * 2 <= judged
}

/** Distributes the turns of conversations that are not varied evenly to those that are. */
function giveAway(works: readonly VariedWork[]): void {
  const others = works.filter(({ unjudged }) => unjudged === null)
  const done = works.filter(({ unjudged }) => unjudged !== null)
  if (others.length === 0) return
  const share = Math.floor(done.reduce((sum, { left }) => sum + Math.max(0, left), 0) / others.length)
  for (const work of others) work.left += share
  for (const work of done) work.left = 0
}

/** Whether any of the runs took place: an exhausted budget or an interrupt keeps a run from its turns. */
export function wasRun(runs: readonly ConversationResult[]): boolean {
  return runs.some(({ verdict }) => verdict !== 'not reached')
}

/** Why a conversation has no reference for its variants. */
export function whyNoReference({ original }: VariedWork, runs: readonly ConversationResult[]): VariedWork['unjudged'] {
  const { judged, passed } = original
  const unsafe = runs.find(({ verdict }) => verdict === 'unsafe')
  if (unsafe !== undefined) return { kind: 'unsafe', reason: unsafe.reason ?? 'it was not sent' }
  if (judged > 0)
    return {
      kind: 'fails by itself',
      reason: `${passed} of ${judged} runs of the conversation as it is written passed`,
    }
  const reason = runs.map((run) => run.reason ?? run.cause?.why).find((each) => typeof each === 'string')
  const [first] = runs
  if (first === undefined || !wasRun(runs)) return { kind: 'not run', reason: reason ?? 'it was not reached' }
  return { kind: 'errored', reason: reason ?? `no run of it could be judged (${first.verdict})` }
}
