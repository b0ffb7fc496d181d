import { existsSync, lstatSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { git } from './git.ts'
import type { RepositoryPlace } from './git-history.ts'

/**
 * Writes the files of a commit into an empty folder, which becomes a work tree of the repository: its HEAD is the commit.
 * Nothing of the repository changes, not even the list of its work trees. Installed packages are those of now: each
 * `node_modules` beside or above one of `folders` (counted from the top) is linked to the same place.
 * @throws Error with git's own words, where the repository lacks some of the files
 */
export function checkOut(
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
    if (!done.ok) throw new Error(`git refuses: ${done.said}`)
  }
  for (const folder of new Set(folders.flatMap(andAbove))) {
    const [there, here] = [join(top, folder, 'node_modules'), join(into, folder, 'node_modules')]
    if (existsSync(there) && existsSync(dirname(here)) && lstatSync(here, { throwIfNoEntry: false }) === undefined)
      symlinkSync(there, here, 'junction')
  }
  linkAbove(top, into)
}

/** A folder and those that it is in: `a/b`, `a` and the top. */
function andAbove(folder: string): string[] {
  const parts = folder.split('/').filter((part) => part !== '')
  return [...parts.map((_, index) => parts.slice(0, parts.length - index).join('/')), '']
}

/** Packages that are installed above the repository are found above the work tree too. */
function linkAbove(top: string, into: string): void {
  for (let above = dirname(top); ; above = dirname(above)) {
    const [there, here] = [join(above, 'node_modules'), join(dirname(into), 'node_modules')]
    if (existsSync(there)) {
      if (lstatSync(here, { throwIfNoEntry: false }) === undefined) symlinkSync(there, here, 'junction')
      return
    }
    if (above === dirname(above)) return
  }
}
