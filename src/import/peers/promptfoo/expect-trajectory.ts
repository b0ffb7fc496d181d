import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json/json.ts'
import { mapTexts } from '../../../base/json/walk-json.ts'
import { writeArguments } from '../../../suite/language/matchers/read-matcher.ts'
import type { YamlNode } from '../../../suite/yaml/node.ts'
import { type DraftTurn, expectCall } from '../draft/draft.ts'
import { entriesOf, itemsOf, memberOf, numberIn, scalarText, scalarTexts, toJson } from '../draft/read-members.ts'

/** An assertion on the calls of a turn: its type, whether it is negated, and its value. */
interface CallAssertion {
  type: string
  opposed: boolean
  value: YamlNode | undefined
  threshold: string | null
}

/** Whether an assertion is about the tools that were called. */
export function isAboutCalls(type: string): boolean {
  return /^(?:trajectory:(?:tool-used|tool-sequence|tool-args-match|step-count)|tool-call-f1)$/.test(type)
}

/**
 * Expects the calls that an assertion asks for. Returns what of it is changed or lost, empty where it is
 * said as it was.
 */
export function expectTrajectory(turn: DraftTurn, assertion: CallAssertion, render: (text: string) => string): Told[] {
  const { type, opposed, value } = assertion
  if (type === 'trajectory:tool-used') return expectUsed(turn, value, opposed)
  if (type === 'trajectory:tool-sequence') return expectSequence(turn, value, opposed)
  if (type === 'trajectory:tool-args-match') return expectArguments(turn, value, opposed, render)
  return type === 'tool-call-f1' ? expectF1(turn, assertion) : expectCount(turn, value, opposed)
}

/** What became of an assertion or a part of it. */
interface Told {
  kind: 'lost' | 'changed'
  why: string
}

const tellLoss = (why: string): Told[] => [{ kind: 'lost', why }]
const changed = (why: string): Told[] => [{ kind: 'changed', why }]
const unnamed = 'it names no tool'
const patterned = '* stands for a part of a name under never alone: name the tool'

/** The tool that a step names: a text, or `name` or `pattern` of a mapping whose type, if any, is a tool. */
function toolOf(node: YamlNode | undefined): string | null {
  const name = scalarText(node) ?? scalarText(memberOf(node, 'pattern')) ?? scalarText(memberOf(node, 'name'))
  const types = scalarTexts(memberOf(node, 'type'))
  return types.length > 0 && types.some((each) => each !== 'tool') ? null : name
}

const isPattern = (name: string): boolean => /[*?]/.test(name)
const isName = (name: string | null): name is string => name !== null && /^[\w.:*-]+$/.test(name)

function expectUsed(turn: DraftTurn, value: YamlNode | undefined, opposed: boolean): Told[] {
  if (value?.kind === 'map') return expectTimes(turn, toolOf(value), boundsOf(value, 1), opposed)
  const names = scalarTexts(value)
  if (names.length === 0 || !names.every(isName)) return tellLoss(unnamed)
  if (opposed) for (const name of names) expectCall(turn, 'never', name)
  else if (names.some(isPattern)) return tellLoss(patterned)
  else for (const name of names) expectCall(turn, 'any order', name)
  return []
}

interface Bounds {
  min: number
  max: number | null
}

/** `max: 0` alone means never, whatever the default of `min`. */
function boundsOf(value: YamlNode | undefined, usual: number): Bounds {
  const max = numberIn(memberOf(value, 'max'))
  return { min: numberIn(memberOf(value, 'min')) ?? (max === 0 ? 0 : usual), max }
}

function expectTimes(turn: DraftTurn, name: string | null, { min, max }: Bounds, opposed: boolean): Told[] {
  if (!isName(name)) return tellLoss(unnamed)
  if (max !== null && max < min) return tellLoss('no number is so large and so small at once')
  if (min === 0 && max === null) return tellLoss('every run holds this')
  const bounds = opposed ? complement({ min, max }) : { min, max }
  if (bounds === null) return tellLoss('too few and too many are forbidden at once: write which of them')
  if (bounds.max === 0) expectCall(turn, 'never', name)
  else if (isPattern(name)) return tellLoss(patterned)
  else if (bounds.min === 1 && bounds.max === null) expectCall(turn, 'any order', name)
  else expectCall(turn, 'any order', { [name]: { times: quantityOf(bounds) } })
  return []
}

/** The bounds that hold exactly where these do not; null where that is two ranges, or none. */
function complement({ min, max }: Bounds): Bounds | null {
  if (max === null) return { min: 0, max: min - 1 }
  return min === 0 ? { min: max + 1, max: null } : null
}

function quantityOf({ min, max }: Bounds): JsonValue {
  if (min === max) return min
  return { ...(min > 0 ? { 'at least': min } : {}), ...(max === null ? {} : { 'at most': max }) }
}

function expectSequence(turn: DraftTurn, value: YamlNode | undefined, opposed: boolean): Told[] {
  const steps = itemsOf(value?.kind === 'list' ? value : memberOf(value, 'steps')).map(toolOf)
  if (steps.length === 0 || !steps.every(isName)) return tellLoss(unnamed)
  if (opposed) return tellLoss('an order cannot be forbidden: write before: or after: of the calls that have one')
  if (steps.some(isPattern)) return tellLoss(patterned)
  const mode = scalarText(memberOf(value, 'mode')) ?? 'in_order'
  if (mode !== 'exact' && mode !== 'in_order') return tellLoss('its mode is not known')
  const list = mode === 'exact' ? 'exactly' : 'in order'
  if (turn.calls[list] !== undefined) return tellLoss('a turn has one order of calls')
  for (const name of steps) expectCall(turn, list, name)
  return []
}

function expectArguments(
  turn: DraftTurn,
  value: YamlNode | undefined,
  opposed: boolean,
  render: (text: string) => string,
): Told[] {
  const [name, args] = [toolOf(value), memberOf(value, 'args') ?? memberOf(value, 'arguments')]
  if (!isName(name)) return tellLoss(unnamed)
  if (isPattern(name) && !opposed) return tellLoss(patterned)
  if (args?.kind !== 'map') return tellLoss('arguments are a mapping')
  const ignored = scalarTexts(memberOf(value, 'ignore'))
  const passed = entriesOf(args).filter(({ key }) => !ignored.some((each) => covers(each, key)))
  const exact = scalarText(memberOf(value, 'mode')) === 'exact'
  const inputs = Object.fromEntries(passed.map(({ key, value: each }) => [key, mapTexts(toJson(each), render)]))
  const defaults = entriesOf(memberOf(value, 'defaults'))
  const loose = exact && (ignored.length > 0 || defaults.length > 0)
  if (loose && opposed) return tellLoss('a call with any further arguments would be forbidden')
  const nothing = Object.keys(inputs).length === 0 && (!exact || loose)
  const details: JsonObject = nothing ? {} : { [exact && !loose ? 'exactly' : 'with']: writeArguments(inputs) }
  expectCall(turn, opposed ? 'never' : 'any order', nothing ? name : { [name]: details })
  if (loose) return changed('further arguments are tolerated, whichever they are')
  return !exact && !opposed && passed.some(({ value: { kind } }) => kind !== 'scalar')
    ? changed('lists and mappings among the arguments are expected as they are')
    : []
}

function covers(pattern: string, key: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replace(/\?/g, '.')
  return new RegExp(`^${source}$`).test(key)
}

/** Counts of all calls, or of those of one tool; other steps are no part of a transcript. */
function expectCount(turn: DraftTurn, value: YamlNode | undefined, opposed: boolean): Told[] {
  const types = scalarTexts(memberOf(value, 'type'))
  if (types.length !== 1 || types[0] !== 'tool') return tellLoss('steps that are no calls are no part of a transcript')
  const bounds = boundsOf(value, 0)
  const name = toolOf(value)
  if (name !== null) return expectTimes(turn, name, bounds, opposed)
  const range = opposed ? complement(bounds) : bounds
  if (range === null || (range.min === 0 && range.max === null))
    return tellLoss('it names no bound that a count can have')
  if (turn.calls.count !== undefined) return tellLoss('a turn has one count of calls')
  turn.calls.count = quantityOf(range)
  return []
}

function expectF1(turn: DraftTurn, { opposed, value, threshold }: CallAssertion): Told[] {
  const names =
    value?.kind === 'list' ? scalarTexts(value) : (scalarText(value) ?? '').split(',').map((each) => each.trim())
  if (opposed || (threshold !== null && Number(threshold) < 1))
    return tellLoss('there are no scores: calls are as expected or not')
  if (names.length === 0 || !names.every(isName) || names.some(isPattern)) return tellLoss(unnamed)
  for (const name of names) expectCall(turn, 'any order', name)
  return changed('calls of other tools are tolerated: rule them out under never')
}

/** A plain call of a tool of which a call with details is expected beside it says nothing more. */
export function withoutPlain(calls: readonly JsonValue[]): JsonValue[] {
  const detailed = calls.filter(isJsonObject).flatMap((each) => Object.keys(each))
  return calls.filter((each) => typeof each !== 'string' || !detailed.includes(each))
}
