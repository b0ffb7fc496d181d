/** Its other parameters stay: which order a link is for is no matter of its signature. */
export function unsignLink(link: string): string {
  const [, address, query, fragment = ''] = /^([^?#]*)\?([^#]*)(.*)$/s.exec(link) ?? []
  if (address === undefined || query === undefined) return link
  const parameters = query.split(/&amp;|[&;]/)
  const names = parameters.map((parameter) => parameter.split('=', 1)[0]?.toLowerCase() ?? '')
  if (!names.some((name) => signing.test(name))) return link
  const isAzure = names.includes('sig') && names.includes('sv')
  const rest = parameters.filter((_, index) => {
    const name = names[index] ?? ''
    return !signing.test(name) && !besideSignature.test(name) && !(isAzure && ofAzure.test(name))
  })
  return `${address}${rest.length === 0 ? '' : `?${rest.join('&')}`}${fragment}`
}

/** Parameters that only signed or one-time links have, in small letters. */
const signing =
  /^(?:x-[a-z]+-[\w-]+|sig|sign|signature|expires?|exp|token|access_?token|auth|key|api_?key|policy|hmac|hash|jwt|se|sv|key-pair-id)$/

/** Parameters that say who signed a link, with what and when, in a link that is signed. */
const besideSignature =
  /^(?:(?:aws|oss)accesskeyid|googleaccessid|expiry|expiration|nonce|ts|timestamp|iat|nbf|alg|kid|[\w-]*(?:signature|token))$/

/** What Azure writes beside the signature of a shared link: times, permissions, the key. */
const ofAzure = /^(?:st|sp|sr|ss|srt|sip|spr|skoid|sktid|skt|ske|sks|skv|sdd|saoid|suoid|scid)$/
