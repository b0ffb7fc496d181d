import type { Prompts } from '../../engine/perform/perform.ts'
import type { BlueprintConfig } from '../../wire/api/blueprint.ts'
import type { Client } from '../../wire/client/client.ts'
import type { RunSettled } from '../config/settings.ts'

type Where = Pick<RunSettled, 'target' | 'workspace' | 'revisions'>

/** Prompts, opening and tools' parameters, from files or a listing, read when first asked; else unknown. */
export function readPrompts({ target, workspace, revisions }: Where, client: Client): Prompts {
  const readLocal = async () => (await import('../agents/local-agents.ts')).localVersions(workspace, revisions)
  let local: ReturnType<typeof readLocal> | undefined
  let blueprintAnswer: ReturnType<Client['listBlueprints']> | undefined
  return async ({ agent, version }) => {
    if (target === null) {
      local ??= readLocal()
      const agentVersion = (await local)(agent.value, version)
      if (agentVersion === undefined) return []
      const { behaviour, config } = agentVersion
      const own = 'tools' in behaviour ? behaviour.tools : []
      const tools = own.map(({ name, description, parameters }) => ({ name, description, parameters }))
      return [...promptsIn(config), ...tools]
    }
    blueprintAnswer ??= client.listBlueprints({ timeLimitMs: 5_000 })
    const answer = await blueprintAnswer
    const own = (answer.ok ? answer.data.agents : []).filter(({ agentId }) => agentId === agent.value)
    const blueprint = version === 'default' ? own[0] : own.find((each) => String(each.version.number) === version)
    return blueprint === undefined ? [] : promptsIn(blueprint.config)
  }
}

/** The prompts and the opening message of a blueprint. */
export function promptsIn({ agentInstructions }: BlueprintConfig): string[] {
  const { systemContext, initialMessage } = agentInstructions
  return [...systemContext.map(({ system }) => system), initialMessage.messageContent].filter((each) => each !== '')
}
