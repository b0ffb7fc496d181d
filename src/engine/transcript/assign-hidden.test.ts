import { expect, it } from 'vitest'
import { assignHidden } from './assign-hidden.ts'
import { called, gave, said } from './entries.fixture.ts'

/** Turn 0 was answered, turn 1 was not; the session holds this of turn 1, and whether that is surely its call. */
it.each([
  ['its message, and a call', ['b'], { sure: [3, 4], possible: [] }],
  ['its message twice, each with a call', ['b', 'b'], { sure: [], possible: [3, 4, 6, 7] }],
])('a turn that was not answered: %s', (_, messages, own) => {
  const stored = [
    said('user', 'a', 0),
    said('assistant', 'yes', 1),
    ...messages.flatMap((text, at) => [
      said('user', text, 10 * at + 10),
      called('refund', `${at}`, {}, 'post', 10 * at + 11),
      gave('refund', `${at}`, 'ok', { phase: 'post' }),
    ]),
  ]
  const shownAs = stored.map((_, offset) => (offset < 2 ? offset : null))
  const callsByTurn = assignHidden({ stored, shownAs, turnOf: [0, 0], asking: [0, 1] })
  expect(Object.fromEntries(callsByTurn)).toEqual({ 1: own })
})
