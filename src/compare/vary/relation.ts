import { countValues } from '../../base/group-by.ts'
import type { JsonValue } from '../../base/json/json.ts'
import { mapTexts } from '../../base/json/walk-json.ts'
import { fold } from '../../engine/transcript/facts/fact.ts'
import { findFacts } from '../../engine/transcript/facts/find-facts.ts'
import { pairCalls } from '../../engine/transcript/tool-call.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { isJudged } from '../../engine/verdict/verdict.ts'
import { swapText, turnKey, type VariedConversation } from './typed/edit.ts'
import type { VariantDifference } from './vary-result.ts'

export type { VariantDifference } from './vary-result.ts'

interface SeenCall {
  name: string
  arguments: JsonValue
}

/** What a run did, message by message: calls by the place of the turn that they answer. */
type Deeds = Map<string, SeenCall[]>

/** What the original steadily does: the reference for its variants. */
export interface SteadyReference {
  deeds: Deeds
  /** Calls and arguments in which runs of the original differ: differences in these say nothing about a variant. */
  unsteady: ReadonlySet<string>
}

/** The calls of a run that passed, without what most others do differently; null where at most half passed. */
export function referenceOf(runs: readonly ConversationResult[]): SteadyReference | null {
  const judged = runs.filter(({ verdict }) => isJudged(verdict))
  const passed = judged.filter(({ verdict }) => verdict === 'passed')
  const all = passed.map((run) => deedsOf(run))
  const [first] = all
  if (first === undefined || passed.length * 2 <= judged.length) return null
  // The run that agrees with most others, so that one that went astray is not the reference.
  const agreeing = (deeds: Deeds): number => all.filter((other) => differing(deeds, other).length === 0).length
  const deeds = all.reduce((best, each) => (agreeing(each) > agreeing(best) ? each : best), first)
  const counts = countValues(all.flatMap((other) => [...new Set(differing(deeds, other).map(({ key }) => key))]))
  const unsteady = [...counts].filter(([, count]) => count * 3 > all.length).map(([key]) => key)
  return { deeds, unsteady: new Set(unsteady) }
}

/** How a run differs from the reference; null: not, or not judged. `varied`: turns joined, values swapped. */
export function differenceOf(
  run: ConversationResult,
  reference: SteadyReference,
  varied: Pick<VariedConversation, 'joined' | 'swaps'> = asItIs,
): VariantDifference | null {
  if (!isJudged(run.verdict)) return null
  const expected = moved(reference.deeds, varied)
  const difference = differing(expected, deedsOf(run, varied.joined)).find(({ key }) => !reference.unsteady.has(key))
  if (run.verdict === 'failed') {
    const turn = run.turns.find(({ verdict }) => verdict === 'failed')
    return { kind: 'verdict', at: turn?.at ?? null, what: difference?.what ?? 'it fails what is expected' }
  }
  if (difference === undefined) return null
  const [line = 0, column = 0] = difference.place.split(':').map(Number)
  return { kind: difference.kind, at: { line, column }, what: difference.what }
}

const asItIs: Pick<VariedConversation, 'joined' | 'swaps'> = { joined: new Map(), swaps: new Map() }

function deedsOf({ turns }: ConversationResult, nextByPlace: VariedConversation['joined'] = new Map()): Deeds {
  const deeds: Deeds = new Map()
  for (const { at, entries, verdict } of turns) {
    if (verdict === 'not reached') continue
    const place = target(turnKey(at), nextByPlace)
    const calls = pairCalls(entries).calls.map(({ name, arguments: input }) => ({ name, arguments: input }))
    deeds.set(place, [...(deeds.get(place) ?? []), ...calls])
  }
  return deeds
}

/** The turn that a turn was joined into, following further joins. */
function target(place: string, nextByPlace: VariedConversation['joined']): string {
  const next = nextByPlace.get(place)
  return next === undefined ? place : target(next, nextByPlace)
}

/** The reference adapted to swapped values and joined turns. */
function moved(deeds: Deeds, { joined, swaps }: Pick<VariedConversation, 'joined' | 'swaps'>): Deeds {
  const result: Deeds = new Map()
  for (const [place, calls] of deeds) {
    const key = target(place, joined)
    const swapped = (value: JsonValue): JsonValue => mapTexts(value, (text) => swapText(text, swaps))
    const own = swaps.size === 0 ? calls : calls.map((call) => ({ ...call, arguments: swapped(call.arguments) }))
    result.set(key, [...(result.get(key) ?? []), ...own])
  }
  return result
}

interface Found extends Pick<VariantDifference, 'what'> {
  kind: 'calls' | 'arguments'
  place: string
  /** Identifies the call or argument concerned, to look up whether it is steady. */
  key: string
}

/** Where one run does something different, in the order of turns; turns that one did not reach are left out. */
function differing(expected: Deeds, deeds: Deeds): Found[] {
  return [...expected].flatMap(([place, calls]): Found[] => {
    const deed = deeds.get(place)
    if (deed === undefined) return []
    const rest = [...deed]
    // Equal calls are matched first, so that a differing call does not take the counterpart of an equal one.
    const same = new Set(calls.filter((call) => takeSame(rest, call)))
    const differences = calls.flatMap((call, index): Found[] => {
      if (same.has(call)) return []
      const own = takeLike(rest, call)
      const key = `${place} ${call.name} ${calls.slice(0, index).filter(({ name }) => name === call.name).length}`
      if (own === undefined) return [{ kind: 'calls', place, key, what: `${call.name} is not called` }]
      return differingPaths(call.arguments, own.arguments, '').map(({ path, was, is }): Found => {
        const what = `${call.name} is called with ${path === '' ? '' : `${path}: `}${is}, and not ${was}`
        return { kind: 'arguments', place, key: `${key} ${path}`, what }
      })
    })
    // Repeating the same call reads or writes the same: whether that is wrong is for expectations to say.
    const more = rest.filter((call) => !calls.some((other) => isSame(call, other)))
    const additions = more.map(({ name }): Found => {
      return { kind: 'calls', place, key: `${place} + ${name}`, what: `${name} is called as well` }
    })
    return [...differences, ...additions]
  })
}

function isSame(one: SeenCall, other: SeenCall): boolean {
  return one.name === other.name && differingPaths(one.arguments, other.arguments, '').length === 0
}

function takeSame(calls: SeenCall[], sample: SeenCall): boolean {
  const at = calls.findIndex((call) => isSame(call, sample))
  if (at !== -1) calls.splice(at, 1)
  return at !== -1
}

/** Removes the call of the same name whose arguments are most alike from the list. */
function takeLike(calls: SeenCall[], call: SeenCall): SeenCall | undefined {
  const fits = calls.filter(({ name }) => name === call.name)
  const best = fits.toSorted(
    (one, other) =>
      differingPaths(call.arguments, one.arguments, '').length -
      differingPaths(call.arguments, other.arguments, '').length,
  )[0]
  if (best !== undefined) calls.splice(calls.indexOf(best), 1)
  return best
}

interface DifferingPath {
  path: string
  was: string
  is: string
}

function differingPaths(was: JsonValue | undefined, is: JsonValue | undefined, path: string): DifferingPath[] {
  if (isContainer(was) && isContainer(is) && Array.isArray(was) === Array.isArray(is)) {
    const [a, b] = [was as Record<string, JsonValue>, is as Record<string, JsonValue>]
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((key) =>
      differingPaths(a[key], b[key], path === '' ? key : `${path}.${key}`),
    )
  }
  return saysSame(was, is) ? [] : [{ path, was: show(was), is: show(is) }]
}

function isContainer(value: JsonValue | undefined): value is JsonValue[] | Record<string, JsonValue> {
  return typeof value === 'object' && value !== null
}

const show = (value: JsonValue | undefined): string => (value === undefined ? 'nothing' : JSON.stringify(value))

/** A text of at least this many words is the agent's own wording: only the facts in it are compared. */
const freeText = 4

/** Whether values say the same: numbers as text, other case or punctuation, or free texts with the same facts. */
function saysSame(was: JsonValue | undefined, is: JsonValue | undefined): boolean {
  if (was === is) return true
  if (was === undefined || is === undefined || isContainer(was) || isContainer(is) || was === null || is === null)
    return false
  const [one, other] = [fold(String(was)), fold(String(is))]
  if (one === other) return true
  if (typeof was !== 'string' || typeof is !== 'string') return false
  const isFree = [one, other].every((text) => text.split(' ').length >= freeText)
  return isFree && factsOf(was) === factsOf(is)
}

function factsOf(text: string): string {
  return findFacts(text)
    .flatMap(({ forms }) => forms.slice(0, 1))
    .sort()
    .join()
}
