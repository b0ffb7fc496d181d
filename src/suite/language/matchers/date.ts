import { isDate } from '../../../base/instant.ts'
import { isMisspelt } from '../../../base/text/suggest.ts'
import { text } from '../../yaml/scalar.ts'
import { refuseType, type Shape } from '../../yaml/shape.ts'
import { type DateWords, plainDates, readDateWords } from './date-words.ts'
import { clockUnits } from './duration.ts'

/** An instant that a script names: fixed, or relative to the time of what is judged. Milliseconds. */
type Moment = { kind: 'fixed'; ms: number } | { kind: 'now'; offsetMs: number } | { kind: 'words'; date: DateWords }

/** Years have four digits; beyond that no date can be compared. */
const farthest = 365_000 * 86_400_000

/** `2026-03-01`, `2026-03-01T09:00:00Z`, `now + 36 h` or `today + 3 d`; otherwise why it is no instant. */
export function readMoment(text: string): Moment | { kind: 'unreadable'; reason: string; hint: string } {
  const now = /^now(?:\s*([+-])\s*(\d+(?:\.\d+)?)\s*(ms|s|min|h|d))?$/.exec(text.trim())
  if (now !== null) {
    const [, sign, amount = '0', unit = 'ms'] = now
    const offsetMs = Number(amount) * (clockUnits[unit] ?? 1) * (sign === '-' ? -1 : 1)
    if (Math.abs(offsetMs) <= farthest) return { kind: 'now', offsetMs }
    const reason = `"${text}" is more than a thousand years away`
    return { kind: 'unreadable', reason, hint: 'reckon it from now by less: now + 36 h' }
  }
  const date = readDateWords(text)
  if (date !== null) return 'reason' in date ? { kind: 'unreadable', ...date } : { kind: 'words', date }
  const ms = readIsoDate(text)
  const hint = 'write it as 2026-03-01 or 2026-03-01T09:00:00Z, or reckon it from now: now + 36 h, today + 3 d'
  if (ms !== null) return { kind: 'fixed', ms }
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text))
    return {
      kind: 'unreadable',
      reason: `"${text}" has no time zone`,
      hint: `write ${text.replace(' ', 'T')}Z for UTC`,
    }
  return { kind: 'unreadable', reason: `"${text}" is not a date`, hint }
}

/** Whether a text is a date, or one that is written in another form or misspelt: `29.02.2024`, `next thurday`. */
export function isMeantAsDate(text: string): boolean {
  if (readMoment(text).kind !== 'unreadable') return true
  const [word = ''] = text
    .trim()
    .toLowerCase()
    .split(/\s*[-+]\s*\d/)
  const isNumeric = /^(?:\d{4}[-./]\d\d?[-./]\d\d?|\d\d?[-./]\d\d?[-./]\d{4})(?!\d)/.test(text.trim())
  return isNumeric || plainDates.some((each) => each === word || isMisspelt(word, each))
}

/** In milliseconds; null for anything else, including days that no month has. `zone` applies if none is named. */
export function readIsoDate(text: string, zone = ''): number | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)\s*([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/.exec(
    text.trim(),
  )
  if (match === null) return null
  const [, year, month, day, time, offset = zone] = match
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > last) return null
  if (time === undefined) return Date.UTC(Number(year), Number(month) - 1, Number(day))
  if (offset === '') return null
  const colon = offset.replace(/^([+-]\d\d):?(\d\d)?$/, (_, hours: string, minutes = '00') => `${hours}:${minutes}`)
  const ms = Date.parse(`${year}-${month}-${day}T${time.replace(',', '.')}${colon.toUpperCase()}`)
  return Number.isNaN(ms) ? null : ms
}

export const day: Shape<string> = {
  read(node, reading) {
    const read = text.read(node, reading)
    if (read === undefined) return undefined
    return isDate(read)
      ? read
      : refuseType(reading, node, 'a day of the calendar', 'write year, month and day, as in 2026-12-31')
  },
  schema: () => ({ type: 'string', format: 'date' }),
}
