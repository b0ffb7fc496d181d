import { cutText } from '../../../base/privacy/cut.ts'
import { isBlank } from '../../../base/text/characters.ts'
import { toNormalForm } from '../../../base/text/normal-form.ts'
import { dictionary, type NamedEntry } from '../../yaml/collections.ts'
import type { MapNode } from '../../yaml/node.ts'
import type { Place } from '../../yaml/place.ts'
import { text } from '../../yaml/scalar.ts'
import { type Reading, refuse, refuseType, type Shape, withCheck, withName } from '../../yaml/shape.ts'
import { readDateWords } from './date-words.ts'
import { variablePattern } from './fill-text.ts'
import { refusePatternName } from './text-or-pattern.ts'

/** A blank one is certainly a mistake, and the service would get the blame. */
export const shownText: Shape<string> = withCheck(text, (read, reading, node) =>
  isBlank(read) ? refuseBlank(node.at, reading) : read,
)

function refuseBlank(at: Place, reading: Reading): undefined {
  const message = 'this is blank: it holds nothing but spaces and characters that show nothing'
  return refuse(reading, 'wrong-value', at, message, 'write the name, or take it out')
}

/** Neither sent nor compared, so a `{{name}}` in it would never be filled in. */
export const fixedText: Shape<string> = {
  read(node, reading) {
    if (node.kind === 'scalar' && refuseVariable(node.source, node.at, reading)) return undefined
    return shownText.read(node, reading)
  },
  schema: (definitions) => text.schema(definitions),
}

/** A definition of its own in the schema, as are the next two: an editor's schema lists a project's names. */
export const agentName: Shape<string> = withName('agent name', () =>
  withCheck(shownText, (read, reading, { at }) =>
    refusePatternName(read, at, reading, 'write the name of one agent') ? undefined : read,
  ),
)

/** `default`, `draft` or a number, as written. */
export const versionName: Shape<string> = withName('version name', () => shownText)

export const toolName: Shape<string> = withName('tool name', () => {
  const name = alone(fixedText, 'a tool name', ({ entries }) => {
    const [first = '', ...others] = entries.map(({ key }) => cutText(key, 40))
    return others.length === 0
      ? `write the name alone: ${first}`
      : `write the names alone: [${[first, ...others].join(', ')}]`
  })
  return withCheck(name, (read) => toNormalForm(read, 'NFC'))
})

/** A text in whose place a mapping is refused with the line that is meant. */
export function alone(shape: Shape<string>, what: string, lineOf: (node: MapNode) => string): Shape<string> {
  return {
    read(node, reading) {
      if (node.kind === 'map') return refuseType(reading, node, what, lineOf(node))
      return shape.read(node, reading)
    },
    schema: (definitions) => shape.schema(definitions),
  }
}

export function fixedNames<T>(what: string, shape: Shape<T>): Shape<NamedEntry<T>[]> {
  const whole = dictionary(what, shape)
  return {
    read(node, reading) {
      const before = reading.problems.length
      if (node.kind === 'map') for (const { key, keyAt } of node.entries) refuseName(key, keyAt, reading)
      return reading.problems.length > before ? undefined : whole.read(node, reading)
    },
    schema: (definitions) => whole.schema(definitions),
  }
}

/** Reports a name that is blank or holds a `{{name}}`. Returns true if it was refused. */
export function refuseName(name: string, at: Place, reading: Reading): boolean {
  if (!isBlank(name)) return refuseVariable(name, at, reading)
  refuseBlank(at, reading)
  return true
}

/** Reports a `{{name}}` where nothing is filled in. Returns true if it was refused. */
export function refuseVariable(template: string, at: Place, reading: Reading): boolean {
  const variable = template.includes('{{') ? template.match(variablePattern)?.[0] : undefined
  if (variable === undefined) return false
  const hint = 'variables are filled in where text is sent or compared; write out what is meant here'
  refuse(reading, 'wrong-value', at, `nothing is filled in here, so ${variable} would stay as it is written`, hint)
  return true
}

/** A mapping whose keys become variables. Names with a built-in value are refused. */
export function ownNames<T>(shape: Shape<T>): Shape<T> {
  return {
    read(node, reading) {
      const reserved =
        node.kind === 'map' ? node.entries.filter(({ key, keyAt }) => refuseTaken(key, keyAt, reading)) : []
      const blank = node.kind === 'map' ? node.entries.filter(({ key }) => isBlank(key)) : []
      for (const { keyAt } of blank) refuseBlank(keyAt, reading)
      return reserved.length + blank.length > 0 ? undefined : shape.read(node, reading)
    },
    schema: (definitions) => shape.schema(definitions),
  }
}

/** A reason in words: `true` or a number would not explain anything. */
export const reason: Shape<string> = {
  read(node, reading) {
    if (node.kind === 'scalar' && node.value !== null && typeof node.value !== 'string')
      return refuseType(reading, node, 'the reason in words', 'write why, for example: the tool is not there yet')
    return fixedText.read(node, reading)
  },
  schema: () => ({ type: 'string' }),
}

/** Reports a name that always has a value, so that a script cannot give it one. Returns true if it was refused. */
export function refuseTaken(name: string, at: Place, reading: Reading): boolean {
  if (!isTakenName(name)) return false
  const message = `{{${name}}} always has a value, so nothing else can be given this name`
  refuse(reading, 'wrong-value', at, message, 'take another name')
  return true
}

export function isTakenName(name: string): boolean {
  return name === 'version' || name === 'attempt' || /^(?:env|random)\./.test(name) || readDateWords(name) !== null
}
