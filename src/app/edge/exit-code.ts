/** The exit code that the command settled on; null before that. */
let settled: number | null = null
/** How many modules of the project are being loaded: meanwhile the loader reports what they throw. */
let loading = 0

/** An exit code that replaces success, because output was lost. */
let lost: number | null = null

/** Notes that printed output did not arrive: a command that would exit with 0 exits with this code. */
export function loseOutput(code: number): void {
  lost ??= code
}

/** Settles the command's exit code. A module of the project that sets `process.exitCode` does not change it. */
export function setExitCode(code: number): void {
  settled = code
  process.exitCode = code
}

/** Discards the exit code of one part of a command before the next part begins. */
export function unsettleExit(): void {
  settled = null
}

/** Success only if the command settled on success; another cause, as a signal, keeps its own code. */
export function exitCodeFor(code: number | undefined): number {
  if (code !== undefined && code !== 0) return settled === null || settled === 0 || code > 128 ? code : settled
  return settled === 0 ? (lost ?? 0) : (settled ?? 2)
}

export function isSettled(): boolean {
  return settled !== null
}

/** Notes that a module of the project is being loaded, until the returned function is called. */
export function beginLoading(): () => void {
  loading += 1
  return () => {
    loading -= 1
  }
}

export function isLoading(): boolean {
  return loading > 0
}
