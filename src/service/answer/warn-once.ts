import { redactKeys } from '../../base/secrets/secret-keys.ts'

const told = new Set<string>()

/** Warns only the first time: what happens to one request happens to thousands. */
export function warnOnce(message: string): void {
  if (told.has(message) || told.size >= 1_000) return
  told.add(message)
  process.emitWarning(redactKeys(message), 'TablereadService')
}
