import { type Reading, refuse } from '../grammar/shape.ts'
import type { Script } from './script.ts'

/** Refuses p50 and p95 of a turn that runs once: they would be that one time under another name. */
export function checkStatistics({ conversations, repeat }: Script, reading: Reading): void {
  for (const conversation of conversations) {
    if ((conversation.repeat ?? repeat) !== undefined) continue
    for (const { expect } of conversation.turns) {
      const { turn, reply, tool, tools = [] } = expect?.latency ?? {}
      const limits = [turn, reply, tool, ...tools.map(({ value }) => value)]
      for (const budget of limits.flatMap((limit) => limit?.p50 ?? limit?.p95 ?? [])) {
        const hint = 'add repeat: { times: … }, or write the limit itself'
        refuse(
          reading,
          'wrong-value',
          budget.at,
          'p50 and p95 of a turn are over its repeats, and this runs once',
          hint,
        )
      }
    }
  }
}
