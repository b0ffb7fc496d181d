import type { RemoteBehaviour } from '../../workspace/agent.ts'
import { cancelA2a } from './a2a.ts'
import { openFarSide } from './far-side.ts'
import type { SessionEnded } from './remote-version.ts'
import { tellWebhook } from './webhook.ts'

/** How long an agent may take to hear it, in milliseconds. */
const limitMs = 2_000

/**
 * Tells an agent that a session is over: a webhook by a body of its own, an A2A agent by the end of a task that waits. It is
 * sent once and never fails: whether an agent hears it changes nothing of the session.
 */
export async function noticeEnd(behaviour: RemoteBehaviour, ended: SessionEnded): Promise<void> {
  const signal = AbortSignal.timeout(limitMs)
  try {
    const far = openFarSide({ ...behaviour, limitMs: 0 }, { signal }) // without time left it does not wait to send it again
    if (behaviour.protocol === 'webhook') await tellWebhook(far, ended)
    if (behaviour.protocol === 'a2a') await cancelA2a(behaviour, far, ended, signal)
  } catch {
    // the session is over either way, and there is nobody to tell
  }
}
