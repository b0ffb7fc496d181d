import type { JsonObject } from '../../base/json.ts'
import type { SessionStatus } from '../../wire/api/session.ts'
import { analyse } from '../agents/analyse.ts'
import { takePen } from '../agents/pen.ts'
import { replayAfter, replayEnd } from '../agents/perform-replay.ts'
import { performAfter } from '../agents/perform-scripted.ts'
import { unlessTooLarge } from '../agents/too-large.ts'
import { writeLines } from '../agents/write-entries.ts'
import type { ServiceContext } from '../context/context.ts'
import type { SessionRecord } from '../store/session-record.ts'
import { versionByLabel } from '../workspace/directory.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { sceneOf } from './perform.ts'

/**
 * Ends a session: runs the functions of the phase post, analyses it according to the agent's analytics (SES-29), and
 * stores it.
 */
export function finishSession(
  { clock, store, newId }: ServiceContext,
  workspace: Workspace,
  session: SessionRecord,
  status: SessionStatus,
): void {
  const { agentName } = session
  const version = versionByLabel(workspace, agentName, session.versionLabel)
  session.status = status
  session.updatedAt = Math.max(session.updatedAt, clock.now())
  if (version !== undefined && session.turns > 0) {
    const scene = sceneOf(session, { agentName, version, message: null, context: null, opening: null })
    const { behaviour } = version
    const recorded = behaviour.kind === 'replay' ? replayEnd(behaviour, session.state, session.turns) : null
    const lines = unlessTooLarge(
      () => (behaviour.kind === 'scripted' ? performAfter(behaviour, scene) : replayAfter(recorded ?? {})),
      () => [],
    )
    store.appendEntries(session.sessionId, writeLines(lines, takePen(session, clock, newId)))
    session.analysis =
      recorded?.analysis ??
      unlessTooLarge<JsonObject | null>(
        () => analyse(version, scene, store.transcript(session.sessionId)),
        () => null,
      )
  }
  store.putSession(session)
}
