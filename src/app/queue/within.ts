/** At most this long, so that an absent Redis delays nobody's exit. Whether the work was done in time. */
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

/** The answer of Redis to a question that nothing depends on. Rejects if none comes within this time. */
export function answeredWithin<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('it does not answer')), ms).unref()
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
