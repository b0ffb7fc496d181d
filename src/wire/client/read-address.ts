import { remembering } from '../../base/remembering.ts'

/** The parts of an address that requests are judged and sent by. */
export type Address = Readonly<Pick<URL, 'origin' | 'hostname' | 'pathname' | 'search'>>

/**
 * Reads an address. Turns go to one and the same, and every guard on their way reads it anew, so that the last few are
 * remembered.
 * @throws TypeError for a text that is no address
 */
export const readAddress: (text: string) => Address = remembering(100, (text) => {
  const { origin, hostname, pathname, search } = new URL(text)
  return { origin, hostname, pathname, search }
})
