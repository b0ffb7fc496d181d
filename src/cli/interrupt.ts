/** A signal that Ctrl-C or a termination aborts. A second Ctrl-C ends the process at once. */
export interface Interrupt {
  signal: AbortSignal
  release(): void
}

/** Listens for SIGINT and SIGTERM until released. */
export function interruptible(): Interrupt {
  const controller = new AbortController()
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(130)
    controller.abort()
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
