import { setMaxListeners } from 'node:events'

/** A signal that Ctrl-C or a termination aborts, with the exit code as its reason. A second one ends the process at once. */
export interface Interrupt {
  signal: AbortSignal
  release(): void
}

/** Listens for SIGINT and SIGTERM until released. */
export function interruptible(): Interrupt {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal) // every request that waits listens, and Node would warn of a leak
  const codes: Record<string, 130 | 143> = { SIGINT: 130, SIGTERM: 143 }
  const stop = (signal: NodeJS.Signals): void => {
    const code = codes[signal] ?? 130
    if (controller.signal.aborted) process.exit(code)
    controller.abort(code)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return {
    signal: controller.signal,
    release() {
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
    },
  }
}
