import { describe, expect, it } from 'vitest'
import { readPiece } from '../../../engine/expect/read-expectation.fixture.ts'
import { holdsOfNothing } from './combination.ts'
import { jsonMatcher } from './read-matcher.ts'

describe('a value that is not there', () => {
  it.each([
    ['{ present: false }', true],
    ['{ present: true }', false],
    ['a', null],
    ['{ not: { present: true } }', true],
    ['{ not: { present: false } }', false],
    ['{ not: a }', null],
    ['{ none: [a] }', null],
    ['{ none: [{ present: true }, { present: true }] }', true],
    ['{ none: [{ present: true }, a] }', null],
    ['{ any: [{ present: false }, a] }', true],
    ['{ any: [{ present: true }, a] }', null],
    ['{ any: [{ present: true }, { present: true }] }', false],
    ['{ all: [{ present: false }, a] }', null],
    ['{ all: [{ present: true }, a] }', false],
    ['{ ignore: case, all: [{ present: false }, { present: false }] }', true],
  ])('%s %s', (yaml, verdict) => {
    expect(holdsOfNothing(readPiece(jsonMatcher, yaml))).toBe(verdict)
  })
})
