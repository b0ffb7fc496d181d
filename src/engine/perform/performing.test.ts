import { expect, it } from 'vitest'
import { performing } from './perform-conversation.ts'

it('is put together in this order, the outermost first', () => {
  expect(Object.keys(performing)).toEqual(['withWarnings', 'withJournal', 'insistFit', 'withBudget', 'withWorkers'])
})
