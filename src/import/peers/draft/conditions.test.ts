import { expect, it } from 'vitest'
import { joinConditions, negateCondition } from './conditions.ts'

it('joins what compares alike, and keeps apart what does not', () => {
  const folded = { 'ignore case': true }
  expect(
    joinConditions([
      { contains: 'a', ...folded },
      { contains: ['b'], ...folded },
    ]),
  ).toEqual({ contains: ['a', 'b'], ...folded })
  expect(joinConditions([{ contains: 'a' }, { contains: 'b', ...folded }])).toEqual({
    all: [{ contains: 'a' }, { contains: 'b', ...folded }],
  })
})

it('makes several negations none of these', () => {
  expect(joinConditions([{ not: { contains: 'a' } }])).toEqual({ not: { contains: 'a' } })
  expect(joinConditions([{ not: { contains: 'a' } }, { not: { equals: 'b' } }])).toEqual({
    none: [{ contains: 'a' }, { equals: 'b' }],
  })
})

it('puts a second one of what stands once into a mapping of its own', () => {
  expect(joinConditions([{ equals: 'a' }, { equals: 'b' }, { matches: '/c/' }])).toEqual({
    all: [{ equals: 'a', matches: '/c/' }, { equals: 'b' }],
  })
})

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
