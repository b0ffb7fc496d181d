import { remembering } from '../../base/remembering.ts'

/** The units of time in the language, in milliseconds. */
const units: Record<string, number> = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000 }

/** How many milliseconds a unit has; undefined for what is none. */
export function unitMs(unit: string): number | undefined {
  return Object.hasOwn(units, unit) ? units[unit] : undefined
}

/** Other spellings of the units, as people write them. */
const spellings: [RegExp, string][] = [
  [/^(ms|msec|msecs|millis|milliseconds?)$/i, 'ms'],
  [/^(s|secs?|seconds?)$/i, 's'],
  [/^(m|mins?|minutes?)$/i, 'min'],
  [/^(h|hrs?|hours?)$/i, 'h'],
]

/** What to write instead of a unit that is not known. */
export function unitHint(unit: string, amount: string | undefined): string {
  if (unit === '%') return `write the bare number: ${amount}`
  const meant = spellings.find(([spelling]) => spelling.test(unit))?.[1]
  return meant === undefined ? 'the units are ms, s, min and h' : `write ${amount} ${meant}`
}

/** Words at the end of a member's name that say what it counts in; `min` would as well be a minimum. */
const endings: [RegExp, string][] = [
  [/^(ms|msecs?|millis|milliseconds?)$/, 'ms'],
  [/^(secs?|seconds?)$/, 's'],
  [/^(mins|minutes?)$/, 'min'],
  [/^(hrs?|hours?)$/, 'h'],
]

/**
 * The unit that a member's name ends in: `executionTimeMs`, `wait_seconds`, `retryAfterHours`; undefined where it names
 * none. The same few names stand in all conversations.
 */
export const unitOfName: (name: string) => string | undefined = remembering(1_000, (name) => {
  const last = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_.[\]-]+/)
    .at(-1)
    ?.toLowerCase()
  return last === undefined ? undefined : endings.find(([ending]) => ending.test(last))?.[1]
})
