import { latestInstant, readInstant } from '../../base/instant.ts'
import { suggest } from '../../base/suggest.ts'
import { duration } from '../../suite/language/duration.ts'
import { nodeFromJson } from '../../suite/yaml/node.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { percent } from './config-values.ts'
import { UsageError } from './usage-error.ts'

/** What a whole number is held against. */
interface Bounds {
  /** Default: 1. */
  least?: number
  most: number
  /** What else may be written, for the message: `auto`. */
  or?: string
}

/** The whole number that a flag was given. @throws UsageError that names the bounds */
export function readWhole(flag: string, text: string, { least = 1, most, or }: Bounds): number {
  const number = Number(text)
  const digits = least < 0 ? /^-?\d{1,15}$/ : /^\d{1,15}$/
  if (digits.test(text) && number >= least && number <= most) return number
  const bounds = `from ${least} to ${most}${or === undefined ? '' : `, or ${or}`}`
  throw new UsageError(`${flag} ${text} is not a whole number ${bounds}`, `write ${flag} ${Math.max(least, 1)}`)
}

/** The port that a flag was given. @throws UsageError for what is none */
export function readPort(flag: string, text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new UsageError(`${flag} ${text} is not a port`, 'write a number from 0 to 65535; 0 picks a free one')
}

/** A share that is written in percent, as 0 to 1: `95` and `95 %` are 0.95. @throws UsageError for what is none */
export function readPercent(flag: string, text: string): number {
  if (/^(?:100|\d{1,2}(?:\.\d+)?)\s*%?$/.test(text)) return Number.parseFloat(text) / 100
  throw new UsageError(`${flag} ${text} is not a percentage from 0 to 100`, `write ${flag} 95`)
}

/** A share that is written as the config has it: `10 %`, or `10%`. @throws UsageError that says what the config's would */
export function readConfigPercent(flag: string, text: string): number {
  const reading = { file: flag, problems: [] as Problem[] }
  const share = percent(1).read(nodeFromJson(text), reading)
  if (share !== undefined) return share
  const [problem] = reading.problems
  throw new UsageError(`${flag}: ${problem?.message}`, problem?.hint ?? `write ${flag} 10%`)
}

/** A share above 0 that is written as a fraction, such as 0.05. `hint` says how to write it. @throws UsageError for what is none */
export function readShare(flag: string, text: string, most: number, hint: string): number {
  const share = Number(text)
  if (/^0?\.\d+$/.test(text) && share > 0 && share <= most) return share
  throw new UsageError(`${flag} ${text} is not a share between 0 and ${most}`, hint)
}

/** An amount of money above 0, in whatever currency. @throws UsageError for what is none */
export function readAmount(flag: string, text: string): number {
  const amount = Number(text)
  if (/^\d{1,12}(?:\.\d{1,12})?$/.test(text) && amount > 0) return amount
  throw new UsageError(
    `${flag} ${text} is not an amount above 0`,
    `write a number, without a sign of a currency: ${flag} 0.50`,
  )
}

/** The milliseconds that a flag was given with a unit. @throws UsageError for what is no time */
export function readTime(flag: string, text: string): number {
  const ms = duration.read(nodeFromJson(text), { file: flag, problems: [] })
  if (ms !== undefined) return ms
  throw new UsageError(`${flag} ${text} is not a time`, 'write a number and a unit: 800ms, 3s, 2min')
}

/**
 * The instant at which a clock stands, in milliseconds since the epoch; null when it runs. `system`, `frozen` (at this
 * moment), or an instant. @throws UsageError for anything else
 */
export function readClock(clock = 'system'): number | null {
  if (clock === 'system') return null
  const instant = clock === 'frozen' ? Date.now() : readInstant(clock)
  if (instant !== null && instant <= latestInstant) return instant
  throw new UsageError(
    `--clock ${clock} is no clock`,
    'write system, frozen, or an instant such as 2026-03-29T00:00:00Z',
  )
}

/**
 * Names as people write them on a command line: `dates-and-times` for `dates and times`, several with commas between. Null where none
 * were given. @throws UsageError for one that there is not
 */
export function readNames<T extends string>(
  flag: string,
  what: string,
  given: readonly string[] | undefined,
  known: readonly T[],
): T[] | null {
  if (given === undefined) return null
  const folded = (name: string): string => name.trim().toLowerCase().replaceAll('-', ' ')
  const find = (word: string): T | undefined => known.find((each) => folded(each) === folded(word))
  return given
    .flatMap((each) => (find(each) === undefined ? each.split(',') : [each]))
    .filter((word) => word.trim() !== '')
    .map((word) => {
      const found = find(word)
      if (found !== undefined) return found
      const near = suggest(folded(word), known.map(folded))
      const meant = near === undefined ? undefined : find(near)
      throw new UsageError(
        `${flag} ${word.trim()}: there is no ${what} of that name`,
        meant === undefined ? `there are ${known.slice(0, 30).join(', ')}` : `did you mean ${meant}?`,
      )
    })
}
