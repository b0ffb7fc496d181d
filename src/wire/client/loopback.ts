import dns from 'node:dns'
import type { LookupFunction } from 'node:net'
import { TransportError } from './transport.ts'

/** The only name that counts as this machine, if it resolves to nothing else; DNS allows a trailing dot. */
const ownName = /^localhost\.?$/

/** Whether a host claims to be this machine, as 127.0.0.0/8, ::1 or localhost, which `refuseAstray` checks. */
export function isLoopback(host: string): boolean {
  return ownName.test(host) || isLoopbackAddress(host)
}

/** Whether an address is a loopback one, as URLs or the system write it: 127.0.0.0/8, also mapped, or ::1. */
function isLoopbackAddress(address: string): boolean {
  const bare = address.replace(/^\[(.*)\]$/, '$1')
  return bare === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/.test(bare) || /^::ffff:7f[\da-f]{2}:[\da-f]{1,4}$/.test(bare)
}

/** Rejects if localhost leads elsewhere; null for hosts that need no check. @throws TransportError of kind `blocked` */
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

/** Resolves a name for a connection; localhost's very addresses are checked, as the next lookup may differ. */
export const lookUpForConnection: LookupFunction = (host, options, done) => {
  dns.lookup(host, options, (error, addressOrList, family) => {
    const addresses = typeof addressOrList === 'string' ? [{ address: addressOrList }] : (addressOrList ?? [])
    const astray = error === null && ownName.test(host) ? astrayOf(addresses) : null
    done(astray ?? error, addressOrList, family)
  })
}

function astrayOf(addresses: readonly { address: string }[]): TransportError | null {
  const away = addresses.find(({ address }) => !isLoopbackAddress(address))
  if (away === undefined) return null
  const reason = `localhost leads to ${away.address} here, which is not this machine; name the service by its own address`
  return new TransportError('blocked', reason)
}
