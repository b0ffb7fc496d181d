import type { JsonObject, JsonValue } from '../../base/json.ts'
import type { Layer } from '../../wire/api/layer.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'

/**
 * An agent that thinks: one function, called once a turn, that yields what the agent says and does, in order. It may be
 * an async generator, as in this whole agent:
 *
 * ```ts
 * import type { AgentFunction } from 'tableread/agent'
 *
 * const desk: AgentFunction = async function* ({ message, state, call }) {
 *   if (message === null) return yield 'Order desk, good day!'
 *   const order = /\b\d{4}\b/.exec(message)?.[0]
 *   if (order === undefined) return yield 'Which order is it?'
 *   const found = await call('lookup_order', { order_id: order })
 *   state.order = order
 *   if (found.isError) return yield `I cannot find order ${order}.`
 *   yield `Order ${order} is on its way.`
 *   yield { button: 'Track it', payload: `track-${order}` }
 * }
 * export default desk
 * ```
 *
 * Whatever it throws is told as an error of the agent: nothing of the turn is stored.
 */
export type AgentFunction = (turn: AgentTurn) => AsyncIterable<AgentPart> | Promise<AgentPart | undefined>

/** One thing an agent does, in the words of the steps of a scripted agent. A text alone is a message. */
export type AgentPart =
  | string
  | { say: string; as?: 'assistant' | 'backgroundAgent' }
  | { think: string }
  | { summarise: string }
  /** A call that the agent made by itself, with what came of it. `timeMs` is measured if it is left out. */
  | CallPart
  /** A quick reply of the message before. */
  | { button: string; payload?: string }
  | { image: string; mimeType?: string; caption?: string }
  | { video: string; mimeType?: string; caption?: string }
  | { audio: string; mimeType?: string }
  | { file: string; mimeType?: string }
  /** The agent that speaks from here on. */
  | { handOff: string }
  /** The session is completed. */
  | { end: true }
  /** What the turn has cost so far, in tokens: each adds to those before. */
  | { usage: TokenUsage }

/** A call that the agent made by itself; a call without output and error stays open. */
export interface CallPart {
  call: string
  with?: JsonObject
  output?: JsonValue
  error?: string
  timeMs?: number
  phase?: 'pre' | 'during' | 'post'
}

/** Tokens that a model took and gave; `model` names it, so that a price can be found for it. */
export interface TokenUsage {
  model: string
  inputTokens: number
  outputTokens: number
}

/** What an agent knows in a turn, and what it can do. */
export interface AgentTurn {
  /**
   * Why it is its turn: the user said something, the agent opens, the user said nothing in a call, or the session has
   * ended and only functions of the phase post can still run.
   */
  occasion: 'reply' | 'open' | 'silence' | 'end'
  /** What the user said; null on every other occasion. */
  message: string | null
  /** Public addresses of what the user attached. */
  attachments: readonly string[]
  sessionId: string
  agentName: string
  /** The version in use: its number in digits, or `draft`. */
  version: string
  /** What was said and done before this turn, in the entries of the interface. */
  history: readonly TranscriptEntry[]
  /** The customer's details: the values behind `${name}`. */
  variables: JsonObject
  /** Instructions for this reply alone (chatOptions.additionalContext). */
  context: string | null
  /** What it should open with (options.initialMessage of a call). */
  opening: string | null
  /** Kept from turn to turn of the session. Change it freely: it is stored with the turn, and only then. */
  state: JsonObject
  /** The service's time as an ISO instant; that of the test, where its clock is frozen. */
  now: string
  /** Ends when the turn is given up: pass it on to whatever takes time. */
  signal: AbortSignal
  /**
   * Calls a tool of this version by its name; call and output are entries of the turn, with the time that it took. A tool
   * that throws, takes too long, is not there or refuses the arguments gives an outcome with `isError`. It rejects where a tool
   * cannot be asked at all, such as for a variable that is not set: the turn is an error then, whatever the agent does.
   */
  call(name: string, given?: JsonObject): Promise<ToolOutcome>
}

/**
 * A tool in somebody's code: the arguments in, a value that JSON can hold out, null for nothing. Whatever it throws is the
 * tool's error, and so is a value that JSON cannot hold.
 */
export type ToolFunction = (given: JsonObject, caller: ToolCaller) => JsonValue | Promise<JsonValue>

/** Who calls a tool. */
export interface ToolCaller {
  sessionId: string
  agentName: string
  /** The customer's details. */
  variables: JsonObject
  /** Ends when the tool has had its time, or the turn is given up. */
  signal: AbortSignal
}

/** What came of a tool: its text as the transcript has it, and the value if the text is JSON. */
export interface ToolOutcome {
  output: string
  value: JsonValue
  isError: boolean
  /** Milliseconds that it took. */
  timeMs: number
}

/**
 * The reason why an agent could not think, in words that say how to mend it: a key that is missing, a far side that does
 * not answer. The turn is refused with `localAgentErrored`.
 */
export class AgentError extends Error {
  override name = 'AgentError'

  constructor(
    message: string,
    /** In which layer it came to nothing: by default in the agent itself. */
    readonly layer: Layer = 'agent',
  ) {
    super(message)
  }
}
