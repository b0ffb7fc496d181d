import { basename, dirname } from 'node:path'
import { type GitProblem, readAtCommit } from '../../base/files/git.ts'
import type { Agent, VersionedAgent } from './agent.ts'
import { plainLines } from './read-prompt.ts'

/**
 * The newest version of an agent (its draft, else the published one) with its prompt files as they were at a
 * commit, under another number. Everything else is as it is now. Null if no part of its prompt is in a file.
 */
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
