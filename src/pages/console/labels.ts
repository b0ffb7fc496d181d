import { element } from '../kit/element.ts'

const tones = new Map(
  Object.entries({
    active: 'busy',
    call_placed: 'busy',
    call_in_progress: 'busy',
    placed: 'busy',
    connected: 'busy',
    completed: 'good',
    sent: 'good',
    ok: 'good',
    call_in_queue: 'wait',
    queued: 'wait',
    waiting: 'wait',
    call_errored: 'bad',
    agent_errored: 'bad',
    could_not_connect: 'bad',
    failed: 'bad',
    error: 'bad',
  }),
)

/** A status as the service spells it, with a mark whose shape and colour show its kind. */
export function statusWord(status: string): HTMLElement {
  return element('span', { class: 'status', 'data-tone': tones.get(status) ?? 'quiet' }, status)
}

/** The version of a session as a short word: `v3`, `draft`, or a label as it is. */
export function describeVersion(version: string | number | null): string {
  if (version === null) return ''
  return /^\d+$/.test(String(version)) ? `v${version}` : String(version)
}

/** A time as an element: the time of day, with the date if it is another day than `now`. Its title is the full time. */
export function timeOf(iso: string, now: string): HTMLElement {
  return element('time', { datetime: iso, title: iso }, describeTime(iso, now))
}

/** A time of day to the millisecond, for transcripts, where the gaps between entries matter. */
export function exactTimeOf(iso: string, now: string): HTMLElement {
  const exact = /\.(\d{3})/.exec(iso)?.[0] ?? ''
  return element('time', { datetime: iso, title: iso }, `${describeTime(iso, now)}${exact}`)
}

/** `14:05:09` on the day of `now`, else `2026-01-03 14:05:09`, in UTC. Text that is not a time stays as it is. */
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

/** How far a time is from `now`: `in 4 min`, `2 h ago`, `now`; empty if either is not a time. */
export function describeGap(iso: string, now: string): string {
  const gap = Math.round((Date.parse(iso) - Date.parse(now)) / 1000)
  if (Number.isNaN(gap)) return ''
  const [unit, size] = units.find(([, seconds]) => Math.abs(gap) >= seconds) ?? ['', 1]
  if (unit === '') return 'now'
  const count = Math.floor(Math.abs(gap) / size)
  const amount = `${count} ${unit}${unit === 'day' && count > 1 ? 's' : ''}`
  return gap > 0 ? `in ${amount}` : `${amount} ago`
}

/** A link to another site, for web addresses only; any other address is shown as plain text. */
export function linkTo(url: string, label: string): HTMLElement {
  if (!isWebAddress(url))
    return element('span', {}, label === url ? null : `${label} `, element('code', { title: 'Not a web address' }, url))
  return element(
    'span',
    'link',
    element('a', { href: url, rel: 'noopener noreferrer', target: '_blank', title: url }, label),
    label === url ? null : element('span', 'muted', ` ${new URL(url).host}`),
  )
}

/** Whether an address is http or https; a script or data address never becomes a link. */
export function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}
