import { describe, expect, it } from 'vitest'
import { findCounts, findFigures } from './find-figures.ts'

describe('findFigures', () => {
  it.each([
    ['It costs $3,600,000, or €1.250,50 a month.', ['$3,600,000', '€1.250,50']],
    ["Flight HAT069's gate is B-12; order #W4689314.", ['HAT069', 'B-12', '#W4689314']],
    ['On May 20th, 2024 or 21 June; not on 2024-05-22.', ['May 20th, 2024', '21 June', '2024-05-22']],
    ['From 6:30 pm to 11 a.m. or 14:05–20:00', ['6:30 pm', '11 a.m', '14:05', '20:00']],
    ['A table for 4, 15% off, 2.5 GB of data', ['4', '15%', '2.5']],
    [
      'Call +1 (555) 010-0199 or see https://shop.example/o/17?x=1.',
      ['+1 (555) 010-0199', 'https://shop.example/o/17?x=1'],
    ],
    ['**$89.50** and `ABC123`, ABC123 again', ['$89.50', 'ABC123']],
    ['No figure at all, and/or none', []],
  ])('finds whole what is in %s', (text, figures) => expect(findFigures(text)).toEqual(figures))

  it('leaves out the numbers of a list', () => {
    expect(findFigures('1. Yes\n2) No\n  - 3. **Maybe**\n4. 5 of them')).toEqual(['5'])
    expect(findFigures('You have 1. That is all')).toEqual(['1'])
  })
})

describe('findCounts', () => {
  it.each([
    ['It held on for a good 10 minutes', ['10']],
    ['2 adults and 1 child, 14 nights, 500 mg, 15 % off, 5 to 10 business days', ['2', '14', '500', '15', '5', '10']],
    ['a 45-minute call, 20 dollars and 20 euros', ['45', '20']],
    ['Take option 2, at 10:30, 1,200 dollars, 2.5 hours, room 12', []],
  ])('finds the short numbers that count something in %s', (text, counts) => expect(findCounts(text)).toEqual(counts))
})
