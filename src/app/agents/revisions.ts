import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { isRevision, resolveCommit } from '../../base/files/git.ts'
import { didYouMean } from '../../base/text/suggest.ts'
import type { VersionedAgent } from '../../service/workspace/agent.ts'
import { UsageError } from '../edge/usage-error.ts'
import { labelOf, type Revision } from './speak-revisions.ts'

/** A version as it was asked for, or as reports name it (`labelOf`): `HEAD~1 (abc1234)`, which moves on, is its commit. */
export function versionNamed(word: string): string {
  return /^\S+ \(([0-9a-f]{7,40})\)$/.exec(word)?.[1] ?? word
}

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

/** Looks revisions up where the agents are. @throws UsageError for an unknown one, a live service, no prompt file or code */
export async function findRevisions(
  labels: readonly string[],
  source: { target: string | null; workspace: string | null },
  kind: 'newest' | 'published' = 'newest',
): Promise<Revision[]> {
  const names = [...new Set(labels.filter(mayBeRevision))]
  const [first] = names.toSorted((a, b) => Number(isPlain(a)) - Number(isPlain(b)))
  if (first === undefined) return []
  const near = didYouMean(first, ['default', 'draft'], String)
  if (source.target !== null)
    throw new UsageError(
      `${first} is not a version of a service: only the embedded local service has agents as of a commit`,
      near ?? 'leave out --target (TABLEREAD_TARGET, target: of the config), or write default, draft or a number',
    )
  const [{ loadWorkspaces }, { newestOf, publishedOf }, { folderOf }, { wholeVersionsAt }] = await Promise.all([
    import('./load-workspaces.ts'),
    import('../../service/workspace/agent.ts'),
    import('./commit-agent.ts'),
    import('./commit-trees.ts'),
  ])
  const choose = kind === 'published' ? publishedOf : newestOf
  const { workspaces } = await loadWorkspaces(source.workspace === null ? [] : [source.workspace])
  const agents = workspaces.flatMap((workspace) => workspace.agents)
  // The demo's files are in no repository.
  const workspace = source.workspace ?? ''
  const whole = agents.filter((agent) => workspace !== '' && isPlayedWhole(choose(agent)))
  const files = agents.flatMap((agent) => promptFiles(choose(agent)))
  const at =
    whole.length === 0 && files[0] !== undefined
      ? dirname(files[0])
      : workspace === ''
        ? undefined
        : folderOf(workspace)
  if (at === undefined && isPlain(first) && !resolveCommit(process.cwd(), first).ok) return []
  if (at === undefined) throw ofDemo(first, near)
  const highest = Math.max(0, ...agents.flatMap(({ versions }) => [...versions.keys()]))
  const revisions: Revision[] = []
  for (const [index, name] of names.entries()) {
    const resolvedCommit = resolveCommit(at, name)
    if (!resolvedCommit.ok && isPlain(name)) continue
    if (!resolvedCommit.ok)
      throw new UsageError(`"${name}" is not an agent version: ${resolvedCommit.message}`, near ?? resolvedCommit.hint)
    const { commit } = resolvedCommit
    const revision = { asked: name, label: labelOf(name, commit), commit, number: highest + 2 + index, choose }
    revisions.push({ ...revision, ...(await wholeVersionsAt(workspace, whole, revision)) })
  }
  return revisions
}

/** The files that hold a version's prompt. */
function promptFiles(version: VersionedAgent | undefined): string[] {
  return (version?.promptParts ?? []).flatMap((part) => (typeof part === 'string' ? [] : [part.file]))
}

/** Whether all of it is a commit's: where a prompt in files goes to a model, these alone are, so that nothing else differs. */
function isPlayedWhole(version: VersionedAgent | undefined): boolean {
  const kind = version?.behaviour.kind
  return version !== undefined && ((kind !== 'model' && kind !== 'remote') || promptFiles(version).length === 0)
}

function ofDemo(name: string, hint: string | undefined): UsageError {
  return new UsageError(
    `"${name}" is not an agent version, and as a revision of git it means nothing here: the demo's agents are in no repository`,
    hint ??
      'name your workspace: --workspace, or workspace: in the config; or write default, draft or a number such as 2',
  )
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
