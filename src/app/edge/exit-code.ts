/** The exit code that the command settled on; null before that. */
let verdictCode: number | null = null
/** How many modules of the project are being loaded: meanwhile the loader reports what they throw. */
let loading = 0

/** An exit code that replaces success, because output was lost. */
let faultCode: number | null = null

/** Notes that printed output did not arrive: a command that would exit with 0 exits with this code. */
export function loseOutput(code: number): void {
  faultCode ??= code
}

/** Settles the command's exit code. A module of the project that sets `process.exitCode` does not change it. */
export function setExitCode(code: number): void {
  verdictCode = code
  process.exitCode = code
}

/** Discards the exit code of one part of a command before the next part begins. */
export function unsettleExit(): void {
  verdictCode = null
}

/** Success only if the command settled on success; another cause, as a signal, keeps its own code. */
export function exitCodeFor(code: number | undefined): number {
  if (code !== undefined && code !== 0)
    return verdictCode === null || verdictCode === 0 || code > 128 ? code : verdictCode
  return verdictCode === 0 ? (faultCode ?? 0) : (verdictCode ?? 2)
}

export function isSettled(): boolean {
  return verdictCode !== null
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
