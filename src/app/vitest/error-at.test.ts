import { describe, expect, it } from 'vitest'
import { errorAt } from './error-at.ts'

const place = { label: 'turn 2', path: '/suites/my orders (1).yaml', at: { line: 15, column: 13, length: 4 } }

describe('errorAt', () => {
  it('has the place in the suite as its only frame', () => {
    const { name, message, stack } = errorAt({ ...place, name: 'Failed', message: 'the reply is wrong' })
    expect({ name, message }).toEqual({ name: 'Failed', message: 'the reply is wrong' })
    expect(stack).toBe('Failed: the reply is wrong\n    at turn 2 (/suites/my orders (1).yaml:15:13)')
  })

  it('lets no line of a reply pass for a frame', () => {
    const message = 'actual\n  at our office (Main Street:10:30)\nat noon'
    const error = errorAt({ ...place, name: 'Failed', message })
    expect(error.message).toBe(message)
    expect(error.stack?.split('\n').filter((line) => /^\s*at .*\d/.test(line))).toHaveLength(1)
  })

  it('carries two texts for a diff', () => {
    expect(errorAt({ ...place, name: 'Failed', message: 'm', diff: { expected: 'a', actual: 'b' } })).toMatchObject({
      expected: 'a',
      actual: 'b',
    })
  })
})
