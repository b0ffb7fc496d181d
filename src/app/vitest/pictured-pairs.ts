/** Two versions side by side: `a` is the one that is trusted. */
export interface PicturedPair {
  a: string
  b: string
}

/**
 * The pairs whose picture stands at the tests of a project: each version beside default (or the first), at the one of
 * the two that Vitest begins later, which is the one whose name comes later.
 */
export function picturedPairs(version: string, versions: readonly string[]): PicturedPair[] {
  const base = baseOf(versions)
  return versions
    .filter((each) => each !== base)
    .map((b) => ({ a: base, b }))
    .filter(({ a, b }) => version === (a > b ? a : b))
}

/** The two sides of a run of two versions. */
export function basePair(versions: readonly string[]): PicturedPair {
  const a = baseOf(versions)
  return { a, b: versions.find((each) => each !== a) ?? a }
}

function baseOf(versions: readonly string[]): string {
  return versions.includes('default') ? 'default' : (versions[0] ?? 'default')
}
