import { describe, expect, it } from 'vitest'
import { countValues, groupBy, groupByKey, mostFrequent } from './group-by.ts'

const words = ['pear', 'fig', 'plum', 'fig']
const initial = (word: string): string => word.charAt(0)

describe('groups', () => {
  it('keep the order of first appearance', () => {
    expect(groupBy(words, initial)).toEqual([
      ['pear', 'plum'],
      ['fig', 'fig'],
    ])
    expect([...groupByKey(words, initial).keys()]).toEqual(['p', 'f'])
  })
})

describe('counts', () => {
  it('are those of each value', () => {
    expect([...countValues(words)]).toEqual([
      ['pear', 1],
      ['fig', 2],
      ['plum', 1],
    ])
  })
  it('give the most frequent value, and of equal ones the first', () => {
    expect(mostFrequent(words)).toBe('fig')
    expect(mostFrequent(['b', 'a'])).toBe('b')
    expect(mostFrequent([])).toBeUndefined()
  })
})
