import { describe, expect, it } from 'vitest'
import { remembering } from './memoize.ts'

describe('a function that remembers', () => {
  it('asks once for each text, also where that gives nothing, and forgets all once it knows so many', () => {
    const calls: string[] = []
    const lengthOf = remembering(2, (text) => {
      calls.push(text)
      return text === '' ? undefined : text.length
    })
    expect(['a', 'a', '', '', 'bb', 'a', 'bb'].map(lengthOf)).toEqual([1, 1, undefined, undefined, 2, 1, 2])
    expect(calls).toEqual(['a', '', 'bb', 'a'])
  })
  it('forgets all before the texts hold more characters than they may', () => {
    const calls: string[] = []
    const recall = remembering(10, (text) => calls.push(text), 5)
    for (const text of ['abc', 'de', 'abc', 'de', 'f', 'abc', 'longer than that', 'f']) recall(text)
    expect(calls).toEqual(['abc', 'de', 'f', 'abc', 'longer than that', 'f'])
  })
  it('remembers nothing where it throws', () => {
    const failing = remembering(2, (text) => new URL(text))
    expect(() => failing('x')).toThrow('Invalid URL')
    expect(() => failing('x')).toThrow('Invalid URL')
  })
})
