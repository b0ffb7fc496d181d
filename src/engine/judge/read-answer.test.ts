import { describe, expect, it } from 'vitest'
import { readAnswer } from './read-answer.ts'
import { answer, entries, quoting, voidAnswers } from './void-answers.fixture.ts'

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
  it('is void where it quotes nothing but what was given before, and the mark of that is no word of it', () => {
    const givenEntries = entries.map((entry, index) => (index < 2 ? { ...entry, given: true } : entry))
    const about = (verdict: string, ...numbers: number[]) =>
      readAnswer(
        answer({
          verdict,
          quotations: numbers.map((entry) => ({
            entry,
            words: entry === 1 ? 'order' : entry === 4 ? 'shipped' : 'true',
          })),
        }),
        givenEntries,
      )
    for (const verdict of ['met', 'not met'])
      expect(about(verdict, 1)).toEqual(
        voidBy('it quotes only what was given before the conversation, which is no doing of the agent'),
      )
    expect(about('cannot tell', 1).says).toBe('cannot tell')
    expect(about('met', 1, 4).says).toBe('met')
    expect(about('met', 4, 2).reason).toBe('it quotes words that are not in entry 2: "true"')
  })
  it.each(voidAnswers)('is void: %j', (text, reason) => {
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
