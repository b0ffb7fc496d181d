/** The version of a session as a short word: `v3`, `draft`, or a label as it is. */
export function describeVersion(version: string | number | null): string {
  if (version === null) return ''
  return /^\d+$/.test(String(version)) ? `v${version}` : String(version)
}
