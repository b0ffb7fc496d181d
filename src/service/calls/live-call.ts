import type { CallRecord } from '../store/call-record.ts'
import type { SessionRecord } from '../store/session-record.ts'
import type { AgentVersion } from '../workspace/agent.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** A call on the line, with its session, workspace and agent version. */
export interface LiveCall {
  call: CallRecord
  session: SessionRecord
  workspace: Workspace
  version: AgentVersion
}
