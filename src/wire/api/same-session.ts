import { unescapeText } from '../../base/secrets/secret-keys.ts'
import { toNormalForm } from '../../base/text/normal-form.ts'

/**
 * Whether two ids name one session. An id stands in paths and in bodies, so a service may write it percent-encoded in
 * one of them (`desk%2F7` and `desk/7`), or in another Unicode form; any other difference is another session (SES-01).
 */
export function isSameSession(one: string | null, other: string | null): boolean {
  return one === other || (one !== null && other !== null && decode(one) === decode(other))
}

function decode(id: string): string {
  return toNormalForm(unescapeText(id), 'NFC')
}
