import type { Prompts } from '../../engine/verdict/perform-conversation.ts'
import type { BlueprintConfig } from '../../wire/api/blueprint.ts'
import type { Client } from '../../wire/client/client.ts'
import type { RunSettled } from './settings.ts'
import { listAgents } from './shown-blueprints.ts'

/** Which service an agent is of. */
type Where = Pick<RunSettled, 'target' | 'workspace' | 'revisions'>

/**
 * What an agent is told before it speaks: its prompts and its opening message. Of the local service they are read from the
 * files of the workspace, at any version and as a replay needs them, too; of any other from what it lists, where an id is the
 * agent's name. Nothing is read before the first conversation asks; where nothing can be read, there are none.
 */
export function readPrompts({ target, workspace, revisions }: Where, client: Client): Prompts {
  let local: ReturnType<typeof readLocal> | undefined
  let listed: ReturnType<typeof listAgents> | undefined
  const readLocal = async () => (await import('./local-agents.ts')).localConfigs(workspace, revisions)
  return async ({ agent, version }) => {
    if (target === null) {
      local ??= readLocal()
      const found = (await local)(agent.value, version)
      return 'config' in found ? promptsIn(found.config as BlueprintConfig) : []
    }
    listed ??= listAgents(client)
    const own = ((await listed) ?? []).filter(({ agentId }) => agentId === agent.value)
    const shown = version === 'default' ? own[0] : own.find((each) => String(each.version.number) === version)
    return shown === undefined ? [] : promptsIn(shown.config)
  }
}

function promptsIn({ agentInstructions }: BlueprintConfig): string[] {
  const { systemContext, initialMessage } = agentInstructions
  return [...systemContext.map(({ system }) => system), initialMessage.messageContent].filter((each) => each !== '')
}
