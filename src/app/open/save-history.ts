import type { Comparison } from '../../compare/comparison.ts'
import type { EarlierRuns, Side, SideKey } from '../../compare/model/conversation-comparison.ts'
import type { Pairing } from '../../compare/pairing.ts'
import { weighEarlier } from '../../compare/statistics/earlier-runs.ts'
import type { RunResult } from '../../engine/run-result.ts'
import type { TouchedParts } from '../../engine/verdict/touched.ts'
import type { AboutRows } from '../../records/history/history-of-run.ts'
import type { EarlierAsked } from '../../records/history/read-earlier.ts'
import { type HistoryRun, nameTarget } from '../../records/history/run-record.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { Blueprint } from '../../wire/api/blueprint.ts'
import { openConcealer } from '../config/open-concealer.ts'
import type { RunSettled } from '../config/settings.ts'
import { warn } from '../edge/print.ts'
import { showPath } from '../files/find-suites.ts'
import type { Target } from '../target/target.ts'
import type { AgentPrints } from './agent-prints.ts'

export type HistorySettings = Pick<RunSettled, 'history' | 'folder' | 'redact'>

/** `printOf` gives the fingerprint of a plan's agent; `touched` is what was seen in its transcripts, by plan id. */
export async function saveRun(
  settings: HistorySettings,
  result: RunResult,
  plans: readonly Plan[],
  { printOf, touched }: { printOf: PrintOf; touched: ReadonlyMap<string, TouchedParts> },
): Promise<string | null> {
  return keepHistory(settings, async (about) => {
    const { hashPlan, historyOfRun } = await import('../../records/history/history-of-run.ts')
    const planById = new Map(plans.map((plan) => [plan.id, plan]))
    const from = (read: PrintOf) => ({
      get(id: string): string | undefined {
        const plan = planById.get(id)
        return plan && read(plan)
      },
    })
    return historyOfRun(result, { scripts: from(hashPlan), prints: from(printOf), touched }, about)
  })
}

/** The fingerprint of the agent that a plan is performed with; undefined if nothing is known of it. */
export type PrintOf = (plan: Plan) => string | undefined

export async function saveComparison(
  settings: HistorySettings,
  comparison: Comparison,
  pairings: readonly Pairing[],
  facts: { prints: AgentPrints; touched: Record<SideKey, ReadonlyMap<string, TouchedParts>> },
): Promise<string | null> {
  return keepHistory(settings, async (about) => {
    const { hashPlan, historyOfComparison } = await import('../../records/history/history-of-run.ts')
    const hashes = (side: SideKey) => new Map(pairings.map(({ id, plans }) => [id, hashPlan(plans[side])]))
    return historyOfComparison(comparison, { scripts: { a: hashes('a'), b: hashes('b') }, ...facts }, about)
  })
}

/** Before it begins; `listed` is what the service lists, null if unknown. Knows none if no history is kept. */
export async function printRun(
  { history, target }: Pick<RunSettled, 'history' | 'target'>,
  plans: readonly Plan[],
  { local }: Pick<Target, 'local'>,
  blueprints: readonly Blueprint[] | null,
): Promise<PrintOf> {
  const versionOf = local?.versionOf ?? null
  if (history === null || (target === null && versionOf === null)) return () => undefined
  const { printPlans } = await import('./agent-prints.ts')
  const keyOf = ({ agent, version }: Plan): string => JSON.stringify([agent.value, version])
  const planByKey = new Map(plans.map((plan) => [keyOf(plan), plan]))
  const prints = printPlans(planByKey, versionOf, { listed: blueprints, findKept: () => null })
  return (plan) => prints.get(keyOf(plan))
}

/** The same scripts, played by the same agent as far as we see. An unreadable history is one line on standard error. */
export async function recallEarlier(
  { history, folder }: HistorySettings,
  side: Side,
  pairings: readonly Pairing[],
  prints: ReadonlyMap<string, string>,
): Promise<Map<string, EarlierRuns>> {
  if (history === null || prints.size === 0) return new Map()
  try {
    const { readEarlier } = await import('../../records/history/read-earlier.ts')
    const read = readEarlier(history, await askedOfHistory(pairings, prints, nameTarget(side.target)))
    if (read.ok) return weighEarlier(read.ways)
    warn(
      `earlier runs are not known, since the history cannot be read (${showPath(history, folder)}): ${read.trouble.message}`,
    )
  } catch (error) {
    warn(
      `earlier runs are not known, since the history cannot be read (${showPath(history, folder)}): ${(error as Error).message}`,
    )
  }
  return new Map()
}

/** How the history knows side a; `target` as it names it. An agent seen in part may be another: nothing is asked. */
export async function askedOfHistory(
  pairings: readonly Pairing[],
  prints: ReadonlyMap<string, string>,
  target: string,
): Promise<EarlierAsked[]> {
  const { hashPlan } = await import('../../records/history/history-of-run.ts')
  const { isOfPart } = await import('./agent-prints.ts')
  return pairings.flatMap(({ id, plans: { a } }) => {
    const agentPrint = prints.get(id)
    if (agentPrint === undefined || isOfPart(agentPrint)) return []
    const { suite, conversation, agent } = a
    return [{ id, suite, name: conversation.name.value, agent: agent.value, target, script: hashPlan(a), agentPrint }]
  })
}

/** A run never fails because of its history: one line on standard error. Returns its file, or null. */
async function keepHistory(
  { history, folder, redact }: HistorySettings,
  recordOf: (about: AboutRows) => Promise<HistoryRun>,
): Promise<string | null> {
  if (history === null) return null
  const file = showPath(history, folder)
  try {
    const { appendHistory } = await import('../../records/history/append-history.ts')
    const { findCommit } = await import('../../records/history/find-commit.ts')
    // The service's reason may contain anything, and the history outlives a run with --show-private.
    const { rest: conceal } = openConcealer({ redact }, {})
    const run = await recordOf({ commit: findCommit(folder, process.env), conceal })
    if (run.conversations.length === 0) return null
    const write = appendHistory(history, run)
    if (!write.ok) {
      warn(`the history keeps nothing of this run (${file}): ${write.trouble.message}`)
      return null
    }
    if (write.setAside !== null) warn(`the history was damaged: ${file} begins anew, the old one is ${write.setAside}`)
    return history
  } catch (error) {
    warn(`the history keeps nothing of this run (${file}): ${(error as Error).message}`)
    return null
  }
}
