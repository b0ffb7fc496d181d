import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { said } from '../../engine/transcript/entries.fixture.ts'
import { snapshotOf } from './snapshot.fixture.ts'
import { formatSnapshot, parseSnapshot, readEscaped, type Snapshot } from './snapshot.ts'

const header = { suite: 's', conversation: 'c', file: 'f.yaml', agent: 'a', version: '2', script: '00' }
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        'word ',
        'x',
        '\\',
        '\n',
        '\r\n',
        '  ',
        '| ',
        'turn 2',
        '-> f()',
        '\\u{20}',
        '中文字',
        'é',
        '\u202e',
        '👨‍👩‍👧',
        '[',
        '}, {',
        ': ',
      ),
      { maxLength: 120 },
    )
    .map((parts) => parts.join('')),
)

describe('parseSnapshot', () => {
  it('gives back what was written, whatever is said and called', { tags: 'slow' }, async () => {
    await fc.assert(
      fc.asyncProperty(hostile, hostile, async (one, two) => {
        const snapshot = await snapshotOf([
          said('user', 'hello'),
          said(
            'assistant',
            [
              { type: 'text', text: one },
              { type: 'button', text: two, payload: one },
            ],
            1,
            two,
          ),
          { type: 'function_call', name: one, call_id: '1', arguments: { [two]: one }, phase: null, timestamp: '' },
          {
            type: 'function_call_output',
            name: one,
            call_id: '1',
            output: two,
            is_error: false,
            executionTimeMs: 1,
            phase: null,
            timestamp: '',
          },
        ])
        const original: Snapshot = { ...snapshot, header: { ...snapshot.header, conversation: one, suite: two } }
        const text = formatSnapshot(original)
        expect(parseSnapshot(text)).toEqual({ ok: true, snapshot: original })
        expect(parseSnapshot(text.replaceAll('\n', '\r\n'))).toEqual({ ok: true, snapshot: original })
        expect(text).toMatch(/^(?!.*[ \t]$)[^\p{Cc}\p{Cs}\u202e]*$/mu)
        expect(text.split('\n').filter((line) => /\s$/.test(line))).toEqual([])
        const [reply = ''] = snapshot.lines.slice(1).map((line) => line.text)
        expect(readEscaped(reply)).toContain(one.replace(/^\[/, '['))
      }),
      { seed: 16, numRuns: 200 },
    )
  })

  it('folds at 90 columns, and begins a line for each object of a long list', () => {
    const list = `<- [${Array.from({ length: 3 }, (_, index) => `{flight: HAT${index}, seats: {economy: 12, business: 3}, price: ${index}}`).join(', ')}]`
    const lines = [
      { section: 'turn 1', text: `user: ${'word '.repeat(30)}end` },
      { section: 'turn 1', text: `a: ${'x'.repeat(200)} y\n${'z '.repeat(50)}end` },
      { section: 'turn 1', text: list },
    ]
    const text = formatSnapshot({ header, lines })
    expect(text.split('\n').filter((line) => line.length > 90)).toEqual([])
    expect(text.split('\n').slice(9)).toEqual([
      `  user: ${'word '.repeat(16).trimEnd()}`,
      `      ${'word '.repeat(14)}end`,
      `  a: ${'x'.repeat(84)}\\`,
      `      ${'x'.repeat(83)}\\`,
      `      ${'x'.repeat(33)} y`,
      `    | ${'z '.repeat(42).trimEnd()}`,
      '      z z z z z z z z end',
      '  <- [{flight: HAT0, seats: {economy: 12, business: 3}, price: 0},',
      '      {flight: HAT1, seats: {economy: 12, business: 3}, price: 1},',
      '      {flight: HAT2, seats: {economy: 12, business: 3}, price: 2}]',
      '',
    ])
    expect(parseSnapshot(text)).toEqual({ ok: true, snapshot: { header, lines } })
  })

  it('keeps the digits of private values in the header, in as many lines as they need', () => {
    const names = Array.from({ length: 9 }, (_, index) => [`<dob ${index + 1}>`, `${index}f`] as const)
    const digits = Object.fromEntries([...names, ['<secret>', 'a'], ['said <secret>', '0b']])
    const snapshot: Snapshot = { header, digits, lines: [{ section: 'turn 1', text: 'private values: none' }] }
    const text = formatSnapshot(snapshot)
    expect(text.split('\n').slice(6, 11)).toEqual([
      'script: 00',
      'private values: <dob 1> 0f, <dob 2> 1f, <dob 3> 2f, <dob 4> 3f, <dob 5> 4f, <dob 6> 5f',
      'private values: <dob 7> 6f, <dob 8> 7f, <dob 9> 8f, <secret> a, said <secret> 0b',
      '',
      'turn 1',
    ])
    expect(parseSnapshot(text)).toEqual({ ok: true, snapshot })
    expect(parseSnapshot(text.replaceAll('\n', '\r\n'))).toEqual({ ok: true, snapshot })
  })

  const whole = formatSnapshot({ header, lines: [{ section: 'turn 1', text: 'user: hi' }] })
  it.each([
    ['', 1, 'it does not begin with "tableread snapshot"'],
    [whole.replace('snapshot 1', 'snapshot 7'), 1, 'it is written in format 7, and this Tableread reads format 1'],
    [whole.replace(/agent.*\n/, ''), 5, '"agent:" should stand here'],
    [
      whole.replace('script: 00\n', 'script: 00\nprivate values: <email 1> 0f\nprivate values: <email 2>\n'),
      9,
      '"private values: <email 1> 0f" should stand here',
    ],
    [whole.replace('script: 00\n', 'script: 00\n\nprivate values: <email 1> 0f\n'), 9, 'no snapshot has such a line'],
    [`${whole}<<<<<<< HEAD\n`, 11, 'a merge is not resolved'],
    [`${whole}hello\n`, 11, 'no snapshot has such a line'],
    [whole.replace('turn 1', ''), 10, 'no snapshot has such a line'],
    [`${whole}\nturn 2\n      lost\n`, 13, 'no snapshot has such a line'],
  ])('says where a text is none: case %#', (text, line, reason) => {
    expect(parseSnapshot(text)).toEqual({ ok: false, line, reason })
  })
})
