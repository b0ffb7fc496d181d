import type { BlueprintConfig } from '../../../wire/api/blueprint.ts'
import type { RemoteBehaviour } from '../../workspace/agent.ts'
import type { AgentFunction, AgentPart, AgentTurn } from '../../workspace/agent-function.ts'
import { substitute } from '../fill-template.ts'
import { askA2a, cancelA2a } from './a2a.ts'
import { askAgUi } from './ag-ui.ts'
import { askChatCompletions } from './chat-completions.ts'
import { type FarSide, openFarSide } from './far-side.ts'
import { type RemoteVersion, remoteVersion, type SessionEnded } from './remote-version.ts'
import { askWebhook, tellWebhook } from './webhook.ts'

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

/** How long an agent may take to hear it, in milliseconds. */
const noticeLimitMs = 2_000

/**
 * Tells an agent that a session is over: a webhook by a body of its own, an A2A agent by the end of a task that waits. It is
 * sent once and never fails: whether an agent hears it changes nothing of the session.
 */
export async function noticeEnd(behaviour: RemoteBehaviour, ended: SessionEnded): Promise<void> {
  const signal = AbortSignal.timeout(noticeLimitMs)
  try {
    const far = openFarSide({ ...behaviour, limitMs: 0 }, { signal }) // without time left it does not wait to send it again
    if (behaviour.protocol === 'webhook') await tellWebhook(far, ended)
    if (behaviour.protocol === 'a2a') await cancelA2a(behaviour, far, ended, signal)
  } catch {
    // the session is over either way, and there is nobody to tell
  }
}
