import { element } from '../kit/element.ts'

/** A time as an element: the time of day, with the date when it is another day than `now`. The whole of it is in its title. */
export function timeOf(iso: string, now: string): HTMLElement {
  return element('time', { datetime: iso, title: iso }, describeTime(iso, now))
}

/** A time of day to the millisecond, for transcripts, where the gaps between entries matter. */
export function exactTimeOf(iso: string, now: string): HTMLElement {
  const exact = /\.(\d{3})/.exec(iso)?.[0] ?? ''
  return element('time', { datetime: iso, title: iso }, `${describeTime(iso, now)}${exact}`)
}

/** `14:05:09` on the day of `now`, else `2026-01-03 14:05:09`, in UTC. Text that is no time stays as it is. */
export function describeTime(iso: string, now: string): string {
  const [time, reference] = [new Date(iso), new Date(now)]
  if (Number.isNaN(time.getTime())) return iso
  const [day = '', clock = ''] = time.toISOString().slice(0, 19).split('T')
  return !Number.isNaN(reference.getTime()) && reference.toISOString().startsWith(day) ? clock : `${day} ${clock}`
}

const units = [
  ['day', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const

/** How far a time is from `now`: `in 4 min`, `2 h ago`, `now`; empty when either is no time. */
export function describeGap(iso: string, now: string): string {
  const gap = Math.round((Date.parse(iso) - Date.parse(now)) / 1000)
  if (Number.isNaN(gap)) return ''
  const [unit, size] = units.find(([, seconds]) => Math.abs(gap) >= seconds) ?? ['', 1]
  if (unit === '') return 'now'
  const count = Math.floor(Math.abs(gap) / size)
  const amount = `${count} ${unit}${unit === 'day' && count > 1 ? 's' : ''}`
  return gap > 0 ? `in ${amount}` : `${amount} ago`
}
