import { describe, expect, it } from 'vitest'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { said } from '../transcript/entries.fixture.ts'
import type { UngroundedFact } from '../transcript/ground.ts'
import { judgeTurn, verdicts } from './judge-turn.fixture.ts'

const passes = (reply: string, entries: TranscriptEntry[]): boolean =>
  verdicts(`reply: ${reply}`, entries).every((each) => each === 'passed')
const two = [said('assistant', 'First part.'), said('assistant', 'Second part.')]
const buttons = said('assistant', [{ type: 'button', text: 'Track', payload: 'track' }])
const thinkingOf = (thinking: string): TranscriptEntry => ({
  type: 'thinking',
  thinking,
  timestamp: '2026-01-01T00:00:00Z',
})

describe('the text of a reply', () => {
  it('meets a condition and a negation under one folding, each in its own way', () => {
    expect(passes('{ contains: FIRST, not: { contains: THIRD }, ignore case: true }', two)).toBe(true)
    expect(passes('{ contains: FIRST, not: { equals: SECOND PART. }, ignore case: true }', two)).toBe(false)
  })
  it('is one of several things inside', () => {
    expect(passes('{ contains: { one of: [shipped, Second] } }', two)).toBe(true)
    expect(passes('{ contains: { one of: [shipped, third] } }', two)).toBe(false)
    expect(passes('{ not: { contains: { one of: [shipped, Second] } } }', two)).toBe(false)
    expect(passes('{ contains: { matches: /^Second/ } }', two)).toBe(false)
    expect(passes('{ not: { contains: { matches: /part/ } } }', two)).toBe(false)
  })
  it('is not the text of buttons, but what it must not hold they must not either', () => {
    expect(passes('{ contains: Track }', [...two, buttons])).toBe(false)
    expect(passes('{ not: { contains: Track } }', [...two, buttons])).toBe(false)
    expect(passes('{ not: { empty: true } }', [...two, buttons])).toBe(true)
  })
  it('takes characters of patterns literally, and texts as they are', () => {
    const entries = [said('assistant', 'Pay $5 (or 4.50?) [now] \\ a|b* ^')]
    expect(passes('{ contains: ["$5 (or 4.50?)", "[now] \\\\ a|b* ^"] }', entries)).toBe(true)
    expect(passes('{ contains: "4x50" }', entries)).toBe(false)
  })
  it('names the message in which a thing stands that must not', () => {
    expect(judgeTurn('reply: { not: { equals: Second part. } }', two)).toMatchObject([
      { verdict: 'failed', mismatches: [{ path: 'reply, message 2', actual: 'Second part.' }] },
    ])
  })
})

describe('messages', () => {
  it.each<[string, boolean]>([
    ['2', true],
    ['3', false],
    ['{ at least: 2 }', true],
    ['{ not: 2 }', false],
    ['{ contains: First part. }', true],
    ['{ contains: { starts with: Second } }', true],
    ['{ not: { contains: First part. } }', false],
    ['{ not: { matches: /Second/ } }', false],
    ['{ each: { ends with: part. }, length: 2 }', true],
    ['{ all: [{ at least: 1 }, { each: { contains: part } }] }', true],
    ['{ none: [{ at least: 2 }] }', false],
    ['[First part., { contains: Second }]', true],
    ['[First part.]', false],
    ['{ starts with: First }', true],
    ['{ ends with: Second part. }', true],
    ['{ words: 4 }', true],
    ['{ sentences: 2 }', true],
  ])('%s', (messages, holds) => {
    expect(passes(`{ messages: ${messages} }`, two)).toBe(holds)
  })
  it('are each all that a customer reads of one', () => {
    expect(passes('{ messages: { each: { not: { contains: Track } } } }', [...two, buttons])).toBe(false)
    expect(passes('{ messages: { each: { not: { contains: Cancel } } } }', [...two, buttons])).toBe(true)
    expect(passes('{ messages: [x, { not: { contains: Track } }] }', [said('assistant', 'x'), buttons])).toBe(false)
  })
  it('of which none of several things holds say what was there', () => {
    expect(judgeTurn('reply: { messages: { any: [3, { at least: 4 }] } }', two)).toMatchObject([
      {
        verdict: 'failed',
        at: { column: 22 },
        mismatches: [{ path: 'messages', expected: 'one of 3 or at least 4', actual: 2 }],
      },
    ])
  })
  it('are a date, or JSON, as the reply is', () => {
    expect(passes('{ messages: { before: 2027-01-01 } }', [said('assistant', '2026-01-01')])).toBe(true)
    expect(passes('{ messages: { json: { a: 1 } } }', [said('assistant', '{"a":1}')])).toBe(true)
  })
})

describe('where nobody can tell', () => {
  const short = [said('assistant', 'Ok'), said('assistant', 'Hm')]
  const reason = 'it is too short to tell its language by'
  it.each<[string, string, number]>([
    ['{ language: de }', 'reply', 10],
    ['{ not: { language: de } }', 'reply', 17],
    ['{ messages: { language: de } }', 'messages', 22],
    ['{ messages: { not: { language: de } } }', 'messages', 29],
    ['{ messages: { none: [{ matches: /x/ }, { language: de }] } }', 'messages', 49],
    ['{ messages: { not: { contains: { language: de } } } }', 'messages', 41],
    ['{ messages: { not: { any: [{ language: de }, { at least: 3 }] } } }', 'messages', 37],
    ['{ agentName: desk, messages: { each: { language: de } } }', 'messages[0]', 47],
  ])('%s is not judged, with the reason', (reply, subject, column) => {
    const unjudged = judgeTurn(`reply: ${reply}`, short).filter(({ verdict }) => verdict !== 'passed')
    expect(unjudged[0]).toEqual({
      kind: 'value',
      verdict: 'not judged',
      at: expect.objectContaining({ column }),
      subject,
      reason,
    })
  })
  it('what is certain of one message settles it', () => {
    const yaml = 'reply: { messages: { not: { any: [{ language: de }, { matches: /^Ok$/ }] } } }'
    expect(judgeTurn(yaml, short)).toMatchObject([{ verdict: 'failed', mismatches: [{ actual: 'Ok' }] }])
    expect(verdicts('reply: { messages: { not: { all: [{ language: de }, { matches: /x/ }] } } }', short)).toEqual([
      'passed',
    ])
  })
})

describe('what is grounded', () => {
  const fact = (text: string): UngroundedFact => ({
    ...{
      fact: { kind: 'number', text, at: 0, forms: [], gives: [], values: [] },
      index: 0,
      nearest: null,
      isAgain: false,
    },
  })
  const judged = (ungrounded?: () => readonly UngroundedFact[]) =>
    judgeTurn('reply: { grounded: true }', two, ungrounded === undefined ? {} : { ungrounded })
  const at = expect.objectContaining({ column: 10 })

  it('is not judged where nobody knows what was said', () => {
    expect(judged()).toEqual([
      {
        kind: 'value',
        verdict: 'not judged',
        at,
        subject: 'grounded',
        reason: 'what was said before is not known here',
      },
    ])
  })
  it('passes where every fact was said', () => {
    expect(judged(() => [])).toEqual([{ kind: 'reply', verdict: 'passed', at, subject: 'grounded', mismatches: [] }])
  })
  it('fails by each fact that was not, the first twenty', () => {
    const outcomes = judged(() => Array.from({ length: 25 }, (_, index) => fact(` ${index}\n`)))
    expect(outcomes).toHaveLength(20)
    expect(outcomes[19]).toEqual({
      kind: 'reply',
      verdict: 'failed',
      at,
      subject: 'grounded',
      mismatches: [
        { at, path: 'reply', expected: 'something that was said before: no number was said at all', actual: '19' },
      ],
    })
  })
})

describe('the parts beside the text', () => {
  it('negations look at every speaker, conditions at the last', () => {
    const entries = [
      said('assistant', 'a', 0, 'desk'),
      said('assistant', 'b', 0, null),
      said('assistant', 'c', 0, 'human'),
    ]
    expect(passes('{ agentName: human }', entries)).toBe(true)
    expect(passes('{ agentName: { not: desk } }', entries)).toBe(false)
    expect(passes('{ agentName: { not: robot } }', entries)).toBe(true)
  })
  it('negations look at every thought and at all together', () => {
    const entries = [thinkingOf('hm'), thinkingOf('aha')]
    expect(passes('{ thinking: { not: { equals: aha } } }', entries)).toBe(false)
    expect(passes('{ thinking: { not: { matches: "/hm\\\\naha/" } } }', entries)).toBe(false)
    expect(passes('{ thinking: { not: { contains: oops } } }', [])).toBe(true)
    expect(passes('{ thinking: { contains: hm } }', [])).toBe(false)
  })
  it('items meet members, texts, or a choice of both', () => {
    expect(passes('{ button: { one of: [{ payload: cancel }, { payload: track }] } }', [buttons])).toBe(true)
    expect(passes('{ button: { one of: [Cancel, Track] } }', [buttons])).toBe(true)
    expect(passes('{ button: { one of: [Cancel, { payload: cancel }] } }', [buttons])).toBe(false)
    const both = said('assistant', [
      { type: 'button', text: 'Track', payload: 'track' },
      { type: 'button', text: 'Cancel', payload: 'cancel' },
    ])
    expect(passes('{ button: [{ payload: cancel }, Track] }', [both])).toBe(true)
    expect(passes('{ button: { not: { payload: cancel } } }', [both])).toBe(false)
    expect(passes('{ button: { not: { payload: cancel } } }', [buttons])).toBe(true)
    expect(passes('{ button: [Track, { payload: track }] }', [buttons])).toBe(false)
    expect(passes('{ text: First part. }', two)).toBe(true)
  })
})

describe('a refusal', () => {
  const refusal = { status: 422, errorCode: 'validationError', message: 'a boolean, not text' }
  it.each<[string, string]>([
    ['validationError', 'passed'],
    ['422', 'passed'],
    ['400', 'failed'],
    ['{ at least: 500 }', 'failed'],
    ['{ one of: [{ status: 400 }, { status: 422 }] }', 'passed'],
    ['{ not: forbidden }', 'passed'],
    ['{ not: validationError }', 'failed'],
    ['{ message: { contains: boolean } }', 'passed'],
  ])('%s', (error, verdict) => {
    expect(verdicts(`error: ${error}`, [], { refusal })).toEqual([verdict])
  })
  it('without a code meets none', () => {
    expect(verdicts('error: forbidden', [], { refusal: { ...refusal, errorCode: null } })).toEqual(['failed'])
    expect(verdicts('error: { not: forbidden }', [], { refusal: { ...refusal, errorCode: null } })).toEqual(['failed'])
    expect(verdicts('error: { not: { length: 3 } }', [], { refusal: { ...refusal, errorCode: null } })).toEqual([
      'failed',
    ])
  })
  it('without a message has none', () => {
    const silent = { refusal: { ...refusal, message: '' } }
    expect(verdicts('error: { message: { present: false } }', [], silent)).toEqual(['passed'])
  })
})

describe('all messages together', () => {
  const say = (...texts: string[]) => texts.map((text) => said('assistant', text))
  const german = say('Guten Tag, ich habe Ihre Bestellung gefunden.', 'Sie kommt morgen früh bei Ihnen an.')
  const english = say('Good morning, I found your order here.', 'It will be there tomorrow in the morning.')
  const plain = 'The old man saw the sea. It was a quiet day for all of us to be there again, and we sat down and ate.'
  const hard = `Notwithstanding ${'international organisational considerations regarding interdisciplinary recommendations, '.repeat(6)}nothing happened.`
  it.each([
    ['{ language: de }', german, english],
    ['{ not: { language: en } }', german, english],
    [
      '{ similar to: { text: "I found your order here. It will be there tomorrow in the morning.", at least: 0.8 } }',
      english,
      german,
    ],
    ['{ not: { equals: "Good morning, I found your order here." } }', german, english],
    ['{ not: { similar to: { text: "Good morning, I found your order here.", at least: 0.9 } } }', german, english],
    ['{ reading level: { at most: 20 } }', say(plain, plain), say(hard, hard)],
  ])('%s', (messages, good, bad) => {
    expect(verdicts(`reply: { messages: ${messages} }`, good)).toEqual(['passed'])
    expect(verdicts(`reply: { messages: ${messages} }`, bad)).toEqual(['failed'])
  })
})
