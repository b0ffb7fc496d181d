import type { JsonObject, JsonValue } from '../base/json.ts'
import type { Matcher } from '../script/matcher.ts'
import type { ItemExpectation } from '../script/reply-expectation.ts'
import type { MessageView, TurnView } from '../transcript/turn-view.ts'
import { matchBy } from './match-by.ts'
import { type Mismatch, mismatch } from './mismatch.ts'
import type { Outcome } from './outcome.ts'
import { readLink } from './read-link.ts'

type Item = MessageView['items'][number]

/**
 * Some content item of the kind has to match: members against the item, other conditions against its text, filename,
 * caption or url. A negation is about all of them: no item of the kind may be what it says.
 */
export function evaluateItem({ kind, matcher, at }: ItemExpectation, view: TurnView): Outcome {
  const items = view.assistant.flatMap((message) => message.items.filter(({ type }) => type === kind))
  if (matcher === null) return evaluateNone({ kind, at }, items)
  const hold = (item: Item): Mismatch[] =>
    matchBy(matcher, (condition) => ({
      path: kind,
      value: condition.kind === 'fields' ? membersOf(item) : textOf(item),
    }))
  const attempts = items.map(hold)
  const best = isNegation(matcher) ? (attempts.find(({ length }) => length > 0) ?? []) : closest(attempts)
  const verdict = best !== undefined && best.length === 0 ? 'passed' : 'failed'
  return { kind: 'item', verdict, at: best?.[0]?.at ?? at, item: kind, seen: items.length, mismatches: best ?? [] }
}

function isNegation(matcher: Matcher): boolean {
  if (matcher.kind === 'folded') return isNegation(matcher.of)
  return matcher.kind === 'not' || matcher.kind === 'none' || (matcher.kind === 'all' && matcher.of.every(isNegation))
}

/** There must be no item of the kind, in any message. */
function evaluateNone({ kind, at }: Pick<ItemExpectation, 'kind' | 'at'>, items: readonly Item[]): Outcome {
  const mismatches = items.map((item) => mismatch(at, kind, `no ${kind}`, textOf(item)))
  const verdict = items.length === 0 ? 'passed' : 'failed'
  return { kind: 'item', verdict, at, item: kind, seen: items.length, mismatches }
}

/** The content items of all messages, in order, as conditions on `content` see them: `type` is an operator, so that they have a `kind` beside it. */
export function contentOf({ assistant }: TurnView): JsonValue {
  return assistant.flatMap(({ items }) =>
    items.map((item) => ({ kind: item.type, ...(membersOf(item) as JsonObject) })),
  )
}

/** The members of an item; those with a link also have its `host`, and when it `expires` where its query says so. */
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
