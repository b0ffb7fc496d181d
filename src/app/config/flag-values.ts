import { isDate, latestInstant, readInstant } from '../../base/instant.ts'
import { suggest } from '../../base/text/suggest.ts'
import { listKnown } from '../../base/text/wording.ts'
import { duration } from '../../suite/language/matchers/duration.ts'
import { nodeFromJson } from '../../suite/yaml/node.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { UsageError } from '../edge/usage-error.ts'
import { percent } from './config-values.ts'

interface Bounds {
  /** Default: 1. */
  least?: number
  most: number
  /** Another accepted value to mention in the message: `auto`. */
  or?: string
}

/** The whole number given to a flag. @throws UsageError that names the bounds */
export function readWhole(flag: string, text: string, { least = 1, most, or }: Bounds): number {
  const number = Number(text)
  const digits = least < 0 ? /^-?\d{1,15}$/ : /^\d{1,15}$/
  if (digits.test(text) && number >= least && number <= most) return number
  const bounds = `from ${least} to ${most}${or === undefined ? '' : `, or ${or}`}`
  throw new UsageError(`${flag} ${text} is not a whole number ${bounds}`, `write ${flag} ${Math.max(least, 1)}`)
}

/** A day as YYYY-MM-DD. @throws UsageError for anything else */
export function readDate(flag: string, text: string): string {
  if (isDate(text)) return text
  throw new UsageError(`${flag} ${text} is not a day`, 'write it as 2026-12-31')
}

/** The port given to a flag. @throws UsageError for what is not a port */
export function readPort(flag: string, text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new UsageError(`${flag} ${text} is not a port`, 'write a number from 0 to 65535; 0 picks a free one')
}

/** A percentage as a share from 0 to 1: `95` and `95 %` are 0.95. @throws UsageError for anything else */
export function readPercent(flag: string, text: string): number {
  if (/^(?:100|\d{1,2}(?:\.\d+)?)\s*%?$/.test(text)) return Number.parseFloat(text) / 100
  throw new UsageError(`${flag} ${text} is not a percentage from 0 to 100`, `write ${flag} 95`)
}

/** A percentage written as in the config: `10 %` or `10%`. @throws UsageError with the config's message */
export function readConfigPercent(flag: string, text: string): number {
  const reading = { file: flag, problems: [] as Problem[] }
  const share = percent(1).read(nodeFromJson(text), reading)
  if (share !== undefined) return share
  const [problem] = reading.problems
  throw new UsageError(`${flag}: ${problem?.message}`, problem?.hint ?? `write ${flag} 10%`)
}

/** A share above 0, such as 0.05; `hint` says how to write it. @throws UsageError for anything else */
export function readShare(flag: string, text: string, most: number, hint: string): number {
  const share = Number(text)
  if (/^0?\.\d+$/.test(text) && share > 0 && share <= most) return share
  throw new UsageError(`${flag} ${text} is not a share between 0 and ${most}`, hint)
}

/** An amount of money above 0, in any currency. @throws UsageError for anything else */
export function readAmount(flag: string, text: string): number {
  const amount = Number(text)
  if (/^\d{1,12}(?:\.\d{1,12})?$/.test(text) && amount > 0) return amount
  throw new UsageError(
    `${flag} ${text} is not an amount above 0`,
    `write a number, without a sign of a currency: ${flag} 0.50`,
  )
}

/** A duration with a unit, in milliseconds. @throws UsageError for what is not a duration */
export function readTime(flag: string, text: string): number {
  const ms = duration.read(nodeFromJson(text), { file: flag, problems: [] })
  if (ms !== undefined) return ms
  throw new UsageError(`${flag} ${text} is not a time`, 'write a number and a unit: 800ms, 3s, 2min')
}

/** `system` (null), `frozen` (now), or an instant, in ms since the epoch. @throws UsageError for anything else */
export function readClock(clock = 'system'): number | null {
  if (clock === 'system') return null
  const instant = clock === 'frozen' ? Date.now() : readInstant(clock)
  if (instant !== null && instant <= latestInstant) return instant
  throw new UsageError(
    `--clock ${clock} is no clock`,
    'write system, frozen, or an instant such as 2026-03-29T00:00:00Z',
  )
}

/** Names written `dates-and-times`, with commas; null if none were given. @throws UsageError for an unknown name */
export function readNames<T extends string>(
  flag: string,
  what: string,
  words: readonly string[] | undefined,
  names: readonly T[],
): T[] | null {
  if (words === undefined) return null
  const folded = (name: string): string => name.trim().toLowerCase().replaceAll('-', ' ')
  const find = (word: string): T | undefined => names.find((each) => folded(each) === folded(word))
  return words
    .flatMap((each) => (find(each) === undefined ? each.split(',') : [each]))
    .filter((word) => word.trim() !== '')
    .map((word) => {
      const name = find(word)
      if (name !== undefined) return name
      const near = suggest(folded(word), names.map(folded))
      const suggestion = near === undefined ? undefined : find(near)
      throw new UsageError(
        `${flag} ${word.trim()}: there is no ${what} of that name`,
        suggestion === undefined ? listKnown(names, 30) : `did you mean ${suggestion}?`,
      )
    })
}
