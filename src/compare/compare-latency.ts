import type { ConversationResult } from '../engine/verdict/conversation-result.ts'
import type { LatencyComparison } from './model/latency-comparison.ts'
import { type RunTime, timesOfRun } from './run-times.ts'
import { medianDifference } from './statistics/median-difference.ts'

/**
 * Compares the times of all runs: each turn and each reply of the script, all of them together, and each tool over all
 * turns. A time of one run belongs to the time of the other at the same place: turn, tool, and which of its calls.
 */
export function compareLatency(
  a: readonly ConversationResult[],
  b: readonly ConversationResult[],
): LatencyComparison[] {
  const [left, right] = [placeTimes(a), placeTimes(b)]
  const subjects = new Map<string, Pick<LatencyComparison, 'subject' | 'tool' | 'turn'>>()
  for (const { subject, tool, turn } of [...left.values(), ...right.values()])
    for (const at of subject === 'tool' ? [null] : [null, turn])
      subjects.set(`${subject} ${tool} ${at}`, { subject, tool, turn: at })
  return [...subjects.values()].sort(inOrder).map(({ subject, tool, turn }) => {
    const belongs = (time: RunTime): boolean =>
      time.subject === subject && time.tool === tool && (turn === null || time.turn === turn)
    const pairs = [...left].flatMap(([place, time]) => {
      const other = right.get(place)
      return other === undefined || !belongs(time) ? [] : [{ a: time.ms, b: other.ms }]
    })
    const msOf = (times: Map<string, RunTime>): number[] => [...times.values()].filter(belongs).map(({ ms }) => ms)
    return {
      subject,
      tool,
      turn,
      a: msOf(left),
      b: msOf(right),
      ...medianDifference(
        pairs.map((pair) => pair.a),
        pairs.map((pair) => pair.b),
      ),
    }
  })
}

/** The times of all runs by their place: run, subject, tool, turn, and which call of the tool. */
function placeTimes(runs: readonly ConversationResult[]): Map<string, RunTime> {
  const placed = new Map<string, RunTime>()
  for (const [run, result] of runs.entries()) {
    for (const time of timesOfRun(result)) {
      const place = `${run} ${time.subject} ${time.turn} ${time.tool}`
      let call = 0
      while (placed.has(`${place} ${call}`)) call += 1
      placed.set(`${place} ${call}`, time)
    }
  }
  return placed
}

const subjects = ['turn', 'reply', 'tool']

function inOrder(
  a: Pick<LatencyComparison, 'subject' | 'tool' | 'turn'>,
  b: Pick<LatencyComparison, 'subject' | 'tool' | 'turn'>,
): number {
  if (a.subject !== b.subject) return subjects.indexOf(a.subject) - subjects.indexOf(b.subject)
  if (a.tool !== b.tool) return String(a.tool) < String(b.tool) ? -1 : 1
  return (a.turn ?? -1) - (b.turn ?? -1)
}
