import type { JsonObject } from '../../src/base/json/json.ts'
import type { RecordedTalk } from '../../src/import/sessions/to-recording.ts'
import type { RecordedCall, RecordedMessage, Recording } from '../../src/service/workspace/recordings-file.ts'
import { alter } from '../corpus/alter.ts'
import type { Pick } from '../corpus/pick.ts'

/** How an agent can deviate from its recording. */
export const changes = [
  'dropped call',
  'renamed call',
  'duplicated call',
  'added call',
  'wrong argument',
  'phase',
  'is_error',
  'changed digit',
] as const
export type Change = (typeof changes)[number]

interface Spot<L> {
  line: L
  /** The recording with the line replaced by others. */
  instead: (...lines: (RecordedCall | RecordedMessage)[]) => Recording
}

/** A recording with one change, at a place chosen by `pick`; null if it has no place for such a change. */
export function change(recorded: RecordedTalk, kind: Change, pick: Pick): Recording | null {
  const recording = recorded as unknown as Recording
  const all = spotsOf(recording)
  const calls = all.flatMap(({ line, instead }) => (line.kind === 'call' ? [{ line, instead }] : []))
  const one = <T>(items: readonly T[]): T | undefined => items[pick(items.length)]
  const call = one(kind === 'is_error' ? calls.filter(({ line }) => line.output !== undefined) : calls)
  switch (kind) {
    case 'dropped call':
      return call?.instead() ?? null
    case 'renamed call':
      return call?.instead({ ...call.line, name: `${call.line.name}_v2` }) ?? null
    case 'duplicated call':
      return call?.instead(call.line, { ...call.line, callId: 'call_again' }) ?? null
    case 'added call': {
      const spot = one(all)
      const extraCall: RecordedCall = {
        kind: 'call',
        name: 'delete_account',
        arguments: {},
        callId: 'call_x',
        output: '{}',
      }
      return spot?.instead(...(pick(2) === 0 ? [extraCall, spot.line] : [spot.line, extraCall])) ?? null
    }
    case 'wrong argument': {
      const args = one((alter(call?.line.arguments ?? {}) as JsonObject[]).slice(0))
      return call === undefined || args === undefined ? null : call.instead({ ...call.line, arguments: args })
    }
    case 'phase': {
      const phases = (['pre', 'during', 'post'] as const).filter((phase) => phase !== (call?.line.phase ?? 'during'))
      const phase = one(phases)
      return call === undefined || phase === undefined ? null : call.instead({ ...call.line, phase })
    }
    case 'is_error':
      return call?.instead({ ...call.line, isError: call.line.isError !== true }) ?? null
    case 'changed digit':
      return changeDigit(all, pick)
  }
}

/** One digit of all those in replies is another one. */
function changeDigit(all: readonly Spot<RecordedCall | RecordedMessage>[], pick: Pick): Recording | null {
  const digits = all.flatMap(({ line, instead }) =>
    line.kind === 'call' || line.role === 'backgroundAgent'
      ? []
      : [...line.text.matchAll(/\d/g)].map(({ index, 0: digit }) => ({ line, instead, index, digit })),
  )
  const spot = digits[pick(digits.length)]
  if (spot === undefined) return null
  const { line, instead, index, digit } = spot
  const other = (Number(digit) + 1 + pick(9)) % 10
  return instead({ ...line, text: `${line.text.slice(0, index)}${other}${line.text.slice(index + 1)}` })
}

/** Every line of the turns and calls of the end, each with what makes a recording of others in its place. */
function spotsOf(recording: Recording): Spot<RecordedCall | RecordedMessage>[] {
  const { turns, end } = recording
  const inTurns = turns.flatMap((turn, index) =>
    turn.lines.map(
      (line, at): Spot<RecordedCall | RecordedMessage> => ({
        line,
        instead: (...lines) => ({
          ...recording,
          turns: turns.with(index, { ...turn, lines: turn.lines.toSpliced(at, 1, ...lines) }),
        }),
      }),
    ),
  )
  const { calls = [] } = end ?? {}
  const atEnd = calls.map(
    (line, at): Spot<RecordedCall | RecordedMessage> => ({
      line,
      instead: (...lines) => ({
        ...recording,
        end: { ...end, calls: calls.toSpliced(at, 1, ...(lines as RecordedCall[])) },
      }),
    }),
  )
  return [...inTurns, ...atEnd]
}
