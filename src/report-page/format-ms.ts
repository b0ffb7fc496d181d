/** A length of time for people: `14 ms`, `1.24 s`, `3 min 5 s`. */
export function formatMs(ms: number): string {
  if (Math.abs(ms) < 1000) return `${Math.round(ms)} ms`
  if (Math.abs(ms) < 60_000) return `${(ms / 1000).toFixed(Math.abs(ms) < 10_000 ? 2 : 1)} s`
  return `${Math.trunc(ms / 60_000)} min ${Math.round(Math.abs(ms % 60_000) / 1000)} s`
}

/** A difference of times with its sign: `+120 ms`, `−1.20 s`. */
export function formatDifference(ms: number): string {
  return ms < 0 ? `−${formatMs(-ms)}` : `+${formatMs(ms)}`
}
