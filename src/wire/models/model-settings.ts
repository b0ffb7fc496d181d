import type { JsonObject } from '../../base/json.ts'
import type { Price } from '../api/usage.ts'

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
