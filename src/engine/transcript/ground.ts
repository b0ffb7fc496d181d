import { isJsonObject, type JsonValue } from '../../base/json.ts'
import { editDistance } from '../../base/suggest.ts'
import type { ContentItem, Message, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { derive, type Operands } from './derive.ts'
import type { Fact } from './facts/fact.ts'
import { findFacts } from './facts/find-facts.ts'
import { rounded } from './facts/numbers.ts'
import { type FactSource, isSaidIn, readSource } from './facts/said-in.ts'
import { parseJson } from './tool-call.ts'

/** What an agent may know before anybody has said anything. */
export interface GroundStart {
  /** Values by where they stand, for messages: `the metadata`, `the prompt`. */
  known: readonly { where: string; value: JsonValue }[]
}

/** One turn, as far as facts can come from it. */
export interface HeardTurn {
  /** `turn 2`, for messages. */
  name: string
  entries: readonly TranscriptEntry[]
  /** What else was sent with it: metadata, context. */
  sent?: JsonValue
}

/** A fact in a reply that nothing before it says. */
export interface Ungrounded {
  fact: Fact
  /** The entry of the turn that says it. */
  index: number
  /** What comes closest to it, and where that stands. */
  nearest: { text: string; where: string } | null
  /** An earlier reply already said it, from nowhere. */
  isAgain: boolean
}

/** What was said in a conversation so far, and what of the agent's words rests on nothing of it. */
export interface Ground {
  /** Adds a turn. Nothing is read before somebody asks. */
  hear(turn: HeardTurn): void
  /** The facts of the last turn's replies that rest on nothing. */
  ungrounded(): Ungrounded[]
}

/** The ground at the begin of a conversation. */
export function createGround({ known }: GroundStart = { known: [] }): Ground {
  const waiting: HeardTurn[] = []
  let state: Heard | null = null
  let last: Ungrounded[] = []
  return {
    hear: (turn) => void waiting.push(turn),
    ungrounded() {
      state ??= begin(known)
      for (const turn of waiting.splice(0)) last = readTurn(turn, state)
      return last
    },
  }
}

/** Everything that was read. */
interface Heard {
  sources: FactSource[]
  /** What replies said that rests on something: sums, too, so that they can be said again. */
  replies: FactSource[]
  /** Forms of facts that replies made up. */
  invented: Set<string>
  /** Numbers of tools by the name of their member. */
  groups: Map<string, number[]>
  counts: Set<number>
  recent: number[]
  /** Numbers of sources with fewer decimals. */
  roundings: Set<number>
  moment: string | undefined
}

function begin(known: GroundStart['known']): Heard {
  const heard: Heard = {
    sources: [],
    replies: [],
    invented: new Set(),
    groups: new Map(),
    counts: new Set(),
    recent: [],
    roundings: new Set(),
    moment: undefined,
  }
  for (const { where, value } of known) addValue(heard, where, value)
  return heard
}

function readTurn({ name, entries, sent }: HeardTurn, heard: Heard): Ungrounded[] {
  const found: Ungrounded[] = []
  const now = entries
    .map((entry) => ('timestamp' in entry ? entry.timestamp : ''))
    .find((each) => !Number.isNaN(Date.parse(each)))
  if (now !== undefined && now !== heard.moment) {
    heard.moment = now
    add(heard, "the session's clock", `${now.slice(0, 10)} ${now.slice(11, 16)}`)
  }
  if (sent !== undefined) addValue(heard, `what was sent in ${name}`, sent)
  for (const [index, entry] of entries.entries()) {
    if (entry.type === 'function_call') addValue(heard, `the arguments of ${entry.name} (${name})`, entry.arguments)
    else if (entry.type === 'function_call_output')
      addValue(heard, `the output of ${entry.name} (${name})`, parseJson(entry.output) ?? entry.output)
    else if (entry.type === 'message' && entry.role === 'assistant') found.push(...readReply(entry, index, heard, name))
    else if (entry.type === 'message') {
      const who = entry.role === 'user' ? 'the user' : 'a background agent'
      add(heard, `what ${who} says in ${name}`, textsOf(entry.content).join('\n'), true)
      if (entry.metadata !== null) addValue(heard, `the metadata of ${name}`, entry.metadata)
    }
  }
  return found
}

function add(heard: Heard, where: string, text: string, isSpoken = false): void {
  const source = readSource(where, text, { now: heard.moment })
  heard.sources.push(source)
  for (const { values } of source.facts)
    for (const value of values) {
      if (isSpoken) heard.recent.push(value)
      if (Number.isInteger(value)) continue
      for (const digits of [0, 1, 2]) heard.roundings.add(roundTo(value, digits))
      heard.roundings.add(Math.floor(value))
    }
}

const roundTo = (value: number, digits: number): number => rounded(Math.round(value * 10 ** digits) / 10 ** digits)

/** A JSON value as a source: its members with their names, a line each, and what can be counted and added up in it. */
function addValue(heard: Heard, where: string, value: JsonValue): void {
  const lines: string[] = []
  const visit = (each: JsonValue, name: string): void => {
    if (lines.length >= 20_000) return
    if (Array.isArray(each)) {
      heard.counts.add(each.length)
      for (const item of each) visit(item, name)
    } else if (isJsonObject(each)) {
      heard.counts.add(Object.keys(each).length)
      for (const [key, member] of Object.entries(each)) visit(member, key)
    } else {
      if (typeof each === 'number' || (typeof each === 'string' && /^\d{1,12}(?:\.\d{1,6})?$/.test(each)))
        group(heard, name, Number(each))
      if (each !== null && typeof each !== 'boolean')
        lines.push(name === '' ? String(each) : `${spaced(name)}: ${each}`)
      else if (name !== '') lines.push(spaced(name))
    }
  }
  visit(value, '')
  add(heard, where, lines.join('\n'))
}

/** The words of a name: `StartTimeHour` is `Start Time Hour`; what has a digit is a code that may be asked for. */
function spaced(name: string): string {
  return /\d/.test(name) ? name : name.replace(/([\p{Ll}])(\p{Lu})/gu, '$1 $2').replaceAll('_', ' ')
}

function group(heard: Heard, name: string, value: number): void {
  const numbers = heard.groups.get(name)
  if (numbers === undefined) heard.groups.set(name, [value])
  else numbers.push(value)
}

/** What a customer reads of a message. */
function textsOf(content: readonly ContentItem[]): string[] {
  return content.flatMap((item) => {
    if (item.type === 'text' || item.type === 'button') return [item.text]
    return item.type === 'image' || item.type === 'video' ? [item.caption] : []
  })
}

/** Names are no law: whoever is called Mia may be any Mia. */
const looksAt = (fact: Fact): boolean => fact.kind !== 'name' && fact.forms.length > 0

function readReply({ content }: Message, index: number, heard: Heard, turn: string): Ungrounded[] {
  const text = textsOf(content).join('\n')
  const facts = findFacts(text, { now: heard.moment }).filter(looksAt)
  const sources = [...heard.sources, ...heard.replies]
  const said = facts.filter((fact) => isSaidIn(fact, sources))
  const rest = facts.filter((fact) => !said.includes(fact))
  const reckoned = rest.length === 0 ? [] : rest.filter((fact) => isReckoned(fact, said, text, heard))
  const grounded = [...said, ...reckoned]
  heard.replies.push(sourceOf(`what the agent says in ${turn}`, grounded))
  heard.recent.push(...grounded.flatMap(({ values }) => values))
  return rest
    .filter((fact) => !reckoned.includes(fact))
    .map((fact) => {
      const isAgain = fact.forms.some((form) => heard.invented.has(form))
      for (const form of fact.forms) heard.invented.add(form)
      return { fact, index, nearest: nearestTo(fact, heard.sources), isAgain }
    })
}

function sourceOf(where: string, facts: readonly Fact[]): FactSource {
  const given = new Map<string, Fact>()
  for (const fact of facts) for (const form of fact.gives) if (!given.has(form)) given.set(form, fact)
  return { where, given, facts, words: '' }
}

/** A line that begins like the item of a list. */
const item = /^[ \t]*(?:[-*•–]|\d{1,2}[.)])\s/gm

/** Whether a number follows from what was said. */
function isReckoned({ kind, values, text: words }: Fact, said: readonly Fact[], text: string, heard: Heard): boolean {
  if (values.length === 0 || kind === 'id') return false
  if (values.some((value) => heard.roundings.has(value))) return true
  const isCount = kind !== 'amount' && !/[.,]\d/.test(words)
  const numbers = said.filter((fact) => fact.kind === 'number' || fact.kind === 'amount')
  const operands: Operands = {
    listed: numbers.flatMap((fact) => fact.values.slice(0, 1)),
    recent: heard.recent.slice(-40),
    groups: [...heard.groups.values()],
    counts: new Set([...heard.counts, text.match(item)?.length ?? 0]),
    shares: said.filter((fact) => fact.kind === 'percentage').flatMap((fact) => fact.values),
  }
  return values.some((value) => derive(value, operands, isCount) !== null)
}

/** The fact of the same kind whose words are most alike. */
function nearestTo(fact: Fact, sources: readonly FactSource[]): Ungrounded['nearest'] {
  let nearest: { text: string; where: string; far: number } | null = null
  let looked = 0
  const number = fact.values[0]
  for (let index = sources.length - 1; index >= 0; index--) {
    const { where, facts } = sources[index] as FactSource
    for (const each of facts) {
      if (!isLike(fact, each) || each.text.length > 60 || looked >= 2_000) continue
      looked += 1
      const far = farFrom(fact, each, number)
      if (nearest === null || far < nearest.far) nearest = { text: each.text, where, far }
    }
  }
  return nearest === null ? null : { text: nearest.text, where: nearest.where }
}

const numeric: ReadonlySet<Fact['kind']> = new Set(['number', 'amount', 'percentage'])

function isLike(one: Fact, other: Fact): boolean {
  return one.kind === other.kind || (numeric.has(one.kind) && numeric.has(other.kind))
}

/** By the letters that differ; of two equally alike the number that is closer. */
function farFrom(one: Fact, other: Fact, number: number | undefined): number {
  const letters = editDistance(one.text.slice(0, 60).toLowerCase(), other.text.toLowerCase())
  const [value] = other.values
  if (number === undefined || value === undefined) return letters
  return letters + Math.min(1, Math.abs(value - number) / (Math.abs(number) + 1))
}
