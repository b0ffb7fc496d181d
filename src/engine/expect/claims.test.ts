import { describe, expect, it } from 'vitest'
import type { Claim } from '../../suite/language/claims.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { called, gave, said } from '../transcript/entries.fixture.ts'
import { viewTurn } from '../transcript/turn-view.ts'
import { evaluateClaims } from './claims.ts'

const at = { line: 7, column: 3, length: 9 }
const claim: Claim = {
  at,
  written: '/refund (has been|was) issued/i',
  pattern: { source: 'refund (has been|was) issued', flags: 'i' },
  tools: [
    { value: 'issue_refund', at },
    { value: 'issue_voucher', at },
  ],
}
const says = said('assistant', 'Your refund has been issued.', 9)
const call = (output: string, more = {}, name = 'issue_refund'): TranscriptEntry[] => [
  called(name, '1'),
  gave(name, '1', output, more),
]

const verdicts = (...turns: TranscriptEntry[][]): string[][] => {
  const done = new Set<string>()
  return turns.map((entries) => evaluateClaims([claim], viewTurn(entries), done).map(({ verdict }) => verdict))
}

describe('a claim', () => {
  it('is no outcome where nobody makes it', () => {
    expect(verdicts([said('assistant', 'I can issue a refund.')])).toEqual([[]])
  })
  it('passes behind a successful call of one of its tools, in this turn or before', () => {
    expect(verdicts([...call('ok'), says], [says])).toEqual([['passed'], ['passed']])
    expect(verdicts([...call('{"done": true, "error": null}', {}, 'issue_voucher'), says])).toEqual([['passed']])
  })
  it.each<[string, TranscriptEntry[]]>([
    ['without a call', []],
    ['where the call failed', call('no', { is_error: true })],
    ['where the output tells of an error', call('Error: no such order')],
    ['where a member does', call('{"error": "no such order"}')],
    ['where it did not succeed', call('{"success": false}')],
    ['where the output is missing', [called('issue_refund', '1')]],
    ['where another tool was called', call('ok', {}, 'look_up')],
  ])('fails %s', (_, entries) => {
    expect(verdicts([...entries, says])).toEqual([['failed']])
  })
  it('fails before the call, at its line, with the words', () => {
    const outcomes = evaluateClaims([claim], viewTurn([says, ...call('ok')]), new Set())
    expect(outcomes).toEqual([
      {
        kind: 'reply',
        verdict: 'failed',
        at,
        subject: 'claims',
        mismatches: [
          {
            at,
            path: 'reply',
            expected: 'a successful call of issue_refund or issue_voucher before it',
            actual: 'refund has been issued',
          },
        ],
      },
    ])
  })
  it('may stand on a button', () => {
    expect(verdicts([said('assistant', [{ type: 'button', text: 'Refund was issued: show', payload: 'x' }])])).toEqual([
      ['failed'],
    ])
  })
})
