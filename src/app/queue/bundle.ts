import { isLoopback } from '../../wire/client/loopback.ts'
import type { RunSettled } from '../project/settings.ts'

/** What of the settings of a run its workers need. Keys and paths stay at home. */
const carriedSettings = [
  'target',
  'workflowTarget',
  'frozenAt',
  'prices',
  'judges',
  'timeLimitMs',
  'redact',
  'reconcile',
  'safety',
] as const

/** What a run carries to its workers. */
export interface Bundle {
  settings: Pick<RunSettled, (typeof carriedSettings)[number]>
  /** Whether the functions of published agents are asked for. */
  functions: boolean
  /** The time budget of the run, and when it began, by `Date.now()`; null without one. */
  time: { ms: number; began: number } | null
}

/** Takes from settings what travels. */
export function bundleOf(settled: RunSettled, functions: boolean): Bundle {
  const settings = Object.fromEntries(carriedSettings.map((name) => [name, settled[name]])) as Bundle['settings']
  const { timeMs } = settled.budgets
  return {
    // What files say of judges travels with the plans, and answers are kept where all workers see them.
    settings: { ...settings, judges: { ...settings.judges, licences: '', cache: false } },
    functions,
    time: timeMs === null ? null : { ms: timeMs, began: Date.now() },
  }
}

/** Whether a service is on this machine; without one each worker has a local service of its own. */
export function isLocal(target: string | null): boolean {
  return target === null || isLoopback(new URL(target).hostname)
}
