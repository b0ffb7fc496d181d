import type { JsonObject, JsonValue } from '../../base/json/json.ts'
import type { Pattern } from '../../base/patterns/linear-pattern.ts'
import type { Place } from '../../suite/yaml/place.ts'
import type { BlueprintConfig } from '../../wire/api/blueprint.ts'
import type { ModelEntries } from '../../wire/models/find-model.ts'
import type { ModelSettings } from '../../wire/models/model.ts'
import type { AgentFunction } from './agent-function.ts'
import type { Recording } from './recordings-file.ts'
import type { AnswerMapping } from './remote-shape.ts'

/** An agent with its versions. `name` is what the triggers use, `agentId` what blueprints list (BLU-13). */
export interface Agent {
  name: string
  agentId: string
  /** Numbered versions never change (CHA-30). */
  versions: Map<number, VersionedAgent>
  /** The version number behind `default`; null if nothing was published. */
  published: number | null
  /** The latest saved draft; null if there is none (CHA-29). */
  draft: VersionedAgent | null
}

/** All versions of an agent, the draft last. */
export function versionsOf({ versions, draft }: Agent): VersionedAgent[] {
  return [...versions.values(), ...(draft === null ? [] : [draft])]
}

/** Its draft, else the published version. */
export function newestOf(agent: Agent): VersionedAgent | undefined {
  return agent.draft ?? publishedOf(agent)
}

export function publishedOf({ published, versions }: Agent): VersionedAgent | undefined {
  return published === null ? undefined : versions.get(published)
}

/** Which version of an agent a commit stands for: the one that a comparison has on its other side, where that is known. */
export type VersionOfCommit = (agent: Agent) => VersionedAgent | undefined

/** One version of an agent: its blueprint and its behaviour. */
export interface VersionedAgent {
  /** The value of agentDetails.version in sessions: the number in digits, or `draft`. */
  label: string
  number: number
  /** Made for a revision of git: its number is in no file. */
  ofRevision?: true
  /** Its name in the blueprint. Default: the agent's name and the number. */
  name?: string
  description: string
  config: BlueprintConfig
  /** Its prompt in parts, if at least one of them comes from a file. */
  promptParts?: readonly (string | PromptFile)[]
  /** Where its prompt is stated, by its own version or the one it is based on. */
  promptAt?: { file: string; at: Place }
  behaviour: ScriptedBehaviour | ReplayBehaviour | ThinkingBehaviour
}

/** A part of a prompt that comes from a file. */
export interface PromptFile {
  /** The full path. */
  file: string
  text: string
}

/**
 * An agent that follows rules: the first one that matches the user's message and the state answers. The same message
 * gives the same answer.
 */
export interface ScriptedBehaviour {
  kind: 'scripted'
  tools: AgentTool[]
  /** Steps before the first message of a session (phase pre) and after its last (phase post). */
  before: AgentStep[]
  after: AgentStep[]
  rules: AgentRule[]
  /** The steps if no rule matches. */
  otherwise: AgentStep[]
  /** What the agent does in a call when the customer says nothing. */
  onSilence: AgentStep[]
  /** Values of the analysis of a finished session that replace what would be derived. */
  analysis: Record<string, string>
  /** A real wait before every answer, in milliseconds. */
  delayMs: number
  /** Nobody has written its behaviour yet, so it refuses every turn: a pulled agent has a prompt and no behaviour. */
  unfilled?: true
}

/** An agent that thinks, in real time. The service runs its tools and its functions of the phases pre and post. */
export type ThinkingBehaviour = CodeBehaviour | ModelBehaviour | RemoteBehaviour

/** What all agents that think have in common. */
interface Thinking {
  tools: AgentTool[]
  /** Calls before the first message of a session and after its last. */
  before: AgentStep[]
  after: AgentStep[]
  /** How long one turn may take, in milliseconds. */
  limitMs: number
  /** Values of the analysis of a finished session that replace what would be derived. */
  analysis: Record<string, string>
}

/** An agent that is a function in user code. */
export interface CodeBehaviour extends Thinking {
  kind: 'code'
  from: AgentFunction | ModuleExport
}

/** An agent that runs somewhere else, asked over HTTP. Texts are as written, with nothing filled in. */
export interface RemoteBehaviour extends Thinking {
  kind: 'remote'
  protocol: 'chat completions' | 'a2a' | 'ag-ui' | 'webhook' | 'http'
  /** In the URL and the headers, `{{env.NAME}}` is filled from the environment for each turn. */
  url: string
  headers: Record<string, string>
  /** Whether it may be on another machine. */
  live: boolean
  /** The model named in chat completions requests; null for the agent's name. */
  model: string | null
  /** How many times it may be asked in one turn while it asks for tools. */
  steps: number
  /** Whether it is told about the end of a session; only a webhook or an A2A agent can be. */
  tellEnd: boolean
  /** Further members of each chat completions request. */
  body: JsonObject
  /** What an agent of the protocol http is sent, and how its answer is read. */
  http?: HttpAgent
  /** The folder of the file that states it; the libraries it needs are resolved from there. */
  folder: string
}

/** An agent that answers requests of its own form: what it is sent, and where its answer says what. */
export interface HttpAgent {
  /** Texts may contain `{{env.NAME}}` and `{{name}}`, with the names of `requestNames`. */
  request: HttpSource
  answer: AnswerMapping
  /** Whether it answers with a stream of events (SSE). */
  streams: boolean
}

/** An agent made of a prompt, a model and tools; the prompt is the one in its blueprint. */
export interface ModelBehaviour extends Thinking {
  kind: 'model'
  model: ModelSettings
  /** The models that its workspace names. */
  models: ModelEntries
  /** The folder of the file that states it; provider packages are resolved from there. */
  folder: string
  /** How many times the model is asked in one turn. */
  steps: number
  /** The token limit of one turn; null for none. */
  tokens: number | null
  /** After how many messages a summary replaces the history; null: never. */
  foldAfter: number | null
  /** Whether the model may end the conversation. */
  mayEnd: boolean
}

/** An export of a module in JavaScript or TypeScript, by the full path of its file. */
export interface ModuleExport {
  file: string
  /** The name of the export; `default` is the default one. */
  name: string
}

/**
 * A tool. Canned tools give the output of the first case that matches the arguments; their `timeMs` is only
 * shown as executionTimeMs, without waiting. Live tools ask their source.
 */
export interface AgentTool {
  name: string
  description: string
  parameters: JsonObject
  timeMs: number
  cases: ToolCase[]
  /**
   * When an agent that thinks runs it: whenever it wants, before the first message, or after the last.
   * @default during
   */
  phase?: 'pre' | 'during' | 'post'
  /** What a live tool asks; a canned tool has none. */
  source?: ToolSource
  /** How long a live tool may take, in milliseconds. @default 10,000 */
  timeoutMs?: number
  /** A double without an output: calls that no case covers fail. */
  unfilled?: true
}

/** What is scripted of any behaviour: rules are of scripted agents alone. */
export type ScriptedParts = Pick<ScriptedBehaviour, 'tools' | 'before' | 'after'> &
  Partial<Pick<ScriptedBehaviour, 'rules' | 'otherwise' | 'onSilence'>>

/** The calls that the steps of a behaviour make, as they are written. */
export function scriptedCalls(behaviour: ScriptedParts) {
  const { before, after, rules = [], otherwise = [], onSilence = [] } = behaviour
  const steps = [...before, ...after, ...rules.flatMap((rule) => rule.do), ...otherwise, ...onSilence]
  return steps.filter((step) => step.kind === 'call')
}

/** When a tool runs: as the blueprint says, or by its own `phase`; null for one that the blueprint leaves out. */
export function phaseOf(
  { name, phase = 'during' }: Pick<AgentTool, 'name' | 'phase'>,
  { preCall, duringCall, postCall }: BlueprintConfig['functionSettings'],
): NonNullable<AgentTool['phase']> | null {
  if (duringCall.includes(name)) return 'during'
  if (preCall.includes(name)) return 'pre'
  if (postCall.includes(name)) return 'post'
  return preCall.length + duringCall.length + postCall.length === 0 ? phase : null
}

/** Whether the blueprint lists a function in some phase. A blueprint that lists none restricts nothing. */
export function isEnabled(name: string, { functionSettings }: Pick<BlueprintConfig, 'functionSettings'>): boolean {
  const { preCall, duringCall, postCall } = functionSettings
  const toolNames = [...preCall, ...duringCall, ...postCall]
  return toolNames.length === 0 || toolNames.includes(name)
}

/** What a live tool asks: a user's function `(arguments, caller) => value`, an HTTP address, or an MCP server. */
export type ToolSource = ({ kind: 'module' } & ModuleExport) | HttpSource | McpSource

/** A tool's request. `{argument}`, `${variable}` and `{{env.NAME}}` are filled in; headers take no arguments. */
export interface HttpSource {
  kind: 'http'
  url: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers: Record<string, string>
  query: JsonObject
  body?: JsonValue
  /** Whether it may reach another machine. */
  live: boolean
}

/** A tool of an MCP server, by its name there. */
export interface McpSource {
  kind: 'mcp'
  server: McpServer
  tool: string
}

/** An MCP server of a workspace, which is in `folder`; `{{env.NAME}}` is filled in. `startMs` until it lists tools. */
export type McpServer = { name: string; folder: string; startMs: number } & (
  | { kind: 'program'; command: readonly string[]; env: Record<string, string>; cwd: string }
  | { kind: 'address'; url: string; headers: Record<string, string>; live: boolean }
)

/** The output of a tool for arguments that contain `with`; text stays text, anything else becomes JSON text. */
export interface ToolCase {
  with: JsonObject
  output: JsonValue
  isError: boolean
  timeMs?: number
}

/** `says` is matched against the message (its named groups become values), `state` against the session's. */
export interface AgentRule {
  id: string
  says: Pattern | null
  state: Record<string, string>
  do: AgentStep[]
  set: Record<string, string>
}

/** One thing an agent does. `{value}`, of message, state or an output, and `${variable}` are filled in. */
export type AgentStep =
  | { kind: 'call'; name: string; arguments: JsonObject; phase: 'pre' | 'during' | 'post' | null }
  | { kind: 'say'; text: string; as: 'assistant' | 'backgroundAgent' }
  | { kind: 'item'; item: JsonObject }
  | { kind: 'think'; text: string }
  | { kind: 'summarise'; text: string }
  | { kind: 'hand off'; agent: string }
  | { kind: 'end' }

/**
 * An agent that replays recorded dialogues by turn number, faithfully: including reused call ids, missing outputs and
 * missing replies.
 */
export interface ReplayBehaviour {
  kind: 'replay'
  /**
   * A session follows the recording whose id the metadata names as `recording`, or whose first user message equals the
   * one sent, or the only one.
   */
  recordings: Recording[]
}
