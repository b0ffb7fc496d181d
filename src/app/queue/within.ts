/** Waits so long and no longer: a Redis that is away, or that refuses, keeps nobody from ending. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work.catch(() => {}), late]).finally(() => clearTimeout(timer))
}
