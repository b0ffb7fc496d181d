import { unescapeText } from '../../base/secrets/secret-keys.ts'
import { toNormalForm } from '../../base/text/normal-form.ts'

/** Whether two ids name one session: they may differ in percent-encoding or Unicode form alone (SES-01). */
export function isSameSession(one: string | null, other: string | null): boolean {
  return one === other || (one !== null && other !== null && decode(one) === decode(other))
}

function decode(id: string): string {
  return toNormalForm(unescapeText(id), 'NFC')
}
