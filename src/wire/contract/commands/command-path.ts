/** A case of commands: a path of fast-check, and which commands ran on the way to it, as `12:3/ABCD:F`. */
export interface CommandPath {
  path: string
  replayPath: string
}

/** Reads the path of a counterexample of commands; null for any other. */
export function readCommandPath(written: string): CommandPath | null {
  const at = written.indexOf('/')
  return at < 0 ? null : { path: written.slice(0, at), replayPath: written.slice(at + 1) }
}

/** Writes where a counterexample of commands stands; `shown` is how fast-check prints it. */
export function writeCommandPath(path: string, shown: string): string {
  const replay = /replayPath="([^"]*)"/.exec(shown)
  return `${path}/${replay?.[1] ?? ''}`
}
