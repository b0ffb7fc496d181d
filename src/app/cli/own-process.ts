import { exitCodeFor, isLoading, isSettled, setExitCode } from '../edge/exit-code.ts'

/** How long a finished command waits for whatever keeps its process alive: until it says so, until it exits (ms). */
const [noticeMs, endMs] = [2_000, 5_000]
/** A resource open for less than this, in milliseconds, is assumed to be closing by itself. */
const briefMs = 200

/** Modules may have left something behind: their late errors are theirs, and they neither exit nor keep the process. */
export function ownProcess(ended: Promise<unknown>): void {
  process.on('uncaughtException', (error) => void tellLate(error))
  hearExits()
  process.on('beforeExit', leaveAtEnd)
  void ended.then(leaveSoon)
}

/** Otherwise `process.reallyExit`, which skips exit listeners, would make an unfinished command look like a success. */
function hearExits(): void {
  const { reallyExit } = process as unknown as { reallyExit(code?: number): never }
  const exitUnlessHeard = (code?: number): never => {
    const { _exiting: isHeard } = process as unknown as { _exiting?: boolean }
    return isHeard === true ? reallyExit.call(process, exitCodeFor(code)) : process.exit(code)
  }
  Object.assign(process, { reallyExit: exitUnlessHeard })
}

/** Exits explicitly so that exit listeners run; `setImmediate` lets other `beforeExit` listeners print first. */
function leaveAtEnd(): void {
  if (isSettled()) setImmediate(leave)
}

/** A module threw late. Nobody knows what that leaves undone, so the command stops: results could not be trusted. */
async function tellLate(error: unknown): Promise<void> {
  if (isLoading()) return
  setExitCode(2)
  const { complain } = await import('../edge/print.ts')
  const lateError = (await import('../edge/describe-thrown.ts')).findLateError(error)
  if (lateError !== null) {
    complain(`${lateError.message}\n`)
    process.exit(2)
  }
  const stack = (error as Error).stack ?? String(error)
  complain(`this is a defect in Tableread, not in your suite; please report it:\n${stack}\n`)
  setExitCode(70)
  process.exit(70)
}

/** The timers are unreferenced, so they fire only if something else keeps the process alive. */
function leaveSoon(): void {
  setTimeout(() => void tellWaiting(), noticeMs).unref()
  setTimeout(leave, endMs).unref()
}

/** How Node names standard streams, which may stay open: a chat ended by a signal leaves its input open. */
const streams = ['PipeWrap', 'TTYWrap']

async function tellWaiting(): Promise<void> {
  const { complain } = await import('../edge/print.ts')
  const open = (): string[] => process.getActiveResourcesInfo().filter((kind) => !streams.includes(kind))
  const before = open()
  if (before.length > 0) await new Promise((resolve) => setTimeout(resolve, briefMs).unref())
  const began = open().filter((kind) => before.includes(kind))
  if (began.length === 0) return leave()
  const kinds = [...new Set(began)].join(', ')
  complain(
    `the command is done, but something that the project's modules started is still running (${kinds}): the process ends without it in ${(endMs - noticeMs) / 1_000} s\n`,
  )
}

/** Exits once all output has left this process. */
function leave(): void {
  if (process.stdout.writableLength + process.stderr.writableLength === 0) process.exit()
}
