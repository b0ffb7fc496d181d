import { isJsonObject, type JsonValue } from '../../base/json/json.ts'
import type { ContentItem, Message, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { figuresIn, isMoney, isNumber, largestIn, rateOf, totalsOf } from './derive.ts'
import { shiftDay } from './facts/calendar.ts'
import type { Fact } from './facts/fact.ts'
import { findFacts } from './facts/find-facts.ts'
import { numbersInWords } from './facts/number-words.ts'
import { roundNumber } from './facts/numbers.ts'
import { type FactSource, isSaidIn, readSource } from './facts/said-in.ts'
import { type Nearest, nearestTo } from './nearest.ts'
import { type Reckonable, reckonFrom } from './reckon.ts'
import { parseJson } from './tool-call.ts'

export interface GroundStart {
  /** Values with their names in messages: `the metadata`, `the prompt`. */
  known: readonly { where: string; value: JsonValue }[]
}

export interface GroundTurn {
  /** `turn 2`, for messages. */
  name: string
  entries: readonly TranscriptEntry[]
  /** What else was sent with it: metadata, context. */
  sent?: JsonValue
}

/** A fact in a reply that nothing said before supports. */
export interface UngroundedFact {
  fact: Fact
  index: number
  nearest: Nearest | null
  /** An earlier reply already stated it without support. */
  isAgain: boolean
}

/** What was said in a conversation so far, and which of the agent's facts it does not support. */
export interface Ground {
  /** Adds a turn; it is read only when needed. */
  hear(turn: GroundTurn): void
  ungrounded(): UngroundedFact[]
}

export function createGround({ known }: GroundStart = { known: [] }): Ground {
  const waiting: GroundTurn[] = []
  let state: Heard | null = null
  let last: UngroundedFact[] = []
  return {
    hear: (turn) => void waiting.push(turn),
    ungrounded() {
      state ??= begin(known)
      for (const turn of waiting.splice(0)) last = readTurn(turn, state)
      return last
    },
  }
}

interface Heard extends Reckonable {
  sources: FactSource[]
  /** Supported facts of replies, sums included, so that they can be repeated. */
  replies: FactSource[]
  /** The forms of facts that replies made up. */
  invented: Set<string>
  /** The shifts in days that users asked for: `a day later`. */
  shifts: Set<number>
  moment: string | undefined
}

function begin(sources: GroundStart['known']): Heard {
  const context: Heard = {
    sources: [],
    replies: [],
    invented: new Set(),
    groups: [],
    figures: [],
    totals: [],
    counts: [],
    calls: new Map(),
    shifts: new Set(),
    recent: [],
    roundings: [],
    values: [],
    moment: undefined,
  }
  for (const { where, value } of sources) {
    if (typeof value === 'string') context.sources.push(proseSource(where, value))
    else addValue(context, where, value)
  }
  return context
}

function readTurn({ name, entries, sent }: GroundTurn, context: Heard): UngroundedFact[] {
  const facts: UngroundedFact[] = []
  const now = entries
    .map((entry) => ('timestamp' in entry ? entry.timestamp : ''))
    .find((each) => !Number.isNaN(Date.parse(each)))
  if (now !== undefined && now !== context.moment) {
    context.moment = now
    context.sources.push(clockSource(now))
  }
  if (sent !== undefined) addValue(context, `what was sent in ${name}`, sent)
  for (const [index, entry] of entries.entries()) {
    if (entry.type === 'function_call') {
      context.calls.set(entry.name, (context.calls.get(entry.name) ?? 0) + 1)
      addValue(context, `the arguments of ${entry.name} (${name})`, entry.arguments)
    } else if (entry.type === 'function_call_output') {
      const output = parseJson(entry.output) ?? entry.output
      addValue(context, `the output of ${entry.name} (${name})`, output)
      context.figures = [...context.figures, figuresIn(output)].slice(-6)
    } else if (entry.type === 'message' && entry.role === 'assistant')
      facts.push(...readReply(entry, index, context, name))
    else if (entry.type === 'message') {
      const who = entry.role === 'user' ? 'the user' : 'a background agent'
      const text = textsOf(entry.content).join('\n')
      add(context, `what ${who} says in ${name}`, text, true)
      for (const days of daysMoved(text)) context.shifts.add(days)
      if (entry.metadata !== null) addValue(context, `the metadata of ${name}`, entry.metadata)
    }
  }
  return facts
}

/** A long text contains every number below ten somewhere, so it supports one only with the same unit after it. */
function proseSource(where: string, text: string): FactSource {
  const source = readSource(where, text)
  const isLoose = (form: string): boolean => /^[nv]:\d$/.test(form)
  return { ...source, factsByForm: new Map([...source.factsByForm].filter(([form]) => !isLoose(form))) }
}

/** The date and time of a turn, without its weekday: a weekday that somebody names is hardly ever today. */
function clockSource(now: string): FactSource {
  const source = readSource("the session's clock", `${now.slice(0, 10)} ${now.slice(11, 16)}`)
  return { ...source, factsByForm: new Map([...source.factsByForm].filter(([form]) => !form.startsWith('w:'))) }
}

/** Phrases that ask for another day: `a day later`, `two days earlier`, `the next day`, `by one day`. */
const moving =
  /\bby\s{1,9}(\w{1,5})\s{1,9}days?\b|(?:\b(\w{1,5})\s{1,9})?\b(?:days?\s{1,9}(?:later|after|before|earlier)|(?:next|following|previous)\s{1,9}day)\b/giu

function daysMoved(text: string): number[] {
  return [...text.matchAll(moving)].flatMap(([match, by, many = by ?? '']) => {
    const count = Number(many) || (numbersInWords(many)[0]?.value ?? 1)
    // "by a day" may mean earlier or later.
    if (by !== undefined) return [count, -count]
    return /before|earlier|previous/i.test(match) ? -count : count
  })
}

function add(context: Heard, where: string, text: string, isSpoken = false): void {
  const source = readSource(where, text, { now: context.moment })
  context.sources.push(source)
  context.values = [
    ...context.values,
    ...source.facts.flatMap(({ kind, values }) => (kind === 'id' ? [] : values)),
  ].slice(-400)
  for (const { kind, values } of source.facts)
    for (const value of values) {
      if (isSpoken && kind !== 'percentage') context.recent.push(value)
      if (Number.isInteger(value)) continue
      context.roundings.push(String(Math.floor(value)))
      for (const digits of [0, 1, 2])
        if (value !== roundNumber(Number(value.toFixed(digits)))) context.roundings.push(value.toFixed(digits))
    }
}

/** Adds a JSON value as a source: a line for each member with its name, and what can be counted and summed in it. */
function addValue(context: Heard, where: string, value: JsonValue): void {
  const lines: string[] = []
  const groups = new Map<string, number[]>()
  const largest = largestIn(value)
  const visit = (each: JsonValue, name: string, currency = ''): void => {
    if (lines.length >= 20_000) return
    if (Array.isArray(each)) {
      context.counts.push(each.length)
      for (const item of each) if (Array.isArray(item)) context.totals.push(...totalsOf(item))
      for (const item of each) visit(item, name, currency)
    } else if (isJsonObject(each)) {
      const members = Object.entries(each)
      // Members keyed by codes are a list too, such as payment methods by their ids.
      if (members.length > 1 && members.every(([key]) => /\d/.test(key))) context.counts.push(members.length)
      const [, own = currency] = members.find(([key, member]) => isCurrency(key, member)) ?? []
      for (const [key, member] of members) visit(member, key, String(own).toUpperCase())
    } else {
      if (isNumber(each) && rateOf(name, each, largest) === null)
        groups.set(name, [...(groups.get(name) ?? []), Number(each)])
      if (each !== null && typeof each !== 'boolean')
        lines.push(name === '' ? String(each) : `${spaced(name)}: ${each}${isSum(name, each) ? ` ${currency}` : ''}`)
      else if (name !== '') lines.push(spaced(name))
    }
  }
  const isSum = (name: string, each: JsonValue): boolean =>
    isMoney(name) && (typeof each === 'number' || isNumber(each)) && rateOf(name, each, largest) === null
  visit(value, '')
  const numbers = [...groups.values()].flat()
  if (numbers.length === 1) context.recent.push(numbers[0] as number)
  context.groups = [...context.groups, ...groups.values()].filter(({ length }) => length > 1).slice(-40)
  context.counts = context.counts.slice(-6)
  context.totals = context.totals.slice(-120)
  add(context, where, lines.join('\n'))
}

/** Whether a member says in which currency the amounts beside it and below it are. */
function isCurrency(name: string, value: JsonValue): boolean {
  return (
    /^(?:currency|waehrung|währung|devise|moneda|divisa)(?:[_ -]?code)?$/i.test(spaced(name)) &&
    typeof value === 'string' &&
    /^(?:[A-Za-z]{3}|\p{Lu}{0,2}\p{Sc})$/u.test(value)
  )
}

/** `StartTimeHour` becomes `Start Time Hour`; a name with a digit is a code that somebody may ask for. */
function spaced(name: string): string {
  return /\d/.test(name) ? name : name.replace(/([\p{Ll}])(\p{Lu})/gu, '$1 $2').replaceAll('_', ' ')
}

function textsOf(content: readonly ContentItem[]): string[] {
  return content.flatMap((item) => {
    if (item.type === 'text' || item.type === 'button') return [item.text]
    return item.type === 'image' || item.type === 'video' ? [item.caption] : []
  })
}

/** Names are not checked: anybody called Mia may be any Mia. */
const looksAt = (fact: Fact): boolean => fact.kind !== 'name' && fact.forms.length > 0

/** The most facts of one reply that are calculated with and reported. */
const mostFacts = 200

function readReply({ content }: Message, index: number, context: Heard, turn: string): UngroundedFact[] {
  const text = textsOf(content).join('\n')
  const facts = findFacts(text, { now: context.moment }).filter(looksAt)
  const sources = [...context.sources, ...context.replies]
  const grounded = new Set(facts.filter((fact) => isSaidIn(fact, sources)))
  // Derived numbers may themselves be operands: a remaining payment follows from a total that is itself a sum.
  for (let round = 0; round < 2 && grounded.size < facts.length; round++) {
    const groundedFacts = facts.filter((fact) => grounded.has(fact)).slice(0, mostFacts)
    const open = facts.filter((fact) => !grounded.has(fact)).slice(0, mostFacts)
    const isReckoned = reckonFrom(groundedFacts, text, context)
    for (const fact of open.filter((each) => isMoved(each, context) || isReckoned(each))) grounded.add(fact)
  }
  context.replies.push(sourceOf(`what the agent says in ${turn}`, [...grounded]))
  for (const { kind, values } of grounded) if (kind !== 'percentage') context.recent.push(...values)
  return facts
    .filter((fact) => !grounded.has(fact))
    .slice(0, mostFacts)
    .map((fact) => {
      const isAgain = fact.forms.some((form) => context.invented.has(form))
      for (const form of fact.forms) context.invented.add(form)
      return { fact, index, nearest: nearestTo(fact, context.sources), isAgain }
    })
}

function sourceOf(where: string, facts: readonly Fact[]): FactSource {
  const factsByForm = new Map<string, Fact>()
  for (const fact of facts) for (const form of fact.gives) if (!factsByForm.has(form)) factsByForm.set(form, fact)
  return { where, factsByForm: factsByForm, facts, words: '' }
}

/** Whether a date is a known one shifted by as many days as a user asked for. */
function isMoved({ kind, forms }: Fact, { shifts, sources }: Heard): boolean {
  if (kind !== 'date' || shifts.size === 0) return false
  return forms.some((form) => {
    const [, year, month, day] = /^ymd:(\d+)-(\d+)-(\d+)$/.exec(form) ?? []
    if (year === undefined) return false
    return [...shifts].some((days) => {
      const { year: y, month: m, day: d } = shiftDay(Date.UTC(Number(year), Number(month) - 1, Number(day)), -days)
      return sources.some(({ factsByForm }) => factsByForm.has(`ymd:${y}-${m}-${d}`))
    })
  })
}
