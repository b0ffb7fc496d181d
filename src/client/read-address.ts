/** The parts of an address that requests are judged and sent by. */
export type Address = Readonly<Pick<URL, 'origin' | 'hostname' | 'pathname' | 'search'>>

let latest: { text: string; address: Address } | undefined

/**
 * Reads an address. Turns go to one and the same, and every guard on their way reads it anew, so that the last one is
 * remembered.
 * @throws TypeError for a text that is no address
 */
export function readAddress(text: string): Address {
  if (latest?.text === text) return latest.address
  const { origin, hostname, pathname, search } = new URL(text)
  latest = { text, address: { origin, hostname, pathname, search } }
  return latest.address
}
