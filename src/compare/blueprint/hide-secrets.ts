/** Members of a query that grant access. */
const granting = /(?<=[?&;])([\w-]*(?:token|secret|signature|password|key|sig|credential)[\w-]*)=[^&#;\s]+/gi

/** A text without what grants access: names and passwords in links, keys and signatures in their queries, authorization headers, keys that say they are one. */
export function hideSecrets(text: string): string {
  return text
    .replace(/\p{Cs}/gu, '\ufffd') // half a character cannot be kept in a file
    .replace(/\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'<>]+/gi, hideInLink)
    .replace(/\b(Bearer|Basic)\s+[\w.~+/-]{12,}=*/gi, '$1 <secret>')
    .replace(/\b(?:[sprk]k[-_]|gh[opsu]_|xox[abp]-|AKIA)[\w-]{14,}/g, '<secret>')
}

function hideInLink(link: string): string {
  const start = link.indexOf('://') + 3
  const end = link.slice(start).search(/[/?#]/)
  const authority = end < 0 ? link.slice(start) : link.slice(start, start + end)
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const rest = link.slice(start + authority.length).replace(granting, '$1=<secret>')
  return `${link.slice(0, start)}${host}${rest}`
}
