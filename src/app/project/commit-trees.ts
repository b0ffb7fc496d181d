import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { checkOut } from '../../base/check-out.ts'
import type { RepositoryPlace } from '../../base/git-history.ts'
import { filesOutside } from './commit-agent.ts'

/** The work trees of commits. */
interface Trees {
  /** The folders in which the workspace may be, counted from the top of the repository. */
  folders: readonly string[]
  /** The workspace as a commit had it. @throws Error for a commit that cannot be checked out, or has none */
  workspaceAt(commit: string): string
  /** Files outside the workspace of a commit that its agents are made of, counted from the top; none where it is broken. */
  outside(commit: string): Promise<string[]>
  /** A text in which no temporary folder stands. */
  shown(text: string): string
  remove(): void
}

/** A temporary folder for work trees, each planted when it is first asked for. `paths` are where the workspace may be. */
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
      failures.set(commit, error as Error) // half a work tree is none
      throw error
    }
    const found = paths.map((path) => join(tree, path)).find((path) => existsSync(path))
    if (found === undefined) throw new Error(`it has no ${paths.join(' or ')}`)
    return found
  }
  return {
    folders: folders.map((folder) => (folder === '.' ? '' : folder)),
    workspaceAt,
    async outside(commit) {
      try {
        return await filesOutside(treeOf(commit), workspaceAt(commit))
      } catch {
        return [] // the search says why it cannot be played
      }
    },
    shown: (text) => text.replaceAll(/[^\s"'(]*tableread-bisect-\w+[\\/][0-9a-f]{12}[\\/]?/g, ''),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
