import type { Redis } from 'ioredis'

interface Silence {
  /** In milliseconds; 0 while it answers. */
  ms(): number
  end(): void
}

const everyMs = 1_000

/** Asks every second. A Redis that hangs keeps its connections open, so that their status does not show it. */
export function watchSilence(redis: Pick<Redis, 'ping'>): Silence {
  let askedAt: number | null = null
  const answered = (): void => {
    askedAt = null
  }
  const asking = setInterval(() => {
    if (askedAt !== null) return
    askedAt = performance.now()
    redis.ping().then(answered, answered) // a refusal is an answer too
  }, everyMs).unref()
  return {
    ms: () => (askedAt === null ? 0 : performance.now() - askedAt),
    end: () => clearInterval(asking),
  }
}
