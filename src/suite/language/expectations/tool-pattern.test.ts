import { expect, it } from 'vitest'
import { best } from '../../../base/measure-growth.fixture.ts'
import { coversTool, isNearTool } from './tool-pattern.ts'

it.each([
  ['delete_*', ['delete_order', 'delete_'], ['undelete_order', 'delete']],
  ['*_order', ['delete_order', '_order'], ['delete_orders']],
  ['*', ['a', ''], []],
  ['a*b*c', ['abc', 'axbxc', 'abbcc'], ['acb', 'ab', 'abcd']],
  ['ab*ba', ['abba', 'abxba'], ['aba']],
  ['delete.order', ['delete.order'], ['delete_order']],
])('%s stands for %j and not for %j', (pattern, covered, others) => {
  expect(covered.filter((tool) => !coversTool(pattern, tool))).toEqual([])
  expect(others.filter((tool) => coversTool(pattern, tool))).toEqual([])
})

it.each([
  ['pya', 'pay', true],
  ['ayp', 'pay', false],
  ['p\u0430y', 'pay', true],
  ['c\u0430nc\u0435l_order', 'cancel_order', true],
  ['\u0440\u0430\u0443', 'pay', false],
  ['größe', 'price', false],
])('%s is nearly %s: %j', (pattern, tool, near) => {
  expect(isNearTool(pattern, tool)).toBe(near)
})

it('takes no time on a name made to take long', async () => {
  const work = (): void => expect(coversTool('*a'.repeat(2_000), `${'a'.repeat(20_000)}b`)).toBe(false)
  expect(await best(1, work)).toBeLessThan(50_000_000)
})
