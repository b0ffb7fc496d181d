import type { BlueprintConfig } from '../../wire/api/blueprint-config.ts'
import type { ReplayBehaviour } from './replay-behaviour.ts'
import type { ScriptedBehaviour } from './scripted-behaviour.ts'

/** An agent with its versions. `name` is what the triggers use, `agentId` what blueprints list (BLU-13). */
export interface Agent {
  name: string
  agentId: string
  /** Numbered versions never change (CHA-30). */
  versions: Map<number, AgentVersion>
  /** The version number behind `default`; null if nothing was published. */
  published: number | null
  /** The latest saved draft; null when there is none (CHA-29). */
  draft: AgentVersion | null
}

/** One version of an agent: its blueprint and its behaviour. */
export interface AgentVersion {
  /** The value of agentDetails.version in sessions: the number in digits, or `draft`. */
  label: string
  number: number
  description: string
  config: BlueprintConfig
  behaviour: ScriptedBehaviour | ReplayBehaviour
}
