import type { JsonValue } from '../base/json.ts'
import type { ItemExpectation } from '../script/reply-expectation.ts'
import type { MessageView, TurnView } from '../transcript/turn-view.ts'
import { match } from './match.ts'
import type { Mismatch } from './mismatch.ts'
import type { Outcome } from './outcome.ts'

/** Some content item of the kind has to match; a bare text is held against the item's own text, filename or caption. */
export function evaluateItem({ kind, matcher, at }: ItemExpectation, view: TurnView): Outcome {
  const items = view.assistant.flatMap((message) => message.items.filter(({ type }) => type === kind))
  const attempts = items.map((item) => match(matcher, contentOf(item, matcher.kind === 'fields'), kind))
  const best = closest(attempts)
  const verdict = best !== undefined && best.length === 0 ? 'passed' : 'failed'
  return { kind: 'item', verdict, at: best?.[0]?.at ?? at, item: kind, seen: items.length, mismatches: best ?? [] }
}

function contentOf(item: MessageView['items'][number], whole: boolean): JsonValue {
  if (whole) return item as unknown as JsonValue
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
