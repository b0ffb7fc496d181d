import type { ServiceContext } from '../context/context.ts'
import type { SessionRecord } from '../store/store.ts'
import { showInstant } from '../time/clock.ts'
import type { AgentVersion } from '../workspace/agent.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { speakerOf } from './perform.ts'

/**
 * Tells agents that run somewhere else that a session is over, once that is stored: the one whose session it is, and the one
 * that it was handed to. Nobody waits for them. Call it within `carryOut`, with the session as it will be stored.
 */
export function tellEnd(
  context: ServiceContext,
  workspace: Workspace,
  session: SessionRecord,
  own: AgentVersion,
): void {
  const { sessionId, agentName, status, variables, state } = session
  const cue = { agentName, version: own, message: null, context: null, opening: null }
  const { agentName: last, version: theirs } = speakerOf(workspace, session, cue)
  const parties = [{ name: agentName, version: own }, ...(last === agentName ? [] : [{ name: last, version: theirs }])]
  for (const { name, version } of parties) {
    const { behaviour, label } = version
    if (behaviour.kind !== 'remote' || !behaviour.tellEnd) continue
    const told = {
      sessionId,
      agentName: name,
      version: label,
      status,
      history: [...context.store.transcript(sessionId)],
      variables: structuredClone(variables),
      state: structuredClone(state),
      now: showInstant(context.clock.now()),
    }
    context.work?.afterwards.push(() => {
      const telling = import('../agents/remote/remote-agent.ts').then(({ noticeEnd }) => noticeEnd(behaviour, told))
      context.telling.add(telling)
      telling.finally(() => context.telling.delete(telling))
    })
  }
}
