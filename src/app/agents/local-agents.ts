import type { BlueprintSources } from '../../compare/blueprint/see-blueprint.ts'
import { resolveVersion } from '../../service/agents/find-version.ts'
import { type Agent, type HttpAgent, phaseOf, publishedOf, type VersionedAgent } from '../../service/workspace/agent.ts'
import { whyNoHandoff } from '../../service/workspace/build-remote.ts'
import { argumentsIn } from '../../service/workspace/request-template.ts'
import { agentsWithoutDraft, type Workspace } from '../../service/workspace/workspace.ts'
import type { CallPhase } from '../../suite/language/expectations/call-expectation.ts'
import {
  groupNames,
  type MemberNames,
  mergeNames,
  namesInSchema,
  namesOfTool,
} from '../../suite/lint/check-arguments.ts'
import type { AgentFound, CallsShown, KnownAgents } from '../../suite/lint/known-agents.ts'
import { describeUnseenCalls } from '../../wire/api/unseen.ts'
import { findModel } from '../../wire/models/find-model.ts'
import { UsageError } from '../edge/usage-error.ts'
import { agentFacts } from './listed-agents.ts'
import { type FindVersion, loadWorkspaces, versionsIn } from './load-workspaces.ts'
import type { Revision } from './speak-revisions.ts'
import { toolFacts } from './tool-facts.ts'

/** The agents of a workspace, or of the demo for null, at each version. @throws UsageError for a broken workspace */
export async function localAgents(path: string | null, revisions: readonly Revision[] = []): Promise<KnownAgents> {
  const { workspaces } = await loadWorkspaces(path === null ? [] : [path], revisions)
  return agentsIn(workspaces, revisions)
}

export function agentsIn([workspace]: readonly Workspace[], revisions: readonly Revision[]): KnownAgents {
  const agents = workspace?.agents ?? []
  let tools: ReadonlySet<string> | undefined
  let names: ReadonlyMap<string, MemberNames> | undefined
  const resolve = (agent: Agent, version: string): ReturnType<typeof resolveVersion> =>
    resolveVersion(agent, String(revisions.find(({ label }) => label === version)?.number ?? version))
  const versionOf = (name: string, version: string): VersionedAgent | null => {
    const agent = agents.find((each) => each.name === name)
    const resolved = agent === undefined ? undefined : resolve(agent, version)
    return resolved?.ok === true ? resolved.version : null
  }
  return {
    source: `the workspace ${workspace?.name}`,
    unlisted: 'its version lists no tools',
    tellsState: workspace?.state !== undefined,
    tools() {
      tools ??= new Set(
        agents.flatMap(({ versions, draft }) => [...versions.values(), draft ?? []].flat().flatMap(ownTools)),
      )
      return tools
    },
    arguments() {
      names ??= namesKnown(agents.flatMap(({ versions, draft }) => [...versions.values(), draft ?? []].flat()))
      return names
    },
    names: () => agents.map(({ name }) => name),
    find(name, version) {
      const agent = agents.find((each) => each.name === name)
      if (agent === undefined) return { kind: 'no agent', names: agents.map((each) => each.name) }
      const resolved = resolve(agent, version)
      if (!resolved.ok) return { kind: 'no version', reason: resolved.reason }
      return knownVersion(resolved.version)
    },
    shows(name, version) {
      const agentVersion = versionOf(name, version)
      return agentVersion === null ? null : callsShown(agentVersion)
    },
    keepsTalk(name, version) {
      const agentVersion = versionOf(name, version)
      return agentVersion === null ? null : whyNoHandoff(agentVersion.behaviour)
    },
    fills(name, version) {
      const { behaviour } = versionOf(name, version) ?? {}
      return behaviour?.kind === 'remote' && behaviour.http !== undefined ? metadataOf(behaviour.http) : []
    },
  }
}

function ownTools({ config, behaviour }: VersionedAgent): string[] {
  return [
    ...agentFacts(config).tools.keys(),
    ...(behaviour.kind === 'replay' ? [] : behaviour.tools.map(({ name }) => name)),
  ]
}

/** What all tools take and return, by what they declare, and what their cases are for and give. */
function namesKnown(versions: readonly VersionedAgent[]): Map<string, MemberNames> {
  const tools = versions.flatMap(({ behaviour }) => (behaviour.kind === 'replay' ? [] : behaviour.tools))
  const cases = groupNames(
    tools.flatMap(({ name, cases }) =>
      cases.map((each) => ({ name, arguments: each.with, output: { json: each.output } })),
    ),
  )
  for (const { name, parameters } of tools)
    cases.set(name, mergeNames([cases.get(name) ?? new Map(), namesOfTool(namesInSchema(parameters), null)]))
  return cases
}

/** Whether calls that an agent makes by itself can be seen. All show them but AG-UI without its events for calls. */
function callsShown({ behaviour, config }: VersionedAgent): CallsShown {
  if (behaviour.kind !== 'remote') return null
  const { protocol } = behaviour
  if (protocol === 'a2a') return { certain: true, why: describeUnseenCalls(protocol) }
  if (protocol === 'http' && behaviour.http !== undefined && !behaviour.http.streams)
    return behaviour.http.answer.calls === undefined ? { certain: true, why: describeUnseenCalls(protocol) } : null
  if (protocol === 'webhook') return { certain: false, why: mayHide }
  const offers = behaviour.tools.some((tool) => phaseOf(tool, config.functionSettings) === 'during')
  return protocol !== 'chat completions' || offers ? null : { certain: false, why: describeUnseenCalls(protocol) }
}

const mayHide = 'its webhook may answer with "reply", which does not say what was called; "parts" does'

/** A blueprint without functions restricts nothing. Nothing is known where no file names tools, as of recordings. */
function knownVersion(version: VersionedAgent): AgentFound {
  const { config, behaviour } = version
  const open = behaviour.kind === 'remote'
  const facts = { ...agentFacts(config), open, takes: toolFacts({ behaviour }) }
  if (facts.tools.size > 0) return { kind: 'known', facts }
  const own = toolsListed(version)
  if (own.length === 0 && (open || behaviour.kind === 'code' || behaviour.kind === 'replay'))
    return { kind: 'not listed' }
  return { kind: 'known', facts: { ...facts, tools: new Map(own.map((name) => [name, anyPhase])) } }
}

/** The tools that a version may use, as far as files tell: those of its blueprint if that lists any, else its own. */
export function toolsListed({ config, behaviour }: VersionedAgent): string[] {
  const names = [...agentFacts(config).tools.keys()]
  if (names.length > 0) return names
  return behaviour.kind === 'replay' ? [] : behaviour.tools.map(({ name }) => name)
}

/** What is published, else what is next. */
export const presentVersion = (agent: Agent): VersionedAgent | undefined =>
  publishedOf(agent) ?? agent.draft ?? [...agent.versions.values()][0]

/** Whether a commit may have another, which can be played: it is no address, and somebody wrote what it does. */
export const isInCommits = ({ behaviour }: Partial<VersionedAgent> = {}): boolean =>
  behaviour !== undefined && behaviour.kind !== 'remote' && !('unfilled' in behaviour)

/** Where an agent that runs elsewhere, or its model, is asked; null where no file says it. */
export function addressAsked({ behaviour }: VersionedAgent): string | null {
  if (behaviour.kind === 'remote') return behaviour.url
  const model = behaviour.kind === 'model' ? findModel(behaviour.model, behaviour.models) : null
  return model?.ok === true ? (model.plan.settings.baseUrl ?? null) : null
}

const anyPhase: ReadonlySet<CallPhase> = new Set(['pre', 'during', 'post'])

/** The metadata that the requests of an agent are filled with. */
function metadataOf({ request: { url, headers, body = null } }: HttpAgent): string[] {
  return argumentsIn([url, headers, body]).flatMap((name) => (name.startsWith('metadata.') ? [name.slice(9)] : []))
}

/** Finds versions of agents in a workspace, or the demo for null. @throws UsageError for a broken workspace */
export async function localVersions(path: string | null, revisions: readonly Revision[]): Promise<FindVersion> {
  const { workspaces } = await loadWorkspaces(path === null ? [] : [path], revisions)
  return versionsIn(workspaces, revisions)
}

export interface AskedVersion {
  agent: string
  version: string
}

/** The published agents of a workspace that have no draft; none where the workspace is broken, as its reader says. */
export async function listDraftless(path: string | null): Promise<string[]> {
  const { workspaces } = await loadWorkspaces(path === null ? [] : [path], []).catch((error: unknown) => {
    if (error instanceof UsageError) return { workspaces: [] }
    throw error
  })
  return agentsWithoutDraft({ agents: workspaces[0]?.agents ?? [] })
}

/** Finds the configuration of an agent at any version. @throws UsageError for a broken workspace */
export async function localConfigs(
  path: string | null,
  revisions: readonly Revision[],
): Promise<NonNullable<BlueprintSources['readWorkspace']>> {
  const { workspaces } = await loadWorkspaces(path === null ? [] : [path], revisions)
  const agents = workspaces[0]?.agents ?? []
  return (name, wantedVersion) => {
    const revision = revisions.find(({ label }) => label === wantedVersion)
    const version = String(revision?.number ?? wantedVersion)
    const agent = agents.find((each) => each.name === name)
    if (agent === undefined)
      return { missing: `the workspace has no agent ${name}; it has ${agents.map((each) => each.name).join(', ')}` }
    const resolved = resolveVersion(agent, version as 'default')
    if (!resolved.ok) return { missing: resolved.reason }
    const number =
      version === 'draft' || revision !== undefined ? null : version === 'default' ? agent.published : Number(version)
    return { number, config: resolved.version.config }
  }
}
