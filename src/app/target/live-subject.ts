import { createClient } from '../../wire/client/client.ts'
import { guardEverywhere } from '../../wire/client/guard.ts'
import { type BlueprintsRead, dangerOfTools, guardTools } from '../../wire/client/guard-live.ts'
import type { LiveSafety } from '../../wire/client/live-safety.ts'
import { isLoopback } from '../../wire/client/loopback.ts'
import type { Transport } from '../../wire/client/transport.ts'
import { openNetwork } from '../../wire/client/undici-transport.ts'
import type { AgentFacts, Subject, WorkspaceFacts } from '../../wire/contract/world/world.ts'
import { fillHeaders } from '../config/gateway-headers.ts'
import type { RunSettled } from '../config/settings.ts'
import { UsageError } from '../edge/usage-error.ts'

export interface LiveSettings
  extends Pick<RunSettled, 'target' | 'workflowTarget' | 'apiKey'>,
    Partial<Pick<RunSettled, 'headers'>> {
  /** A key of a second workspace, for the rules about isolation. */
  otherKey: string | null
  /** Names of agents to talk to, if their tools are harmless or allowed. */
  agents: readonly string[]
  safety: Pick<LiveSafety, 'tools'>
}

/** A live service as the subject of a contract, and what the user should know about it. */
export interface LiveSubject {
  subject: Subject
  /** Why some of the named agents are left alone. */
  notes: string[]
  close(): Promise<void>
}

/** Nothing that names a channel is sent, and no agent with harmful tools is talked to. @throws UsageError */
export async function openLiveSubject(settings: LiveSettings): Promise<LiveSubject> {
  const { target, workflowTarget, apiKey, otherKey, agents, safety } = settings
  if (target === null) throw new UsageError('--live needs a service', 'set target in the config, or --target')
  if (apiKey === null) throw new UsageError(`there is no API key for ${target}`, 'set TABLEREAD_API_KEY')
  const network = openNetwork({ connections: 1 })
  const hosts = { base: target, workflow: workflowTarget ?? target }
  const headers = fillHeaders(settings.headers)
  const keys = [apiKey, ...(otherKey === null ? [] : [otherKey])]
  const blueprints = await readBlueprints(network.send, { hosts, headers }, keys)
  const here = isLoopback(new URL(target).hostname)
  const rules = { tools: safety.tools, unlisted: true }
  const judged = agents.map((name) => {
    const subject = { name, workflow: null, version: 'default', calls: false }
    return { name, danger: here ? null : dangerOfTools(blueprints, subject, rules) }
  })
  const cleared = judged.filter(({ danger }) => danger === null).map(({ name }) => name)
  return {
    subject: {
      name: new URL(target).origin,
      hosts,
      headers,
      keys: { own: apiKey, other: otherKey },
      own: factsOf('own', cleared),
      other: otherKey === null ? null : factsOf('other', cleared),
      send: guardEverywhere(guardTools(network.send, { ...rules, list: async () => blueprints })),
      reach: 'inline only',
      control: null,
    },
    notes: judged.flatMap(({ name, danger }) =>
      danger === null ? [] : [`${name} is not talked to, skipped: unsafe: ${danger}`],
    ),
    close: network.close,
  }
}

/** The blueprints of both workspaces together: an agent listed in either can act. */
async function readBlueprints(
  transport: Transport,
  { hosts: { base, workflow }, headers }: Pick<Subject, 'hosts' | 'headers'>,
  keys: readonly string[],
): Promise<BlueprintsRead> {
  const answers = await Promise.all(
    keys.map((apiKey) =>
      createClient({ baseUrl: base, workflowBaseUrl: workflow, apiKey, headers, transport }).listBlueprints(),
    ),
  )
  const failed = answers.find((answer) => !answer.ok)
  if (failed !== undefined) return failed
  const all = answers.flatMap((answer) => (answer.ok ? answer.data : []))
  return {
    ok: true,
    data: {
      agents: all.flatMap((listing) => listing.agents),
      workflowList: all.flatMap(({ workflowList }) => workflowList),
    },
  }
}

function factsOf(name: string, agents: readonly string[]): WorkspaceFacts {
  return { name, agents: agents.map(agentOf), channels: [], workflows: [], lines: null }
}

/** All we know of a live agent is its name, and that its default version answers. */
function agentOf(name: string): AgentFacts {
  const unknown = { agentId: null, versions: [], messages: [], repeatsContext: null, ends: null, greetsWith: null }
  return { ...unknown, name, published: 0, draft: false }
}
