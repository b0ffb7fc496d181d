import { replaceSpelled, replaceTexts } from './replace-spelled.ts'
import { type FindSpelled, findSpelled } from './spelled-text.ts'

/** Anything shorter could not be told from ordinary text. */
const shortest = 6

/** Where a setting takes a value of the environment: `{{env.NAME}}`. The group is the name. */
export const environmentSlot: RegExp = /\{\{\s*env\.([A-Za-z_]\w*)\s*\}\}/g

/** A setting needs a variable of the environment that is not set, or blank: many CI systems set a missing one to nothing. */
export class UnsetVariable extends Error {
  override name = 'UnsetVariable'

  constructor(readonly variable: string) {
    super(`the environment variable ${variable} is not set`)
  }
}

/** What is to be hidden of the variables that were taken so far, by the name of each. */
const taken = new Map<string, { value: string; find: FindSpelled | null }>()

/**
 * The value of a variable, for a request or a program. From now on `redactEnvironment` hides it.
 * @throws UnsetVariable
 */
export function takeVariable(name: string, environment: NodeJS.ProcessEnv = process.env): string {
  const value = environment[name] ?? ''
  if (value.trim() === '') throw new UnsetVariable(name)
  if (taken.get(name)?.value !== value) {
    const secrets = secretsOf(value)
    taken.set(name, { value, find: secrets.length === 0 ? null : findSpelled(secrets) })
  }
  return value
}

/** Fills `{{env.NAME}}` in a setting. @throws UnsetVariable */
export function fillFromEnvironment(text: string, environment?: NodeJS.ProcessEnv): string {
  return text.replace(environmentSlot, (_, name: string) => takeVariable(name, environment))
}

/**
 * The same text with `<env.NAME>` for the values of variables that were taken, however they are spelled (see `redactKeys`).
 */
export function redactEnvironment(text: string): string {
  let clean = text
  for (const [name, { find }] of taken) if (find !== null) clean = replaceSpelled(clean, find, `<env.${name}>`)
  return clean
}

/** A value with `redactEnvironment` done in every text, number and member name; the same one if it holds no secret. */
export function redactEnvironmentIn<T>(value: T): T {
  if (![...taken.values()].some(({ find }) => find !== null)) return value
  return replaceTexts(value, redactEnvironment) as T
}

/**
 * What nobody may read of a value, the longest first. An address is no secret where it has nothing but its host, since
 * links in answers have it too; of one with more, the password and the values of its query are secrets by themselves.
 */
function secretsOf(value: string): string[] {
  const secrets = [value, value.trim(), ...value.split(/\s+/)]
  if (/^https?:\/\//i.test(value) && URL.canParse(value)) {
    const { username, password, search, searchParams, pathname, hash } = new URL(value)
    if (username === '' && search === '' && hash === '' && pathname === '/') return []
    const plain = unescapeLink(password)
    secrets.push(plain, ...(password === '' ? [] : [`${unescapeLink(username)}:${plain}`]))
    secrets.push(...searchParams.values())
  }
  return [...new Set(secrets)].filter((each) => each.length >= shortest).sort((a, b) => b.length - a.length)
}

function unescapeLink(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
