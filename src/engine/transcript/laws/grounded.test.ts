import { expect, it } from 'vitest'
import type { Fact } from '../facts/fact.ts'
import { describeNearest, describeUngrounded, quotesFacts, thePrompt } from './grounded.ts'

it.each(['number', 'phone', 'email', 'id'] as const)('that a finding quotes a %s is told by its sentence', (kind) => {
  const fact: Fact = { kind, text: '5', at: 0, forms: ['5'], gives: ['5'], values: [] }
  for (const where of [thePrompt, 'turn 2', null]) {
    const nearest = where === null ? null : { text: '4 "days"', where }
    const message = describeUngrounded({ fact, nearest, index: 0, isAgain: false })
    expect(quotesFacts(message)).toEqual({ any: true, ofPrompt: where === thePrompt })
    expect(quotesFacts(`something else: ${describeNearest(kind, nearest)}`).any).toBe(where !== null)
  }
  expect(quotesFacts('the reply is not as expected')).toEqual({ any: false, ofPrompt: false })
})
