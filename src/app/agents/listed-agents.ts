import { textsIn } from '../../base/json/walk-json.ts'
import { toNormalForm } from '../../base/text/normal-form.ts'
import type { CallPhase } from '../../suite/language/expectations/call-expectation.ts'
import type { KnownAgent, KnownAgents } from '../../suite/lint/known-agents.ts'
import type { Blueprint, BlueprintConfig } from '../../wire/api/blueprint.ts'

/** The facts about an agent in a blueprint. The letter case of agentVersion in agentsList is not settled (BLU-14). */
export function agentFacts({
  agentInstructions,
  functionSettings,
  dynamicVariablesConfig,
  agentsList,
}: BlueprintConfig): KnownAgent {
  const prompts = textsIn(agentInstructions).join('\n')
  const { preCall, duringCall, postCall } = functionSettings
  const tools = new Map<string, Set<CallPhase>>()
  const add = (phase: CallPhase, names: readonly string[]): void => {
    for (const agentName of names) {
      const name = toNormalForm(agentName, 'NFC')
      tools.set(name, (tools.get(name) ?? new Set()).add(phase))
    }
  }
  add('pre', preCall)
  add('during', duringCall)
  add('post', postCall)
  return {
    tools,
    variables: dynamicVariablesConfig.map(({ name }) => name),
    prompted: [...prompts.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name),
    handsOffTo: agentsList.map(({ transferTo, agentVersion }) => ({
      agent: transferTo,
      version: agentVersion.toLowerCase(),
    })),
  }
}

/**
 * The agents of a blueprint listing. The interface does not link an agentId to the name that triggers use
 * (BLU-13), so only an agent whose id equals its name is found. About the others nothing is claimed, not even
 * that they do not exist. The listing holds published versions (BLU-04); an agent that it lists more than
 * once (BLU-12) is known by its version numbers only.
 */
export function listedAgents(source: string, blueprints: readonly Blueprint[]): KnownAgents {
  const tools = new Set(blueprints.flatMap(({ config }) => [...agentFacts(config).tools.keys()]))
  return {
    source,
    unlisted: 'no agent that is listed there has this name as its agentId',
    tools: () => tools,
    find(name, version) {
      const versions = blueprints.filter(({ agentId }) => agentId === name)
      const candidates = versions.filter(({ version: { number } }) =>
        version === 'default' ? versions.length === 1 : String(number) === version,
      )
      const [blueprint] = candidates
      return blueprint === undefined ? { kind: 'not listed' } : { kind: 'known', facts: agentFacts(blueprint.config) }
    },
  }
}
