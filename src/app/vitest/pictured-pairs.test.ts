import { describe, expect, it } from 'vitest'
import { basePair, picturedPairs } from './pictured-pairs.ts'

describe('picturedPairs', () => {
  const all = (versions: string[]): string[] =>
    versions.flatMap((version) => picturedPairs(version, versions).map(({ a, b }) => `${a} ${b} at ${version}`))

  it('puts every version beside default, once, at the one that Vitest begins later', () => {
    expect(all(['default', 'draft'])).toEqual(['default draft at draft'])
    expect(all(['draft', 'default', '3'])).toEqual(['default draft at draft', 'default 3 at default'])
  })

  it('takes the first for the one that is trusted where default does not run', () => {
    expect(all(['draft', '3'])).toEqual(['draft 3 at draft'])
    expect(all(['draft'])).toEqual([])
    expect(basePair(['draft', '3'])).toEqual({ a: 'draft', b: '3' })
    expect(basePair(['draft', 'default'])).toEqual({ a: 'default', b: 'draft' })
  })
})
