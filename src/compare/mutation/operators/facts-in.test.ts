import { expect, it } from 'vitest'
import { said } from '../../../engine/transcript/entries.fixture.ts'
import { viewTurn } from '../../../engine/transcript/turn-view.ts'
import type { HeardTurn } from '../mutant/talk.ts'
import { numbersIn } from './facts-in.ts'

it.each([
  ['It costs C$20 or ₩12,000.', 'C$20; ₩12,000'],
  ['It costs ₹1,25,000.50.', '₹1,25,000.50'],
  ["It costs CHF 1'200.50 or 1\u202f200,50\u00a0€.", "1'200.50; 1\u202f200,50"],
  ["It's 5' 3 tall.", '5; 3'],
])('in %s there are %s', (text, numbers) => {
  const turn = { view: viewTurn([said('assistant', text, 0)]) } as HeardTurn
  expect(numbersIn(turn, new Set()).join('; ')).toBe(numbers)
})
