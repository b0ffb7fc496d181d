import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { mapTexts, sortJson, withoutMembers } from '../../base/json/walk-json.ts'
import { replaceSignatures, replaceUsers } from '../../base/privacy/patterns.ts'
import { replaceKeys } from '../../base/privacy/service-keys.ts'

/** Members that record when or by whom something was saved; they differ without the agent differing. */
const volatile = /^(_id|__v|etag|(created|updated|modified|saved|published)_?(at|on|by))$/i

/** An agent's configuration to compare and store: sorted, without volatile members and secrets. */
export function cleanConfig(config: object): JsonObject {
  const steady = withoutMembers(
    config as JsonObject,
    (key, each) => each === undefined || volatile.test(key) || isCanvasPlace(key, each),
  )
  return sortJson(mapTexts(steady, withoutSecrets)) as JsonObject
}

/** Whether a member is the position of a flow node on the canvas, which says nothing about behaviour. */
function isCanvasPlace(key: string, value: JsonValue): boolean {
  return key === 'position' && isJsonObject(value) && 'x' in value && 'y' in value
}

/** Removes what grants access from a text: credentials, keys and signatures in links, and keys known by their form. */
function withoutSecrets(text: string): string {
  const whole = text.replace(/\p{Cs}/gu, '\ufffd') // half a surrogate pair cannot be written to a file
  const open = replaceSignatures(
    replaceUsers(whole, () => ''),
    (pair) => `${pair.slice(0, pair.indexOf('='))}=<secret>`,
  )
  return replaceKeys(open, () => '<secret>')
}
