import { redactKey } from '../client/redact-key.ts'

/** A text without the key that this process was given. */
export function withoutKey(text: string): string {
  return redactKey(text, process.env.TABLEREAD_API_KEY ?? '')
}
