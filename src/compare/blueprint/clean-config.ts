import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts'

/** Members that record when or by whom something was saved; they differ without the agent differing. */
const volatile = /^(_id|__v|etag|(created|updated|modified|saved|published)_?(at|on|by))$/i

/**
 * An agent's configuration in a form that can be compared and stored: sorted, without volatile members and secrets.
 */
export function cleanConfig(config: object): JsonObject {
  return cleanMembers(config as JsonObject)
}

function cleanMembers(value: JsonObject): JsonObject {
  const members = Object.entries(value).filter(
    ([key, each]) => each !== undefined && !volatile.test(key) && !isCanvasPlace(key, each),
  )
  return Object.fromEntries(
    members.map(([key, each]): [string, JsonValue] => [key, clean(each)]).sort(([one], [two]) => (one < two ? -1 : 1)),
  )
}

function clean(value: JsonValue): JsonValue {
  if (typeof value === 'string') return hideSecrets(value)
  if (Array.isArray(value)) return value.map(clean)
  return isJsonObject(value) ? cleanMembers(value) : value
}

/** Whether a member is the position of a flow node on the canvas, which says nothing about behaviour. */
function isCanvasPlace(key: string, value: JsonValue): boolean {
  return key === 'position' && isJsonObject(value) && 'x' in value && 'y' in value
}

/** Query parameters that grant access. */
const granting = /(?<=[?&;])([\w-]*(?:token|secret|signature|password|key|sig|credential)[\w-]*)=[^&#;\s]+/gi

/**
 * Removes what grants access from a text: user names and passwords in links, keys and signatures in their queries,
 * authorization headers, and keys recognisable by their prefix.
 */
function hideSecrets(text: string): string {
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
