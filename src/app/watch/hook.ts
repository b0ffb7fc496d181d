import { setTimeout as pause } from 'node:timers/promises'
import { plainAnswer, serveLoopback } from '../edge/loopback-page.ts'

/** How programs on this machine ask for a check at once. */
export interface Hook {
  url: string
  /** Waits until somebody asks, or for so many milliseconds; true where somebody asked, also before this. */
  wait(ms: number, signal: AbortSignal): Promise<boolean>
  close(): Promise<void>
}

/** From programs, not pages. Asked during a check it makes one more. @throws UsageError if the port is taken */
export async function openHook(port: number): Promise<Hook> {
  let isAsked = false
  let waking = new AbortController()
  const served = await serveLoopback(
    async ({ method }, path) => {
      if (path !== '/check') return plainAnswer(404, 'POST /check begins a check')
      if (method !== 'POST') return plainAnswer(405, 'POST /check begins a check')
      isAsked = true
      waking.abort()
      return plainAnswer(202, 'a check begins')
    },
    { port, flag: '--hook', posts: { path: '/check', from: 'programs' } },
  )
  return {
    url: served.url,
    async wait(ms, signal) {
      const ended = AbortSignal.any([signal, waking.signal])
      if (!isAsked) await pause(ms, undefined, { signal: ended }).catch(() => undefined)
      const isWoken = isAsked
      isAsked = false
      waking = new AbortController()
      return isWoken
    },
    close: served.close,
  }
}
