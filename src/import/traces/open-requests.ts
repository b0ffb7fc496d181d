import { isJsonObject, type JsonObject } from '../../base/json.ts'
import type { Refused } from '../sessions/talk.ts'
import { historyOf } from './same-history.ts'
import { type Exchange, type Lost, type Piece, type TraceDocument, unfinished } from './trace.ts'

/** A request that stands apart from its answer. */
export interface Asked {
  exchange: Exchange
  /** What the log calls this request; its answer has the same. */
  ids: readonly string[]
}

/** What a log says of an answer that stands apart from its request. */
export interface Answered {
  ids: readonly string[]
  conversation: string | null
  /** What it says; null while that is not known, as where a stream begins. */
  pieces: readonly Piece[] | null
}

/** Requests of a log that wait for their answers. */
export interface OpenRequests<Request extends Asked> {
  /** Another file begins: from there on only ids tell what belongs together. */
  enter(file: TraceDocument['file']): void
  /** `isPlain` where what is logged may be a conversation by itself, which only an answer with its id belongs to. */
  ask(request: Request, isPlain?: boolean): void
  /**
   * The request that an answer belongs to: by its id, else by its conversation, else the one that is left. `none` where none
   * is open, and `unsure` where it could be several: whichever was taken, the others might have been meant.
   */
  answer(answered: Answered, fits?: (request: Request) => boolean): Request | 'none' | 'unsure'
  /** Hands an answer that stands before its request over to it, if one with the same id comes, in whichever file. */
  await(ids: readonly string[], give: (request: Request) => void): void
}

/** What stands where nobody knows which of several answers was meant. */
const unsureAnswer: Lost = unfinished('answer', 'that could be that of several requests')

/** What is said of an answer that could belong to several requests. */
export const severalRequests: Pick<Refused, 'message' | 'hint'> = {
  message: 'several requests are open here, and nothing tells which of them this answers',
  hint: 'log each request with its answer in one object, or both with the same request_id',
}

/** More open requests than these are not held against each other. */
const mostHeld = 50

/** Starts without open requests. */
export function openRequests<Request extends Asked>(): OpenRequests<Request> {
  const byId = new Map<string, Request[]>()
  const waiting = new Map<string, (request: Request) => void>()
  let inFile = ''
  /** Requests without a known answer, in their order, and how many answers of theirs came that could be anybody's. */
  let [open, unsure]: [Set<Request>, number] = [new Set(), 0]
  const close = (request: Request): void => {
    open.delete(request)
    for (const id of request.ids) byId.set(id, byId.get(id)?.filter((each) => each !== request) ?? [])
    // As many answers came as there are requests left: none of them waits any more.
    if (unsure >= open.size) [open, unsure] = [new Set(), 0]
  }
  return {
    enter(file) {
      if (file !== inFile) [open, unsure] = [new Set(), 0]
      inFile = file
    },
    await(ids, give) {
      for (const id of ids.filter(tells)) waiting.set(id, give)
    },
    ask(request, isPlain = false) {
      const early = request.ids.find((id) => waiting.has(id))
      if (early !== undefined) {
        waiting.get(early)?.(request)
        for (const id of request.ids) waiting.delete(id)
        return
      }
      if (!isPlain) open.add(request)
      for (const id of request.ids) byId.set(id, [...(byId.get(id) ?? []), request])
    },
    answer({ ids, conversation, pieces }, fits = () => true) {
      const named = [...new Set(ids.flatMap((id) => byId.get(id) ?? []))]
      const able =
        named.length > 0
          ? named
          : [...open].filter((request) => {
              const known = request.exchange.conversation
              const sameTalk = conversation === null || known === null || known === conversation
              return sameTalk && !contradict(ids, request.ids) && fits(request)
            })
      const same = able.filter(({ exchange }) => conversation !== null && exchange.conversation === conversation)
      const candidates = same.length > 0 ? same : able
      const [first, ...others] = candidates.length > 1 ? byHistory(candidates, pieces) : candidates
      if (first === undefined) return 'none'
      if (others.length === 0) {
        close(first)
        return first
      }
      for (const { exchange } of candidates)
        if (!exchange.output.includes(unsureAnswer)) exchange.output.push(unsureAnswer)
      unsure += 1
      if (unsure >= open.size) [open, unsure] = [new Set(), 0]
      return 'unsure'
    },
  }
}

/**
 * The requests that an answer may belong to, by what was said: one that a later request goes on from had the answer that is
 * repeated there, and no other.
 */
function byHistory<Request extends Asked>(candidates: Request[], pieces: readonly Piece[] | null): Request[] {
  if (candidates.length > mostHeld) return candidates
  const asked = candidates.map(({ exchange }) => historyOf(exchange.input).keys.map(({ key }) => key))
  const answer = historyOf(pieces ?? []).keys.map(({ key }) => key)
  const goesOn = (whole: readonly string[], start: readonly string[], from = 0): boolean =>
    start.every((key, index) => whole[from + index] === key)
  const later = asked.map((own) => asked.filter((other) => other.length > own.length && goesOn(other, own)))
  const repeated = candidates.filter((_, index) =>
    later[index]?.some((other) => answer.length > 0 && goesOn(other, answer, asked[index]?.length)),
  )
  const left = repeated.length > 0 ? repeated : candidates.filter((_, index) => later[index]?.length === 0)
  // Of two that asked the same, either has the answer of the other.
  const kinds = new Set(left.map((each) => `${each.exchange.conversation} ${asked[candidates.indexOf(each)]?.join()}`))
  return kinds.size === 1 ? left.slice(0, 1) : left
}

/** Ids by their kind: those of one kind that differ are of different requests. Any `id` may be that of a line of the log. */
const idKinds: readonly [kind: string, names: readonly string[]][] = [
  ['custom', ['custom_id', 'customId']],
  ['request', ['request_id', 'requestId']],
  ['correlation', ['correlation_id', 'correlationId']],
  ['own', ['id']],
]

/** What a log calls a request or its answer: `custom_id` of a batch, `request_id`, and their like. */
export function idsOf(...values: readonly (JsonObject | undefined)[]): string[] {
  const places = values.flatMap((value) => [value, isJsonObject(value?.metadata) ? value.metadata : undefined])
  return idKinds.flatMap(([kind, names]) =>
    places.flatMap((place) => names.flatMap((name) => (isId(place?.[name]) ? [`${kind} ${place?.[name]}`] : []))),
  )
}

function isId(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number'
}

const kindOf = (id: string): string => id.split(' ', 1)[0] ?? ''
/** Any `id` may be that of a line. */
const tells = (id: string): boolean => kindOf(id) !== 'own'

function contradict(some: readonly string[], others: readonly string[]): boolean {
  return some.some((id) => tells(id) && !others.includes(id) && others.some((other) => kindOf(other) === kindOf(id)))
}
