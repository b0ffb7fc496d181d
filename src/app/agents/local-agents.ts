import { idlePromptHint } from '../../compare/blueprint/idle-prompt.ts'
import type { BlueprintSources } from '../../compare/blueprint/see-blueprint.ts'
import { resolveVersion } from '../../service/agents/find-version.ts'
import { type Agent, type HttpAgent, phaseOf, type VersionedAgent } from '../../service/workspace/agent.ts'
import { whyNoHandoff } from '../../service/workspace/build-remote.ts'
import { argumentsIn } from '../../service/workspace/request-template.ts'
import { agentsWithoutDraft, type Workspace } from '../../service/workspace/workspace.ts'
import type { CallPhase } from '../../suite/language/expectations/call-expectation.ts'
import { type ArgumentNames, groupNames, mergeNames, namesInSchema } from '../../suite/lint/check-arguments.ts'
import type { AgentFound, CallsShown, KnownAgents } from '../../suite/lint/known-agents.ts'
import type { Place } from '../../suite/yaml/place.ts'
import { describeUnseenCalls } from '../../wire/api/unseen.ts'
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
  let names: ReadonlyMap<string, ArgumentNames> | undefined
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

/** The arguments of all tools, by what they declare and what their cases are for. */
function namesKnown(versions: readonly VersionedAgent[]): Map<string, ArgumentNames> {
  const tools = versions.flatMap(({ behaviour }) => (behaviour.kind === 'replay' ? [] : behaviour.tools))
  const cases = groupNames(tools.flatMap(({ name, cases }) => cases.map((each) => ({ name, arguments: each.with }))))
  for (const { name, parameters } of tools)
    cases.set(name, mergeNames([cases.get(name) ?? new Map(), namesInSchema(parameters)]))
  return cases
}

/** Whether calls that an agent makes by itself can be seen. All show them but AG-UI without its events for calls. */
function callsShown({ behaviour, config }: VersionedAgent): CallsShown {
  if (behaviour.kind !== 'remote') return null
  const { protocol } = behaviour
  if (protocol === 'a2a') return { certain: true, why: describeUnseenCalls(protocol) }
  if (protocol === 'http' && behaviour.http !== undefined && !behaviour.http.streams)
    return behaviour.http.answer.calls === undefined ? { certain: true, why: describeUnseenCalls(protocol) } : null
  const offers = behaviour.tools.some((tool) => phaseOf(tool, config.functionSettings) === 'during')
  return protocol !== 'chat completions' || offers ? null : { certain: false, why: describeUnseenCalls(protocol) }
}

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

interface AskedVersion {
  agent: string
  version: string
}

/** That only the prompt of two versions differs, once for each pair of which rules answer for both: no turn shows it. */
export function findIdlePrompts(
  finds: readonly [FindVersion, FindVersion],
  pairs: readonly (readonly [AskedVersion, AskedVersion])[],
): IdlePrompt[] {
  const idle = pairs.flatMap((pair): [string, IdlePrompt][] => {
    if (!isIdlePrompt(finds, pair)) return []
    const [a, b] = pair
    const place = finds[1](b.agent, b.version)?.promptAt ?? finds[0](a.agent, a.version)?.promptAt
    const message = `${b.agent}: the prompt of ${b.version} differs, but this agent answers by rules: its prompt is not used`
    return [[message, { message, hint: idlePromptHint, ...(place === undefined ? {} : { place }) }]]
  })
  return [...new Map(idle).values()]
}

/** What is said of a prompt that no turn shows, and where it stands. */
interface IdlePrompt {
  message: string
  hint: string
  place?: { file: string; at: Place }
}

/** Whether only the prompt of two versions differs, and rules answer for both. */
export function isIdlePrompt(
  finds: readonly [FindVersion, FindVersion],
  [a, b]: readonly [AskedVersion, AskedVersion],
): boolean {
  const [one, other] = [finds[0](a.agent, a.version), finds[1](b.agent, b.version)]
  return (
    one?.behaviour.kind === 'scripted' &&
    JSON.stringify(one.behaviour) === JSON.stringify(other?.behaviour) &&
    promptOf(one) !== promptOf(other)
  )
}

const promptOf = (version: VersionedAgent | undefined): string =>
  JSON.stringify(version?.config.agentInstructions?.systemContext ?? null)

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
