import { exitCodeFor, isLoading, isSettled, settleExit } from '../project/exit-code.ts'

/** How long a command that is done waits for what keeps its process, before it says so and then ends, in milliseconds. */
const [noticeMs, endMs] = [2_000, 5_000]
/** What is open for less than this, in milliseconds, is on its way out by itself. */
const briefMs = 200

/**
 * Takes charge of a process that a command has for itself, where modules of a project may have left something behind: what they
 * throw later is told as theirs, none of them ends the process unheard, and what they began does not keep it for long.
 */
export function ownProcess(ended: Promise<unknown>): void {
  process.on('uncaughtException', (error) => void tellLate(error))
  hearExits()
  process.on('beforeExit', leaveAtEnd)
  void ended.then(leaveSoon)
}

/**
 * An exit that skips all that hears of exits would pass for a success of a command that is not done, and so would one whose code a
 * listener of a module changed.
 */
function hearExits(): void {
  const { reallyExit } = process as unknown as { reallyExit(code?: number): never }
  const heard = (code?: number): never => {
    const { _exiting: isHeard } = process as unknown as { _exiting?: boolean }
    return isHeard === true ? reallyExit.call(process, exitCodeFor(code)) : process.exit(code)
  }
  Object.assign(process, { reallyExit: heard })
}

/** Ends a process that has nothing left to do by an exit, which is heard, once whoever waits for this end has printed its last. */
function leaveAtEnd(): void {
  if (isSettled()) setImmediate(leave)
}

/**
 * A module threw, or left a rejection to nobody, after it was loaded. Nobody knows what it leaves undone, so nothing goes on: what a
 * command said until then would rest on it.
 */
async function tellLate(error: unknown): Promise<void> {
  if (isLoading()) return
  settleExit(2)
  const { complain } = await import('../project/print.ts')
  const said = (await import('../project/tell-thrown.ts')).tellLate(error)
  if (said !== null) {
    complain(`${said.message}\n`)
    process.exit(2)
  }
  const stack = (error as Error).stack ?? String(error)
  complain(`this is a defect in Tableread, not in your suite; please report it:\n${stack}\n`)
  settleExit(70)
  process.exit(70)
}

/** Does not keep the process itself, so that it is called only where something else does. */
function leaveSoon(): void {
  setTimeout(() => void tellWaiting(), noticeMs).unref()
  setTimeout(leave, endMs).unref()
}

/** What a standard stream is that somebody on the other side keeps open, as a chat that ends at a signal leaves its input. */
const streams = ['PipeWrap', 'TTYWrap']

async function tellWaiting(): Promise<void> {
  const { complain } = await import('../project/print.ts')
  const open = (): string[] => process.getActiveResourcesInfo().filter((kind) => !streams.includes(kind))
  const before = open()
  if (before.length > 0) await new Promise((resolve) => setTimeout(resolve, briefMs).unref())
  const began = open().filter((kind) => before.includes(kind))
  if (began.length === 0) return leave()
  const kinds = [...new Set(began)].join(', ')
  complain(
    `the command is done, and something that modules of the project began goes on (${kinds}): the process ends without it in ${(endMs - noticeMs) / 1_000} s\n`,
  )
}

/** Once everything that was printed has left this process. */
function leave(): void {
  if (process.stdout.writableLength + process.stderr.writableLength === 0) process.exit()
}
