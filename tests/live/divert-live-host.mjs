import dns from 'node:dns'

/**
 * Resolves a name to this machine. Guards judge by the name, as with a real service, and take it for a remote
 * host.
 */
const original = dns.lookup
dns.lookup = (host, ...rest) => original(host === 'live.tableread.example' ? '127.0.0.1' : host, ...rest)
