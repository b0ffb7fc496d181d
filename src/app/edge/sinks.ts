import { complain } from './print.ts'
import { UsageError } from './usage-error.ts'

/** The outputs of a command: one that fails does not stop the others, but the exit code is no longer 0. */
export interface Sinks {
  /** Writes one output. A failure is reported at once. */
  fill(write: () => void | Promise<void>): Promise<void>
  /** Reports at once why what was judged cannot be relied on. */
  lose(message: string): void
  /** Wraps a listener: its first failure is reported, and it gets no more events. */
  hear<T>(listen: (event: T) => void | Promise<void>): (event: T) => Promise<void>
  /** Fills this one at the end, after all others. */
  fillLast(write: () => void | Promise<void>): void
  /** Fills what comes last. Returns the exit code of the command: its own, but never 0 if an output was lost. */
  end(code: number): Promise<number>
}

export function openSinks(): Sinks {
  let faultCode = 0
  const last: (() => void | Promise<void>)[] = []
  const lose = (error: unknown): void => {
    faultCode = Math.max(faultCode, error instanceof UsageError ? 2 : 70)
    complain(`${describeLoss(error)}\n`)
  }
  const fill = async (write: () => void | Promise<void>): Promise<void> => {
    try {
      await write()
    } catch (error) {
      lose(error)
    }
  }
  return {
    fill,
    lose: (message) => lose(new UsageError(message)),
    fillLast: (write) => void last.push(write),
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
    async end(code) {
      for (const write of last.splice(0)) await fill(write)
      return code === 0 ? faultCode : code
    },
  }
}

function describeLoss(error: unknown): string {
  if (error instanceof UsageError) return error.message
  const stack = (error as Error).stack ?? String(error)
  return `a report could not be made, which is a defect in Tableread; please report it:\n${stack}`
}
