import { basename, dirname, join } from 'node:path'
import { type GitProblem, nameInCommit, readAtCommit } from '../../base/files/git.ts'
import { type Agent, newestOf, type VersionedAgent, type VersionOfCommit } from './agent.ts'
import { plainLines } from './read-prompt.ts'

/** A prompt file by its path now, and by that of the commit. */
interface RenamedPrompt {
  file: string
  before: string
}

/** An agent's newest version, or another, with its prompt files as of a commit, under another number; null if none is in a file. */
export function versionAtCommit(
  agent: Agent,
  commit: string,
  number: number,
  choose: VersionOfCommit = newestOf,
): { ok: true; version: VersionedAgent; renamed: RenamedPrompt[] } | GitProblem | null {
  const version = choose(agent)
  if (version?.promptParts === undefined) return null
  const texts: string[] = []
  const renamed: RenamedPrompt[] = []
  for (const part of version.promptParts) {
    if (typeof part === 'string') {
      texts.push(part)
      continue
    }
    const [folder, name] = [dirname(part.file), basename(part.file)]
    let read = readAtCommit(folder, commit, name)
    const before = read.ok ? null : nameInCommit(folder, commit, name)
    if (before !== null) {
      renamed.push({ file: part.file, before: join(folder, before) })
      read = readAtCommit(folder, commit, before)
    }
    if (!read.ok) return read
    texts.push(plainLines(read.text))
  }
  const config = structuredClone(version.config)
  config.agentInstructions.systemContext = texts.map((system) => ({ system }))
  return { ok: true, renamed, version: { ...version, label: String(number), number, ofRevision: true, config } }
}
