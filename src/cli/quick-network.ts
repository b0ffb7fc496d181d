import { setFlagsFromString } from 'node:v8'
import { type NetworkSettings, type NetworkTransport, openNetwork } from '../client/undici-transport.ts'

/** The versions of Node on which the flag was seen to work; one that does not know it would print an error. */
const known = /^2[02]\./

/**
 * Opens the network in a process that is Tableread's alone. The network reads answers with WebAssembly, which V8 compiles
 * twice: at once, and well. The second takes 35 MB and lasts longer than a short run, which waits for it as it ends, and
 * tens of thousands of answers are read no faster for it. So it is left out; Vitest's workers, where code of others runs,
 * open the network without this.
 */
export function openQuickNetwork(settings: NetworkSettings): NetworkTransport {
  const network = openNetwork(settings)
  if (known.test(process.versions.node)) setFlagsFromString('--liftoff-only')
  return network
}
