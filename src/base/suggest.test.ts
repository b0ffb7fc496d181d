import { expect, it } from 'vitest'
import { suggest } from './suggest.ts'

it.each([
  ['expects', 'expect'],
  ['wiht', 'with'],
  ['CONTAINS', 'contains'],
  ['latnecy', 'latency'],
])('takes %s for %s', (word, meant) => {
  expect(suggest(word, ['contains', 'expect', 'latency', 'user', 'with'])).toBe(meant)
})

it.each(['', 'zebra', 'x'])('has nothing to suggest for "%s"', (word) => {
  expect(suggest(word, ['contains', 'expect', 'latency'])).toBeUndefined()
  expect(suggest(word, [])).toBeUndefined()
})
