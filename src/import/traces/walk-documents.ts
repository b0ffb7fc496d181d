import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import type { Origin, RefusedTalk } from '../sessions/talk.ts'
import type { TraceDocument } from './trace.ts'

/** The position of a value in a document. */
export interface Spot {
  document: TraceDocument
  path: readonly (string | number)[]
  origin(): Origin
}

/** The callbacks of a reader. */
export interface Visitor {
  /** Handles a list as a whole; returns false where its items are independent values. */
  list?(values: readonly JsonValue[], spot: Spot): boolean
  object(value: JsonObject, spot: Spot): void
  /** Collects everything that is no object, with `refusal` as its message. */
  refused: RefusedTalk[]
  refusal: Pick<RefusedTalk, 'message' | 'hint'>
}

/** Calls a visitor with the objects in documents: single ones, or in lists nested to any depth. */
export function walkDocuments(documents: readonly TraceDocument[], visitor: Visitor): void {
  for (const document of documents) walk(document.value, spotIn(document, []), visitor)
}

/** Like `walkDocuments`, for one value of a document. */
export function walk(value: JsonValue, spot: Spot, visitor: Visitor): void {
  if (Array.isArray(value)) {
    if (visitor.list?.(value, spot) === true) return
    for (const [index, each] of value.entries()) walk(each, below(spot, index), visitor)
  } else if (isJsonObject(value)) visitor.object(value, spot)
  else visitor.refused.push({ origin: spot.origin(), ...visitor.refusal })
}

/** The position of a member or item. */
export function below({ document, path }: Spot, ...steps: (string | number)[]): Spot {
  return spotIn(document, [...path, ...steps])
}

function spotIn(document: TraceDocument, path: Spot['path']): Spot {
  return { document, path, origin: () => document.place(path) }
}
