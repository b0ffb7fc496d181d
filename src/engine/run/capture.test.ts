import { expect, it } from 'vitest'
import { called, gave, said } from '../transcript/entries.fixture.ts'
import { viewTurn } from '../transcript/turn-view.ts'
import { capture } from './capture.ts'

const view = viewTurn([
  said('user', 'hi'),
  called('find', '1', { q: 'x' }),
  gave('find', '1', '{"items":[{"id":"A"},{"id":"B"}]}'),
  called('note', '2'),
  gave('note', '2', 'plain'),
  said('assistant', 'Here.'),
])

it('finds names in either Unicode form', () => {
  const made = viewTurn([called('cafe\u0301', '1'), gave('cafe\u0301', '1', '{"cafe\u0301":3}')])
  expect(capture('calls.caf\u00e9.output.caf\u00e9', made)).toEqual({ ok: true, value: 3 })
})

it.each([
  ['reply', 'Here.'],
  ['agentName', 'desk'],
  ['calls.find.arguments.q', 'x'],
  ['calls.find.output.items[1].id', 'B'],
  ['calls.find.output.items.0.id', 'A'],
  ['calls.note.output', 'plain'],
])('captures %s', (path, value) => {
  expect(capture(path, view)).toEqual({ ok: true, value })
})

it.each([
  ['calls.fnd.output', 'calls has no "fnd" to capture', 'did you mean find?'],
  ['calls.find.output.items[7].id', 'calls.find.output.items has no "7" to capture', 'there are 0, 1'],
  ['calls.note.output.id', 'calls.note.output has no "id" to capture', 'there is nothing below it'],
  ['calls.constructor', 'calls has no "constructor" to capture', 'there are find, note'],
])('says why %s leads nowhere', (path, reason, hint) => {
  expect(capture(path, view)).toEqual({ ok: false, reason, hint })
})
