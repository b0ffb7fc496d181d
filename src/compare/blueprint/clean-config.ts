import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts'
import { hideSecrets } from './hide-secrets.ts'

/** Members that say when or by whom something was saved. */
const volatile = /^(_id|__v|etag|(created|updated|modified|saved|published)_?(at|on|by))$/i

/** The configuration of an agent as it can be compared and kept: without volatile members and secrets, members sorted. */
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

/** Where a node of the flow is drawn. */
function isCanvasPlace(key: string, value: JsonValue): boolean {
  return key === 'position' && isJsonObject(value) && 'x' in value && 'y' in value
}
