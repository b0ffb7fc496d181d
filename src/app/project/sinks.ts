import { complain } from './print.ts'
import { UsageError } from './usage-error.ts'

/** The outputs of a command that judged something: one that fails costs itself alone, and that the command ends well. */
export interface Sinks {
  /** Brings out one of them. What fails is told at once. */
  fill(write: () => void | Promise<void>): Promise<void>
  /** A listener that hears no more once it failed, which is told. */
  hear<T>(listen: (event: T) => void | Promise<void>): (event: T) => Promise<void>
  /** The exit code of the command: its own, but never 0 where an output was lost. */
  exitCode(code: number): number
}

/** No output yet. */
export function openSinks(): Sinks {
  let lost = 0
  const lose = (error: unknown): void => {
    lost = Math.max(lost, error instanceof UsageError ? 2 : 70)
    complain(`${describeLoss(error)}\n`)
  }
  return {
    async fill(write) {
      try {
        await write()
      } catch (error) {
        lose(error)
      }
    },
    hear(listen) {
      let hears = true
      return async (event) => {
        try {
          if (hears) await listen(event)
        } catch (error) {
          hears = false
          lose(error)
        }
      }
    },
    exitCode: (code) => (code === 0 ? lost : code),
  }
}

function describeLoss(error: unknown): string {
  if (error instanceof UsageError) return error.message
  const stack = (error as Error).stack ?? String(error)
  return `a report could not be made, which is a defect in Tableread; please report it:\n${stack}`
}
