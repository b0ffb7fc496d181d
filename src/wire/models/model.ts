import type { JsonObject } from '../../base/json/json.ts'
import type { Price } from '../api/usage.ts'

export interface Model {
  /** The name that usage is counted under: that of its entry of `models:`, else `provider/model`. */
  name: string
  /** The host, with its port. */
  host: string
  /** Whether it accepts the address of a file of this media type, rather than a link within the text. */
  takes(url: string, mimeType: string): boolean
  /** Asks, again within the limit if the host is busy or breaks. @throws ModelError, or the signal's reason */
  ask(request: ModelRequest): Promise<ModelReply>
}

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

/** A file that a user attached, by its address. */
export interface ModelFile {
  url: string
  mimeType: string
}

export type SaidPart = { kind: 'text'; text: string } | { kind: 'call'; id: string; name: string; given: JsonObject }

/** The outcome of a call, by its id. */
export interface ToolResult {
  id: string
  name: string
  output: string
  isError: boolean
}

/** A model's answer. `message` continues the conversation, with everything its provider wants sent back. */
export interface ModelReply {
  parts: ReplyPart[]
  message: ModelMessage
  /** Tokens; 0 if the host does not count them. */
  inputTokens: number
  outputTokens: number
}

/** One piece of an answer; `given` is null for arguments that are no object, `written` the beginning of what came. */
export type ReplyPart =
  | { kind: 'text'; text: string }
  | { kind: 'think'; text: string }
  | { kind: 'call'; id: string; name: string; given: JsonObject | null; written: string }

/** A model and how it is asked: an entry of `models:` in workspace.yaml, or the `model:` of a version. */
export interface ModelSettings {
  /** `openai/gpt-5-mini`; the name of an entry of `models:`; or `entry/model` for an entry of a provider only. */
  use: string
  /** The address of the API, if it is not the provider's own: `http://127.0.0.1:11434/v1`. */
  baseUrl?: string
  /** The name of the environment variable that contains the key. Default: the provider's usual one. */
  key?: string
  /** Further headers of each request. `{{env.NAME}}` in them is filled from the environment. */
  headers?: Readonly<Record<string, string>>
  temperature?: number
  seed?: number
  /** The token limit of one answer. */
  maxOutputTokens?: number
  /** Whether pictures are sent as such where the provider's models do not tell. Default: as links. */
  images?: boolean
  /** Further settings, named as in the provider package: `{ reasoningEffort: low }`. */
  options?: JsonObject
  price?: Price
}

/** Values of the environment by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Where models are opened: the project's folder, from which packages are resolved, and the environment. */
export interface ModelSurroundings {
  folder: string
  env: Environment
  /** Milliseconds before a host that broke is asked again; thrice that before the second time. @default 500 */
  retryMs?: number
}
