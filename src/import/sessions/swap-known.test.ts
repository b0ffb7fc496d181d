import { describe, expect, it } from 'vitest'
import { best, mostGrowth } from '../../base/measure-growth.fixture.ts'
import { createSwap, type KnownValue } from './swap-known.ts'

const word = (value: string, to: string): KnownValue => ({ value, word: true, to: () => to })
const swap = createSwap([
  word('mia', 'Badan'),
  word('li', 'Delor'),
  word('may', 'Fimik'),
  { value: '+1 212-555-0147', to: () => '1 255-500-0001' },
  { value: 'mia@shop.example', to: () => 'person1@example.com' },
  { value: '7447', short: true, to: () => '0001' },
  { value: '5550104477', to: () => '', number: { digits: '5550104477', to: '5550000001', whole: true } },
  { value: '975 sunset drive', to: () => '1 Sample Street' },
])

describe('createSwap', () => {
  it.each([
    ['Mia said: mia_li_36', 'Badan said: Badan_Delor_36'],
    ['Miami, Liam and familiar things', 'Miami, Liam and familiar things'],
    ['write to MIA@shop.example.', 'write to person1@example.com.'],
    ['call +1 212-555-0147 now', 'call +1 255-500-0001 now'],
    ['call +1 212-555-01478', 'call +1 212-555-01478'],
    ['my 7447 card, not 17447 nor 2024-7447 nor $7447', 'my 0001 card, not 17447 nor 2024-7447 nor $7447'],
    ['975 Sunset Drive', '1 Sample Street'],
    [
      'May I come on May 20th or 3 May 2026? May said: my name is may',
      'May I come on May 20th or 3 May 2026? Fimik said: my name is Fimik',
    ],
    ['you may', 'you may'],
    [
      'call 555\u2011010\u20114477 or 555\u00a0010\u00a0\u200b4477',
      'call 555\u2011000\u20110001 or 555\u00a0000\u00a0\u200b0001',
    ],
  ])('%s', (text, swapped) => {
    expect(swap(text)).toBe(swapped)
  })
  it('takes as long for ten thousand known values as for one', async () => {
    const many = createSwap(
      Array.from({ length: 10_000 }, (_, index) => word(`name${'x'.repeat(index % 50)}q${index}`, 'X')),
    )
    const text = 'a name of nobody '.repeat(20_000)
    const one = createSwap([word('nameq', 'X')])
    const few = await best(3, () => expect(one(text)).toBe(text))
    expect((await best(3, () => expect(many(text)).toBe(text))) / few).toBeLessThan(mostGrowth)
  })
})
