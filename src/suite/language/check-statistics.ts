import { type Reading, refuse } from '../yaml/shape.ts'
import type { LatencyLimit } from './latency-expectation.ts'
import type { Script } from './script.ts'

/** Refuses p50 and p95 of a turn that runs once: they would be that one time under another name. */
export function checkStatistics({ conversations, repeat }: Script, reading: Reading): void {
  for (const conversation of conversations) {
    if ((conversation.repeat ?? repeat) !== undefined) continue
    for (const { expect } of conversation.turns) {
      const { turn, reply, tool, tools = [] } = expect?.latency ?? {}
      refuseStatistic(turn, reading)
      refuseStatistic(reply, reading)
      refuseStatistic(tool, reading)
      for (const { value } of tools) refuseStatistic(value, reading)
    }
  }
}

function refuseStatistic(limit: LatencyLimit | undefined, reading: Reading): void {
  const budget = limit?.p50 ?? limit?.p95
  if (budget === undefined) return
  const hint = 'add repeat: { times: … }, or write the limit itself'
  refuse(reading, 'wrong-value', budget.at, 'p50 and p95 of a turn are over its repeats, and this runs once', hint)
}
