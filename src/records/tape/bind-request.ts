import { isJsonObject, type JsonValue } from '../../base/json.ts'
import { openJson } from '../../privacy/open-json.ts'
import { bindText, type StandInTable } from './bind-text.ts'
import type { TapedRequest } from './tape.ts'

/** One place where two requests differ; an absent value is undefined. */
export interface RequestDifference {
  /** `method`, `path`, or a place in the body: `body.metadata.tier`. */
  at: string
  recorded: JsonValue | undefined
  sent: JsonValue | undefined
}

/**
 * Compares a request with a recorded one, ignoring the order of members. Where the recording has a stand-in, it is
 * bound in `table` to the value that is sent, provided that this is the same everywhere. No differences means the same
 * request.
 */
export function bindRequest(recorded: TapedRequest, sent: TapedRequest, table: StandInTable): RequestDifference[] {
  const found: RequestDifference[] = []
  const differ = (at: string, one: JsonValue | undefined, other: JsonValue | undefined): void =>
    void found.push({ at, recorded: one, sent: other })
  const bind = (at: string, one: JsonValue | undefined, other: JsonValue | undefined): void => {
    if (typeof one === 'string' && typeof other === 'string') {
      if (one === other || bindText(one, other, table)) return
      const [inner, outer] = [openJson(one), openJson(other)]
      if (inner === undefined || outer === undefined) differ(at, one, other)
      else bind(at, inner, outer)
    } else if (typeof one === 'number' && typeof other === 'number') {
      if (one !== other && !bindText(String(one), String(other), table)) differ(at, one, other)
    } else if (Array.isArray(one) && Array.isArray(other)) {
      for (let index = 0; index < Math.max(one.length, other.length); index += 1)
        bind(`${at}[${index}]`, one[index], other[index])
    } else if (isJsonObject(one) && isJsonObject(other)) {
      for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
        bind(`${at}.${key}`, ownMember(one, key), ownMember(other, key))
    } else if (one !== other) differ(at, one, other)
  }
  bind('method', recorded.method, sent.method)
  bind('path', recorded.path, sent.path)
  bind('body', recorded.body, sent.body)
  return found
}

function ownMember(object: { [key: string]: JsonValue }, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}
