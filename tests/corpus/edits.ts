import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '../../src/base/json.ts'
import type { RecordedLine, RecordedTurn } from '../../src/service/workspace/agent.ts'
import { alter } from './alter.ts'
import { outputValue } from './output-value.ts'
import type { Pick } from './pick.ts'

/** A place where an agent can misbehave: its turn, the first one that a suite can see it in, and the edit of a copy of the turns. */
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

/** Long past every limit of the suites, on the session's own time line: nobody waits for it. */
const tooLongMs = 90_000

/** Every call left out. */
export function dropCalls(turns: readonly RecordedTurn[]): Edit[] {
  return callsIn(turns).map(({ turn, at }) => ({ turn, perform: (copy) => void copy[turn]?.lines.splice(at, 1) }))
}

/** Every call with one argument changed, lost or added. */
export function changeArguments(turns: readonly RecordedTurn[]): Edit[] {
  return callsIn(turns).map(({ turn, at, line }) => ({
    turn,
    perform: (copy, pick) => {
      const altered = alter(line.arguments) as JsonObject[]
      copy[turn]?.lines.splice(at, 1, { ...line, arguments: altered[pick(altered.length)] ?? {} })
    },
  }))
}

/** Every two calls whose outputs a suite can tell apart; those of one turn where there are any, else of two turns. */
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

/** Every turn's messages left out. */
export function dropReplies(turns: readonly RecordedTurn[]): Edit[] {
  return turns.flatMap(({ lines }, turn) => {
    const silent = lines.filter(({ kind }) => kind !== 'message')
    return silent.length === lines.length
      ? []
      : [{ turn, perform: (copy) => void copy[turn]?.lines.splice(0, Number.POSITIVE_INFINITY, ...silent) }]
  })
}

/** A call nobody asked for, anywhere in any turn. */
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

/** Every call that takes too long, and every message that does; but for an opening one, which answers nobody. */
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
