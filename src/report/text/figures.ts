import { showTime } from '../../base/text/wording.ts'

/** A share as a whole percentage: `40 %`; `< 1 %` and `> 99 %` where rounding would say none or all. */
export function formatRate(rate: number): string {
  if (rate > 0 && rate < 0.005) return '< 1 %'
  if (rate < 1 && rate >= 0.995) return '> 99 %'
  return `${Math.round(rate * 100)} %`
}

/** An interval of shares: `17 to 69 %`. */
export function formatInterval([from, to]: readonly [from: number, to: number]): string {
  return `${Math.round(from * 100)} to ${Math.round(to * 100)} %`
}

/** A length of time for people: `14 ms`, `1.2 s`, `3 min 5 s`. */
export function formatTime(ms: number): string {
  return showTime(ms)
}
