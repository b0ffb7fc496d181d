import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonValue } from '../../src/base/json/json.ts'
import { readDialogues } from '../corpus/dialogue.ts'

/** What people said in recordings, and the inputs and outputs of tools. */
export interface Recorded {
  texts: string[]
  values: JsonValue[]
}

/** A message of a trajectory; the arguments of an agent's call may be JSON text or an object. */
interface TrajectoryMessage {
  role: 'user' | 'assistant' | 'tool'
  content?: string | null
  tool_calls?: { arguments?: JsonValue; function?: { arguments?: JsonValue } }[] | null
}

/**
 * All distinct texts and values below a folder: its dialogues (or those in `dialogues/`), and
 * `trajectories.jsonl`.
 */
export function readRecorded(folder: string): Recorded {
  const below = join(folder, 'dialogues')
  const turns = [...readDialogues(existsSync(below) ? below : folder).values()].flat().flatMap((each) => each.turns)
  const messages = readTrajectories(join(folder, 'trajectories.jsonl'))
  const utterances = messages.flatMap(({ role, content }) => (role === 'tool' ? [] : (content ?? [])))
  const texts = turns.flatMap(({ user, assistant, assistant_messages = [] }) => [
    user,
    assistant,
    ...assistant_messages,
  ])
  const values = turns.flatMap(({ calls }) =>
    calls.flatMap((call) => [call.arguments, ...(call.output === undefined ? [] : [call.output])]),
  )
  const calls = messages.flatMap(({ tool_calls }) => tool_calls ?? [])
  const outputs = messages.flatMap(({ role, content }) => (role === 'tool' ? (content ?? []) : []))
  return {
    texts: [...new Set([...texts, ...utterances])].flatMap((text) => text || []),
    values: distinct([
      ...values,
      ...calls.flatMap((call) => call.arguments ?? call.function?.arguments ?? []),
      ...outputs,
    ]),
  }
}

function distinct(values: readonly JsonValue[]): JsonValue[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}

function readTrajectories(path: string): TrajectoryMessage[] {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.flatMap((line) => (line === '' ? [] : (JSON.parse(line) as { messages: TrajectoryMessage[] }).messages))
}
