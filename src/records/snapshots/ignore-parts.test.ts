import { expect, it } from 'vitest'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { withoutPatterns, withoutPlaces } from './ignore-parts.ts'

const at = { line: 1, column: 1, length: 1 }
const lines = [{ section: 'turn 1', text: 'desk: Your ticket is T-12, not T-3.' }]

it('leaves out what a pattern matches in a line', () => {
  expect(withoutPatterns(lines, [{ pattern: { source: 'T-\\d+', flags: '' } }])).toEqual([
    { section: 'turn 1', text: 'desk: Your ticket is <ignored>, not <ignored>.' },
  ])
  expect(withoutPatterns(lines, [])).toEqual(lines)
  const parts = ['T-', '[a-e]'].map((source) => ({ pattern: { source, flags: '' } }))
  expect(withoutPatterns([{ section: 'turn 1', text: 'T-12 red' }], parts)).toEqual([
    { section: 'turn 1', text: '<ignored>12 r<ignored><ignored>' },
  ])
})

it('leaves out places of calls, and what the agent says', () => {
  const output = { type: 'function_call_output', name: 'make', output: '{"items":[{"id":1,"n":2},{"id":3}]}' }
  const call = { type: 'function_call', name: 'make', arguments: { id: 7, n: 1 } }
  const reply = { type: 'message', role: 'assistant', content: [{ type: 'text', text: 'T-1' }] }
  const without = (entry: object, parts: Parameters<typeof withoutPlaces>[1]): unknown =>
    withoutPlaces(entry as unknown as TranscriptEntry, parts)
  expect(without(output, [{ place: 'output', tool: 'make', at, path: ['items', 'id'] }])).toMatchObject({
    output: '{"items":[{"id":"<ignored>","n":2},{"id":"<ignored>"}]}',
  })
  expect(without(output, [{ place: 'output', tool: 'other', at, path: [] }])).toEqual(output)
  expect(without(call, [{ place: 'arguments', tool: 'make', at, path: ['id'] }])).toMatchObject({
    arguments: { id: '<ignored>', n: 1 },
  })
  expect(without(reply, [{ place: 'reply' }])).toMatchObject({ content: [{ type: 'text', text: '<ignored>' }] })
})
