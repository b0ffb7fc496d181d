import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import type { SketchedTool, ValuePool } from './agent-sketch.ts'
import { speeches, type Tongue } from './speech.ts'

/** What a user asks for, without any value: an infinitive, or a name alone where nothing says more. */
interface Wish {
  text: string
  isName: boolean
  tongue: Tongue
}

/** A value that a person types, by the name that says most about it. */
export type TypedFact = readonly [name: string, value: string]

/** Words from the tool's description, else its name; the description decides the language, else `tongue`. */
export function userMessage(
  tool: SketchedTool,
  facts: readonly TypedFact[],
  tongue: Tongue = 'en',
  manner: 'asks' | 'wishes' = 'asks',
): string {
  const wish = wishOf(tool, tongue)
  const { text, remaining } = fillNouns(wish, facts)
  const rest = remaining.map(([name, value]) => `${label(name)}: ${value}`).join(', ')
  const speech = speeches[wish.tongue]
  const asks = wish.isName ? speech.names(text) : speech[manner](text)
  return rest === '' ? asks : `${asks} ${rest.charAt(0).toUpperCase()}${rest.slice(1)}.`
}

export const tongueOfWish = (tool: SketchedTool, tongue: Tongue): Tongue => wishOf(tool, tongue).tongue

export function wishIn(tool: SketchedTool, tongue: Tongue): string {
  const wish = wishOf(tool, tongue)
  return speeches[wish.tongue].wants(wish.text)
}

export function factsIn(args: JsonObject): TypedFact[] {
  const plain = (name: string, value: JsonValue): TypedFact[] => {
    if (Array.isArray(value)) return value.flatMap((each) => plain(name, each))
    if (isJsonObject(value)) return Object.entries(value).flatMap(([inner, each]) => plain(inner, each))
    return value === null || typeof value === 'boolean' ? [] : [[name, String(value)]]
  }
  return Object.entries(args).flatMap(([name, value]) => plain(name, value))
}

/** An id that another tool takes, where the wish has its noun and nothing is known of the tool's own arguments. */
export function guessFacts(tool: SketchedTool, pool: ValuePool): TypedFact[] {
  if (isJsonObject(tool.parameters.properties)) return []
  const { text } = wishOf(tool, 'en')
  const noun = [...pool].find(([name]) => isCode(name) && findNoun(text, name) !== null)
  return noun === undefined ? [] : [[noun[0], String(noun[1][0])]]
}

/** What people call a fact when they ask for it: `order_id` is the order. */
export const askedAs = (name: string): string => label(nounOf(name) === '' ? name : nounOf(name))

/** Whether an argument names one thing among many: `order_id`, `code`. */
export const isCode = (name: string): boolean => nounOf(name) !== name

const nounOf = (name: string): string => name.replace(/(?:^|[_-]?)(?:ids?|number|no|code|nummer|nr|num[eé]ro)$/i, '')
const label = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()

const articles =
  '(?:an?|the|his|her|their|your|einen?|eine[mrs]?|de[nrms]|die|das|une?|l[ea]s?|du|des|votre|el|los|unos?|unas?|su)'

function findNoun(text: string, name: string): RegExpExecArray | null {
  const noun = label(nounOf(name)).replace(/[^\p{L}\p{N} ]/gu, '')
  if (noun === '') return null
  return new RegExp(`(?<!\\p{L})(?:${articles} (?:\\p{Ll}+ )?)?(${noun})(?!\\p{L})`, 'iu').exec(text)
}

function fillNouns(
  { text: wish, tongue, isName }: Wish,
  facts: readonly TypedFact[],
): { text: string; remaining: TypedFact[] } {
  let text = wish
  const rest: TypedFact[] = []
  for (const [name, value] of facts) {
    const match = isCode(name) ? findNoun(text, name) : null
    if (match !== null)
      text = `${text.slice(0, match.index)}${match[1]} ${value}${text.slice(match.index + match[0].length)}`
    // A code of what the wish ends in, before a German verb.
    else if (nounOf(name) === '' && facts.length === 1)
      text = tongue === 'de' && !isName ? text.replace(/(?=\s\S+$)/, ` ${value}`) : `${text} ${value}`
    else rest.push([name, value])
  }
  return { text, remaining: rest }
}

const noVerb = /^(?:where|what|how|when|who|which|whether|the|an?|for|of|in|on|all|one)$/i

/** Words that only sentences of a language have. */
const marks: Readonly<Record<Exclude<Tongue, 'en'>, RegExp>> = {
  de: /(?<!\p{L})(?:der|die|das|den|dem|eine?[nmrs]?|und|nach|mit|für|zu)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:une?|le|la|les|du|des|et|pour)(?!\p{L})|(?<!\p{L})[ld]['’]/iu,
  es: /(?<!\p{L})(?:una?|el|la|los|las|del|y|para)(?!\p{L})/iu,
}

/** The infinitive of what a description says that a tool does, by language; undefined where it is another. */
const infinitives: Readonly<Record<Tongue, (first: string, rest: string) => string | undefined>> = {
  en(first, rest) {
    if (/s$/.test(first) && !/(?:ss|us|is)$/.test(first)) return `${toInfinitive(first.toLowerCase())} ${rest}`
    const [article = ''] = rest.split(/\s/)
    const isImperative = /^(?:an?|the|his|her|their|your)$/i.test(article) && !noVerb.test(first)
    return isImperative ? `${first.toLowerCase()} ${rest}` : undefined
  },
  de(first, rest) {
    if (!marks.de.test(`${first} ${rest}`)) return undefined
    if (/(?:^|\s)\p{Ll}+(?:en|eln|ern)$/u.test(rest)) return `${first} ${rest}`
    if (!/t$/.test(first)) return undefined
    const stem = first.toLowerCase().replace(/(?<=[dt])et$|t$/, '')
    return `${rest} ${stem}${/(?<!i)(?:er|el)$/.test(stem) ? 'n' : 'en'}`
  },
  fr(first, rest) {
    if (!marks.fr.test(rest)) return undefined
    const verb = first.toLowerCase()
    if (/(?:er|ir|re)$/.test(verb)) return `${verb} ${rest}`
    return /[^aeiou]e$|[iu]e$/.test(verb) ? `${verb.replace(/è(?=[^aeiou]e$)/, 'é')}r ${rest}` : undefined
  },
  es(first, rest) {
    if (!marks.es.test(rest)) return undefined
    const verb = first.toLowerCase()
    if (/[aei]r$/.test(verb)) return `${verb} ${rest}`
    return /a$/.test(verb) ? `${verb}r ${rest}` : undefined
  },
}

/** A longer sentence says no wish that a person would type. */
const longest = 400

/** What a tool is for, from the first sentence of its description without what it needs for that; else its name. */
function wishOf({ name, description }: SketchedTool, tongue: Tongue): Wish {
  const [sentence = ''] = description.trim().split(/(?<=[.!?])\s|\n/)
  const ends =
    /\s+(?:by|using|if|when|once|that|which|anhand|falls|wenn|über|selon|par|si|qui|quand|según|por|mediante|cuando)\s.*$/iu
  const wish = sentence.length > longest ? '' : sentence.replace(/[.!?]+$/, '').replace(ends, '')
  const [first = '', ...others] = wish.split(/\s+/)
  for (const each of [tongue, 'en', 'de', 'fr', 'es'] as const) {
    const text = others.length === 0 ? undefined : infinitives[each](first, others.join(' '))
    if (text !== undefined) return { text, isName: false, tongue: each }
  }
  const toolLabel = label(name).replace(/^lookup\b/, 'look up')
  const isNoun =
    /(?:status|details|info|balance|policy|hours|price)$/.test(toolLabel) &&
    !/^(?:get|show|check|find)\b/.test(toolLabel)
  return { text: isNoun && tongue === 'en' ? `tell me the ${toolLabel}` : toolLabel, isName: true, tongue }
}

/** finds: find; searches: search; modifies: modify. */
function toInfinitive(verb: string): string {
  if (/ies$/.test(verb)) return verb.replace(/ies$/, 'y')
  return /(?:ch|sh|x|ss|zz)es$/.test(verb) ? verb.slice(0, -2) : verb.slice(0, -1)
}
