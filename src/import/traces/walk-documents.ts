import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import type { Origin, RefusedTalk } from '../sessions/talk.ts'
import { isMessage, piecesOf } from './read-message.ts'
import {
  conversationOf,
  exchangeWith,
  type ModelExchange,
  type TraceDocument,
  type TracesRead,
  toldIn,
} from './trace.ts'

export interface Spot {
  document: TraceDocument
  path: readonly (string | number)[]
  origin(): Origin
}

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

export function below({ document, path }: Spot, ...steps: (string | number)[]): Spot {
  return spotIn(document, [...path, ...steps])
}

function spotIn(document: TraceDocument, path: Spot['path']): Spot {
  return { document, path, origin: () => document.place(path) }
}

/** Whether a list is a talk: nothing but messages. */
export function isTalk(values: readonly JsonValue[]): boolean {
  return values.length > 0 && values.every(isMessage)
}

/** What is read of messages, the single ones by the conversation that they name. */
export interface MessagesRead extends TracesRead {
  rows: Map<string, ModelExchange>
}

/** Adds a single message to those of its conversation, wherever in the file; without one, by their `place`. */
export function addMessage(
  { exchanges, rows }: MessagesRead,
  message: JsonObject,
  { document: { file }, origin }: Spot,
  place: unknown = null,
): void {
  const conversation = conversationOf(message)
  const key = JSON.stringify([file, conversation, conversation === null ? place : null])
  const row = rows.get(key) ?? exchangeWith({ conversation, origin })
  if (!rows.has(key)) exchanges.push(row)
  rows.set(key, row)
  row.input.push(...piecesOf(message, 'user'))
  row.told.push(...toldIn(message))
}
