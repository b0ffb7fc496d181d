import { closeSync, openSync, rmSync } from 'node:fs'
import { lookAt } from './files.ts'

/** How long to wait for another process, how often to look, and when a lock is taken to be left behind, in milliseconds. */
const [patience, pause, old] = [10_000, 20, 5_000]

/** Lets one process at a time `act` on a file, by a `.lock` beside it or, where none can be made, without; blocks. */
export function whileLocked(path: string, act: () => void): void {
  const lock = `${path}.lock`
  const isMine = takeLock(lock)
  try {
    act()
  } finally {
    if (isMine) rmSync(lock, { force: true })
  }
}

function takeLock(lock: string): boolean {
  for (const until = performance.now() + patience; performance.now() < until; ) {
    try {
      closeSync(openSync(lock, 'wx'))
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false
    }
    const since = lookAt(lock)?.mtimeMs ?? Date.now()
    if (Math.abs(Date.now() - since) > old) rmSync(lock, { force: true })
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause)
  }
  return false
}
