import type { ChatTalk } from './chat-talk.ts'
import { line, type ShownLine } from './shown-line.ts'

/** Everything that came with the last answer, uncut: each entry as JSON behind its time from the first one. */
export function showTrace({ agent, version, sessionId, metadata, turns }: ChatTalk): ShownLine[] {
  const turn = turns.at(-1)
  if (turn === undefined) return [line('warn', 'nothing was answered yet')]
  const times = turn.entries.map((entry) => ('timestamp' in entry ? Date.parse(String(entry.timestamp)) : Number.NaN))
  const start = times.find((time) => !Number.isNaN(time)) ?? Number.NaN
  return [
    line('dim', `session ${sessionId} with ${agent} (${version}), turn ${turns.length}, ${Math.round(turn.turnMs)} ms`),
    ...(Object.keys(metadata).length === 0 ? [] : [line('dim', `metadata ${JSON.stringify(metadata)}`)]),
    ...turn.entries.map((entry, index) => {
      const after = (times[index] ?? Number.NaN) - start
      return line('dim', `${Number.isNaN(after) ? '?' : `+${after}`} ms ${JSON.stringify(entry)}`, 2)
    }),
  ]
}
