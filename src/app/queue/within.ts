/**
 * Waits at most this long, so that an absent or refusing Redis delays nobody's exit. Returns whether the work
 * was done in time.
 */
export async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  const done = work.then(
    () => true,
    () => false,
  )
  return Promise.race([done, late]).finally(() => clearTimeout(timer))
}
