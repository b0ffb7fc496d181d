import { isJsonObject, type JsonValue } from '../../base/json.ts'
import type { Swap } from '../../privacy/match-values.ts'
import type { TapedExchange } from './tape.ts'

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const idName = /^(?:session|call|message|request)_?id$/i
/** An id that a machine made up: `call_9fK2…`, long and with a digit. */
const madeUp = /^([a-z]+[_-])?(?=[A-Za-z-]*\d)[A-Za-z0-9-]{8,}$/i

/**
 * Numbers the ids that the service made up, in the order in which they come, each in its own form: another recording of the
 * same talk gives the same tape. Ids that the script sends, or that `known` holds, are nobody's invention and stay.
 */
export function nameIds(attempts: readonly (readonly TapedExchange[])[], known: string): Swap[] {
  const swaps = new Map<string, Swap>()
  const sent = new Set<string>()
  const add = (id: string, to: (count: number) => string): void => {
    if (sent.has(id) || swaps.has(id) || known.includes(id)) return
    swaps.set(id, { from: id, to: to(swaps.size + 1), digits: false })
  }
  const scan = (value: JsonValue, name: string): void => {
    if (typeof value === 'string') {
      const uuids = value.match(uuid) ?? []
      for (const id of uuids) add(id, numberedUuid)
      if (uuids.length === 0 && idName.test(name) && madeUp.test(value)) add(value, (count) => numbered(value, count))
    } else if (Array.isArray(value)) for (const each of value) scan(each, name)
    else if (isJsonObject(value)) for (const [key, each] of Object.entries(value)) scan(each, key)
  }
  for (const { request, answer } of attempts.flat()) {
    for (const id of JSON.stringify(request).match(uuid) ?? []) if (!swaps.has(id)) sent.add(id)
    if (answer.kind !== 'none') scan(answer.headers, '')
    if (answer.kind === 'json') scan(answer.body, '')
  }
  return [...swaps.values()]
}

function numberedUuid(count: number): string {
  return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`
}

function numbered(id: string, count: number): string {
  const prefix = /^[a-z]+[_-]/i.exec(id)?.[0] ?? ''
  return `${prefix}${String(count).padStart(id.length - prefix.length, '0')}`
}
