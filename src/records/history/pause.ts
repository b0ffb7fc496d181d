/** Blocks for a few milliseconds: SQLite's calls are synchronous, and so is waiting for another process. */
export function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
}
