import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { upwards } from '../../base/files/files.ts'
import { git } from '../../base/files/git.ts'
import type { RepositoryPlace } from '../../base/files/git-history.ts'
import { filesOutside } from './commit-agent.ts'

interface Trees {
  /** The folders where the workspace may be, relative to the top of the repository. */
  folders: readonly string[]
  /** The workspace at a commit. @throws Error for a commit that cannot be checked out, or has no workspace */
  workspaceAt(commit: string): string
  /** Files outside the workspace that its agents at a commit depend on, relative to the top; none if it is broken. */
  outside(commit: string): Promise<string[]>
  /** The text with the paths of temporary folders replaced. */
  shown(text: string): string
  remove(): void
}

/** A temporary folder for work trees, each checked out when first asked for; `paths` are where the workspace may be. */
export function plantTrees(place: RepositoryPlace, paths: readonly string[]): Trees {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'tableread-bisect-')))
  const folders = paths.map((path) => (/\.[cm]?[jt]s$/.test(path) ? posix.dirname(path) : path))
  const treeOf = (commit: string): string => join(root, commit.slice(0, 12))
  const failures = new Map<string, Error>()
  const workspaceAt = (commit: string): string => {
    const tree = treeOf(commit)
    const before = failures.get(commit)
    if (before !== undefined) throw before
    try {
      if (!existsSync(tree)) checkOut(place, commit, tree, folders)
    } catch (error) {
      failures.set(commit, error as Error) // an incomplete work tree is unusable
      throw error
    }
    const workspacePath = paths.map((path) => join(tree, path)).find((path) => existsSync(path))
    if (workspacePath === undefined) throw new Error(`it has no ${paths.join(' or ')}`)
    return workspacePath
  }
  return {
    folders: folders.map((folder) => (folder === '.' ? '' : folder)),
    workspaceAt,
    async outside(commit) {
      try {
        return await filesOutside(treeOf(commit), workspaceAt(commit))
      } catch {
        return [] // the search reports why the commit cannot be run
      }
    },
    shown: (text) => text.replaceAll(/[^\s"'(]*tableread-bisect-\w+[\\/][0-9a-f]{12}[\\/]?/g, ''),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** A work tree of a commit in an empty folder; installed packages are today's. @throws Error in git's words */
function checkOut(
  { top, gitFolder }: Pick<RepositoryPlace, 'top' | 'gitFolder'>,
  commit: string,
  into: string,
  folders: readonly string[],
): void {
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
  for (const folder of new Set(folders.flatMap(andAbove))) {
    const [there, here] = [join(top, folder, 'node_modules'), join(into, folder, 'node_modules')]
    if (existsSync(there) && existsSync(dirname(here)) && lstatSync(here, { throwIfNoEntry: false }) === undefined)
      symlinkSync(there, here, 'junction')
  }
  linkAbove(top, into)
}

/** A folder and its ancestors: `a/b`, `a` and the top. */
function andAbove(folder: string): string[] {
  const parts = folder.split('/').filter((part) => part !== '')
  return [...parts.map((_, index) => parts.slice(0, parts.length - index).join('/')), '']
}

/** Makes packages installed above the repository resolve from the work tree too. */
function linkAbove(top: string, into: string): void {
  const here = join(dirname(into), 'node_modules')
  const there = upwards(dirname(top)).find((above) => existsSync(join(above, 'node_modules')))
  if (there !== undefined && lstatSync(here, { throwIfNoEntry: false }) === undefined)
    symlinkSync(join(there, 'node_modules'), here, 'junction')
}
