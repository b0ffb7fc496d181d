import { resolve } from 'node:path'
import { type GitProblem, git, hintIfShallow, shortenCommit } from './git.ts'

export interface CommitFacts {
  id: string
  /** The shortest prefix of the id that is unique and contains a letter. */
  short: string
  subject: string
  /** When it was written, with its author's UTC offset: `2026-11-20T09:03:00+01:00`. */
  authorDate: string
}

export interface RepositoryPlace {
  top: string
  /** The folder relative to `top`, with a trailing slash; empty for the work tree itself. */
  prefix: string
  /** Where the repository keeps objects, branches and tags. */
  gitFolder: string
}

/** Enough for the commit list of any repository. */
const long = { most: 512 * 1024 * 1024 }

/** Where a folder is in its repository, for a folder in which `resolveCommit` succeeded. */
export function repositoryPlace(folder: string): RepositoryPlace {
  const [top = '', prefix = '', common = ''] = lines(
    ask(folder, ['rev-parse', '--show-toplevel', '--show-prefix', '--git-common-dir']),
  )
  return { top, prefix, gitFolder: resolve(folder, common) }
}

/** The commits (full ids) from `good` to `bad`, both included, each a parent of the next, the first that leads on. */
export function walkBetween(
  folder: string,
  good: string,
  bad: string,
): { ok: true; line: string[] } | Pick<GitProblem, 'ok' | 'message' | 'hint'> {
  const fail = (message: string, hint: string): Pick<GitProblem, 'ok' | 'message' | 'hint'> => ({
    ok: false,
    message,
    hint,
  })
  if (good === bad) return fail('they are the same commit', 'name an earlier commit, which passes, and a later one')
  if (!isAncestor(folder, good, bad)) {
    if (isAncestor(folder, bad, good))
      return fail('the good one comes after the bad one', '--good is the earlier commit: swap the two')
    const base = mergeBase(folder, good, bad)
    const shallow = hintIfShallow(folder)
    if (base === null && shallow !== null) return fail('their histories do not meet in this clone', shallow)
    if (base === null) return fail('their histories have no commit in common', 'name two commits of one history')
    return fail(
      'neither of them comes after the other',
      `name a good commit that the bad one has in its history: they part at ${shortenCommit(base, 10)}`,
    )
  }
  const revisionText = ask(folder, ['rev-list', '--parents', '--ancestry-path', `${good}..${bad}`], long)
  const parents = new Map(lines(revisionText).map((line) => [line.split(' ')[0] ?? '', line.split(' ').slice(1)]))
  const line = [bad]
  for (let at = bad; at !== good; ) {
    const next = parents.get(at)?.find((parent) => parent === good || parents.has(parent))
    if (next === undefined)
      return fail('the commits between them are not all here', hintIfShallow(folder) ?? 'git fsck')
    line.push(next)
    at = next
  }
  return { ok: true, line: line.reverse() }
}

/** The lines of commits that a merge brought in beside `before`, each earliest first from its branching point. */
export function linesMerged(folder: string, merge: string, before: string): string[][] {
  const [, ...parents] = ask(folder, ['rev-list', '--parents', '--max-count=1', merge]).trim().split(' ')
  if (!parents.includes(before)) return []
  return parents.flatMap((parent) => {
    const base = parent === before ? null : mergeBase(folder, before, parent)
    if (base === null || base === parent) return []
    const walked = walkBetween(folder, base, parent)
    return walked.ok ? [walked.line] : []
  })
}

/** The commits of a line that change any of these paths (counted from the top) against the commit before. */
export function changing(folder: string, line: readonly string[], paths: readonly string[]): string[] {
  const pairs = line.slice(1).map((commit, index) => `${commit} ${line[index]}\n`)
  const output = ask(folder, ['diff-tree', '--stdin', '-r', '--raw', '--no-renames', '--', ...paths], {
    ...long,
    input: pairs.join(''),
  })
  const changed = new Set(lines(output).filter((each) => !each.startsWith(':')))
  return line.filter((commit) => changed.has(commit))
}

export function factsOf(folder: string, commits: readonly string[]): CommitFacts[] {
  const format = '--format=%H%x00%h%x00%aI%x00%s%x00'
  const output = ask(
    folder,
    ['log', '--stdin', '--no-walk=unsorted', '--no-show-signature', '--encoding=UTF-8', format],
    {
      ...long,
      input: commits.map((commit) => `${commit}\n`).join(''),
    },
  )
  const fields = output.split('\0')
  return commits.map((_, index) => {
    const [id = '', short = '', authorDate = '', subject = ''] = fields.slice(index * 4, index * 4 + 4)
    return { id: id.trim(), short: shortenCommit(id.trim(), short.length), subject, authorDate }
  })
}

/** What a commit changed in these paths compared with another, as a patch without the lines that name blobs. */
export function patchOf(folder: string, before: string, commit: string, paths: readonly string[]): string {
  const plain = ['--no-color', '--no-ext-diff', '--no-textconv', '--find-renames']
  const patch = ask(folder, ['diff-tree', '-p', ...plain, before, commit, '--', ...paths], long)
  return patch.replace(/^(?:index [\da-f]+\.\.[\da-f]+.*|diff --git .*)\n/gm, '').trimEnd()
}

export function hasPath(folder: string, commit: string, path: string): boolean {
  return path === '' || ask(folder, ['ls-tree', '--full-tree', commit, '--', path]).trim() !== ''
}

/** The path that a file of `commit` had in `former`, if it was renamed since; null otherwise. */
export function formerPath(folder: string, former: string, commit: string, path: string): string | null {
  const args = ['diff-tree', '-r', '-z', '--name-status', '--find-renames=40%', '--diff-filter=R', former, commit]
  const fields = ask(folder, args, long).split('\0')
  for (let at = 0; at + 2 < fields.length; at += 3) if (fields[at + 2] === path) return fields[at + 1] ?? null
  return null
}

export function isDirty(folder: string, paths: readonly string[]): boolean {
  return ask(folder, ['status', '--porcelain', '--', ...paths], long).trim() !== ''
}

/** The files below these paths that differ now from a commit, all from the top; none where git refuses. */
export function pathsDiffering(folder: string, commit: string, paths: readonly string[]): string[] {
  const specs = paths.map((path) => pathFromTop(path))
  const answer = git(folder, ['diff', '--name-only', '--no-relative', '-z', commit, '--', ...specs], long)
  return answer.ok ? answer.text.split('\0').filter((path) => path !== '') : []
}

/** A git pathspec for a path relative to the top of the repository, whatever characters it contains. */
export function pathFromTop(path: string, how: 'with' | 'without' = 'with'): string {
  return path === '' ? ':(top)' : `:(top,literal${how === 'with' ? '' : ',exclude'})${path}`
}

function isAncestor(folder: string, earlier: string, later: string): boolean {
  return git(folder, ['merge-base', '--is-ancestor', earlier, later]).ok
}

function mergeBase(folder: string, one: string, other: string): string | null {
  const answer = git(folder, ['merge-base', one, other])
  return answer.ok ? answer.text.trim() : null
}

const lines = (text: string): string[] => text.split('\n').slice(0, -1)

/** Git refused what it only refuses in a broken or incomplete repository; the message quotes git. */
export class GitRefusal extends Error {
  override readonly name = 'GitRefusal'
}

/** The output of a git command. @throws GitRefusal */
function ask(...[folder, args, options]: Parameters<typeof git>): string {
  const answer = git(folder, args, options)
  if (answer.ok) return answer.text
  throw new GitRefusal(`git refuses: ${answer.message}`)
}
