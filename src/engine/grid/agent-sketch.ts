import type { JsonObject, JsonValue } from '../../base/json/json.ts'
import type { Phase } from '../../wire/api/transcript-entry.ts'

/** What is known about one version of an agent before anybody talks with it. */
export interface AgentSketch {
  agent: string
  version: string
  /** Its system prompts and opening message, as written. */
  prompts: readonly string[]
  /** The opening message alone, which orders nothing; absent if it has none. */
  opening?: string
  tools: readonly SketchedTool[]
  /** The variables that its prompts use, with what each is, which may be empty. */
  variables: readonly { name: string; description: string }[]
  handsOffTo: readonly string[]
}

export interface SketchedTool {
  name: string
  phases: readonly Phase[]
  /** Empty if only its name is known. */
  description: string
  /** The JSON Schema of its arguments; empty if nothing tells. */
  parameters: JsonObject
  /** Why no arguments can be made for it; absent if they can. */
  flaw?: string
  /** What its double answers, first match first; empty for a tool that would have to be asked. */
  samples: readonly ToolSample[]
}

/** What a double answers to arguments that contain `with`; an empty `with` stands for any other arguments. */
export interface ToolSample {
  with: JsonObject
  output: JsonValue
  isError: boolean
}

/** Values that the doubles of an agent's tools take and give, by the names of arguments and members. */
export type ValuePool = ReadonlyMap<string, readonly (string | number)[]>
