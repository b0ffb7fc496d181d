/** What Vitest keeps for a worker, and for each of its runs; not documented, so it may be missing. */
interface WorkerState {
  config?: { snapshotOptions?: { updateSnapshot?: string } }
}

/** Whether this run was told to update snapshots (`vitest -u`, `u` in a watch, the button of the UI). Never in CI. */
export function updatesSnapshots({ CI = '' }: NodeJS.ProcessEnv): boolean {
  if (!['', '0', 'false'].includes(CI)) return false
  const { __vitest_worker__: worker } = globalThis as { __vitest_worker__?: WorkerState }
  return worker?.config?.snapshotOptions?.updateSnapshot === 'all'
}
