import { describe, expect, it } from 'vitest'
import type { FunctionCall, FunctionCallOutput, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { pairEntries } from './entry-view.ts'

const timestamp = '2026-01-05T09:00:00.000Z'
const called = (call_id: string, name = call_id): FunctionCall => ({
  type: 'function_call',
  name,
  call_id,
  arguments: {},
  phase: 'during',
  timestamp,
})
const outputOf = (call_id: string, output = 'ok'): FunctionCallOutput => ({
  type: 'function_call_output',
  name: call_id,
  call_id,
  output,
  is_error: false,
  executionTimeMs: 1,
  phase: 'during',
  timestamp,
})
const thinkingEntry: TranscriptEntry = { type: 'thinking', thinking: 'hm', timestamp }

describe('pairing of calls and outputs', () => {
  it('puts outputs to their calls, at the place of the call, in whatever order they come', () => {
    const [a, b, outA, outB] = [called('a'), called('b'), outputOf('a'), outputOf('b')]
    expect(pairEntries([a, b, thinkingEntry, outB, outA])).toEqual([
      { type: 'call', call: a, output: outA },
      { type: 'call', call: b, output: outB },
      thinkingEntry,
    ])
  })

  it('shows a call without output, and an output before its call, as halves', () => {
    expect(pairEntries([outputOf('a'), called('a')])).toEqual([
      { type: 'call', call: null, output: outputOf('a') },
      { type: 'call', call: called('a'), output: null },
    ])
  })

  it('pairs calls that share an id in order, and leaves an output too many alone', () => {
    const entries = [
      called('x', 'first'),
      called('x', 'second'),
      outputOf('x', '1'),
      outputOf('x', '2'),
      outputOf('x', '3'),
    ]
    expect(
      pairEntries(entries).map((entry) => entry.type === 'call' && [entry.call?.name, entry.output?.output]),
    ).toEqual([
      ['first', '1'],
      ['second', '2'],
      [undefined, '3'],
    ])
  })
})
