import { findSources } from './draft/find-sources.ts'
import { recognisePeer } from './draft/recognise-peer.ts'
import { readSource } from './read-source.ts'

/** Whether some file that is named, or lies in a folder that is, is plainly a peer's. Only the first files of a folder are looked at. */
export function looksLikePeers(paths: readonly string[]): boolean {
  return paths
    .flatMap((path) => findSources(path).slice(0, 50))
    .some((path) => {
      const read = readSource(path, path)
      return read.ok && recognisePeer(read.source) !== null
    })
}
