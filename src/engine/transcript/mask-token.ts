import type { VolatileFacts } from './volatile-facts.ts'
import type { VolatileKind } from './volatile-names.ts'

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const prefixed = /^(call|toolu|fc|msg|sess|session|req|run|chatcmpl|thread|evt|trace)[_-](?=\D*\d)[A-Za-z0-9]{12,}$/
const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/
const hexadecimal = /^(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{24,}$/i
/** Seconds or milliseconds since 1970. */
const epoch = /^\d{10}(\d{3})?$/

const prefixKinds: Readonly<Record<string, VolatileKind>> = {
  call: 'call',
  toolu: 'call',
  fc: 'call',
  msg: 'message',
  sess: 'session',
  session: 'session',
}

/** The name of a word that is an id which only a machine writes, or the word as it is. */
export function maskToken(token: string, { names, ids, around }: VolatileFacts): string {
  const known = ids.get(token)
  if (known !== undefined && /\d/.test(token)) return names.nameOf(known, token)
  if (ulid.test(token) || hexadecimal.test(token)) return names.nameOf('id', token)
  const prefix = prefixed.exec(token)?.[1]
  if (prefix !== undefined) return names.nameOf(prefixKinds[prefix] ?? 'id', token)
  if (epoch.test(token) && around !== null) {
    const ms = Number(token) * (token.length === 10 ? 1_000 : 1)
    if (ms >= around.from && ms <= around.to) return names.nameOf('time', token)
  }
  return token.replace(uuid, (id) => names.nameOf(ids.get(id) ?? 'uuid', id))
}
