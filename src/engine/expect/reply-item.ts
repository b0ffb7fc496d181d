import type { JsonObject, JsonValue } from '../../base/json/json.ts'
import type { ItemExpectation } from '../../suite/language/expectations/reply-expectation.ts'
import type { Matcher } from '../../suite/language/matchers/matcher.ts'
import type { MessageView, TurnView } from '../transcript/turn-view.ts'
import { assignItems } from './assign-items.ts'
import { exactly, forItems } from './fold-text.ts'
import { matchBy, type OneReading } from './match-readings.ts'
import { answerOf, certainFirst, resolveMisses } from './outcome/answer.ts'
import { type Mismatch, mismatch, type Outcome, unjudgedOf, verdictOn } from './outcome/outcome.ts'

type Item = MessageView['items'][number]

/** Each expectation needs an item of its own, in any order; a negation applies to all items of the kind. */
export function evaluateItems(expected: readonly ItemExpectation[], view: TurnView): Outcome[] {
  const kinds = new Set(expected.map(({ kind }) => kind))
  const outcomes = new Map<ItemExpectation, Outcome>()
  for (const kind of kinds) {
    const items = view.assistant.flatMap((message) => message.items.filter(({ type }) => type === kind))
    const matchers: Wanted[] = []
    for (const each of expected) {
      if (each.kind !== kind) continue
      const { matcher } = each
      if (matcher === null) outcomes.set(each, evaluateNone(each, items))
      else if (isNegation(matcher)) outcomes.set(each, evaluateNegation({ of: each, matcher }, items))
      else matchers.push({ of: each, matcher })
    }
    for (const [row, outcome] of judgeWanted(matchers, items).entries()) {
      const own = matchers[row]?.of
      if (own !== undefined) outcomes.set(own, outcome)
    }
  }
  return expected.flatMap((each) => outcomes.get(each) ?? [])
}

interface Wanted {
  of: ItemExpectation
  matcher: Matcher
}

/** An expectation without an item of its own is shown beside the closest item. */
function judgeWanted(matchers: readonly Wanted[], items: readonly Item[]): Outcome[] {
  const { assignment, misses } = assignItems(matchers, items, ({ of, matcher }, item) => hold(of.kind, matcher, item))
  return matchers.map(({ of: { kind, at } }, row): Outcome => {
    const frame = { kind: 'item' as const, item: kind, seen: items.length }
    const column = assignment[row] ?? null
    const [unclear] = column === null ? [] : unjudgedOf(kind, misses(row, column))
    if (unclear !== undefined) return unclear
    if (column !== null) return { ...frame, verdict: 'passed', at, mismatches: [] }
    const best = closest(items.map((_, each) => misses(row, each)))
    const isTaken = best !== undefined && answerOf(best) !== 'fails'
    const mismatches = isTaken
      ? [mismatch(at, kind, `one ${kind} more that is so`, undefined)]
      : certainFirst(best ?? [])
    return { ...frame, verdict: 'failed', at: mismatches[0]?.at ?? at, mismatches }
  })
}

/** Fails on the first item that matches what no item of the kind may be. */
function evaluateNegation({ of: { kind, at }, matcher }: Wanted, items: readonly Item[]): Outcome {
  const perItem = items.map((item) => hold(kind, matcher, item))
  const broken = perItem.find((misses) => answerOf(misses) === 'fails') ?? []
  const [unclear] = broken.length > 0 ? [] : unjudgedOf(kind, perItem.flat())
  if (unclear !== undefined) return unclear
  const { verdict, mismatches } = verdictOn(broken)
  return { kind: 'item', verdict, at: mismatches[0]?.at ?? at, item: kind, seen: items.length, mismatches }
}

function hold(kind: string, matcher: Matcher, item: Item): Mismatch[] {
  const read = (condition: Matcher): OneReading => ({
    path: kind,
    value: condition.kind === 'fields' ? membersOf(item) : textOf(item),
  })
  // Of a recording the link is all the text there is, and people do not read that.
  return resolveMisses(matchBy(matcher, read, item.type === 'audio' ? exactly : forItems))
}

function isNegation(matcher: Matcher): boolean {
  if (matcher.kind === 'folded') return isNegation(matcher.of)
  return matcher.kind === 'not' || matcher.kind === 'none' || (matcher.kind === 'all' && matcher.of.every(isNegation))
}

function evaluateNone({ kind, at }: Pick<ItemExpectation, 'kind' | 'at'>, items: readonly Item[]): Outcome {
  const mismatches = items.map((item) => mismatch(at, kind, `no ${kind}`, textOf(item)))
  const verdict = items.length === 0 ? 'passed' : 'failed'
  return { kind: 'item', verdict, at, item: kind, seen: items.length, mismatches }
}

/** The content items of all messages, in order; each has a `kind`, because `type` is already an operator. */
export function contentOf({ assistant }: TurnView): JsonValue {
  return assistant.flatMap(({ items }) =>
    items.map((item) => ({ kind: item.type, ...(membersOf(item) as JsonObject) })),
  )
}

/** The members of an item; a link adds its `host`, and `expires` where its query says so. */
function membersOf(item: Item): JsonValue {
  const members = item as unknown as JsonObject
  const { url } = members
  return typeof url === 'string' && URL.canParse(url) ? { ...readLink(new URL(url)), ...members } : members
}

function textOf(item: Item): JsonValue {
  if (item.type === 'text' || item.type === 'button') return item.text
  if (item.type === 'file') return item.filename
  if (item.type === 'image' || item.type === 'video') return item.caption
  return item.type === 'audio' ? item.url : null
}

function closest(attempts: readonly Mismatch[][]): Mismatch[] | undefined {
  return attempts.reduce<Mismatch[] | undefined>(
    (best, attempt) => (best === undefined || attempt.length < best.length ? attempt : best),
    undefined,
  )
}

/** Expiry from `expires` or `Expires` (Unix seconds or milliseconds), or `X-Amz-Date` with `X-Amz-Expires`. */
export function readLink(url: URL): JsonObject {
  const expires = new Date(expiryOf(url.searchParams))
  return { host: url.host, ...(Number.isNaN(expires.getTime()) ? {} : { expires: expires.toISOString() }) }
}

function expiryOf(query: URLSearchParams): number {
  const unix = Number(query.get('expires') ?? query.get('Expires') ?? Number.NaN)
  if (Number.isFinite(unix) && unix > 0) return unix < 1e11 ? unix * 1_000 : unix
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(query.get('X-Amz-Date') ?? '') ?? []
  const seconds = Number(query.get('X-Amz-Expires') ?? Number.NaN)
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) + seconds * 1_000
}
