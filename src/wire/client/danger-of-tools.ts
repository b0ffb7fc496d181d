import type { BlueprintListing } from '../api/blueprint.ts'
import { type AgentAsked, toolsOf } from './agent-tools.ts'
import { describeFailure } from './describe-failure.ts'
import type { Failure } from './failure.ts'
import type { LiveSafety } from './live-safety.ts'

/** Which tools agents may have. */
export interface ToolRules {
  tools: LiveSafety['tools']
  /** Allows agents that the blueprints do not list, since none would answer. For requests that are wrong on purpose. */
  unlisted?: boolean
}

/** The blueprints, or why they cannot be read. */
export type BlueprintsRead = { ok: true; data: BlueprintListing } | { ok: false; failure: Failure }

const blindly = '--allow-tools talks to it all the same'

/** Why an agent must not be talked to, and how to mend that; null when all of its tools are declared harmless or allowed. */
export function dangerOfTools(
  read: BlueprintsRead,
  asked: AgentAsked,
  { tools, unlisted = false }: ToolRules,
): string | null {
  if (tools === 'all') return null
  if (!read.ok) {
    const why = describeFailure(read.failure).split('\n', 1)[0]
    return `the tools of the agent cannot be seen, since the blueprints cannot be read (${why}); ${blindly}`
  }
  const found = toolsOf(read.data, asked)
  if (!found.ok) return found.kind === 'unlisted' && unlisted ? null : `${found.why}; ${blindly}`
  const foreign = found.tools.filter((tool) => !tools.includes(tool))
  if (foreign.length === 0) return null
  return `the agent ${found.agent} can call ${foreign.join(', ')}, and what its tools do on a live service is done; declare them harmless ("harmless tools:" in the config), or give --allow-tools`
}
