import { redactKeys } from '../../base/secrets/secret-keys.ts'

const messages = new Set<string>()

/** Warns only the first time: what happens to one request happens to thousands. */
export function warnOnce(message: string): void {
  if (messages.has(message) || messages.size >= 1_000) return
  messages.add(message)
  process.emitWarning(redactKeys(message), 'TablereadService')
}
