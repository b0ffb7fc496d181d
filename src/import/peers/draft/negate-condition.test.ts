import { expect, it } from 'vitest'
import { negateCondition } from './negate-condition.ts'

it.each([
  [{ contains: 'a' }, { not: { contains: 'a' } }],
  [{ contains: 'a', 'ignore case': true }, { not: { contains: 'a', 'ignore case': true } }],
  [{ contains: ['a', 'b'] }, { not: { all: [{ contains: 'a' }, { contains: 'b' }] } }],
  [
    { contains: ['a', 'b'], 'ignore case': true },
    { not: { all: [{ contains: 'a' }, { contains: 'b' }], 'ignore case': true } },
  ],
  [{ words: 3, matches: ['/a/'] }, { not: { all: [{ words: 3 }, { matches: '/a/' }] } }],
])('%j does not hold as a whole: %j', (condition, negation) => {
  expect(negateCondition(condition)).toEqual(negation)
})
