import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '../../src/base/json/json.ts'
import type { RecordedLine, RecordedTurn } from '../../src/service/workspace/recordings-file.ts'
import { alter } from './alter.ts'
import { outputValue } from './output-value.ts'
import type { Pick } from './pick.ts'

/**
 * A way to make the agent misbehave: the first turn in which a suite can notice it, and an edit of a copy of
 * the turns.
 */
export interface Edit {
  turn: number
  perform: (turns: RecordedTurn[], pick: Pick) => void
}

type Call = RecordedLine & { kind: 'call' }
interface Spot<L> {
  turn: number
  at: number
  line: L
}

/** Far beyond every limit of the suites. Only on the session's own timeline: nobody waits for it. */
const tooLongMs = 90_000

/** Leaves out one call, for each call. */
export function dropCalls(turns: readonly RecordedTurn[]): Edit[] {
  return callsIn(turns).map(({ turn, at }) => ({ turn, perform: (copy) => void copy[turn]?.lines.splice(at, 1) }))
}

/** Changes, drops or adds one argument, for each call. */
export function changeArguments(turns: readonly RecordedTurn[]): Edit[] {
  return callsIn(turns).map(({ turn, at, line }) => ({
    turn,
    perform: (copy, pick) => {
      const altered = alter(line.arguments) as JsonObject[]
      copy[turn]?.lines.splice(at, 1, { ...line, arguments: altered[pick(altered.length)] ?? {} })
    },
  }))
}

/**
 * Swaps the outputs of two calls that a suite can tell apart: within one turn if possible, otherwise across
 * turns.
 */
export function swapOutputs(turns: readonly RecordedTurn[]): Edit[] {
  const calls = callsIn(turns).flatMap((spot) => {
    const { output } = spot.line
    return output === undefined ? [] : [{ ...spot, output, value: outputValue(output) }]
  })
  const pairs = calls.flatMap((first, index) =>
    calls
      .slice(index + 1)
      .filter((second) => !isDeepStrictEqual(first.value, second.value))
      .map((second) => ({ first, second })),
  )
  const near = pairs.filter(({ first, second }) => first.turn === second.turn)
  return (near.length > 0 ? near : pairs).map(({ first, second }) => ({
    turn: first.turn,
    perform: (copy) => {
      copy[first.turn]?.lines.splice(first.at, 1, { ...first.line, output: second.output })
      copy[second.turn]?.lines.splice(second.at, 1, { ...second.line, output: first.output })
    },
  }))
}

/** Leaves out a turn's messages, for each turn. */
export function dropReplies(turns: readonly RecordedTurn[]): Edit[] {
  return turns.flatMap(({ lines }, turn) => {
    const silent = lines.filter(({ kind }) => kind !== 'message')
    return silent.length === lines.length
      ? []
      : [{ turn, perform: (copy) => void copy[turn]?.lines.splice(0, Number.POSITIVE_INFINITY, ...silent) }]
  })
}

/** Adds a call that nobody asked for, anywhere in any turn. */
export function addDestructiveCalls(turns: readonly RecordedTurn[]): Edit[] {
  const call: Call = {
    kind: 'call',
    name: 'delete_everything',
    arguments: { confirm: true },
    callId: 'call_destructive',
    output: 'done',
  }
  return turns.map(({ lines }, turn) => ({
    turn,
    perform: (copy, pick) => void copy[turn]?.lines.splice(pick(lines.length + 1), 0, call),
  }))
}

/** Makes each call and each message too slow, except an opening message, which answers nobody. */
export function delays(turns: readonly RecordedTurn[]): Edit[] {
  return turns.flatMap(({ user, lines }, turn) =>
    lines.flatMap((line, at): Edit[] => {
      const late = line.kind === 'call' ? { ...line, timeMs: tooLongMs } : { ...line, afterMs: tooLongMs }
      const judged = line.kind === 'call' ? line.output !== undefined : user !== undefined
      return judged ? [{ turn, perform: (copy) => void copy[turn]?.lines.splice(at, 1, late) }] : []
    }),
  )
}

function callsIn(turns: readonly RecordedTurn[]): Spot<Call>[] {
  return turns.flatMap(({ lines }, turn) =>
    lines.flatMap((line, at) => (line.kind === 'call' ? [{ turn, at, line }] : [])),
  )
}
