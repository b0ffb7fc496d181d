import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix, relative, sep } from 'node:path'
import { git } from '../../base/files/git.ts'
import { formerPath, hasPath, type RepositoryPlace, repositoryPlace } from '../../base/files/git-history.ts'
import { remembering } from '../../base/memoize.ts'
import { firstLine } from '../../base/text/wording.ts'
import type { Agent } from '../../service/workspace/agent.ts'
import { AbsentError, filesOutside, folderOf, newestVersion } from './commit-agent.ts'
import { linkPackages, packagesDiffering } from './linked-packages.ts'
import type { Revision } from './speak-revisions.ts'
import { modulesOf } from './unloaded-modules.ts'

/** The newest versions of agents as a commit has them whole, by the agent's name, and the packages of those with code. */
export async function wholeVersionsAt(
  workspace: string,
  agents: readonly Agent[],
  { commit, number, choose }: Pick<Revision, 'commit' | 'number' | 'choose'>,
): Promise<Pick<Revision, 'wholeVersions' | 'packages'>> {
  const versions = new Map<string, NonNullable<ReturnType<Revision['wholeVersions']['get']>>>()
  for (const { name } of agents)
    try {
      const { version } = await newestVersion(
        treesOf(realpathSync(workspace))(commit).workspaceAt(commit),
        name,
        choose,
      )
      const renumbered = { ...version, label: String(number), number, ofRevision: true as const }
      versions.set(name, { ok: true, version: renumbered, renamed: [] })
    } catch (error) {
      const message = `it cannot be played: ${countedFromTop(firstLine((error as Error).message))}`
      const hint = 'name a commit that can; packages are those installed now'
      versions.set(name, {
        ok: false,
        blame: 'commit',
        message,
        hint,
        ...(error instanceof AbsentError && { isNewer: true }),
      })
    }
  const isCode = [...versions.values()].some((each) => !each.ok || modulesOf(each.version).length > 0)
  const packages = !isCode ? [] : treesOf(realpathSync(workspace))(commit).packages(commit)
  return { wholeVersions: versions, packages }
}

/** The work tree of each commit, until the process ends: whoever asks for the commit again gets the same. */
const treesOf = remembering(1_000, (workspace) =>
  remembering(1_000, (commit) => {
    const trees = plantTrees(repositoryPlace(folderOf(workspace)), workspace, { from: commit, to: 'HEAD' })
    process.once('exit', trees.remove)
    return trees
  }),
)

/** A temporary folder for work trees of the commits between two, each checked out when first asked for. */
export function plantTrees(place: RepositoryPlace, workspace: string, ends: { from: string; to: string }) {
  const paths = workspacePaths(place, workspace, ends)
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'tableread-commits-')))
  const folders = paths.map((path) => (/\.[cm]?[jt]s$/.test(path) ? posix.dirname(path) : path))
  const treeOf = (commit: string): string => join(root, commit.slice(0, 12))
  const failures = new Map<string, Error>()
  const ofNow = new Map<string, string[]>()
  const workspaceAt = (commit: string): string => {
    const tree = treeOf(commit)
    const before = failures.get(commit)
    if (before !== undefined) throw before
    try {
      if (!existsSync(tree)) ofNow.set(commit, checkOut(place, commit, tree, folders))
    } catch (error) {
      failures.set(commit, error as Error) // an incomplete work tree is unusable
      throw error
    }
    const workspacePath = paths
      .map((path) => join(tree, path))
      .find((path) => mainFiles(workspace).some((name) => existsSync(join(path, name))))
    if (workspacePath === undefined)
      throw new AbsentError(`it has no ${paths.map((path) => (path === '' ? 'workspace.yaml' : path)).join(' or ')}`)
    return workspacePath
  }
  return {
    /** The folders where the workspace may be, relative to the top of the repository. */
    folders: folders.map((folder) => (folder === '.' ? '' : folder)),
    /** The workspace at a commit. @throws Error for a commit that cannot be checked out, or has no workspace */
    workspaceAt,
    /** What of the packages that a commit is played with differs from it, by `packagesDiffering`. */
    packages: (commit: string) => packagesDiffering(place.top, commit, folders, ofNow.get(commit) ?? []),
    /** Files outside the workspace that its agents at a commit depend on, relative to the top; none if it is broken. */
    async outside(commit: string) {
      try {
        return await filesOutside(treeOf(commit), workspaceAt(commit))
      } catch {
        return [] // the search reports why the commit cannot be run
      }
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** The names of the file that makes a folder a workspace; that of a module is empty. */
function mainFiles(workspace: string): string[] {
  return statSync(workspace).isDirectory() ? ['workspace.yaml', 'workspace.ts', 'workspace.js', 'workspace.mjs'] : ['']
}

/** The paths of the workspace relative to the top: today's, and the one before its folder was renamed. */
function workspacePaths({ top }: RepositoryPlace, workspace: string, { from, to }: Record<'from' | 'to', string>) {
  const now = relative(realpathSync(top), workspace).split(sep).join('/')
  if (hasPath(top, from, now)) return [now]
  for (const name of mainFiles(workspace)) {
    const former = formerPath(top, from, to, posix.join(now, name))
    if (former !== null) return [now, name === '' ? former : posix.dirname(former)]
  }
  return [now]
}

/** A text with the paths of files of work trees counted from the top of the repository. */
export function countedFromTop(text: string): string {
  return text.replaceAll(/[^\s"'(]*tableread-commits-\w+[\\/][0-9a-f]{12}[\\/]?/g, '')
}

/** A work tree of a commit in an empty folder; gives what `linkPackages` does. @throws Error in git's words */
function checkOut(
  { top, gitFolder }: Pick<RepositoryPlace, 'top' | 'gitFolder'>,
  commit: string,
  into: string,
  folders: readonly string[],
): string[] {
  const own = `${into}.git`
  mkdirSync(own, { recursive: true })
  mkdirSync(into, { recursive: true })
  writeFileSync(join(own, 'HEAD'), `${commit}\n`)
  writeFileSync(join(own, 'commondir'), `${gitFolder}\n`)
  writeFileSync(join(own, 'gitdir'), `${join(into, '.git')}\n`)
  writeFileSync(join(into, '.git'), `gitdir: ${own}\n`)
  const quiet = ['-c', 'core.fsmonitor=false', '-c', 'core.sparseCheckout=false']
  for (const args of [
    ['read-tree', 'HEAD'],
    ['checkout-index', '--all', '--quiet'],
  ]) {
    const done = git(into, [...quiet, ...args], { most: 64 * 1024 * 1024 })
    if (!done.ok) throw new Error(`git refuses: ${done.message}`)
  }
  return linkPackages(top, into, folders)
}
