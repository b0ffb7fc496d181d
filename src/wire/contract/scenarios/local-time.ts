/** A local date and time of day. */
export interface LocalTime {
  /** YYYY-MM-DD */
  date: string
  /** HH:MM:SS */
  time: string
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** What the clocks of a zone show at an instant in milliseconds. */
export function localTime(instant: number, zone: string): LocalTime {
  const format = formats.get(zone) ?? makeFormat(zone)
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
  return {
    date: `${parts.year}-${parts.month}-${parts.day}`,
    time: `${parts.hour}:${parts.minute}:${parts.second}`,
  }
}

/** The date after a date. */
export function nextDate(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}

function makeFormat(zone: string): Intl.DateTimeFormat {
  const two = '2-digit'
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  })
  formats.set(zone, format)
  return format
}
