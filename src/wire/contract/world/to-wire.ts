import type { WireRequest } from '../../client/transport.ts'
import type { ContractRequest, Credential } from './contract-request.ts'
import type { Subject } from './subject.ts'

/** A key that no workspace has. */
const bogusKey = 'no-such-key-of-any-workspace'

/** A request as it goes on the wire to a subject, its key put in. */
export function toWire(request: ContractRequest, subject: Subject): WireRequest {
  const { method, path, host, credential, keyHeaders, contentType, body } = request
  const key = keyOf(credential, subject)
  const headers = keyHeaders.map((name): [string, string] => [
    name,
    name.toLowerCase() === 'authorization' ? `Bearer ${key ?? ''}` : (key ?? ''),
  ])
  return {
    method,
    url: subject.hosts[host].replace(/\/+$/, '') + path,
    headers: {
      ...(key === null ? {} : Object.fromEntries(headers)),
      ...(contentType === null ? {} : { 'content-type': contentType }),
    },
    ...(body === null ? {} : { body }),
    timeLimitMs: 30_000,
  }
}

function keyOf(credential: Credential, { keys }: Subject): string | null {
  if (credential === 'missing') return null
  if (credential === 'empty') return ''
  return credential === 'bogus' ? bogusKey : credential === 'other' ? (keys.other ?? bogusKey) : keys.own
}
