import { describe, expect, it } from 'vitest'
import type { Claim } from '../../suite/language/claims.ts'
import type { ContentItem, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
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
  it.each([
    'Your re\u00adfund has been **issued**.',
    'Your refund\nhas been issued.',
    'Your refund  has been\r\n issued.',
    'Your __refund__ was _issued_.',
    'Your <b>refund</b> was\u00a0`issued`.',
    'Your refund <em>was</em> issued.',
    'Your refund <h1>was<br /> issued.',
    'Your re\u200bfund was ~~not~~issued.'.replace('~~not~~', '~~~~'),
  ])('is made whatever marks and line ends stand in it: %j', (text) => {
    expect(verdicts([said('assistant', text)])).toEqual([['failed']])
  })
  it.each(['The refund\n\nWas issued: nothing', 'refund_has_been_issued', 'refund <x, y> was issued'])(
    'is not made across paragraphs, nor where a person reads something between: %j',
    (text) => {
      expect(verdicts([said('assistant', text)])).toEqual([[]])
    },
  )
  it('passes behind a successful call of one of its tools, in this turn or before', () => {
    expect(verdicts([...call('ok'), says], [says])).toEqual([['passed'], ['passed']])
    expect(evaluateClaims([claim], viewTurn([...call('ok'), says]), new Set())).toEqual([
      { kind: 'reply', verdict: 'passed', at, subject: 'claims', mismatches: [] },
    ])
  })
  it.each([
    '{"done": true, "error": null}',
    '{"error": false}',
    '{"error": ""}',
    '{"errors": []}',
    '["error"]',
    '"no error"',
    'no Error: all is well',
    'Errorless',
  ])('passes where the output is %s', (output) => {
    expect(verdicts([...call(output, {}, 'issue_voucher'), says])).toEqual([['passed']])
  })
  it.each([
    'Error: no such order',
    ' \n ERROR',
    '"Error: no such order"',
    '{"error": "no such order"}',
    '{"error": {"length": 0}}',
    '{"errors": ["no such order"]}',
    '{"success": false}',
    '{"ok": false}',
    '{"success": true, "ok": false}',
    '{"ok": true, "ok": false}',
    '{"error": null, "error": null}',
  ])('fails where the output is %s', (output) => {
    expect(verdicts([...call(output), says])).toEqual([['failed']])
  })
  it.each<[string, TranscriptEntry[]]>([
    ['without a call', []],
    ['where the call failed', call('no', { is_error: true })],
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
  it('says of which file it is', () => {
    const outcomes = evaluateClaims([{ ...claim, from: 'the config' }], viewTurn([says]), new Set())
    expect(outcomes).toMatchObject([
      {
        mismatches: [
          { expected: 'a successful call of issue_refund or issue_voucher before it (claims: of the config)' },
        ],
      },
    ])
  })
  const url = 'https://cdn.example/refund-was-issued'
  it.each<[string, ContentItem, string[]]>([
    ['a button', { type: 'button', text: 'Refund was issued: show', payload: 'x' }, ['failed']],
    ['a caption', { type: 'image', url, caption: 'Your refund was issued', mimeType: 'image/png' }, ['failed']],
    ['the caption of a film', { type: 'video', url, caption: 'refund has been issued', mimeType: 'x/y' }, ['failed']],
    ['the name of a file', { type: 'file', url, filename: 'refund was issued.pdf', mimeType: 'x/y' }, ['failed']],
    ['the text of one item', { type: 'text', text: 'The refund was issued.' }, ['failed']],
    ['no payload', { type: 'button', text: 'Show', payload: 'refund was issued' }, []],
    ['no link', { type: 'audio', url: 'https://cdn.example/refund was issued', mimeType: 'audio/ogg' }, []],
  ])('may stand on %s', (_, item, expected) => {
    const entries = [said('assistant', [{ type: 'text', text: 'Hello. ' }, item])]
    expect(verdicts(entries)).toEqual([expected])
    expect(verdicts([...call('ok'), ...entries])).toEqual([expected.map(() => 'passed')])
  })
})
