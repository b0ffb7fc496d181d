import type { JsonObject } from '../../base/json/json.ts'
import type { Origin, RefusedTalk } from '../sessions/talk.ts'
import { objectOf, textOf } from './members.ts'
import { historyOf } from './same-history.ts'
import { type LostPiece, type ModelExchange, type TraceDocument, type TracePiece, unfinishedAnswer } from './trace.ts'

/** A request logged separately from its answer. */
export interface LoggedRequest {
  exchange: ModelExchange
  /** The log's ids for this request; its answer has the same. */
  ids: readonly string[]
}

/** What a log says about an answer logged separately from its request. */
export interface LoggedAnswer {
  ids: readonly string[]
  conversation: string | null
  /** The content of the answer; null while that is not known, as at the beginning of a stream. */
  pieces: readonly TracePiece[] | null
  origin: () => Origin
}

export interface OpenRequests<Request extends LoggedRequest> {
  /** Begins another file: from here on, only ids match requests and answers. */
  enter(file: TraceDocument['file']): void
  /** Adds a request; `isPlain` where the value may be a conversation by itself: only its id's answer belongs to it. */
  ask(request: Request, isPlain?: boolean): void
  /** Finds an answer's request by id, else conversation, else the only one left. `unsure` marks all that fit. */
  answer(answered: LoggedAnswer, fits?: (request: Request) => boolean): Request | 'none' | 'unsure'
  /** Passes an answer that precedes its request to that request if it comes, in whichever file. */
  await(ids: readonly string[], give: (request: Request) => void): void
}

/** Stands where it is unknown which of several answers was meant. */
const unsureAnswer: LostPiece = unfinishedAnswer('answer', 'that could be that of several requests')

const severalRequests: Pick<RefusedTalk, 'message' | 'hint'> = {
  message: 'several requests are open here, and nothing tells which of them this answers',
  hint: 'log each request with its answer in one object, or both with the same request_id',
}

/** With more open requests than this, their histories are not compared. */
const mostHeld = 50

/** Creates the state without any open requests; `refused` collects answers that could belong to several. */
export function openRequests<Request extends LoggedRequest>(refused: RefusedTalk[]): OpenRequests<Request> {
  const byId = new Map<string, Request[]>()
  const waiting = new Map<string, (request: Request) => void>()
  let inFile = ''
  /** Requests without a known answer, in order, and the number of answers that could belong to any of them. */
  let [open, unsure]: [Set<Request>, number] = [new Set(), 0]
  const close = (request: Request): void => {
    open.delete(request)
    for (const id of request.ids) byId.set(id, byId.get(id)?.filter((each) => each !== request) ?? [])
    // As many answers came as there are requests left: none of them is waiting any more.
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
    answer({ ids, conversation, pieces, origin }, fits = () => true) {
      const requests = [...new Set(ids.flatMap((id) => byId.get(id) ?? []))]
      const able =
        requests.length > 0
          ? requests
          : [...open].filter((request) => {
              const ownConversation = request.exchange.conversation
              const sameTalk = conversation === null || ownConversation === null || ownConversation === conversation
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
      refused.push({ origin: origin(), ...severalRequests })
      unsure += 1
      if (unsure >= open.size) [open, unsure] = [new Set(), 0]
      return 'unsure'
    },
  }
}

/** The requests an answer may belong to, by history: one that a later request continues fits only its repeat. */
function byHistory<Request extends LoggedRequest>(
  candidates: Request[],
  pieces: readonly TracePiece[] | null,
): Request[] {
  if (candidates.length > mostHeld) return candidates
  const histories = candidates.map(({ exchange }) => historyOf(exchange.input).keys.map(({ key }) => key))
  const answer = historyOf(pieces ?? []).keys.map(({ key }) => key)
  const goesOn = (whole: readonly string[], start: readonly string[], from = 0): boolean =>
    start.every((key, index) => whole[from + index] === key)
  const later = histories.map((own) => histories.filter((other) => other.length > own.length && goesOn(other, own)))
  const repeated = candidates.filter((_, index) =>
    later[index]?.some((other) => answer.length > 0 && goesOn(other, answer, histories[index]?.length)),
  )
  const matches = repeated.length > 0 ? repeated : candidates.filter((_, index) => later[index]?.length === 0)
  // If several requests asked the same, each may take the other's answer.
  const kinds = new Set(
    matches.map((each) => `${each.exchange.conversation} ${histories[candidates.indexOf(each)]?.join()}`),
  )
  return kinds.size === 1 ? matches.slice(0, 1) : matches
}

/** Members with ids. Different ids of the same kind, however its name is spelled, belong to different requests. */
const idNames = ['custom_id', 'customId', 'request_id', 'requestId', 'correlation_id', 'correlationId', 'id']

/** The ids that a log gives a request or its answer: `custom_id` of a batch, `request_id`, and the like. */
export function idsOf(...values: readonly (JsonObject | undefined)[]): string[] {
  const places = values.flatMap((value) => [objectOf(value), objectOf(value?.metadata)])
  return idNames.flatMap((name) =>
    places.flatMap(({ [name]: id }) =>
      typeof id === 'number' || textOf(id) !== '' ? [`${name.replace(/_?id$/i, '')} ${id}`] : [],
    ),
  )
}

const kindOf = (id: string): string => id.split(' ', 1)[0] ?? ''
/** A plain `id` may be that of a log line. */
const tells = (id: string): boolean => kindOf(id) !== ''

function contradict(some: readonly string[], others: readonly string[]): boolean {
  return some.some((id) => tells(id) && !others.includes(id) && others.some((other) => kindOf(other) === kindOf(id)))
}
