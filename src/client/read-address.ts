/** The parts of an address that requests are judged and sent by. */
export type Address = Readonly<Pick<URL, 'origin' | 'hostname' | 'pathname' | 'search'>>

const known = new Map<string, Address>()
const mostKnown = 100

/**
 * Reads an address. Turns go to one and the same, and every guard on their way reads it anew, so that the last few are
 * remembered.
 * @throws TypeError for a text that is no address
 */
export function readAddress(text: string): Address {
  const before = known.get(text)
  if (before !== undefined) return before
  const { origin, hostname, pathname, search } = new URL(text)
  const address = { origin, hostname, pathname, search }
  if (known.size >= mostKnown) known.clear()
  known.set(text, address)
  return address
}
