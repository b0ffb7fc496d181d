import { refuse, type Shape } from '../yaml/shape.ts'
import { readStepTime } from './step-time.ts'

/** A clock of a conversation's own: where it stands at first, an instant, or null for the moment at which the conversation begins; false where a wider setting does not hold. */
export type ClockStart = { startsAt: string | null } | false

/** `true`, `false`, or an instant such as `2026-03-27T10:00:00Z`. */
export const clockStart: Shape<ClockStart> = {
  read(node, reading) {
    const said = node.kind !== 'scalar' ? null : typeof node.value === 'boolean' ? node.value : node.source
    const read = said === null ? undefined : readClockStart(said)
    if (read !== undefined) return read
    const shown = said === null ? `a ${node.kind}` : `"${said}"`
    return refuse(reading, 'wrong-value', node.at, `${shown} is no start of a clock`, howToStart)
  },
  schema: () => ({ anyOf: [{ type: 'boolean' }, { type: 'string', format: 'date-time' }] }),
}

/** How to write one. */
export const howToStart =
  'write true for a clock that stands at this moment, or an instant such as 2026-03-29T01:00:00Z'

/** What somebody gives as a clock; undefined where that is none. */
export function readClockStart(given: boolean | string): ClockStart | undefined {
  if (typeof given === 'boolean') return given ? { startsAt: null } : false
  const time = readStepTime(given)
  return time.kind === 'to' && time.instant === given ? { startsAt: given } : undefined
}
