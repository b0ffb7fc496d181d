import { Broken, isList, isMap, type Plain, type PlainMap, Written } from './plain.ts'

/** The values of names at a place. */
export type Variables = Readonly<Record<string, Plain>>

const reference = /\{\{\s*([^{}]*?)\s*\}\}/g
const alone = /^\{\{\s*([^{}]*?)\s*\}\}$/

/** The names that a text refers to. */
export const namesIn = (text: string): string[] => [...text.matchAll(reference)].map((match) => match[1] ?? '')

/** All names referred to anywhere in a value. */
export function namesInAll(value: Plain): string[] {
  if (typeof value === 'string') return namesIn(value)
  if (isList(value)) return value.flatMap(namesInAll)
  if (isMap(value)) return Object.values(value).flatMap(namesInAll)
  return []
}

const textOf = (value: Plain): string => {
  if (value instanceof Written) return value.source
  return value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function valueNamed(name: string, variables: Variables): Plain {
  const value = variables[name]
  if (value === undefined) throw new Broken(`nothing gives {{${name}}}`)
  return value
}

/** A text with names replaced by values; `literal` transforms each value first. */
export function fillText(text: string, variables: Variables, literal = (value: string): string => value): string {
  return text.replace(reference, (_, name: string) => literal(textOf(valueNamed(name, variables))))
}

/** The same, but a name that is the whole text keeps the type of its value. */
export function fillValue(text: string, variables: Variables): Plain {
  const name = alone.exec(text)?.[1]
  return name === undefined ? fillText(text, variables) : valueNamed(name, variables)
}

const isEmpty = (value: Plain): boolean => value === null || (typeof value === 'string' && value.trim() === '')

/** Whether a name in the text has an empty value. */
export const refersToNothing = (text: Plain, variables: Variables): boolean =>
  typeof text === 'string' && namesIn(text).some((name) => isEmpty(valueNamed(name, variables)))

/** Fills variables into each other, in any order; a cycle is rejected. */
export function resolveVariables(
  definitions: PlainMap,
  values: Variables,
  environment: Record<string, string>,
): Variables {
  const resolved: Record<string, Plain> = { ...values }
  const resolve = (name: string, path: readonly string[]): void => {
    if (Object.hasOwn(resolved, name)) return
    if (path.includes(name)) throw new Broken(`${name} is defined by itself`)
    if (name.startsWith('env.')) {
      const value = environment[name.slice(4)]
      if (value === undefined || value === '') throw new Broken(`${name} is not set`)
      resolved[name] = value
      return
    }
    const value = definitions[name]
    if (value === undefined) throw new Broken(`nothing gives {{${name}}}`)
    for (const other of namesInAll(value)) resolve(other, [...path, name])
    resolved[name] = fillAll(value, resolved)
  }
  for (const name of Object.keys(definitions)) resolve(name, [])
  return resolved
}

function fillAll(value: Plain, variables: Variables): Plain {
  if (typeof value === 'string') return fillValue(value, variables)
  if (isList(value)) return value.map((each) => fillAll(each, variables))
  if (isMap(value))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fillAll(each, variables)]))
  return value
}

/** Whether a name in the text has a list or a mapping for a value, which no text can be looked for as. */
export const refersToStructure = (text: Plain, variables: Variables): boolean =>
  typeof text === 'string' &&
  namesIn(text).some((name) => {
    const value = valueNamed(name, variables)
    return isList(value) || isMap(value)
  })

/** Whether the text is one name and nothing else. */
export const isAlone = (text: Plain): boolean => typeof text === 'string' && alone.test(text)
