import { describe, expect, it } from 'vitest'
import { wrapNames } from './coverage.ts'

describe('wrapped names', () => {
  it.each([
    [[], []],
    [['alone'], ['alone']],
    [
      ['one', 'two', 'three'],
      ['one, two,', 'three'],
    ],
    [
      ['a_name_that_is_long', 'b'],
      ['a_name_that_is_long,', 'b'],
    ],
  ])('%j', (names, lines) => {
    expect(wrapNames(names, 10)).toEqual(lines)
  })
})
