/** The last instant that input may name: a year before four-digit years end, so that times computed from it fit. */
export const latestInstant: number = Date.UTC(9999, 0, 1) - 1

/** `latestInstant` as messages show it. */
export const latestShown = '9998-12-31'

/** Whether a text is a date of the calendar, YYYY-MM-DD. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day) // Date.UTC maps the years 0 to 99 to 1900 to 1999
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const pattern = /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/

/**
 * Reads every date-time to milliseconds; null for what `Date.parse` would silently move, such as 30 February.
 * `zone` applies where the text names none; without it such a text is refused. Callers see to `latestInstant`.
 */
export function readInstant(text: string, zone = ''): number | null {
  const [, date = '', offset = zone] = pattern.exec(text) ?? []
  if (offset === '' || !isDate(date)) return null
  const ms = Date.parse(text.endsWith(offset) ? text : `${text}${offset}`)
  return Number.isNaN(ms) ? null : ms
}
