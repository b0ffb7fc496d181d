import { expect, it } from 'vitest'
import { labelOf } from './speak-revisions.ts'

it.each([
  ['HEAD~1', '2815330a1', 'HEAD~1 (2815330a)'],
  ['abc1234', 'abc1234def', 'abc1234'],
  ['2815330', '2815330a1', '2815330a'],
  ['281', '28153307712b4', '28153307712b'],
  ['28a5', '28a53307712b4', '28a5330'],
])('a revision %s of the commit %s is never named as a number: %s', (version, commit, label) => {
  expect(labelOf(version, commit)).toBe(label)
})
