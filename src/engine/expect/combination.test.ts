import { describe, expect, it } from 'vitest'
import { jsonMatcher } from '../../suite/language/matchers/read-matcher.ts'
import { judgeAbsent } from './combination.ts'
import { readPiece } from './read-expectation.fixture.ts'

describe('a value that is not there', () => {
  it.each([
    ['{ present: false }', 'holds'],
    ['{ present: true }', 'fails'],
    ['a', 'silent'],
    ['{ not: { present: true } }', 'holds'],
    ['{ not: { present: false } }', 'fails'],
    ['{ not: a }', 'silent'],
    ['{ none: [a] }', 'silent'],
    ['{ none: [{ present: true }, { present: true }] }', 'holds'],
    ['{ none: [{ present: true }, a] }', 'silent'],
    ['{ any: [{ present: false }, a] }', 'holds'],
    ['{ any: [{ present: true }, a] }', 'silent'],
    ['{ any: [{ present: true }, { present: true }] }', 'fails'],
    ['{ all: [{ present: false }, a] }', 'silent'],
    ['{ all: [{ present: true }, a] }', 'fails'],
    ['{ ignore: case, all: [{ present: false }, { present: false }] }', 'holds'],
  ])('%s %s', (yaml, verdict) => {
    expect(judgeAbsent(readPiece(jsonMatcher, yaml))).toBe(verdict)
  })
})
