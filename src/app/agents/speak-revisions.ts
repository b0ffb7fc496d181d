import { shortenCommit } from '../../base/files/git.ts'
import type { VersionOfCommit } from '../../service/workspace/agent.ts'
import type { versionAtCommit } from '../../service/workspace/version-at-commit.ts'
import type { AgentVersion } from '../../wire/api/member-shapes.ts'
import type { Client } from '../../wire/client/client.ts'

/** A version made from a git commit: of agents in modules all that it had, of others the prompt files. */
export interface Revision {
  /** As given on the command line: `HEAD~1`. */
  asked: string
  /** As reports name it: `HEAD~1 (abc1234)`. */
  label: string
  commit: string
  /** The version number it has in the embedded service, which no real version uses. */
  number: number
  /** Which version of an agent it stands for. @default the newest */
  choose?: VersionOfCommit
  /** The versions of agents in modules, by the agent's name, or why it has none. */
  wholeVersions: ReadonlyMap<string, NonNullable<ReturnType<typeof versionAtCommit>>>
  /** Lock files and folders of packages that differ from it, and that agents in modules had as they are now. */
  packages: readonly string[]
  /** The agents that it does not have yet, where nothing asks for them. @default [] */
  newer?: readonly string[]
}

/** How reports name a revision: `HEAD~1 (abc1234)`, or, if it is a commit id, its first seven characters. */
export function labelOf(label: string, commit: string): string {
  return commit.startsWith(label) ? shortenCommit(commit) : `${label} (${shortenCommit(commit)})`
}

/** A client that translates versions as reports name them into the numbers of the embedded service. */
export function speakRevisions(client: Client, revisions: readonly Revision[]): Client {
  if (revisions.length === 0) return client
  const numbered = <R extends { agentVersion?: AgentVersion }>(request: R): R => {
    const revision = revisions.find(({ label }) => label === request.agentVersion)
    return revision === undefined ? request : { ...request, agentVersion: revision.number }
  }
  return {
    ...client,
    converse: (request, limits) => client.converse(numbered(request), limits),
    dispatch: (request, limits) => client.dispatch(numbered(request), limits),
    triggerCall: (request, limits) => client.triggerCall(numbered(request), limits),
    async fetchSession(sessionId, limits) {
      const answer = await client.fetchSession(sessionId, limits)
      if (!answer.ok) return answer
      const { agentDetails } = answer.data
      const revision = revisions.find(({ number }) => String(number) === agentDetails.version)
      if (revision === undefined) return answer
      return { ...answer, data: { ...answer.data, agentDetails: { ...agentDetails, version: revision.label } } }
    },
  }
}
