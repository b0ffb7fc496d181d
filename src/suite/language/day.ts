import { text } from '../yaml/scalar.ts'
import { refuseType, type Shape } from '../yaml/shape.ts'

/** A date of the calendar, YYYY-MM-DD. */
export const day: Shape<string> = {
  read(node, reading) {
    const read = text.read(node, reading)
    if (read === undefined) return undefined
    const date = /^\d{4}-\d\d-\d\d$/.test(read) ? new Date(`${read}T00:00:00Z`) : null
    const real = date !== null && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(read)
    return real
      ? read
      : refuseType(reading, node, 'a day of the calendar', 'write year, month and day, as in 2026-12-31')
  },
  schema: () => ({ type: 'string', format: 'date' }),
}
