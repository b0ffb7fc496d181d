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
export async function importGiven(named: readonly string[], flags: ImportFlags & PeerFlags): Promise<number> {
  const given = globbedFiles(named)
  if (flags.from === 'auto') {
    const scripts = given.filter((path) => isScript(resolve(path)))
    if (scripts.length === 0) return importSessions(given, flags)
    const other = given.find((path) => !scripts.includes(path))
    if (other !== undefined)
      throw new UsageError(
        `${scripts[0]} holds scripts of another tool, and ${other} does not`,
        'scripts become suites of their own: import the two one after the other',
      )
    const { from: _, ...rest } = flags
    return importPeers(given, rest)
  }
  if (isTraceSource(flags.from)) return importSessions(given, flags)
  return arePeers(given, flags) ? importPeers(given, flags) : importSessions(given, flags)
}

function isScript(path: string): boolean {
  return existsSync(path) && formatOf(path) === null && looksLikePeers([path])
}
