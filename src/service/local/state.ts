import type { Workspace } from '../workspace/workspace.ts'
import { clockOf } from './clock.ts'
import { answerJson, type LocalHandler } from './local-call.ts'
import { showMessage } from './outbox.ts'
import { showCall } from './queue.ts'
import { summarise } from './sessions.ts'
import { showEach } from './show-each.ts'

const most = 200

/** `GET /_local/state`: everything that the page shows, at most 200 of each. */
export const showState: LocalHandler = ({ context }) => {
  const { store, directory, faults } = context
  return answerJson({
    clock: clockOf(context),
    workspaces: directory.all().map(describeWorkspace),
    sessionCount: store.countSessions(),
    sessions: showEach(store.newestSessions(most), summarise),
    queue: showEach(store.openCalls().slice(0, most), showCall),
    outbox: showEach(store.newestMessages(most), showMessage),
    faults: faults.list(),
  })
}

/** A workspace without its keys. */
export function describeWorkspace({ name, agents, channels }: Workspace): object {
  return {
    name,
    agents: agents.map((agent) => ({
      name: agent.name,
      agentId: agent.agentId,
      published: agent.published,
      versions: [...agent.versions.keys()],
      draft: agent.draft !== null,
    })),
    channels: channels.map((channel) => ({ name: channel.name, type: channel.type, enabled: channel.enabled })),
  }
}
