import { latestInstant, readInstant } from '../../base/instant.ts'
import { refuse, type Shape } from '../yaml/shape.ts'
import { clockUnits } from './matchers/duration.ts'

/** Null for when the conversation begins. False turns off a setting of the suite or config. */
export type ClockStart = { startsAt: string | null } | false

/** `true`, `false`, or an instant such as `2026-03-27T10:00:00Z`. */
export const clockStart: Shape<ClockStart> = {
  read(node, reading) {
    const value = node.kind !== 'scalar' ? null : typeof node.value === 'boolean' ? node.value : node.source
    const read = value === null ? undefined : readClockStart(value)
    if (read !== undefined) return read
    const text = value === null ? `a ${node.kind}` : `"${value}"`
    return refuse(reading, 'wrong-value', node.at, `${text} is no start of a clock`, howToStart)
  },
  schema: () => ({ anyOf: [{ type: 'boolean' }, { type: 'string', format: 'date-time' }] }),
}

export const howToStart =
  'write true for a clock that stands at this moment, or an instant such as 2026-03-29T01:00:00Z'

export function readClockStart(value: boolean | string): ClockStart | undefined {
  if (typeof value === 'boolean') return value ? { startsAt: null } : false
  const time = readStepTime(value)
  return time.kind === 'to' && time.instant === value ? { startsAt: value } : undefined
}

type StepTime = { kind: 'for'; ms: number } | { kind: 'to'; instant: string } | { kind: 'unreadable' }

/** The longest step in milliseconds; a longer one would exceed the four-digit years that a clock can show. */
const longest = 8_000 * 365 * 86_400_000

/** Reads the time of a step: `2 h`, `36 h`, `3 d`, or an instant such as `2026-03-29T01:00:00Z`. */
export function readStepTime(text: string): StepTime {
  const length = /^(\d+(?:\.\d+)?) *(ms|s|min|h|d)$/.exec(text)
  if (length !== null) {
    const ms = Math.round(Number(length[1]) * (clockUnits[length[2] ?? ''] ?? 1))
    return ms > longest ? { kind: 'unreadable' } : { kind: 'for', ms }
  }
  const instant = text.replace(/^to /, '')
  const ms = readInstant(instant)
  return ms === null || ms > latestInstant ? { kind: 'unreadable' } : { kind: 'to', instant }
}
