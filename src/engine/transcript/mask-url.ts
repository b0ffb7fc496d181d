import { maskToken } from './mask-token.ts'
import type { VolatileFacts } from './volatile-facts.ts'

/** Members of a query that only a signed or one-time link has, in any letter case. */
const signing =
  /[?&;](x-[a-z]+-[\w-]+|sig|sign|signature|expires?|exp|token|access_?token|auth|key|api_?key|policy|hmac|hash|jwt|se|sv|key-pair-id)=/i

/**
 * A link without what changes from run to run: the query when it signs, names and passwords before the host, the port of
 * a service on this machine, and ids in the path, which get their names. `signed` says that the link certainly is one.
 */
export function maskUrl(url: string, facts: VolatileFacts, signed: boolean = signing.test(url)): string {
  const [, scheme, authority, path, rest] = /^(https?:\/\/)([^/?#]*)([^?#]*)(.*)$/is.exec(url) ?? []
  if (scheme === undefined || authority === undefined || path === undefined || rest === undefined) return url
  const host = authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/^(127\.\d+\.\d+\.\d+|\[::1\]|localhost):\d+$/i, '$1')
  return `${scheme}${host}${maskWords(path, facts)}${signed ? '' : maskWords(rest, facts)}`
}

function maskWords(text: string, facts: VolatileFacts): string {
  return text.replace(/[A-Za-z0-9][\w-]{7,}/g, (word) => {
    const masked = maskToken(word, facts)
    return masked === word && isRandom(word) ? facts.names.nameOf('id', word) : masked
  })
}

/** In a link, a long word of small and capital letters and several digits is a key of storage. */
function isRandom(word: string): boolean {
  return word.length >= 20 && /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d\D*\d/.test(word)
}
