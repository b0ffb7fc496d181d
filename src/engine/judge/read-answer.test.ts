import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../base/json.ts'
import { readAnswer } from './read-answer.ts'

const entries: JsonObject[] = [
  { by: 'customer', text: 'Where is order 1042?' },
  { by: 'agent', name: 'desk', text: 'It’s “on” its\n way, ‘today’: cafe\u0301' },
  { by: 'agent', calls: 'get_order', with: { order: '1042', items: ['mug', 'cup'], n: 3, gift: true, note: null } },
  { by: 'tool', name: 'get_order', output: '{"state":"shipped"}' },
  { by: 'agent', items: [{ text: 'Bye' }, { button: 'Track' }] },
]
const answer = (more: object = {}): string =>
  JSON.stringify({ reason: 'so', quotations: [{ entry: 1, words: 'order' }], verdict: 'met', ...more })
const quoting = (entry: unknown, words: unknown): string => answer({ quotations: [{ entry, words }] })
const read = (text: string) => readAnswer(text, entries)
const voidBy = (reason: string) => ({ says: 'void', reason, quotations: [] })

describe('an answer of a judge', () => {
  it.each(['met', 'not met', 'cannot tell'])('that says %s is that, with its reason and what it quotes', (verdict) => {
    const quotations = [
      { entry: 4, words: 'shipped' },
      { entry: 1, words: ' order  1042' },
    ]
    expect(read(answer({ verdict, reason: ' so it is\n', quotations }))).toEqual({
      says: verdict,
      reason: 'so it is',
      quotations: [
        { index: 3, words: 'shipped' },
        { index: 0, words: ' order  1042' },
      ],
    })
  })
  it.each<[string, string]>([
    ['', 'the answer is empty'],
    [' \n ', 'the answer is empty'],
    ['```\n\n```', 'the answer is empty'],
    ['It is met.', 'the answer is not one JSON object'],
    [`[${answer()}]`, 'the answer is not one JSON object'],
    ['null', 'the answer is not one JSON object'],
    [`${answer()} ${answer()}`, 'the answer is not one JSON object'],
    [`Sure: \`\`\`json\n${answer()}\n\`\`\``, 'the answer is not one JSON object'],
    [`\`\`\`json\n${answer()}\n\`\`\`\nDone.`, 'the answer is not one JSON object'],
    [`\`\`\`js\n${answer()}\n\`\`\``, 'the answer is not one JSON object'],
    [`\`\`\`json\n${answer()}\n\`\`\`\n\`\`\`json\n${answer()}\n\`\`\``, 'the answer is not one JSON object'],
    [answer().replace('{', '{"verdict":"not met",'), 'the answer is not one JSON object'],
    [answer().replace('{', '{"verd\\u0069ct":"not met",'), 'the answer is not one JSON object'],
    [answer().replace('"entry":1', '"entry":2,"entry":1'), 'the answer is not one JSON object'],
    [answer({ score: 1 }), 'the answer has a member "score", which was not asked for'],
    [answer({ ['x'.repeat(41)]: 1 }), `the answer has a member "${'x'.repeat(39)}…", which was not asked for`],
    [answer({ verdict: 'MET' }), 'the answer has no verdict of met, not met or cannot tell'],
    [answer({ verdict: undefined }), 'the answer has no verdict of met, not met or cannot tell'],
    [answer({ reason: ' ' }), 'the answer gives no reason'],
    [answer({ reason: 3 }), 'the answer gives no reason'],
    [answer({ quotations: [] }), 'the answer quotes nothing'],
    [answer({ quotations: 'order' }), 'the answer quotes nothing'],
    [answer({ quotations: ['order'] }), 'a quotation is not { entry, words }'],
    [answer({ quotations: [null] }), 'a quotation is not { entry, words }'],
    [quoting('1', 'order'), 'a quotation is not { entry, words }'],
    [quoting(1, 1042), 'a quotation is not { entry, words }'],
    [quoting(0, 'order'), 'it quotes entry 0, and there is none'],
    [quoting(6, 'order'), 'it quotes entry 6, and there is none'],
    [quoting(1.5, 'order'), 'it quotes entry 1.5, and there is none'],
    [quoting(2, 'order'), 'it quotes words that are not in entry 2: "order"'],
    [quoting(1, 'Order'), 'it quotes words that are not in entry 1: "Order"'],
    [quoting(1, ''), 'it quotes words that are not in entry 1: ""'],
    [quoting(1, ' \n'), 'it quotes words that are not in entry 1: " \n"'],
    [quoting(1, 'z '.repeat(41)), `it quotes words that are not in entry 1: "${'z '.repeat(39)}z…"`],
    [
      answer({
        quotations: [
          { entry: 1, words: 'order' },
          { entry: 1, words: 'refund' },
        ],
      }),
      'it quotes words that are not in entry 1: "refund"',
    ],
    [answer({ reason: 'x'.repeat(19_930) }), 'the answer is longer than 20000 characters'],
  ])('is void: %j', (text, reason) => {
    expect(read(text)).toEqual(voidBy(reason))
  })
  it('may have twenty thousand characters', () => {
    const long = answer({ reason: 'x'.repeat(20_000 - answer({ reason: '' }).length) })
    expect([long.length, read(long).says, read(` ${long} `).says, read(`${long.slice(0, -1)} }`).says]).toEqual([
      20_000,
      'met',
      'met',
      'void',
    ])
  })
  it.each(['```json\n', '```\n', '```json \t\n\n', '\n```json\n'])('may stand in one fence: %j', (fence) => {
    for (const end of ['\n```', '```', '\n\n``` \n']) expect(read(`${fence}${answer()}${end}`).says).toBe('met')
  })
  it('may hold a fence, and the names of its members, in what it says', () => {
    expect(read(answer({ reason: 'it says "verdict": "not met", "reason": ```json\n{}\n```' })).says).toBe('met')
  })
  it.each<[entry: number, words: string]>([
    [2, 'It\'s "on" its way'],
    [2, '“on” its  way'],
    [2, "'today'"],
    [2, 'caf\u00e9'],
    [2, 'desk'],
    [3, 'get_order'],
    [3, '1042'],
    [3, 'mug'],
    [3, '["mug","cup"]'],
    [3, '"order":"1042"'],
    [3, '3'],
    [3, 'true'],
    [3, 'null'],
    [4, '{"state":"shipped"}'],
    [5, 'Track'],
    [5, '{"button":"Track"}'],
  ])('quotes what stands in a value of an entry: %i, %j', (entry, words) => {
    expect(read(quoting(entry, words))).toMatchObject({ says: 'met', quotations: [{ index: entry - 1, words }] })
  })
  it.each<[entry: number, words: string]>([
    [1, 'customer'],
    [3, 'agent'],
    [3, 'calls'],
    [1, 'order 1 042'],
    [2, 'today: cafe'],
    [5, 'Bye Track'],
  ])('does not quote who speaks, names of members, or words put together: %i, %j', (entry, words) => {
    expect(read(quoting(entry, words)).says).toBe('void')
  })
})
