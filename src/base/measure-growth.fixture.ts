import { readFileSync } from 'node:fs'

/**
 * How many times the CPU time that work takes on ten times the input: about 10 where the time grows as the input does, 100
 * where it grows with its square. It says so on any machine, busy or slow: the clock counts what other threads do meanwhile,
 * so the least of several rounds counts, and what seems too slow is tried again.
 */
export async function measureGrowth(size: number, work: (size: number) => unknown): Promise<number> {
  await work(size) // compiles what it runs
  const small = await best(8, () => work(size))
  let growth = Number.POSITIVE_INFINITY
  for (let round = 0; round < 8 && growth >= mostGrowth; round += 1)
    growth = Math.min(growth, (await best(1, () => work(size * 10))) / small)
  return growth
}

/** What time that does not grow with the square of the input stays below, with room for all that disturbs. */
export const mostGrowth = 50

/**
 * The time that this thread has worked, in microseconds, as Linux counts it once the thread has slept; elsewhere that of the
 * whole process, in which other threads may be at work.
 */
function workedUs(): number {
  try {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1_000
  } catch {
    const { user, system } = process.cpuUsage()
    return user + system
  }
}

/** The least CPU time of some rounds, in microseconds; never 0. */
export async function best(rounds: number, work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round += 1) {
    const began = workedUs()
    await work()
    least = Math.min(least, Math.max(workedUs() - began, 1))
  }
  return least
}
