import { execFileSync } from 'node:child_process'
import { basename, posix, relative, resolve, sep } from 'node:path'
import { askMeant, didYouMean } from '../text/suggest.ts'
import { lfsPointer } from './files.ts'

/** Why something could not be read from git: what is to blame, and how to mend it. */
export interface GitProblem {
  ok: false
  blame: 'commit' | 'file'
  message: string
  hint: string
  /** The file is there now, and was not in the commit. */
  isNewer?: true
}

/** The largest file that is read from git, in bytes. */
const mostBytes = 16 * 1024 * 1024

/** The full id of what a revision names; Git runs without a shell, and without variables of other repositories. */
export function resolveCommit(folder: string, revision: string): { ok: true; commit: string } | GitProblem {
  const fail = (message: string, hint: string): GitProblem => ({ ok: false, blame: 'commit', message, hint })
  if (!isRevision(revision))
    return fail(`"${revision}" is no revision of git`, 'write the id of a commit, a tag, or HEAD~1')
  const inside = git(folder, ['rev-parse', '--show-toplevel'])
  if (!inside.ok) return fail(...explainNoRepository(inside))
  const answer = git(folder, ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`])
  if (answer.ok) return { ok: true, commit: answer.text.trim() }
  const refs = git(folder, ['for-each-ref', '--format=%(refname:short)'])
  const near = didYouMean(revision, refs.ok ? refs.text.split('\n').filter((name) => name !== '') : [])
  const hint = hintIfShallow(folder) ?? near ?? 'git log --oneline lists those that there are'
  return fail(`the repository has no commit ${revision}`, hint)
}

/** A commit id shortened until a letter is in it: digits alone would name a version, or be hidden as a number. */
export function shortenCommit(id: string, least = 7): string {
  return id.slice(0, Math.max(least, id.search(/\D/) + 1))
}

/** Where a folder is in its repository, both as git writes paths; null where git knows of none. `up` is '' at the root. */
export function placeInRepository(folder: string): { up: string; below: string } | null {
  const place = git(folder, ['rev-parse', '--show-cdup', '--show-prefix'])
  if (!place.ok) return null
  const [up = '', ...below] = place.text.split('\n')
  return { up, below: below.join('\n').replace(/\/?\n?$/, '') }
}

/** How to get earlier commits where the clone is shallow; null where it is complete. */
export function hintIfShallow(folder: string): string | null {
  const shallow = git(folder, ['rev-parse', '--is-shallow-repository'])
  if (!shallow.ok || shallow.text.trim() !== 'true') return null
  return 'this clone is shallow and has no earlier commits: fetch them (git fetch --unshallow; fetch-depth: 0 in CI)'
}

/** Whether a text may name a revision: nothing that git would take for an option, a range or a path. */
export function isRevision(text: string): boolean {
  return /^[\p{L}\p{N}_@][\p{L}\p{N}_./@{}~^+-]*$/u.test(text) && !text.includes('..')
}

/** The text of a file as of a commit. `file` is relative to the folder and need not exist there any more. */
export function readAtCommit(folder: string, revision: string, file: string): { ok: true; text: string } | GitProblem {
  const resolution = resolveCommit(folder, revision)
  if (!resolution.ok) return resolution
  const { commit } = resolution
  const fail = (message: string, hint: string): GitProblem => ({ ok: false, blame: 'file', message, hint })
  const path = `./${relative(folder, resolve(folder, file)).split(sep).join('/')}`
  const name = revision === commit ? shortenCommit(commit) : revision
  const treeEntry = git(folder, ['ls-tree', '-z', commit, '--', path])
  const mode = treeEntry.ok ? treeEntry.text.slice(0, 6) : ''
  if (mode === '120000') return fail(`${file} is a link in the commit ${name}`, 'name the file that it leads to')
  if (mode === '040000' || mode === '160000') return fail(`${file} is a folder in the commit ${name}`, 'name a file')
  const content = git(folder, ['cat-file', 'blob', `${commit}:${path}`])
  if (content.ok && lfsPointer.test(content.text))
    return fail(
      `${file} is a Git LFS pointer in the commit ${name}`,
      'only the file itself can be compared: keep it in git',
    )
  if (content.ok) return { ok: true, text: content.text }
  if (content.missing) return fail(content.message, 'install git')
  if (mode !== '') return fail(`${file} cannot be read at the commit ${name}: ${content.message}`, 'look with git show')
  const missing = fail(`the commit ${name} has no file ${file}`, hintAtFile(folder, commit, file))
  const now = git(folder, ['ls-files', '--cached', '--others', '--', path])
  const isNewer = now.ok && now.text !== '' && nameInCommit(folder, commit, file) === null
  if (!isNewer) return missing
  const message = `${missing.message}: it is newer than the commit`
  return { ...missing, message, hint: 'name a commit that has it', isNewer }
}

/** What a file that was renamed since is called in a commit, from the folder; null where git knows of no renaming. */
export function nameInCommit(folder: string, commit: string, file: string): string | null {
  const changes = git(folder, [
    'diff',
    '--find-renames',
    '--diff-filter=R',
    '--name-status',
    '-z',
    '--no-relative',
    commit,
  ])
  const prefix = git(folder, ['rev-parse', '--show-prefix'])
  if (!changes.ok || !prefix.ok) return null
  const [from, parts] = [prefix.text.trim(), changes.text.split('\0')]
  const at = parts.findIndex(
    (each, index) => index % 3 === 2 && posix.relative(from, each) === posix.normalize(file.replaceAll(sep, '/')),
  )
  return at < 0 ? null : posix.relative(from, parts[at - 1] ?? '')
}

/** Suggests the file probably meant: one spelled similarly, or one of the same name elsewhere. */
function hintAtFile(folder: string, commit: string, file: string): string {
  const prefix = git(folder, ['rev-parse', '--show-prefix'])
  const all = git(folder, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit])
  if (!prefix.ok || !all.ok) return 'the path counts from the file that names it'
  const from = prefix.text.trim()
  const names = all.text.split('\0').filter((name) => name !== '')
  const paths = names.map((name) => posix.relative(from, name))
  const moved = paths.filter((path) => posix.basename(path) === basename(file)).slice(0, 1)
  if (moved[0] !== undefined) return askMeant(`"${moved[0]}"`)
  return didYouMean(posix.normalize(file.replaceAll(sep, '/')), paths) ?? 'the path counts from the file that names it'
}

function explainNoRepository({ missing, message }: Refused): [message: string, hint: string] {
  if (missing) return ['git cannot be started here', 'install git, or have the prompt in a file of its own']
  if (/not a git repository/i.test(message))
    return ['the file is in no git repository', 'git init, or have the prompt in a file of its own']
  return [`git refuses: ${message}`, 'git status in that folder says more']
}

interface Refused {
  ok: false
  missing: boolean
  message: string
}

/** Runs git without a shell in a folder; `input` goes to its stdin. */
export function git(
  folder: string,
  args: readonly string[],
  { input, most = mostBytes }: { input?: string; most?: number } = {},
): { ok: true; text: string } | Refused {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')) // hooks set them
  try {
    const text = execFileSync('git', ['-C', folder, ...args], {
      env: { ...Object.fromEntries(own), GIT_NO_LAZY_FETCH: '1', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' },
      ...(input === undefined ? {} : { input }),
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      encoding: 'utf8',
      maxBuffer: most,
      timeout: most > mostBytes ? 120_000 : 20_000,
      windowsHide: true,
    })
    return { ok: true, text }
  } catch (error) {
    const { code, stderr, message } = error as NodeJS.ErrnoException & { stderr?: string }
    const stderrLine =
      (stderr ?? '')
        .trim()
        .split('\n')[0]
        ?.replace(/^(fatal|error): /, '') || message
    return { ok: false, missing: code === 'ENOENT', message: stderrLine }
  }
}
