import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { looksLikePeers } from '../../../../import/peers/draft/recognise-peer.ts'
import { formatOf } from '../../../../import/traces/read-traces.ts'
import { UsageError } from '../../../edge/usage-error.ts'
import { globbedFiles } from '../../../files/globbed-files.ts'
import type { ImportFlags } from '../../../flags/result-flags.ts'
import { importSessions, isTraceSource } from './import.ts'
import { arePeers, importPeers, type PeerFlags } from './import-peers.ts'

/** Imports scripts of other tools, or sessions and traces. @throws UsageError for nothing, both, or an old output */
export async function importGiven(paths: readonly string[], flags: ImportFlags & PeerFlags): Promise<number> {
  const sources = globbedFiles(paths)
  if (flags.from === 'auto') {
    const scripts = sources.filter((path) => isScript(resolve(path)))
    if (scripts.length === 0) return importSessions(sources, flags)
    const other = sources.find((path) => !scripts.includes(path))
    if (other !== undefined)
      throw new UsageError(
        `${scripts[0]} holds scripts of another tool, and ${other} does not`,
        'scripts become suites of their own: import the two one after the other',
      )
    const { from: _, ...rest } = flags
    return importPeers(sources, rest)
  }
  if (isTraceSource(flags.from)) return importSessions(sources, flags)
  return arePeers(sources, flags) ? importPeers(sources, flags) : importSessions(sources, flags)
}

function isScript(path: string): boolean {
  return existsSync(path) && formatOf(path) === null && looksLikePeers([path])
}
