import { showTime } from '../../base/show-time.ts'

/** A length of time for people: `14 ms`, `1.24 s`, `3 min 5 s`. */
export function formatMs(ms: number): string {
  return showTime(ms, 2)
}

/** A difference of times with its sign: `+120 ms`, `−1.20 s`; none where it is shown as nothing. */
export function formatDifference(ms: number): string {
  const size = formatMs(Math.abs(ms))
  return size === '0 ms' ? size : `${ms < 0 ? '−' : '+'}${size}`
}
