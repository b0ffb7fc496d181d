import { expect, it } from 'vitest'
import { unjudgedOf } from './outcome.ts'

it('what could not be judged is told once for each place, by its path, with the first reason', () => {
  const [here, there] = [
    { line: 1, column: 1, length: 1 },
    { line: 2, column: 1, length: 1 },
  ]
  const miss = { expected: 'text in German', actual: 'Ok' }
  const outcome = { kind: 'value', verdict: 'not judged' }
  expect(
    unjudgedOf('reply', [
      { at: here, path: '', doubt: 'too short', ...miss },
      { at: here, path: 'messages[1]', doubt: 'no words', ...miss },
      { at: there, path: 'messages', ...miss },
      { at: there, path: 'messages', doubt: 'no words', ...miss },
    ]),
  ).toEqual([
    { ...outcome, at: here, subject: 'reply', reason: 'too short' },
    { ...outcome, at: there, subject: 'messages', reason: 'no words' },
  ])
})
