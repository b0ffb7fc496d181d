import { parseIfJson } from '../../../base/json/json-text.ts'
import { gatewayOf } from '../../client/client-over.ts'
import type { WireRequest } from '../../client/transport.ts'
import type { ContractRequest, Credential } from './contract-request.ts'
import { type ContractExchange, contractOutcome } from './outcome.ts'
import type { Subject, World } from './world.ts'

/** Sends a request once and tells the watcher. @throws TransportError when no answer came, or a guard blocked it */
export async function performExchange(world: World, request: ContractRequest): Promise<ContractExchange> {
  const answer = await world.subject.send(toWire(request, world.subject))
  const body = parseIfJson(answer.text) // ENV-01 reports what is no JSON
  const exchange = { request, answer, body, outcome: contractOutcome(request, answer, body) }
  world.watch(exchange)
  return exchange
}

const bogusKey = 'no-such-key-of-any-workspace'

export function toWire(request: ContractRequest, subject: Subject): WireRequest {
  const { method, path, host, credential, keyHeaders, contentType, body } = request
  const key = keyOf(credential, subject)
  const headers = keyHeaders.map((name): [string, string] => [
    name,
    name.toLowerCase() === 'authorization' ? `Bearer ${key ?? ''}` : (key ?? ''),
  ])
  const base = subject.hosts[host]
  const gateway = gatewayOf(base, subject.headers)
  return {
    method,
    url: base.replace(/\/+$/, '') + path,
    ...(gateway === null ? {} : { gateway }),
    headers: {
      ...subject.headers,
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
