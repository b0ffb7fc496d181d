import { suggest } from '../../base/suggest.ts'

/** A version of an agent, or why it is none. */
export type VersionRead = { ok: true; version: string } | { ok: false; message: string; hint: string }

/** Reads `default`, `draft` or a number in digits. */
export function readVersion(written: string): VersionRead {
  if (/^(?:default|draft|\d{1,9})$/.test(written)) return { ok: true, version: written }
  const near = suggest(written, ['default', 'draft'])
  const hint = near === undefined ? 'write default, draft or a number such as 2' : `did you mean ${near}?`
  return { ok: false, message: `"${written}" is not an agent version`, hint }
}
