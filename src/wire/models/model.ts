import type { JsonObject } from '../../base/json.ts'

/** A model that can be asked. */
export interface Model {
  /** The name that usage is counted under: that of its entry of `models:`, else `provider/model`. */
  name: string
  /** The host that is asked, with its port. */
  host: string
  /** Whether it can be given the address of a file of this media type, instead of a link within the text. */
  takes(url: string, mimeType: string): boolean
  /**
   * Asks once. A host that is busy or breaks is asked again within the time limit.
   * @throws ModelError, or the reason of the signal where that ended it
   */
  ask(request: ModelRequest): Promise<ModelReply>
}

/** What a model is asked. */
export interface ModelRequest {
  system: string
  messages: readonly ModelMessage[]
  tools?: readonly ModelTool[]
  timeLimitMs: number
  signal?: AbortSignal
}

/** A function that a model may call; `parameters` is the JSON Schema of its arguments. */
export interface ModelTool {
  name: string
  description: string
  parameters: JsonObject
}

/** A message of the conversation that a model continues. */
export type ModelMessage =
  | { role: 'user'; text: string; files?: readonly ModelFile[] }
  | { role: 'assistant'; parts: readonly SaidPart[]; original?: unknown }
  | { role: 'tools'; results: readonly ToolResult[] }

/** A file that a user attached, at its address. */
export interface ModelFile {
  url: string
  mimeType: string
}

/** What an assistant said or called before. */
export type SaidPart = { kind: 'text'; text: string } | { kind: 'call'; id: string; name: string; given: JsonObject }

/** What came of a call, by its id. */
export interface ToolResult {
  id: string
  name: string
  output: string
  isError: boolean
}

/** What a model answered. `message` continues the conversation, with all that its provider wants back. */
export interface ModelReply {
  parts: ReplyPart[]
  message: ModelMessage
  /** Tokens; 0 where the host does not count them. */
  inputTokens: number
  outputTokens: number
}

/** One piece of an answer, in order. `given` is null for arguments that are no JSON object; `written` is the begin of what came. */
export type ReplyPart =
  | { kind: 'text'; text: string }
  | { kind: 'think'; text: string }
  | { kind: 'call'; id: string; name: string; given: JsonObject | null; written: string }
