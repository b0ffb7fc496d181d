import { remembering } from '../../base/remembering.ts'

/** The parts of an address that requests are judged and sent by. */
export type Address = Readonly<Pick<URL, 'origin' | 'hostname' | 'pathname' | 'search'>>

/**
 * Parses an address. Turns all go to the same one, and every guard on their way parses it again, so the last few are
 * cached.
 * @throws TypeError for a text that is no address
 */
export const readAddress: (text: string) => Address = remembering(100, (text) => {
  const { origin, hostname, pathname, search } = new URL(text)
  return { origin, hostname, pathname, search }
})
