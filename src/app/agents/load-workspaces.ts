import { existsSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { starPrivate } from '../../base/privacy/stars.ts'
import { resolveVersion } from '../../service/agents/find-version.ts'
import type { Agent, VersionedAgent } from '../../service/workspace/agent.ts'
import type { SimulatedCustomer } from '../../service/workspace/customer.ts'
import {
  demoWorkspace,
  type LoadedWorkspace,
  loadWorkspace,
  readWorkspaceNode,
} from '../../service/workspace/load-workspace.ts'
import { versionAtCommit } from '../../service/workspace/version-at-commit.ts'
import type { Workspace } from '../../service/workspace/workspace.ts'
import { warn } from '../edge/print.ts'
import { brokenFiles, UsageError } from '../edge/usage-error.ts'
import { importModule } from '../files/import-module.ts'
import type { Revision } from './speak-revisions.ts'

/** Reads workspaces, the demo without any; with `sendsNothing` parameters may be no JSON Schema. @throws UsageError */
export async function loadWorkspaces(
  folders: readonly string[],
  revisions: readonly Revision[] = [],
  { sendsNothing = false }: { sendsNothing?: boolean } = {},
): Promise<{ workspaces: Workspace[]; files: string[] }> {
  const paths = folders.length > 0 ? folders : [demoWorkspace]
  const loaded = await Promise.all(paths.map(loadOne))
  const workspaces = loaded.map((each) => {
    if (each.ok) return each.workspace
    if (sendsNothing && each.besides !== undefined) return each.besides
    throw brokenWorkspace(each)
  })
  addRevisions(workspaces, revisions)
  const keys = workspaces.flatMap(({ keys: own }) => own)
  if (new Set(keys).size < keys.length || new Set(workspaces.map(({ name }) => name)).size < workspaces.length)
    throw new UsageError('two workspaces have the same name or the same key', 'a key opens one workspace')
  return { workspaces, files: loaded.flatMap((each) => (each.ok ? each.files : [])) }
}

/** Finds a version of an agent, also by the name of a revision; undefined if there is none. */
export interface FindVersion {
  (agent: string, asked: string): VersionedAgent | undefined
  /** Who is called, and how they take it: it decides how a conversation goes, beside the agents. */
  customers?: readonly SimulatedCustomer[]
}

export function versionsIn(workspaces: readonly Workspace[], revisions: readonly Revision[]): FindVersion {
  const find = (name: string, version: string): VersionedAgent | undefined => {
    const agent = workspaces[0]?.agents.find((each) => each.name === name)
    const number = revisions.find(({ label }) => label === version)?.number
    const resolved = agent === undefined ? undefined : resolveVersion(agent, String(number ?? version) as 'default')
    return resolved?.ok === true ? resolved.version : undefined
  }
  return Object.assign(find, { customers: workspaces[0]?.customers ?? [] })
}

/** A commit, by its label, has no such agent yet. */
export class NewerAgentError extends UsageError {
  readonly lack: string
  readonly agent: string
  readonly label: string

  constructor(lack: string, hint: string, { agent, label }: { agent: string; label: string }) {
    super(lack, hint)
    this.lack = starPrivate(lack)
    this.agent = agent
    this.label = label
  }
}

/** The agents that revisions do not have yet, whether or not anything asks for them. @throws UsageError if broken */
export async function listNewer(folder: string | null, revisions: readonly Revision[]): Promise<NewerAgentError[]> {
  if (revisions.length === 0) return []
  const { workspaces } = await loadWorkspaces(folder === null ? [] : [folder])
  return revisions.flatMap((revision) =>
    workspaces.flatMap(({ agents }) =>
      agents.flatMap((agent) => {
        const error = lackOf(agent, revision, inRevision(agent, revision))
        return error instanceof NewerAgentError ? [error] : []
      }),
    ),
  )
}

const inRevision = (
  agent: Agent,
  { commit, number, wholeVersions, choose }: Revision,
): ReturnType<typeof versionAtCommit> => wholeVersions.get(agent.name) ?? versionAtCommit(agent, commit, number, choose)

/** Why an agent cannot be played as of a revision; null where it can, or has nothing of its own there. */
function lackOf(agent: Agent, { label }: Revision, version: ReturnType<typeof versionAtCommit>): UsageError | null {
  if (version === null || version.ok) return null
  const instead = version.isNewer && agent.published !== null ? '; or: tableread compare default draft' : ''
  const [why, hint] = [`the agent ${agent.name} at ${label}: ${version.message}`, `${version.hint}${instead}`]
  return version.isNewer === true
    ? new NewerAgentError(why, hint, { agent: agent.name, label })
    : new UsageError(why, hint)
}

/** Its path comes from a config or a flag and may contain private data, as do the paths of its problems. */
function brokenWorkspace({ problems, textOf }: Extract<LoadedWorkspace, { ok: false }>): UsageError {
  const files = new Map(problems.map(({ file }) => [starPrivate(file), file]))
  const concealed = problems.map((problem) => ({ ...problem, file: starPrivate(problem.file) }))
  return brokenFiles(concealed, (file) => textOf(files.get(file) ?? file))
}

/** A folder with workspace.yaml or workspace.ts, or a module whose default export is a workspace. */
async function loadOne(workspaceFolder: string): Promise<LoadedWorkspace> {
  const path = resolve(workspaceFolder)
  const folder = existsSync(path) && statSync(path).isDirectory()
  const module = folder
    ? ['workspace.ts', 'workspace.js', 'workspace.mjs'].map((name) => join(path, name)).find(existsSync)
    : path
  if (module === undefined || existsSync(join(path, 'workspace.yaml'))) return loadWorkspace(path)
  if (!/\.[cm]?[jt]s$/.test(module)) return loadWorkspace(path)
  const node = await importModule(module, {
    what: 'a workspace',
    example: "{ workspace: 'shop', keys: ['key'], agents: ['agents/desk.yaml'] }",
  })
  const read = readWorkspaceNode(node, module)
  return read.ok ? { ...read, files: [module, ...read.files] } : read
}

/** Adds the versions at these commits to the agents. @throws UsageError for a prompt that a commit did not have */
function addRevisions(workspaces: readonly Workspace[], revisions: readonly Revision[]): void {
  for (const revision of revisions)
    for (const agent of workspaces.flatMap(({ agents }) => agents)) {
      const { label, number, newer = [] } = revision
      const version = inRevision(agent, revision)
      const lack = lackOf(agent, revision, version)
      if (lack !== null && !newer.includes(agent.name)) throw lack
      if (version?.ok !== true) continue
      for (const { file, before } of version.renamed)
        warn(
          `the agent ${agent.name} at ${label}: ${relative('', file)} was ${relative('', before)} there, and is compared with that`,
        )
      agent.versions.set(number, version.version)
    }
}
