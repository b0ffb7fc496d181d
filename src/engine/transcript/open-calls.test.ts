import { describe, expect, it } from 'vitest'
import { createOpenCalls } from './open-calls.ts'

describe('open calls', () => {
  it('close the nearest of an id first, and each once', () => {
    const calls = createOpenCalls<string>()
    calls.open('x', 'first')
    calls.open('y', 'other')
    calls.open('x', 'second')
    expect(['x', 'x', 'x', 'y', 'z'].map((id) => calls.close(id))).toEqual([
      'second',
      'first',
      undefined,
      'other',
      undefined,
    ])
  })
})
