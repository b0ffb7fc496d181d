import { replaceSpelled, replaceTexts } from './replace-spelled.ts'
import { unescapeText } from './secret-keys.ts'
import { type FindSpelled, findSpelled } from './spelled-text.ts'

/** Anything shorter could not be distinguished from ordinary text. */
const shortest = 6

/** Where a setting takes the value of an environment variable: `{{env.NAME}}`. The group is the name. */
export const environmentSlot: RegExp = /\{\{\s*env\.([A-Za-z_]\w*)\s*\}\}/g

/** A needed environment variable is unset or blank, to which many CI systems set a missing one. */
export class UnsetVariable extends Error {
  override name = 'UnsetVariable'

  constructor(readonly variable: string) {
    super(`the environment variable ${variable} is not set`)
  }
}

/** A setting's variable; undefined also where it is blank. */
export function variableOf(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = environment[name]
  return value === undefined || value.trim() === '' ? undefined : value
}

/** The variables taken so far, by name, with what to hide of each. */
const finders = new Map<string, { value: string; find: FindSpelled | null }>()

/** The value of an environment variable, hidden by `redactEnvironment` from now on. @throws UnsetVariable */
export function readVariable(name: string, environment: NodeJS.ProcessEnv = process.env): string {
  const value = variableOf(environment, name)
  if (value === undefined) throw new UnsetVariable(name)
  if (finders.get(name)?.value !== value) {
    const secrets = secretsOf(value)
    finders.set(name, { value, find: secrets.length === 0 ? null : findSpelled(secrets).find })
  }
  return value
}

/** Hides the values of all variables that a file names: an agent may say one before it is first filled in. */
export function hideVariablesIn(text: string): void {
  for (const [, name = ''] of text.matchAll(environmentSlot))
    if (variableOf(process.env, name) !== undefined) readVariable(name)
}

/** Fills `{{env.NAME}}` in a setting. @throws UnsetVariable */
export function fillFromEnvironment(text: string, environment?: NodeJS.ProcessEnv): string {
  return text.replace(environmentSlot, (_, name: string) => readVariable(name, environment))
}

/** Replaces the values of the variables taken so far with `<env.NAME>`, however they are spelled (see `redactKeys`). */
export function redactEnvironment(text: string): string {
  let clean = text
  for (const [name, { find }] of finders) if (find !== null) clean = replaceSpelled(clean, find, `<env.${name}>`)
  return clean
}

/** Applies `redactEnvironment` to all texts, numbers and names; returns the same value if it holds no secret. */
export function redactEnvironmentIn<T>(value: T): T {
  if (![...finders.values()].some(({ find }) => find !== null)) return value
  return replaceTexts(value, redactEnvironment) as T
}

/** How a header says what kind of secret follows: a word that texts have anyway. */
const scheme = /^(?:bearer|basic|digest|token|apikey)$/i

/** The secrets in a value, longest first: no bare host, but the password and query values of a longer address too. */
function secretsOf(value: string): string[] {
  const secrets = [value, value.trim(), ...value.split(/\s+/)]
  if (/^https?:\/\//i.test(value) && URL.canParse(value)) {
    const { username, password, search, searchParams, pathname, hash } = new URL(value)
    if (username === '' && search === '' && hash === '' && pathname === '/') return []
    const plain = unescapeText(password)
    secrets.push(plain, ...(password === '' ? [] : [`${unescapeText(username)}:${plain}`]))
    secrets.push(...searchParams.values())
  }
  const parts = [...new Set(secrets)].filter((each) => each.length >= shortest && !scheme.test(each))
  return parts.sort((a, b) => b.length - a.length)
}
