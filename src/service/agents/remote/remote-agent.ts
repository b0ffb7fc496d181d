import { withinLimit } from '../../../base/time-limit.ts'
import type { BlueprintConfig } from '../../../wire/api/blueprint.ts'
import type { RemoteBehaviour } from '../../workspace/agent.ts'
import type { AgentFunction } from '../../workspace/agent-function.ts'
import { substitute } from '../fill-template.ts'
import { askA2a, cancelA2a } from './a2a.ts'
import { askAgUi } from './ag-ui.ts'
import { askChatCompletions } from './chat-completions.ts'
import { openFarSide } from './far-side.ts'
import { askHttp } from './http.ts'
import { type Ask, type FarNotes, remoteVersion, type SessionEnded } from './remote-version.ts'
import { askWebhook, postSessionEnd } from './webhook.ts'

const protocols: Record<RemoteBehaviour['protocol'], Ask> = {
  'chat completions': askChatCompletions,
  a2a: askA2a,
  'ag-ui': askAgUi,
  webhook: askWebhook,
  http: askHttp,
}

/**
 * A running agent as a function, its state in `state.remote`; it learns of the session's end by `noticeEnd`.
 * @throws AgentError that names the host, for anything that is not a sound answer
 */
export function remoteAgent(behaviour: RemoteBehaviour, config: BlueprintConfig, notes: FarNotes): AgentFunction {
  const version = remoteVersion(behaviour, config)
  return async function* (turn) {
    if (turn.occasion === 'end') return
    const opening = turn.occasion === 'open' ? (turn.opening ?? version.opening) : ''
    if (opening !== '' && behaviour.protocol !== 'webhook') return yield substitute(opening, turn.variables)
    const far = openFarSide(behaviour, turn)
    const { protocol } = behaviour
    const hides: FarNotes['hides'] = (hiding) => {
      // One that may show its calls, and has shown one in this session, shows them all.
      // Calls of the phases pre and post are made by the service, and not by the agent.
      const hasShown = turn.history.some((entry) => entry.type === 'function_call' && entry.phase === 'during')
      if (hiding === 'a2a' || !hasShown) notes.hides(hiding)
    }
    try {
      for await (const part of protocols[protocol](version, far, turn, { ...notes, hides })) yield far.conceal(part)
      far.throwIfBroken()
    } catch (error) {
      throw far.failed(error)
    }
  }
}

/** How long an agent may take to accept the notice, in milliseconds. */
const noticeLimitMs = 2_000

/** Tells an agent that a session is over, once: an A2A agent by cancelling its waiting task. It never fails. */
export async function noticeEnd(behaviour: RemoteBehaviour, ended: SessionEnded): Promise<void> {
  try {
    await withinLimit(noticeLimitMs, undefined, async ({ signal }) => {
      // with no time left, it never waits to repeat the request
      const far = openFarSide({ ...behaviour, limitMs: 0 }, { signal })
      if (behaviour.protocol === 'webhook') await postSessionEnd(far, ended)
      if (behaviour.protocol === 'a2a') await cancelA2a(behaviour, far, ended, signal)
    })
  } catch {
    // the session is over either way, and nobody is left to report this to
  }
}
