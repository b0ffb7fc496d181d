/** What the command came to; null before that. */
let settled: number | null = null
/** How many modules of the project are being loaded: whoever loads them tells what they throw meanwhile. */
let loading = 0

/** Why a command that came to a success is none. */
let lost: number | null = null

/** What was printed did not arrive: a command that came to 0 ends with this code. */
export function loseOutput(code: number): void {
  lost ??= code
}

/** Settles the exit code of the command. A module of the project that sets `process.exitCode` does not change it. */
export function settleExit(code: number): void {
  settled = code
  process.exitCode = code
}

/** Takes back what one part of a command came to, before the next begins. */
export function unsettleExit(): void {
  settled = null
}

/**
 * The exit code of a process that ends by `code`: never a success that the command did not come to. Whatever else says why, such as a
 * signal or a reader that went away, is left as it is.
 */
export function exitCodeFor(code: number | undefined): number {
  if (code !== undefined && code !== 0) return settled === null || settled === 0 || code > 128 ? code : settled
  return settled === 0 ? (lost ?? 0) : (settled ?? 2)
}

/** Whether the command is over, and its exit code settled. */
export function isSettled(): boolean {
  return settled !== null
}

/** Says that a module of the project is being loaded, until what it gives is called. */
export function beginLoading(): () => void {
  loading += 1
  return () => {
    loading -= 1
  }
}

/** Whether a module of the project is being loaded. */
export function isLoading(): boolean {
  return loading > 0
}
