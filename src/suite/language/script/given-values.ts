import { createHash } from 'node:crypto'
import type { JsonObject, JsonValue } from '../../../base/json/json.ts'
import { keyVariables } from '../../../base/secrets/secret-keys.ts'
import { isBlank } from '../../../base/text/characters.ts'
import { formatDateWords, readDateWords } from '../matchers/date-words.ts'
import { namesIn } from '../matchers/fill-text.ts'
import { mentionsOf } from './mentions.ts'

/** The same seed gives the same values; those of attempts are drawn in turn, to repeat as late as possible. */
const makers = {
  number: (bits, attempt) => String(100_000 + ((bits + attempt) % 900_000)),
  word: (bits, attempt) => words[(bits + attempt) % words.length] ?? '',
  name(bits, attempt) {
    const first = (bits % firstNames.length) + attempt
    const last = (bits >> 8) + Math.floor(first / firstNames.length)
    return `${firstNames[first % firstNames.length]} ${lastNames[last % lastNames.length]}`
  },
  email: (bits, attempt) =>
    `${(firstNames[bits % firstNames.length] ?? '').toLowerCase()}.${((bits >> 8) + attempt) % 10_000}@example.com`,
  phone: (bits, attempt) => `+1555${String((bits + attempt) % 10_000_000).padStart(7, '0')}`,
  uuid(_, attempt, seed) {
    const hex = attempt === 0 ? seed : createHash('sha256').update(`${seed}\n${attempt}`).digest('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  },
} satisfies Record<string, (bits: number, attempt: number, seed: string) => string>

const words = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fable', 'grove', 'harbor', 'iris', 'juniper']
const firstNames = ['Asha', 'Ben', 'Chidi', 'Dana', 'Emil', 'Fatma', 'Goran', 'Hana']
const lastNames = ['Ito', 'Jansen', 'Kaya', 'Lopez', 'Moreau', 'Novak', 'Okafor', 'Petrov']

export const madeUpNames: readonly string[] = [...Object.keys(makers).map((kind) => `random.${kind}`), 'attempt']

/** `env.SHOP`, `attempt`, `today + 3 d`, `random.email.2`. No keys: everything said gets reported. */
export function isGivenName(name: string): boolean {
  const kind = /^random\.(\w+)(?:\.\d+)?$/.exec(name)?.[1]
  return name === 'attempt' || isReadable(name) || isDate(name) || (kind !== undefined && Object.hasOwn(makers, kind))
}

function isDate(name: string): boolean {
  const date = readDateWords(name)
  return date !== null && !('reason' in date)
}

/** Whether a name is an environment variable that holds no key. */
function isReadable(name: string): boolean {
  return /^env\.[A-Za-z_]\w*$/.test(name) && !keyVariables.some((key) => name === `env.${key}`)
}

/** And the variables unset or empty (many CI systems set a missing one so). Dates are reckoned from `now`. */
export function givenValues(
  data: unknown,
  environment: Readonly<Record<string, string | undefined>>,
  seed: string,
  now: number = Date.now(),
): { values: JsonObject; unset: string[] } {
  if (!mentionsOf(data).variable) return { values: {}, unset: [] }
  const values: JsonObject = {}
  const unset: string[] = []
  for (const name of namesIn(data).filter(isGivenName)) {
    const date = readDateWords(name)
    if (date !== null && !('reason' in date)) values[name] = formatDateWords(date, now)
    else if (changesByAttempt(name)) values[name] = valueOfAttempt(name, seed, 0)
    else if (isBlank(environment[name.slice(4)] ?? '')) unset.push(name.slice(4))
    else values[name] = environment[name.slice(4)] ?? ''
  }
  return { values, unset }
}

export function changesByAttempt(name: string): boolean {
  return name === 'attempt' || name.startsWith('random.')
}

/** The value of such a name in an attempt, counted from 0. */
export function valueOfAttempt(name: string, seed: string, attempt: number): JsonValue {
  if (name === 'attempt') return attempt + 1
  const hex = createHash('sha256').update(`${seed}\n${name}`).digest('hex')
  const kind = name.split('.')[1] as keyof typeof makers
  return makers[kind](Number.parseInt(hex.slice(0, 7), 16), attempt, hex)
}
