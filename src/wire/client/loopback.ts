import dns from 'node:dns'
import type { LookupFunction } from 'node:net'
import { TransportError } from './transport.ts'

/**
 * The only name that counts as this machine, provided it resolves to nothing else; a trailing dot is allowed
 * in DNS names.
 */
const ownName = /^localhost\.?$/

/**
 * Whether a host claims to be this machine: 127.0.0.0/8, ::1, or localhost, whose addresses `refuseAstray` checks.
 */
export function isLoopback(host: string): boolean {
  return ownName.test(host) || isLoopbackAddress(host)
}

/**
 * Whether an address, as URLs or the system write it, is a loopback one: 127.0.0.0/8, also mapped to IPv6, or ::1.
 */
function isLoopbackAddress(address: string): boolean {
  const bare = address.replace(/^\[(.*)\]$/, '$1')
  return bare === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/.test(bare) || /^::ffff:7f[\da-f]{2}:[\da-f]{1,4}$/.test(bare)
}

/**
 * Rejects if a host is called localhost but leads to another machine; null for a host that needs no check, so
 * that nothing waits for it. The name proves nothing: its meaning depends on the machine's hosts file.
 * @throws TransportError of kind `blocked`
 */
export function refuseAstray(host: string): Promise<void> | null {
  if (!ownName.test(host)) return null
  return new Promise((resolve, reject) =>
    dns.lookup(host, { all: true }, (error, addresses) => {
      const astray = error === null ? astrayOf(addresses) : null // a name that resolves to nothing is harmless
      if (astray === null) resolve()
      else reject(astray)
    }),
  )
}

/**
 * Resolves a name for a connection that is about to be opened. The addresses of localhost are checked again
 * here, the very ones that are connected to, since a name may resolve differently from one lookup to the next.
 */
export const lookUpForConnection: LookupFunction = (host, options, done) => {
  dns.lookup(host, options, (error, found, family) => {
    const addresses = typeof found === 'string' ? [{ address: found }] : (found ?? [])
    const astray = error === null && ownName.test(host) ? astrayOf(addresses) : null
    done(astray ?? error, found, family)
  })
}

function astrayOf(addresses: readonly { address: string }[]): TransportError | null {
  const away = addresses.find(({ address }) => !isLoopbackAddress(address))
  if (away === undefined) return null
  const reason = `localhost leads to ${away.address} here, which is not this machine; name the service by its own address`
  return new TransportError('blocked', reason)
}
