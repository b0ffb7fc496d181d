import type { JsonValue } from '../../base/json.ts'
import { bindRequest, type RequestDifference } from './bind-request.ts'
import type { StandInTable } from './bind-text.ts'
import type { TapedExchange, TapedRequest } from './tape.ts'

/** Most differences that are listed. */
const most = 6
/** Longest value that is shown. */
const longest = 100

/** Why a tape holds no answer to a request: the closest recorded request that is left, and how they differ. */
export function describeMiss(
  sent: TapedRequest,
  left: readonly { number: number; exchange: TapedExchange }[],
  table: StandInTable,
): string {
  const ranked = left
    .map(({ number, exchange: { request } }) => {
      const differences = bindRequest(request, sent, { ...table, bound: new Map(table.bound) })
      return { number, request, differences, distance: distanceOf(request, sent, differences) }
    })
    .sort((a, b) => a.distance - b.distance || a.number - b.number)
  const [closest] = ranked
  const asked = `the tape holds no answer to ${nameRequest(sent)}`
  if (closest === undefined) return `${asked}\n  every recorded request was answered already`
  const { number, request, differences } = closest
  const [first] = left
  if (differences.length === 0)
    return `${asked} here: it was recorded as request ${number}, and request ${first?.number ?? number} was to come first`
  const early = first === undefined || first.number === number ? '' : `; the tape is at request ${first.number}`
  const shown = differences.slice(0, most).flatMap(describeDifference)
  const more = differences.length > most ? [`    and ${differences.length - most} more differences`] : []
  return [asked, `  the closest is request ${number}, ${nameRequest(request)}${early}`, ...shown, ...more].join('\n')
}

/** Another operation is farther away than any difference in what is asked. */
function distanceOf(recorded: TapedRequest, sent: TapedRequest, differences: readonly RequestDifference[]): number {
  const other = recorded.method !== sent.method || pathOf(recorded) !== pathOf(sent)
  return differences.length + (other ? 1_000 : 0)
}

/** The path without what is an id in it. */
function pathOf({ path }: TapedRequest): string {
  return path.replace(/\?.*$/, '').replace(/(?<=\/(?:fetch|call|calls)\/)[^/]+$/, '')
}

function nameRequest({ method, path }: TapedRequest): string {
  return `${method} ${shorten(path)}`
}

function describeDifference({ at, recorded, sent }: RequestDifference): string[] {
  return [`    ${at}`, `      recorded: ${show(recorded)}`, `      sent now: ${show(sent)}`]
}

function show(value: JsonValue | undefined): string {
  return value === undefined ? 'nothing' : shorten(JSON.stringify(value))
}

function shorten(text: string): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}
