import type { Vitest } from 'vitest/node'
import { exitCodeOf } from './exit-code-of.ts'

/** A watch that a person ends. */
export interface Stay {
  /** What a Vitest reporter is told first; here the watch takes over the signals. */
  onInit(vitest: Vitest): void
  /** The exit code, once Vitest closes: 130 or 143 when interrupted, else that of the last state. */
  left: Promise<number>
}

const codes = { SIGINT: 130, SIGTERM: 143 } as const
const signals = Object.keys(codes) as (keyof typeof codes)[]

/**
 * Vitest's own handling of signals ends the process with neither summary nor teardown. This one cancels the run, lets
 * Vitest report what ran, and closes the service; a second signal ends the process at once. Call it before Vitest starts.
 */
export function stay(): Stay {
  const before = new Set(signals.flatMap((signal) => process.listeners(signal)))
  let leave: (code: number) => void = () => undefined
  const left = new Promise<number>((resolve) => {
    leave = resolve
  })
  let interrupted: number | undefined
  const onInit = (vitest: Vitest): void => {
    for (const signal of signals) {
      for (const listener of process.listeners(signal)) if (!before.has(listener)) process.off(signal, listener)
      process.on(signal, () => {
        if (interrupted !== undefined) process.exit(interrupted)
        interrupted = codes[signal]
        void vitest.cancelCurrentRun('keyboard-input').then(() => vitest.exit(true))
      })
    }
    vitest.onClose(() => {
      const code = interrupted ?? exitCodeOf(vitest, process.exitCode === codes.SIGINT) // the terminal's Ctrl-C is a key
      process.exitCode = code
      leave(code)
    })
  }
  return { onInit, left }
}
