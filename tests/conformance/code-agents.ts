import type { JsonObject } from '../../src/base/json/json.ts'
import { matchGroups } from '../../src/base/patterns/linear-pattern.ts'
import { fillJson, fillText } from '../../src/service/agents/fill-template.ts'
import type { AgentStep, ScriptedBehaviour, VersionedAgent } from '../../src/service/workspace/agent.ts'
import type { AgentFunction, AgentPart } from '../../src/service/workspace/agent-function.ts'
import type { Workspace } from '../../src/service/workspace/workspace.ts'

/** Replaces every scripted agent of the workspace by one of behaviour `code` that does the same, but thinks. */
export function withCodeAgents(workspace: Workspace): Workspace {
  for (const agent of workspace.agents) {
    for (const [number, version] of agent.versions) agent.versions.set(number, asCode(version))
    if (agent.draft !== null) agent.draft = asCode(agent.draft)
  }
  return workspace
}

function asCode(version: VersionedAgent): VersionedAgent {
  const { behaviour } = version
  if (behaviour.kind !== 'scripted') return version
  const { tools, before, after, analysis } = behaviour
  const code = { kind: 'code' as const, from: functionOf(behaviour, version), tools, before, after, analysis }
  return { ...version, behaviour: { ...code, limitMs: 5_000 } }
}

function functionOf(behaviour: ScriptedBehaviour, { config }: VersionedAgent): AgentFunction {
  return async function* (turn) {
    if (turn.occasion === 'end') return
    const { message, state, variables } = turn
    const says = (text: string): AgentStep => ({ kind: 'say', text, as: 'assistant' })
    const rule = behaviour.rules.find(
      (each) =>
        message !== null &&
        (each.says === null || matchGroups(each.says, message) !== null) &&
        Object.entries(each.state).every(([name, value]) => state[name] === value),
    )
    const groups = rule?.says == null || message === null ? {} : matchGroups(rule.says, message)
    const values: JsonObject = { ...state, message: message ?? '', context: turn.context ?? '', ...groups }
    const opening = turn.opening ?? (config.agentInstructions.initialMessage.messageContent || 'Hello!')
    const steps = { open: [says(opening)], silence: behaviour.onSilence, reply: rule?.do ?? behaviour.otherwise }
    for (const step of steps[turn.occasion]) {
      if (step.kind === 'call') {
        const { value } = await turn.call(step.name, fillJson(step.arguments, { values, variables }) as JsonObject)
        values[step.name] = value
      } else yield partOf(step, { values, variables })
    }
    for (const [name, value] of Object.entries(rule?.set ?? {})) state[name] = fillText(value, { values, variables })
  }
}

function partOf(
  step: Exclude<AgentStep, { kind: 'call' }>,
  scope: { values: JsonObject; variables: JsonObject },
): AgentPart {
  switch (step.kind) {
    case 'say':
      return { say: fillText(step.text, scope), as: step.as }
    case 'item':
      return fillJson(step.item, scope) as AgentPart & JsonObject
    case 'think':
      return { think: fillText(step.text, scope) }
    case 'summarise':
      return { summarise: fillText(step.text, scope) }
    case 'hand off':
      return { handOff: step.agent }
    case 'end':
      return { end: true }
  }
}
