import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject, JsonValue } from '../../src/base/json/json.ts'

/**
 * A recorded dialogue in the form of the corpora: each turn is the user's words, the calls, then the agent's
 * words.
 */
export interface Dialogue {
  id: string
  turns: {
    user?: string
    calls: { name: string; arguments: JsonObject; call_id?: string; output?: JsonValue; is_error?: boolean }[]
    assistant?: string
    assistant_messages?: string[]
    /** The order of the parts, unless it is user, calls, one reply. */
    sequence?: ('user' | 'call' | 'assistant')[]
  }[]
}

/** The dialogues of every corpus in a folder of JSONL files, by corpus; empty if the folder does not exist. */
export function readDialogues(folder: string): Map<string, Dialogue[]> {
  if (!existsSync(folder)) return new Map()
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
  return new Map(files.map((name) => [name.replace('.jsonl', ''), readFile(join(folder, name))]))
}

function readFile(path: string): Dialogue[] {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines.map((line) => JSON.parse(line) as Dialogue)
}
