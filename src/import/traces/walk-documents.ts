import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts'
import type { Origin, Refused } from '../sessions/talk.ts'
import type { TraceDocument } from './trace.ts'

/** Where in a document a value stands. */
export interface Spot {
  document: TraceDocument
  path: readonly (string | number)[]
  origin(): Origin
}

/** What a reader does with what it meets. */
export interface Visitor {
  /** Takes a list as a whole; false where its items stand for themselves. */
  list?(values: readonly JsonValue[], spot: Spot): boolean
  object(value: JsonObject, spot: Spot): void
  /** Whatever is no object, and what is said of it. */
  refused: Refused[]
  refusal: Pick<Refused, 'message' | 'hint'>
}

/** Shows a visitor the objects of documents: alone, or in lists, however deep. */
export function walkDocuments(documents: readonly TraceDocument[], visitor: Visitor): void {
  for (const document of documents) walk(document.value, spotIn(document, []), visitor)
}

/** The same for one value of a document. */
export function walk(value: JsonValue, spot: Spot, visitor: Visitor): void {
  if (Array.isArray(value)) {
    if (visitor.list?.(value, spot) === true) return
    for (const [index, each] of value.entries()) walk(each, below(spot, index), visitor)
  } else if (isJsonObject(value)) visitor.object(value, spot)
  else visitor.refused.push({ origin: spot.origin(), ...visitor.refusal })
}

/** Where a member or item stands. */
export function below({ document, path }: Spot, ...steps: (string | number)[]): Spot {
  return spotIn(document, [...path, ...steps])
}

function spotIn(document: TraceDocument, path: Spot['path']): Spot {
  return { document, path, origin: () => document.place(path) }
}
