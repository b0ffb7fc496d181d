import { basename, dirname } from 'node:path'
import { type GitProblem, readAtCommit } from '../../base/files/git.ts'
import type { Agent, VersionedAgent } from './agent.ts'
import { plainLines } from './read-prompt.ts'

/** An agent's newest version with its prompt files as of a commit, under another number; null if none is in a file. */
export function versionAtCommit(
  { draft, versions, published }: Agent,
  commit: string,
  number: number,
): { ok: true; version: VersionedAgent } | GitProblem | null {
  const version = draft ?? (published === null ? undefined : versions.get(published))
  if (version?.promptParts === undefined) return null
  const texts: string[] = []
  for (const part of version.promptParts) {
    if (typeof part === 'string') {
      texts.push(part)
      continue
    }
    const read = readAtCommit(dirname(part.file), commit, basename(part.file))
    if (!read.ok) return read
    texts.push(plainLines(read.text))
  }
  const config = structuredClone(version.config)
  config.agentInstructions.systemContext = texts.map((system) => ({ system }))
  return { ok: true, version: { ...version, label: String(number), number, ofRevision: true, config } }
}
