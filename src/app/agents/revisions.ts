import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { isRevision, resolveCommit } from '../../base/files/git.ts'
import { didYouMean } from '../../base/text/suggest.ts'
import { UsageError } from '../edge/usage-error.ts'
import { labelOf, type Revision } from './speak-revisions.ts'

/** Whether a word cannot be a version of a service, and may be a git revision. */
export function mayBeRevision(word: string): boolean {
  return !/^(?:default|draft|\d+)$/.test(word) && isRevision(word)
}

/** Whether a word in the place of a path is a revision: only a revision is written like that, or one exists. */
export function isRevisionHere(word: string): boolean {
  if (existsSync(word) || !mayBeRevision(word)) return false
  return !isPlain(word) || resolveCommit(process.cwd(), word).ok
}

/** A word such as `main` or `drafft`, which is a revision only if one by that name exists. */
function isPlain(word: string): boolean {
  return !/[~^{]/.test(word)
}

interface RevisionSource {
  target: string | null
  workspace: string | null
}

/** Looks revisions up where the prompts are. @throws UsageError for an unknown one, a live service, no prompt file */
export async function findRevisions(labels: readonly string[], source: RevisionSource): Promise<Revision[]> {
  const names = [...new Set(labels.filter(mayBeRevision))]
  const [first] = names.toSorted((a, b) => Number(isPlain(a)) - Number(isPlain(b)))
  if (first === undefined) return []
  const near = didYouMean(first, ['default', 'draft'], String)
  if (source.target !== null)
    throw new UsageError(
      `${first} is not a version of a service: only the embedded local service has agents as of a commit`,
      near ?? 'leave out --target (TABLEREAD_TARGET, target: of the config), or write default, draft or a number',
    )
  const { loadWorkspaces } = await import('./load-workspaces.ts')
  const { workspaces } = await loadWorkspaces(source.workspace === null ? [] : [source.workspace])
  const agents = workspaces.flatMap((workspace) => workspace.agents)
  const files = agents.flatMap(({ draft, versions, published }) => {
    const version = draft ?? (published === null ? undefined : versions.get(published))
    return (version?.promptParts ?? []).flatMap((part) => (typeof part === 'string' ? [] : [part.file]))
  })
  const [file] = files
  if (file === undefined && isPlain(first) && !resolveCommit(process.cwd(), first).ok) return []
  if (file === undefined)
    throw new UsageError(
      `"${first}" is not an agent version, and as a revision of git it means nothing here: no agent of the workspace has its prompt in a file`,
      near ?? 'write prompt: { file: prompts/desk.md } in the draft; or default, draft or a number such as 2',
    )
  const highest = Math.max(0, ...agents.flatMap(({ versions }) => [...versions.keys()]))
  return names.flatMap((name, index) => {
    const resolvedCommit = resolveCommit(dirname(file), name)
    if (!resolvedCommit.ok && isPlain(name)) return []
    if (!resolvedCommit.ok)
      throw new UsageError(`"${name}" is not an agent version: ${resolvedCommit.message}`, near ?? resolvedCommit.hint)
    const { commit } = resolvedCommit
    return { asked: name, label: labelOf(name, commit), commit, number: highest + 2 + index }
  })
}

/** For verbs that open the service in another process. @throws UsageError if a version is a revision */
export function refuseRevisions({ revisions: [first] }: { revisions: readonly Revision[] }): void {
  if (first === undefined) return
  throw new UsageError(
    `${first.asked} is a revision of git, which the Vitest plugin, --watch and --ui have no version for`,
    'tableread run and tableread compare do, without them',
  )
}

/** The versions as reports name them. */
export function labelVersions(versions: readonly string[], revisions: readonly Revision[]): string[] {
  return versions.map((version) => revisions.find(({ asked }) => asked === version)?.label ?? version)
}

/** Whether a revision is asked for and no agent differs between the sides; `agents` are those of each conversation. */
export async function isSameEverywhere(
  { workspace, revisions }: { workspace: string | null; revisions: readonly Revision[] },
  sides: Record<'a' | 'b', string>,
  agents: readonly Record<'a' | 'b', string>[],
): Promise<boolean> {
  if (revisions.length === 0 || agents.length === 0) return false
  const { localVersions } = await import('./local-agents.ts')
  const find = await localVersions(workspace, revisions)
  const stateOf = (name: string, version: string): string | null => {
    const agentVersion = find(name, version)
    return agentVersion === undefined ? null : JSON.stringify([agentVersion.config, agentVersion.behaviour])
  }
  return agents.every(({ a, b }) => {
    const state = stateOf(a, sides.a)
    return state !== null && state === stateOf(b, sides.b)
  })
}
