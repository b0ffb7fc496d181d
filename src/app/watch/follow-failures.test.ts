import { expect, it } from 'vitest'
import { followFailures } from './follow-failures.ts'

const at = (minutes: number): number => Date.UTC(2026, 10, 29, 4, minutes)

it('says once that checks fail, with the next try, and once that they succeed again', () => {
  const follow = followFailures(600_000)
  const lines = [null, 'nothing answers', 'nothing answers', null, null].map((failure, index) =>
    follow(failure, at(index * 10)),
  )
  expect(lines).toEqual([
    null,
    '2026-11-29 04:10Z  this check failed, and the next try is at 2026-11-29 04:20Z: nothing answers',
    null,
    '2026-11-29 04:30Z  checks succeed again, after 2 that failed since 2026-11-29 04:10Z',
    null,
  ])
})

it('says another reason too, without counting anew', () => {
  const follow = followFailures(600_000)
  expect([
    follow('nothing answers', at(0)),
    follow('a suite is broken\n  at line 3', at(10)),
    follow(null, at(20)),
  ]).toEqual([
    expect.stringContaining('nothing answers'),
    expect.stringMatching(/04:20Z:\na suite is broken\n {2}at line 3$/),
    expect.stringContaining('after 2 that failed since 2026-11-29 04:00Z'),
  ])
})
