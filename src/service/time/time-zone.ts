import { ianaNames } from './iana-names.ts'

/** Whether a text is the name of a time zone by its exact spelling; runtimes also take `IST` and other cases, which is not IANA (SCH-17). */
export function isTimeZone(name: string): boolean {
  if (!ianaNames.has(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false // a runtime whose zone data is older than the list
  }
}
