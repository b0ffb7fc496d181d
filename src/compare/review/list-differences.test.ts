import { expect, it } from 'vitest'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { resultOf, turnOf } from '../align/result.fixture.ts'
import { listDifferences } from './list-differences.ts'

const call = (name: string): TranscriptEntry => ({
  ...{ type: 'function_call', name, call_id: name, arguments: {}, phase: 'post' },
  timestamp: '2026-01-01T10:00:00.000Z',
})

/** A run after whose last turn these functions ran, as the stored session shows. */
const runOf = (...late: string[]): ConversationResult => resultOf([turnOf(0, [])], { afterTurns: late.map(call) })

it('a call after the last turn is new where no run of the other side has it there', () => {
  const kindsOf = (a: ConversationResult, b: ConversationResult): string[] =>
    listDifferences([a, a], [b], { changes: [], ways: null }).map(({ kind }) => kind)
  expect(kindsOf(runOf(), runOf('cancel_order'))).toEqual([expect.stringMatching(/^calls .* new$/)])
  expect(kindsOf(runOf('log'), runOf('cancel_order', 'log'))).toEqual([expect.stringMatching(/^calls .* new$/)])
  expect(kindsOf(runOf('log'), runOf('log', 'log'))).toEqual([expect.not.stringMatching(/new$/)])
  expect(kindsOf(runOf('log'), runOf())).toEqual([expect.not.stringMatching(/new$/)])
})
