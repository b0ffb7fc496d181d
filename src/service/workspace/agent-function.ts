import type { JsonObject, JsonValue } from '../../base/json/json.ts'
import type { Layer } from '../../wire/api/layer.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'

/**
 * An agent that thinks: one function, called once a turn, that yields what the agent says and does, in order.
 * It may be an async generator, as in this whole agent:
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
 * Anything it throws counts as an error of the agent, unless its members blame somebody else: a provider's status, a
 * broken connection, the layer of an `AgentError`. Nothing of the turn is stored.
 */
export type AgentFunction = (turn: AgentTurn) => AsyncIterable<AgentPart> | Promise<AgentPart | undefined>

/** One thing an agent does, named like the steps of a scripted agent. A bare string is a message. */
export type AgentPart =
  | string
  | { say: string; as?: 'assistant' | 'backgroundAgent' }
  | { think: string }
  | { summarise: string }
  /** A call that the agent made itself, with its outcome. */
  | CallPart
  /** A quick reply below the previous message. */
  | { button: string; payload?: string }
  | { image: string; mimeType?: string; caption?: string }
  | { video: string; mimeType?: string; caption?: string }
  | { audio: string; mimeType?: string }
  | { file: string; mimeType?: string }
  /** The agent that speaks from here on. */
  | { handOff: string }
  /** Completes the session. */
  | { end: true }
  /** What the turn has cost, in tokens. Several add up. */
  | { usage: TokenUsage }

/**
 * A call that the agent made itself; without output and error it stays open. `unsure` says that nobody knows whether it
 * succeeded. `timeMs` is measured if it is left out, and null where nobody knows it.
 */
export interface CallPart {
  call: string
  with?: object
  /** A value that JSON can hold; `unknown` because TypeScript takes no interface for JSON. */
  output?: unknown
  error?: string
  unsure?: boolean
  timeMs?: number | null
  phase?: 'pre' | 'during' | 'post'
}

/** The input and output tokens of a model; `model` names it, so that its price can be found. */
export interface TokenUsage {
  model: string
  inputTokens: number
  outputTokens: number
}

/** What an agent knows in a turn, and what it can do. */
export interface AgentTurn {
  /**
   * Why it is the agent's turn: the user said something, the agent opens, the user said nothing in a call, or
   * the session has ended and only functions of the phase post can still run.
   */
  occasion: 'reply' | 'open' | 'silence' | 'end'
  /** What the user said; null on every other occasion. */
  message: string | null
  /** Public addresses of the user's attachments. */
  attachments: readonly string[]
  sessionId: string
  agentName: string
  /** The version in use: its number in digits, or `draft`. */
  version: string
  /** What was said and done before this turn, as transcript entries. */
  history: readonly TranscriptEntry[]
  /** The customer's details: the values behind `${name}`. */
  variables: JsonObject
  /** Instructions for this reply only (chatOptions.additionalContext). */
  context: string | null
  /** What it should open with (options.initialMessage of a call). */
  opening: string | null
  /** Kept from turn to turn of the session. Change it freely: it is stored with the turn, and only then. */
  state: JsonObject
  /** The service's time as an ISO instant; the test's time if its clock is frozen. */
  now: string
  /** Aborted when the turn is given up: pass it on to anything that takes time. */
  signal: AbortSignal
  /**
   * Calls a tool of this version by its name; call and output become entries of the turn, with the time
   * taken. A tool that throws, takes too long, does not exist or refuses the arguments gives an outcome with
   * `isError`. It rejects if a tool cannot be asked at all, for example because a variable is not set: the
   * turn is then an error, whatever the agent does. `Value` is what the caller takes the value to be; nothing checks it.
   */
  call<Value = JsonValue>(name: string, given?: object): Promise<ToolOutcome<Value>>
}

/** How `call` is carried out: the value is JSON, whatever a caller takes it to be. */
export type CallOfJson = (name: string, given?: JsonObject) => Promise<ToolOutcome>

/** The members of a turn that are data and cost nothing to make. */
export type TurnData = Omit<AgentTurn, 'call' | 'signal' | 'history'>

/** Just these members of a turn. */
export function factsOf(turn: TurnData): TurnData {
  const { occasion, message, attachments, sessionId, agentName, version, variables, context, opening, state, now } =
    turn
  return { occasion, message, attachments, sessionId, agentName, version, variables, context, opening, state, now }
}

/** Takes what an agent does in a turn, part by part, until it is done or its turn is over. */
export async function collectParts(
  output: ReturnType<AgentFunction>,
  sendPart: (part: AgentPart) => void | Promise<void>,
  isOver: () => boolean,
  onOver: (giveUp: () => void) => void,
): Promise<void> {
  if (typeof output !== 'object' || output === null || !(Symbol.asyncIterator in output)) {
    const part = await output
    if (part !== undefined && !isOver()) await sendPart(part)
    return
  }
  const parts = output[Symbol.asyncIterator]()
  const giveUp = (): void => void Promise.resolve(parts.return?.()).catch(() => undefined)
  onOver(giveUp)
  try {
    for (;;) {
      const next = await parts.next()
      if (isOver()) return
      if (next.done === true) return refuseReturned(next.value)
      await sendPart(next.value)
    }
  } catch (error) {
    giveUp() // also if a part is refused: what comes after it is of no interest
    throw error
  }
}

/** What a generator returns would be lost without a word. @throws AgentError for a text, or a part with one */
function refuseReturned(returned: unknown): void {
  const isPart = typeof returned === 'object' && returned !== null && 'say' in returned
  if (typeof returned === 'string' || isPart) throw new AgentError('it returned a text: yield it')
}

/**
 * A tool as a user's function: it takes the arguments and returns a value that JSON can hold, or a promise of one, and
 * null for nothing. What it throws is the tool's error, and so is a value that JSON cannot hold. The result is
 * `unknown` because TypeScript takes no interface for JSON.
 */
export type ToolFunction = (given: JsonObject, caller: ToolCaller) => unknown

/** The caller of a tool. */
export interface ToolCaller {
  sessionId: string
  agentName: string
  /** The customer's details. */
  variables: JsonObject
  /** Aborted when the tool's time is up, or the turn is given up. */
  signal: AbortSignal
}

/** The outcome of a tool: its text as the transcript shows it, and the parsed value if the text is JSON. */
export interface ToolOutcome<Value = JsonValue> {
  output: string
  value: Value
  isError: boolean
  /** Milliseconds the call took. */
  timeMs: number
}

/**
 * Why an agent could not think, and how to fix it: a key that is missing, a far side that does not answer.
 * The turn is refused with `localAgentErrored`, and its layer is the cause of the conversation.
 */
export class AgentError extends Error {
  override name = 'AgentError'

  constructor(
    message: string,
    /** The layer that failed: by default the agent itself. */
    readonly layer: Layer = 'agent',
  ) {
    super(message)
  }
}
