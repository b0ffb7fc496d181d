import type { JsonObject } from '../../base/json.ts'
import type { Price } from '../api/usage.ts'

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

/** A model and how it is asked: an entry of `models:` in workspace.yaml, or the `model:` of a version. */
export interface ModelSettings {
  /**
   * `provider/model`, such as `openai/gpt-5-mini`; the name of an entry of `models:`; or `entry/model` for an entry that names
   * a provider alone.
   */
  use: string
  /** The address of the API, where it is not the provider's own: `http://127.0.0.1:11434/v1`. */
  baseUrl?: string
  /** The name of the environment variable that holds the key. Default: the provider's usual one. */
  key?: string
  /** Further headers of each request. `{{env.NAME}}` in them is filled from the environment. */
  headers?: Readonly<Record<string, string>>
  temperature?: number
  seed?: number
  /** The most tokens of one answer. */
  maxOutputTokens?: number
  /** Whether pictures are sent as such, for a provider that does not tell by itself (openai-compatible). Default: as links. */
  images?: boolean
  /** Further settings by the names that the provider package has for them: `{ reasoningEffort: low }`. */
  options?: JsonObject
  price?: Price
}

/** Values of the environment by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Where models are opened: the folder of the user's project, which packages are looked up from, and the environment. */
export interface ModelSurroundings {
  folder: string
  env: Environment
  /** Milliseconds before a host that broke is asked again; the second time it is three times as long. @default 500 */
  retryMs?: number
}
