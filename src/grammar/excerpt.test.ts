import { expect, it } from 'vitest'
import { excerpt } from './excerpt.ts'

it('shows the line before, the line and a caret for the whole place', () => {
  expect(excerpt('a: 1\nbb: xyz\n', { line: 2, column: 5, length: 3 })).toBe('  1 | a: 1\n  2 | bb: xyz\n    |     ^^^')
})

it('leaves a blank line before out', () => {
  expect(excerpt('\nb: 1', { line: 2, column: 1, length: 1 })).toBe('  2 | b: 1\n    | ^')
})

it('keeps the caret visible in a very long line', () => {
  const shown = excerpt(`${'x'.repeat(500)}HERE${'y'.repeat(500)}`, { line: 1, column: 501, length: 4 }).split('\n')
  expect(shown[0]?.length).toBeLessThan(120)
  expect(shown[0]?.slice(shown[1]?.indexOf('^'), (shown[1]?.indexOf('^') ?? 0) + 4)).toBe('HERE')
})

it.each([
  ['apiKey: abc-123', 'apiKey: *******'],
  ['  - x-api-key: "a\\"b" # mine', '  - x-api-key: ****** # mine'],
  [
    "metadata: { token: 'abc', tier: gold, SHOP_API_KEY: k1 }",
    'metadata: { token: *****, tier: gold, SHOP_API_KEY: ** }',
  ],
  ['password: "{{env.PASSWORD}}"', 'password: "{{env.PASSWORD}}"'],
  ['keyword: abc', 'keyword: abc'],
])('shows no value behind the name of a secret: %s', (line, shown) => {
  const at = { line: 2, column: 1, length: 3 }
  expect(excerpt(`${line}\n${line}`, at).split('\n').slice(0, 2)).toEqual([`  1 | ${shown}`, `  2 | ${shown}`])
})
