import { peers as all } from './contenders.mjs'
import { installPeer } from './peers/install-peer.mjs'

/**
 * The third-party tools that are available here, installed; a line for each that is not; the versions of the others.
 */
export function choosePeers(wanted) {
  const [peers, missing, versions] = [[], [], new Set()]
  for (const peer of wanted ? all : []) {
    const installed = installPeer(peer)
    if (installed.failure === undefined) {
      peers.push({ ...peer, modules: installed.modules })
      versions.add(installed.versions)
    } else missing.push(`${peer.name}: ${installed.failure}.`)
  }
  return { peers, missing, versions: [...versions] }
}
