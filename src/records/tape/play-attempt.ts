import type { JsonValue } from '../../base/json/json.ts'
import { cutJson, cutText } from '../../base/privacy/cut.ts'
import { createSwapper } from '../../base/privacy/replace.ts'
import { redactKeysIn } from '../../base/secrets/secret-keys.ts'
import { type Transport, TransportError } from '../../wire/client/transport.ts'
import { bindRequest, type RequestDifference, type StandInTable } from './bind-request.ts'
import { meaningOf, wireOf } from './read-wire.ts'
import type { TapedAnswer, TapedExchange, TapedRequest } from './tape.ts'
import { unmaskKey } from './told-keys.ts'

export interface Playback {
  send: Transport
  /** Requests that the recording could not answer, each with the reason, in order. */
  misses: { request: TapedRequest; reason: string }[]
  /** Recorded requests that have not been made yet; `number` counts from 1. */
  unused(): { number: number; request: TapedRequest }[]
}

/** Answers from a recording in order and sends nothing; only reads may repeat. Puts `key` and bound values back. */
export function playAttempt(exchanges: readonly TapedExchange[], table: StandInTable, key?: string): Playback {
  const misses: Playback['misses'] = []
  let next = 0
  const answerTo = (sent: TapedRequest): TapedExchange | undefined => {
    const due = exchanges[next]
    if (due !== undefined && matches(due, sent, table)) {
      next += 1
      return due
    }
    const last = exchanges[next - 1]
    return sent.method === 'GET' && last !== undefined && matches(last, sent, table) ? last : undefined
  }
  const listRest = (): { number: number; exchange: TapedExchange }[] =>
    exchanges.slice(next).map((exchange, index) => ({ number: next + index + 1, exchange }))
  return {
    misses,
    unused: () => listRest().map(({ number, exchange }) => ({ number, request: exchange.request })),
    async send(request) {
      if (request.signal?.aborted === true) throw new TransportError('aborted', 'interrupted')
      const sent = redactKeysIn(meaningOf(request)) // as it was recorded
      const exchange = answerTo(sent)
      if (exchange === undefined) {
        const reason = describeMiss(sent, listRest(), table)
        misses.push({ request: sent, reason })
        throw new TransportError('unrecorded', reason)
      }
      const { answer, ms } = exchange
      if (answer.kind === 'none') throw new TransportError(answer.reason, answer.code, ms)
      return wireOf(restore(key === undefined ? answer : unmaskKey(answer, key), table), ms)
    },
  }
}

/** Binds stand-ins only if the whole request matches. */
function matches({ request }: TapedExchange, sent: TapedRequest, table: StandInTable): boolean {
  const trial = { ...table, bound: new Map(table.bound) }
  if (bindRequest(request, sent, trial).length > 0) return false
  for (const [standIn, value] of trial.bound) table.bound.set(standIn, value)
  return true
}

type Answered = Exclude<TapedAnswer, { kind: 'none' }>

function restore(answer: Answered, { bound }: StandInTable): Answered {
  const swaps = [...bound].filter(([standIn, value]) => standIn !== value)
  if (swaps.length === 0) return answer
  const swap = createSwapper(swaps.map(([from, to]) => ({ from, to, digits: /^\d+$/.test(from) })))
  if (answer.kind === 'json') return { ...answer, body: swap(answer.body) }
  return { ...answer, text: String(swap(answer.text)) }
}

const most = 6
const longest = 100

/** Explains why a tape has no answer to a request: the closest unused recorded request, and how the two differ. */
function describeMiss(
  sent: TapedRequest,
  rest: readonly { number: number; exchange: TapedExchange }[],
  table: StandInTable,
): string {
  const ranked = rest
    .map(({ number, exchange: { request } }) => {
      const differences = bindRequest(request, sent, { ...table, bound: new Map(table.bound) })
      return { number, request, differences, distance: distanceOf(request, sent, differences) }
    })
    .sort((a, b) => a.distance - b.distance || a.number - b.number)
  const [closest] = ranked
  const miss = `the tape holds no answer to ${nameRequest(sent)}`
  if (closest === undefined) return `${miss}\n  every recorded request was answered already`
  const { number, request, differences } = closest
  const [first] = rest
  if (differences.length === 0)
    return `${miss} here: it was recorded as request ${number}, and request ${first?.number ?? number} was to come first`
  const early = first === undefined || first.number === number ? '' : `; the tape is at request ${first.number}`
  const lines = differences.slice(0, most).flatMap(describeDifference)
  const more = differences.length > most ? [`    and ${differences.length - most} more differences`] : []
  return [miss, `  the closest is request ${number}, ${nameRequest(request)}${early}`, ...lines, ...more].join('\n')
}

/** A different operation counts as farther away than any difference in the content. */
function distanceOf(recorded: TapedRequest, sent: TapedRequest, differences: readonly RequestDifference[]): number {
  return differences.length + (recorded.method !== sent.method || pathOf(recorded) !== pathOf(sent) ? 1_000 : 0)
}

function pathOf({ path }: TapedRequest): string {
  return path.replace(/\?.*$/, '').replace(/(?<=\/(?:fetch|call|calls)\/)[^/]+$/, '')
}

function nameRequest({ method, path }: TapedRequest): string {
  return `${method} ${cutText(path, longest)}`
}

function describeDifference({ at, recorded, sent }: RequestDifference): string[] {
  return [`    ${at}`, `      recorded: ${show(recorded)}`, `      sent now: ${show(sent)}`]
}

function show(value: JsonValue | undefined): string {
  return value === undefined ? 'nothing' : cutJson(value, longest)
}

/** Describes in one line which recorded requests were not made; null if all were used. */
export function describeUnused(unused: ReturnType<Playback['unused']>): string | null {
  const [first] = unused
  if (first === undefined) return null
  const { number, request } = first
  const from = `from request ${number} on (${request.method} ${cutText(request.path, 80, '')})`
  return unused.length === 1
    ? `a recorded request was not made: ${number} (${request.method} ${cutText(request.path, 80, '')})`
    : `${unused.length} recorded requests were not made, ${from}`
}
