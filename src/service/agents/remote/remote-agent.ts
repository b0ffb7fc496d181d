import type { BlueprintConfig } from '../../../wire/api/blueprint.ts'
import type { RemoteBehaviour } from '../../workspace/agent.ts'
import type { AgentFunction, AgentPart, AgentTurn } from '../../workspace/agent-function.ts'
import { substitute } from '../fill-template.ts'
import { askA2a } from './a2a.ts'
import { askAgUi } from './ag-ui.ts'
import { askChatCompletions } from './chat-completions.ts'
import { type FarSide, openFarSide } from './far-side.ts'
import { type RemoteVersion, remoteVersion } from './remote-version.ts'
import { askWebhook } from './webhook.ts'

/** One turn of an agent that runs somewhere else, by one protocol. */
type Ask = (version: RemoteVersion, far: FarSide, turn: AgentTurn) => AsyncGenerator<AgentPart, void, undefined>

const protocols: Record<RemoteBehaviour['protocol'], Ask> = {
  'chat completions': askChatCompletions,
  a2a: askA2a,
  'ag-ui': askAgUi,
  webhook: askWebhook,
}

/**
 * An agent that runs already, as a function of its turns. What it keeps of a session is in `state.remote`. The
 * functions of the phase post are tools of the version, so that it does not play the end; `noticeEnd` tells it. It throws an AgentError that names the
 * host for whatever is no answer.
 */
export function remoteAgent(behaviour: RemoteBehaviour, config: BlueprintConfig): AgentFunction {
  const version = remoteVersion(behaviour, config)
  return async function* (turn) {
    if (turn.occasion === 'end') return
    const opening = turn.occasion === 'open' ? (turn.opening ?? version.opening) : ''
    if (opening !== '' && behaviour.protocol !== 'webhook') return yield substitute(opening, turn.variables)
    const far = openFarSide(behaviour, turn)
    try {
      for await (const part of protocols[behaviour.protocol](version, far, turn)) yield far.conceal(part)
      far.throwIfBroken()
    } catch (error) {
      throw far.failed(error)
    }
  }
}
