import { expect, it } from 'vitest'
import { distinctIds } from './distinct-ids.ts'

it.each<[ids: (string | null | undefined)[], distinct: string[], earlier?: string[]]>([
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  [
    ['a', 'a', 'a_2', 'a'],
    ['a', 'a_3', 'a_2', 'a_4'],
  ],
  [
    [null, undefined, '', ' ', 'call'],
    ['call_2', 'call_3', 'call_4', 'call_5', 'call'],
  ],
  [[null], ['call']],
  [['x', 'y'], ['x_2', 'y'], ['x']],
])('tells apart what has the ids %j', (ids, distinct, earlier = []) => {
  expect(distinctIds(ids, earlier)).toEqual(distinct)
})
