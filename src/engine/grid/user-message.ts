import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts'
import type { SketchedTool } from './agent-sketch.ts'
import type { ValuePool } from './sample-arguments.ts'

/** What a user asks for, without any value: an infinitive that follows "to". */
interface Wish {
  infinitive: string
  isGerman: boolean
}

/**
 * What a user types so that the agent uses a tool with these arguments, from the tool's description, else from its name:
 * "Please cancel order 2077.", "Ich möchte Bestellung 2077 stornieren." A value whose name ends in a noun of the
 * wish stands there, the others behind it.
 */
export function userMessage(tool: SketchedTool, given: JsonObject, pool: ValuePool): string {
  const { infinitive, isGerman } = wishOf(tool)
  const values = typedValues(given)
  const { text, left } = fillNouns(infinitive, values.length === 0 ? guessed(infinitive, tool, pool) : values)
  const rest = left.map(([name, value]) => `${label(name)}: ${value}`).join(', ')
  const asks = isGerman ? `Ich möchte ${text}.` : `Please ${text}.`
  return rest === '' ? asks : `${asks} ${rest.charAt(0).toUpperCase()}${rest.slice(1)}.`
}

/** The same without the values: "Please cancel an order." */
export function vagueMessage(tool: SketchedTool): string {
  const { infinitive, isGerman } = wishOf(tool)
  return isGerman ? `Ich möchte ${infinitive}.` : `Please ${infinitive}.`
}

/** What a simulated user wants, in words. */
export const wishIn = (tool: SketchedTool): string => `to ${wishOf(tool).infinitive}`

/** The arguments that a person can type, by the name that says most: nested ones too. */
export function typedValues(given: JsonObject): [name: string, value: string][] {
  const plain = (name: string, value: JsonValue): [string, string][] => {
    if (Array.isArray(value)) return value.flatMap((each) => plain(name, each))
    if (isJsonObject(value)) return Object.entries(value).flatMap(([inner, each]) => plain(inner, each))
    return value === null || typeof value === 'boolean' ? [] : [[name, String(value)]]
  }
  return Object.entries(given).flatMap(([name, value]) => plain(name, value))
}

/** An id that a double of another tool takes, where the wish has its noun and nothing is known of the arguments. */
function guessed(infinitive: string, { parameters }: SketchedTool, pool: ValuePool): [string, string][] {
  if (isJsonObject(parameters.properties)) return []
  const found = [...pool].find(([name]) => nounOf(name) !== name && findNoun(infinitive, name) !== null)
  return found === undefined ? [] : [[found[0], String(found[1][0])]]
}

const nounOf = (name: string): string => name.replace(/[_-]?(?:id|number|no|code|nummer|nr)$/i, '')
const label = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()

/** Articles before a noun, and clauses behind it that say what the call needs. */
function findNoun(text: string, name: string): RegExpExecArray | null {
  const noun = nounOf(name)
    .replaceAll('_', ' ')
    .replace(/[^\p{L}\p{N} ]/gu, '')
  if (noun === '') return null
  const articles = "(?:an?|the|one's|his|her|their|your|einen?|eine[mrs]?|de[nrms]|die|das)"
  return new RegExp(`(?<!\\p{L})(?:${articles} )?(?:\\p{Ll}+ )?(${noun})(?!\\p{L})`, 'iu').exec(text)
}

function fillNouns(
  infinitive: string,
  values: readonly [string, string][],
): { text: string; left: [string, string][] } {
  let text = infinitive
  const left: [string, string][] = []
  for (const [name, value] of values) {
    const found = nounOf(name) === name ? null : findNoun(text, name)
    if (found === null) left.push([name, value])
    else text = `${text.slice(0, found.index)}${found[1]} ${value}${text.slice(found.index + found[0].length)}`
  }
  return { text, left }
}

const german = /(?<!\p{L})(?:der|die|das|den|dem|eine?[nmrs]?|und|nach|mit|für|zu)(?!\p{L})/iu

function wishOf({ name, description }: SketchedTool): Wish {
  const [sentence = ''] = description.trim().split(/(?<=[.!?])\s|\n/)
  const text = sentence
    .replace(/[.!?]+$/, '')
    .replace(/\s+(?:by|using|if|when|once|that|which|anhand|falls|wenn|über)\s.*$/iu, '')
  const [first = '', ...others] = text.split(/\s+/)
  const rest = others.join(' ')
  if (german.test(text) && /t$/.test(first) && rest !== '') {
    const stem = first.toLowerCase().replace(/(?<=[dt])et$|t$/, '')
    return { infinitive: `${rest} ${stem}${/(?:er|el)$/.test(stem) ? 'n' : 'en'}`, isGerman: true }
  }
  const plain =
    /s$/.test(first) && !/(?:ss|us|is)$/.test(first) && rest !== '' ? toInfinitive(first.toLowerCase()) : null
  if (plain !== null) return { infinitive: `${plain} ${rest}`, isGerman: false }
  const isImperative = rest !== '' && /^(?:an?|the|one|all|his|her|its|your|my|this)$/i.test(others[0] ?? '')
  if (isImperative) return { infinitive: `${first.toLowerCase()} ${rest}`, isGerman: false }
  return { infinitive: label(name).replace(/^lookup\b/, 'look up'), isGerman: false }
}

/** finds: find; searches: search; modifies: modify. */
function toInfinitive(verb: string): string {
  if (/ies$/.test(verb)) return verb.replace(/ies$/, 'y')
  return /(?:ch|sh|x|ss|zz)es$/.test(verb) ? verb.slice(0, -2) : verb.slice(0, -1)
}
