import { isLoopback } from '../../wire/client/loopback.ts'
import type { RunSettled } from '../config/settings.ts'

/** The settings of a run that its workers need. Keys and paths are not among them. */
const carriedSettings = [
  'target',
  'workflowTarget',
  'headers',
  'frozenAt',
  'prices',
  'judges',
  'timeLimitMs',
  'redact',
  'reconcile',
  'safety',
] as const

export interface Bundle {
  settings: Pick<RunSettled, (typeof carriedSettings)[number]>
  /** Whether to fetch the functions of published agents. */
  functions: boolean
  /** The time budget of the run, and when it began, by `Date.now()`; null without one. */
  time: { ms: number; began: number } | null
}

export function bundleOf(runSettings: RunSettled, functions: boolean): Bundle {
  const settings = Object.fromEntries(carriedSettings.map((name) => [name, runSettings[name]])) as Bundle['settings']
  const { timeMs } = runSettings.budgets
  return {
    // What files say about judges is sent with the plans, and answers are kept where all workers see them.
    settings: { ...settings, judges: { ...settings.judges, licences: '', cache: false } },
    functions,
    time: timeMs === null ? null : { ms: timeMs, began: Date.now() },
  }
}

/** Whether a service is on this machine; without one each worker has a local service of its own. */
export function isLocal(target: string | null): boolean {
  return target === null || isLoopback(new URL(target).hostname)
}
