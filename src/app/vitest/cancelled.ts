/** What Vitest keeps for a worker; `onCancel` is not documented, so it may be missing. */
interface WorkerState {
  onCancel?: (listener: () => void) => void
}

let controller = new AbortController()

const worker = (globalThis as { __vitest_worker__?: WorkerState }).__vitest_worker__
worker?.onCancel?.(() => controller.abort())

/**
 * A signal for the suite that begins now, aborted when the run is cancelled; a worker runs one suite at a time. The
 * signal of a test is not enough: once one of several concurrent tests has ended, Vitest 4.1 forgets those that began
 * after it and does not abort them.
 */
export function nextCancelSignal(): AbortSignal {
  controller = new AbortController()
  return controller.signal
}
