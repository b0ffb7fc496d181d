import { expect, it } from 'vitest'
import type { JsonObject } from '../../base/json/json.ts'
import type { Turn } from '../../suite/language/script/turn.ts'
import { called, gave, said } from '../transcript/entries.fixture.ts'
import { viewTurn } from '../transcript/turn-view.ts'
import { capture, captureAll } from './capture.ts'
import type { AnsweredTurn } from './conversation-run.ts'
import type { State } from './run-context.ts'

const view = viewTurn([
  said('user', 'hi'),
  called('find', '1', { q: 'x' }),
  gave('find', '1', '{"items":[{"id":"A"},{"id":"B"}]}'),
  called('note', '2'),
  gave('note', '2', 'plain'),
  said('assistant', 'Here.'),
])

it('finds names in either Unicode form', () => {
  const turnView = viewTurn([called('cafe\u0301', '1'), gave('cafe\u0301', '1', '{"cafe\u0301":3}')])
  expect(capture('calls.caf\u00e9.output.caf\u00e9', turnView)).toEqual({ ok: true, value: 3 })
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

const replyView = viewTurn([
  said('assistant', 'Your ticket is T-1234 f\u00fcr \u00dcbel.'),
  {
    ...said('assistant', ''),
    content: [
      { type: 'button', text: 'No', payload: 'no_1' },
      { type: 'button', text: 'Yes', payload: 'close_77' },
      { type: 'file', url: 'https://x.org/a.pdf', mimeType: 'application/pdf', filename: 'a.pdf' },
    ],
  } as ReturnType<typeof said>,
])

it.each([
  ['messages[0]', 'Your ticket is T-1234 f\u00fcr \u00dcbel.'],
  ['messages[-1]', ''],
  ['button[1].payload', 'close_77'],
  ['file.filename', 'a.pdf'],
  ['file.host', 'x.org'],
  ['content[3].filename', 'a.pdf'],
  ['sessionId', 's-1'],
])('captures %s', (path, value) => {
  expect(taken(path)).toEqual({ values: { t: value } })
})

it.each([
  ['reply', /ticket is (T-\d+)/, { t: 'T-1234' }],
  ['reply', /T-\d+/, { t: 'T-1234' }],
  ['reply', /TICKET/i, { t: 'ticket' }],
  [
    'reply',
    /is (?<id>T-\d+) f\u00fcr (?<who>\w+)\b/,
    { t: 'T-1234', 't.id': 'T-1234', id: 'T-1234', 't.who': '\u00dcbel', who: '\u00dcbel' },
  ],
  ['button.payload', /close_(\d+)/, { t: '77' }],
])('captures a part of %s by %s', (path, pattern, values) => {
  expect(taken(path, pattern)).toEqual({ values })
})

it.each([
  ['image.url', undefined, 'the turn has no "image" to capture'],
  ['button[5].payload', undefined, 'button has no "5" to capture'],
  ['reply', /x(\d+)/, 'nothing in reply matches /x(\\d+)/'],
  ['reply', /T(x)?-/, 'the first group of /T(x)?-/ holds nothing in reply'],
  ['reply', /T(?<n>x)?-/, 'the group "n" of /T(?<n>x)?-/ holds nothing in reply'],
])('blames the agent for %s by %s', (path, pattern, reason) => {
  expect(taken(path, pattern)).toEqual({ values: {}, stop: expect.objectContaining({ kind: 'uncaptured', reason }) })
})

it('shows what there is instead', () => {
  expect(taken('reply', /x(\d+)/).stop).toMatchObject({ hint: expect.stringContaining('Your ticket is T-1234') })
})

function taken(path: string, pattern?: RegExp) {
  const at = { line: 1, column: 1, length: 1 }
  const patterns = pattern === undefined ? [] : [{ pattern: { source: pattern.source, flags: pattern.flags }, at }]
  const value = {
    value: path,
    at,
    ...(pattern === undefined ? {} : { pattern: { kind: 'matches' as const, patterns, at } }),
  }
  const variables: JsonObject = {}
  const state = { variables, numerals: {}, run: { sessionId: 's-1' } } as unknown as State
  const turn: Turn = { user: null, at, capture: [{ name: 't', at, value }] }
  const stop = captureAll(state, turn, { index: 0, view: replyView } as AnsweredTurn)
  return stop === null ? { values: variables } : { values: variables, stop }
}

it.each([
  ['calls.fnd.output', 'calls has no "fnd" to capture', 'did you mean find?'],
  ['calls.find.output.items[7].id', 'calls.find.output.items has no "7" to capture', 'there are 0, 1'],
  ['calls.note.output.id', 'calls.note.output has no "id" to capture', 'there is nothing below it'],
  ['calls.constructor', 'calls has no "constructor" to capture', 'there are find, note'],
])('says why %s leads nowhere', (path, reason, hint) => {
  expect(capture(path, view)).toEqual({ ok: false, reason, hint })
})
