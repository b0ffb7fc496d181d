import { readFileSync } from 'node:fs'

/**
 * By what factor CPU time grows from a quarter of `size` to ten times `size`: about 40 for linear work, 1,600 for
 * quadratic. Made to hold on busy and slow machines, where caches alone can cost five times: the least of
 * several runs counts, both ends are measured within one round, and a result that seems too slow is measured again.
 */
export async function measureGrowth(size: number, work: (size: number) => unknown): Promise<number> {
  const few = Math.ceil(size / 4)
  await work(size) // warms up the JIT
  let growth = Number.POSITIVE_INFINITY
  for (let round = 0; round < 8 && growth >= mostGrowth; round += 1) {
    const small = await best(8, () => work(few))
    growth = Math.min(growth, (await best(1, () => work(size * 10))) / small)
  }
  return growth
}

/** An upper bound for work that is not quadratic, with room for noise: six times what linear work takes. */
export const mostGrowth = 250

/**
 * The CPU time of this thread in microseconds, as Linux updates it once the thread has slept; elsewhere that
 * of the whole process, which may include other threads.
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

/** The least CPU time of several rounds, in microseconds; never 0. */
export async function best(rounds: number, work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round += 1) {
    const began = workedUs()
    await work()
    least = Math.min(least, Math.max(workedUs() - began, 1))
  }
  return least
}
