import { showTime } from '../../base/show-time.ts'

/** A length of time for people: `14 ms`, `1.2 s`, `3 min 5 s`. */
export function formatTime(ms: number): string {
  return showTime(ms)
}
