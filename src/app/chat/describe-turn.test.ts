import { describe, expect, it } from 'vitest'
import { called, gave, said } from '../../engine/transcript/entries.fixture.ts'
import { createPaint } from '../../report/text/paint.ts'
import type { Failure } from '../../wire/client/failure.ts'
import { describeNoAnswer, describeTurn } from './describe-turn.ts'
import { renderLine } from './screen.ts'
import { talkOf } from './talk.fixture.ts'

const linesOf = (entries: Parameters<typeof talkOf>[0][number], columns: number | null = null) => {
  const [turn] = talkOf([entries]).turns
  if (turn === undefined) throw new Error('no turn')
  return describeTurn(turn, 'desk').flatMap((each) => renderLine(each, createPaint(false), columns))
}

describe('describeTurn', () => {
  it('shows calls with their outputs, who speaks and what stands beside words', () => {
    const entries = [
      said('user', 'return it'),
      called('lookup', 'c1', { id: '7' }),
      gave('lookup', 'c1', '{"ok":true}'),
      called('label', 'c2'),
      gave('label', 'c2', 'no paper', { is_error: true, phase: 'post' }),
      said('assistant', [
        { type: 'text', text: 'First line\n  - a point' },
        { type: 'file', mimeType: 'application/pdf', url: 'https://x/l.pdf', filename: 'l.pdf' },
        { type: 'image', mimeType: 'image/png', url: 'https://x/i.png', caption: 'Near you' },
        { type: 'button', text: '', payload: 'go' },
      ]),
      said('assistant', 'I am Mira.', 40, 'people'),
      said('backgroundAgent', 'was handed over', 40, 'people'),
    ]
    expect(linesOf(entries)).toEqual([
      '  call lookup(id: "7") -> {ok: true} 10 ms during',
      '  call label() -> error "no paper" 10 ms during',
      'First line',
      '  - a point',
      '  [file: l.pdf]',
      '  [image: Near you]',
      '  [1] go',
      '  now speaks people',
      'I am Mira.',
      '  background "was handed over"',
      '  12 ms, 40 ms by the transcript',
    ])
  })
  it('says that there is no answer', () => {
    expect(linesOf([said('user', 'hello')])[0]).toBe('  the agent gave no answer')
  })
  it('folds what is dim below its own margin', () => {
    const lines = linesOf([said('user', 'a'), called('look', 'c', { one: 'two three', four: 'five six' })], 24)
    expect(lines[0]).toBe('  call look(one: two')
    expect(lines.every((each) => each.length <= 24 && /^(?: {2}|\S)/.test(each))).toBe(true)
  })
  it('lets nothing hostile through', () => {
    const evil = 'a\u001b[2J\u001b]52;c;x\u0007\u009b1m\u202eb\u2066\u0000c\rd\u2028e\u0085f'
    const entries = [
      called(evil, 'c', { [evil]: evil }),
      gave(evil, 'c', evil),
      said('assistant', [
        { type: 'text', text: evil },
        { type: 'button', text: evil, payload: '' },
        { type: 'image', mimeType: '', url: evil, caption: evil },
        { type: 'file', mimeType: '', url: evil, filename: evil },
      ]),
      said('assistant', 'x', 0, evil),
      said('backgroundAgent', evil),
      { type: 'thinking' as const, thinking: evil, timestamp: evil },
    ]
    expect(linesOf(entries).join('\n')).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/u)
  })
})

it.each<[cause: string, failure: Failure]>([
  ['network', { kind: 'unreachable', url: 'http://localhost:1', code: 'ECONNREFUSED' }],
  ['service', { kind: 'timed out', limitMs: 300 }],
  [
    'script',
    { kind: 'refused', status: 401, responseCode: 401, errorCode: 'apiKeyInvalid', message: 'no', requestId: null },
  ],
])('a message without an answer says whose that is: %s', (cause, failure) => {
  const lines = describeNoAnswer(failure, 'desk', ['desk']).map(({ text }) => text.trim())
  expect(lines.at(-1)).toBe(`cause: ${cause}`)
})
