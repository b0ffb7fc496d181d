/** Asks for a look at once, or right after the one under way. */
export type LookNow = () => void

const second = 1000

/** Looks now and then a second after each look has ended; rests while the tab is hidden. Looks never overlap. */
export function startPolling(look: () => Promise<void>): LookNow {
  let looking = false
  let again = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const lookNow = async (): Promise<void> => {
    again = looking
    if (looking) return
    clearTimeout(timer)
    looking = true
    try {
      await look()
    } finally {
      looking = false
      if (again) void lookNow()
      else if (!document.hidden) timer = setTimeout(() => void lookNow(), second)
    }
  }

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) clearTimeout(timer)
    else void lookNow()
  })
  void lookNow()
  return () => void lookNow()
}
