import type { ServiceContext } from '../context/context.ts'
import type { SessionRecord } from '../store/session-record.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { finishSession } from './finish-session.ts'

/**
 * Sets the timer that completes a text session once nobody has spoken for as long as the workspace allows. There is one
 * timer a session, and it checks again when it fires.
 */
export function watchIdle({ store, clock }: ServiceContext, { idleMs }: Workspace, { sessionId }: SessionRecord): void {
  store.putTimer({ id: `idle ${sessionId}`, kind: 'end idle session', subject: sessionId, due: clock.now() + idleMs })
}

/** Completes a session that has been idle for long enough. */
export function endIdleSession(context: ServiceContext, sessionId: string): void {
  const { store, clock, directory } = context
  const session = store.session(sessionId)
  const workspace = session === undefined ? undefined : directory.find(session.workspace)
  if (session?.status !== 'active' || workspace === undefined) return
  const due = session.updatedAt + workspace.idleMs
  if (due > clock.now()) store.putTimer({ id: `idle ${sessionId}`, kind: 'end idle session', subject: sessionId, due })
  else finishSession(context, workspace, session, 'completed')
}
