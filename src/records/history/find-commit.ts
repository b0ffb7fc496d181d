import { statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readText as readNamed } from '../../base/files/files.ts'
import { variableOf } from '../../base/secrets/environment.ts'

/** The commit checked out, without starting git: from the CI or `.git/HEAD`; null without one that we can read. */
export function findCommit(folder: string, environment: Readonly<Record<string, string | undefined>>): string | null {
  const commit = variableOf(environment, 'GITHUB_SHA') ?? variableOf(environment, 'CI_COMMIT_SHA')
  if (isCommit(commit)) return commit
  const git = findGit(resolve(folder))
  if (git === null) return null
  const head = readLine(join(git, 'HEAD'))
  if (isCommit(head)) return head
  const name = /^ref: (\S+)$/.exec(head ?? '')?.[1]
  if (name === undefined) return null
  const shared = readLine(join(git, 'commondir'))
  const common = shared === undefined ? git : resolve(git, shared)
  const direct = readLine(join(common, name))
  if (isCommit(direct)) return direct
  const packed = readText(join(common, 'packed-refs'))?.split('\n') ?? []
  const hash = packed.find((line) => line.endsWith(` ${name}`))?.split(' ')[0]
  return isCommit(hash) ? hash : null
}

function findGit(folder: string): string | null {
  const path = join(folder, '.git')
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats?.isDirectory() === true) return path
  const elsewhere = stats === undefined ? undefined : /^gitdir: (.+)$/.exec(readLine(path) ?? '')?.[1]
  if (elsewhere !== undefined) return resolve(folder, elsewhere)
  return dirname(folder) === folder ? null : findGit(dirname(folder))
}

function isCommit(text: string | undefined): text is string {
  return text !== undefined && /^[0-9a-f]{40,64}$/.test(text)
}

function readLine(path: string): string | undefined {
  return readText(path)?.split('\n')[0]
}

/** A missing or unreadable file yields nothing: the commit is a convenience. */
function readText(path: string): string | undefined {
  try {
    return readNamed(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    return undefined
  }
}
