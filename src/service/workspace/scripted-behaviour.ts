import type { JsonObject, JsonValue } from '../../base/json.ts'
import type { Pattern } from '../../base/linear-pattern.ts'

/**
 * An agent that follows rules: the first one that fits the user's message and the state answers; the same message gives
 * the same answer.
 */
export interface ScriptedBehaviour {
  kind: 'scripted'
  tools: Tool[]
  /** Steps before the first message of a session (phase pre) and after its last (phase post). */
  before: Step[]
  after: Step[]
  rules: Rule[]
  /** What happens when no rule fits. */
  otherwise: Step[]
  /** What the agent does in a call when the customer says nothing. */
  onSilence: Step[]
  /** Overrides for the analysis of a finished session, in place of what the agent would find by itself. */
  analysis: Record<string, string>
  /** A real wait before every answer, in milliseconds. */
  delayMs: number
}

/**
 * A tool: the first case with fitting arguments gives the output. `timeMs` is the value shown as executionTimeMs; no
 * real time passes.
 */
export interface Tool {
  name: string
  description: string
  parameters: JsonObject
  timeMs: number
  cases: ToolCase[]
}

/** The output of a tool for arguments that contain `with`; text stays text, anything else becomes JSON text. */
export interface ToolCase {
  with: JsonObject
  output: JsonValue
  isError: boolean
  timeMs?: number
}

/**
 * A rule: `says` is matched against the user's message (its named groups become values), `state` against the session's.
 */
export interface Rule {
  id: string
  says: Pattern | null
  state: Record<string, string>
  do: Step[]
  set: Record<string, string>
}

/** One thing an agent does. Texts may hold `{value}`, from the message, the state or a tool's output, and `${variable}`. */
export type Step =
  | { kind: 'call'; name: string; arguments: JsonObject; phase: 'pre' | 'during' | 'post' | null }
  | { kind: 'say'; text: string; as: 'assistant' | 'backgroundAgent' }
  | { kind: 'item'; item: JsonObject }
  | { kind: 'think'; text: string }
  | { kind: 'summarise'; text: string }
  | { kind: 'hand off'; agent: string }
  | { kind: 'end' }
