/** What kept a connection from being made, so that nothing was sent, and what to do about it. */
export interface Obstacle {
  /** A clause, such as "its certificate has expired (CERT_HAS_EXPIRED)". */
  why: string
  hint: string
  /** Whether another attempt may fare better soon. */
  passes: boolean
}

const trust = 'trust the authority that signed it: NODE_EXTRA_CA_CERTS=/path/to/its-certificate.pem'
const renew = 'it has to be renewed there, unless the clock of this machine is wrong; NODE_EXTRA_CA_CERTS does not help'
const rename = 'use the name that it is for; NODE_EXTRA_CA_CERTS trusts an authority, and no other name'
const plainText = 'write the address with http://, or with the port that speaks https'

/** The system's codes of a connection that TLS ended before anything was sent. */
const ofTls: readonly [code: RegExp, why: string, hint: string][] = [
  [/^DEPTH_ZERO_SELF_SIGNED_CERT$/, 'its certificate is self-signed, and not trusted here', trust],
  [/^(?:CERT|CRL)_HAS_EXPIRED$/, 'its certificate has expired', renew],
  [/^(?:CERT|CRL)_NOT_YET_VALID$/, 'its certificate is not valid yet', renew],
  [/^(?:ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/, 'its certificate is for another name', rename],
  [/^(?:SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_UNTRUSTED)$/, 'its certificate is not trusted here', trust],
  [/^(?:ERR_TLS_)?CERT_\w+$|^INVALID_CA$/, 'its certificate is not accepted', trust],
  [/^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/, 'it speaks http, and was asked in https', plainText],
]

/** Whether a code is one of an obstacle that has a name, and which; null for any other, such as ECONNREFUSED. */
export function obstacleOf(code: string): Obstacle | null {
  const [, proxy, reason = ''] = /^proxy (\S+) (.+)$/.exec(code) ?? []
  if (proxy !== undefined) return obstacleAt(`the proxy ${proxy}`, reason)
  const obstacle = ofTls.find(([pattern]) => pattern.test(code))
  return obstacle === undefined ? null : { why: `${obstacle[1]} (${code})`, hint: obstacle[2], passes: false }
}

function obstacleAt(proxy: string, reason: string): Obstacle {
  const direct = 'hosts that are asked without it are listed in NO_PROXY'
  if (reason === '407') {
    const hint =
      'HTTPS_PROXY and HTTP_PROXY name both before its host, with a colon between them and an @ behind them; %40 is an @ in them'
    return { why: `${proxy} wants another user or password (407)`, hint, passes: false }
  }
  if (/^4\d\d$/.test(reason))
    return { why: `${proxy} refuses to connect to it (${reason})`, hint: direct, passes: false }
  if (/^\d{3}$/.test(reason)) {
    const hint = `is the address right, and does the proxy know its host? ${direct}`
    return { why: `${proxy} cannot connect to it (${reason})`, hint, passes: true }
  }
  const hint = `is it running, and do HTTPS_PROXY and HTTP_PROXY name it right? ${direct}`
  return { why: `${proxy} cannot be reached (${reason})`, hint, passes: true }
}

/** A code in one line of words, as what people have to know of it. */
export function describeCode(code: string): string {
  const obstacle = obstacleOf(code)
  return obstacle === null ? code : `${obstacle.why}; ${obstacle.hint}`
}
