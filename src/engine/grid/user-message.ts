import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts'
import type { SketchedTool } from './agent-sketch.ts'
import type { ValuePool } from './sample-arguments.ts'

/** What a user asks for, without any value: an infinitive that follows "to". */
interface Wish {
  infinitive: string
  isGerman: boolean
}

/** A value that a person types, by the name that says most about it. */
export type Fact = readonly [name: string, value: string]

/**
 * What a user types so that the agent uses a tool with these values, from the tool's description, else from its name:
 * "Please cancel order 2077.", "Ich möchte Bestellung 2077 stornieren." A value stands behind its noun where the wish
 * has that, the others stand at the end.
 */
export function userMessage(tool: SketchedTool, facts: readonly Fact[]): string {
  const { infinitive, isGerman } = wishOf(tool)
  const { text, left } = fillNouns(infinitive, facts)
  const rest = left.map(([name, value]) => `${label(name)}: ${value}`).join(', ')
  const asks = isGerman ? `Ich möchte ${text}.` : `Please ${text}.`
  return rest === '' ? asks : `${asks} ${rest.charAt(0).toUpperCase()}${rest.slice(1)}.`
}

/** What a simulated user wants, in words. */
export const wishIn = (tool: SketchedTool): string => `to ${wishOf(tool).infinitive}`

/** The values of arguments that a person can type, nested ones too. */
export function factsIn(given: JsonObject): Fact[] {
  const plain = (name: string, value: JsonValue): Fact[] => {
    if (Array.isArray(value)) return value.flatMap((each) => plain(name, each))
    if (isJsonObject(value)) return Object.entries(value).flatMap(([inner, each]) => plain(inner, each))
    return value === null || typeof value === 'boolean' ? [] : [[name, String(value)]]
  }
  return Object.entries(given).flatMap(([name, value]) => plain(name, value))
}

/** An id that another tool takes, where the wish has its noun and nothing is known of the tool's own arguments. */
export function guessFacts(tool: SketchedTool, pool: ValuePool): Fact[] {
  if (isJsonObject(tool.parameters.properties)) return []
  const { infinitive } = wishOf(tool)
  const found = [...pool].find(([name]) => nounOf(name) !== name && findNoun(infinitive, name) !== null)
  return found === undefined ? [] : [[found[0], String(found[1][0])]]
}

/** What people call a fact when they ask for it: `order_id` is the order. */
export const askedAs = (name: string): string => label(nounOf(name) === '' ? name : nounOf(name))

const nounOf = (name: string): string => name.replace(/(?:^|[_-]?)(?:id|number|no|code|nummer|nr)$/i, '')
const label = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()

const articles = '(?:an?|the|his|her|their|your|einen?|eine[mrs]?|de[nrms]|die|das)'

/** The noun of a fact in a wish, with the article before it. */
function findNoun(text: string, name: string): RegExpExecArray | null {
  const noun = label(nounOf(name)).replace(/[^\p{L}\p{N} ]/gu, '')
  if (noun === '') return null
  return new RegExp(`(?<!\\p{L})(?:${articles} (?:\\p{Ll}+ )?)?(${noun})(?!\\p{L})`, 'iu').exec(text)
}

function fillNouns(infinitive: string, facts: readonly Fact[]): { text: string; left: Fact[] } {
  let text = infinitive
  const left: Fact[] = []
  for (const [name, value] of facts) {
    const found = nounOf(name) === name ? null : findNoun(text, name)
    if (found !== null)
      text = `${text.slice(0, found.index)}${found[1]} ${value}${text.slice(found.index + found[0].length)}`
    else if (nounOf(name) === '' && facts.length === 1)
      text = `${text} ${value}` // a code of what the wish ends in
    else left.push([name, value])
  }
  return { text, left }
}

const german = /(?<!\p{L})(?:der|die|das|den|dem|eine?[nmrs]?|und|nach|mit|für|zu)(?!\p{L})/iu
const noVerb = /^(?:where|what|how|when|who|which|whether|the|an?|for|of|in|on|all|one)$/i

/** A longer sentence says no wish that a person would type. */
const longest = 400

/** What a tool is for, from the first sentence of its description without what it needs for that; else its name. */
function wishOf({ name, description }: SketchedTool): Wish {
  const [sentence = ''] = description.trim().split(/(?<=[.!?])\s|\n/)
  const ends = /\s+(?:by|using|if|when|once|that|which|anhand|falls|wenn|über)\s.*$/iu
  const text = sentence.length > longest ? '' : sentence.replace(/[.!?]+$/, '').replace(ends, '')
  const [first = '', ...others] = text.split(/\s+/)
  const rest = others.join(' ')
  if (rest !== '' && german.test(text) && /t$/.test(first)) {
    const stem = first.toLowerCase().replace(/(?<=[dt])et$|t$/, '')
    return { infinitive: `${rest} ${stem}${/(?<!i)(?:er|el)$/.test(stem) ? 'n' : 'en'}`, isGerman: true }
  }
  if (rest !== '' && /s$/.test(first) && !/(?:ss|us|is)$/.test(first))
    return { infinitive: `${toInfinitive(first.toLowerCase())} ${rest}`, isGerman: false }
  const isImperative = new RegExp(`^${articles}$`, 'i').test(others[0] ?? '') && !noVerb.test(first)
  if (isImperative) return { infinitive: `${first.toLowerCase()} ${rest}`, isGerman: false }
  const named = label(name).replace(/^lookup\b/, 'look up')
  const isNoun =
    /(?:status|details|info|balance|policy|hours|price)$/.test(named) && !/^(?:get|show|check|find)\b/.test(named)
  return { infinitive: isNoun ? `tell me the ${named}` : named, isGerman: false }
}

/** finds: find; searches: search; modifies: modify. */
function toInfinitive(verb: string): string {
  if (/ies$/.test(verb)) return verb.replace(/ies$/, 'y')
  return /(?:ch|sh|x|ss|zz)es$/.test(verb) ? verb.slice(0, -2) : verb.slice(0, -1)
}
