import { describe, expect, it } from 'vitest'
import { placeIn, readThrown } from './read-thrown.ts'

it('names a place in code from here, and one elsewhere in full', () => {
  expect(placeIn(`Error: x\n    at desk (file://${process.cwd()}/agents/desk.mjs:5:48)`)).toBe(
    ' (agents/desk.mjs:5:48)',
  )
  expect(placeIn('Error: x\n    at file:///elsewhere/desk.mjs:1:2')).toBe(' (/elsewhere/desk.mjs:1:2)')
  expect(placeIn('Error: x\n    at node:internal/x:1:2')).toBe('')
})

describe('what was thrown', () => {
  class HouseError extends Error {
    override name = 'HouseError'
  }
  it.each([
    [new Error('gone'), 'Error: gone', 'gone'],
    [new Error('Error: gone'), 'Error: gone', 'Error: gone'],
    [new HouseError('HouseError: gone'), 'HouseError: gone', 'HouseError: gone'],
    [new Error(''), 'Error', 'failed with Error'],
    [
      new AggregateError([new Error('a'), new TypeError('b'), 'c', 'd']),
      'AggregateError: a, b, failed with c and 1 more',
      'failed with AggregateError: a, b, failed with c and 1 more',
    ],
    [new AggregateError([new Error('a')], 'all failed'), 'AggregateError: all failed: a', 'all failed'],
    ['plain', 'plain', 'failed with plain'],
    [undefined, 'undefined', 'failed with undefined'],
    [{ code: 7 }, '{"code":7}', 'failed with {"code":7}'],
  ])('is named once, with its message: %o', (thrown, description, words) => {
    const told = readThrown(thrown)
    expect([told.description.replace(/ \(\S+:\d+:\d+\)$/, ''), told.words]).toEqual([description, words])
  })
})
