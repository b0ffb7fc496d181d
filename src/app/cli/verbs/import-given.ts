import type { ImportFlags } from './import.ts'
import type { PeerFlags } from './import-peers.ts'

/** `tableread import`: scripts of peers, where that is what was named, or else sessions. Exit codes are those of either. */
export async function importGiven(given: readonly string[], flags: ImportFlags & PeerFlags): Promise<number> {
  const { arePeers, importPeers } = await import('./import-peers.ts')
  if (arePeers(given, flags)) return importPeers(given, flags)
  return (await import('./import.ts')).importSessions(given, flags)
}
