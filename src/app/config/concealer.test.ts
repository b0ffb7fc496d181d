import { describe, expect, it } from 'vitest'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { madeUpAttacks } from '../../report/studies/attack.fixture.ts'
import { madeUpCalibration } from '../../report/studies/calibration.fixture.ts'
import { madeUpContract } from '../../report/studies/contract.fixture.ts'
import { madeUpTeeth } from '../../report/studies/teeth.fixture.ts'
import { madeUpVariation } from '../../report/studies/variation.fixture.ts'
import { concealResult, createConcealer } from './concealer.ts'

const mail = 'jane.doe@customer-mail.example'
const at = { line: 3, column: 5, length: 4 }
const result: ConversationResult = {
  ...{ id: 's.yaml:3 default', file: 's.yaml', at, suite: 'S', name: 'n', agent: 'desk', version: 'default', tags: [] },
  ...{ verdict: 'errored', reason: null, startedAt: '2026-01-01T00:00:00.000Z', ms: 5, sessionId: null },
  ...{ turns: [], afterTurns: [], outcomes: [], failure: null, problems: [] },
}
const conceal = (more: object): string =>
  JSON.stringify(createConcealer({ custom: [] }).conversation({ ...result, ...more }, null))

describe('what is told of a conversation', () => {
  it('is looked through in members that nobody thought of, too', () => {
    expect(conceal({ tomorrow: [{ said: `it is ${mail}` }] })).not.toContain('jane')
  })

  it('holds nothing private in what became of a simulated user', () => {
    const talk = {
      ...{
        wants: `a note to ${mail}`,
        at,
        seed: null,
        ended: 'fault',
        why: `it asked for ${mail}`,
        turns: 1,
        patience: 2,
      },
      ...{ fault: { law: 'no fact outside the card', said: `I am ${mail}` }, slips: [], unclear: false },
      unanswered: [{ turn: 0, question: `Is ${mail} yours?` }],
    }
    expect(conceal({ simulated: talk, turns: [] })).not.toContain('jane')
  })

  it.each([
    ['state.password', 'Tulpenbaum Regenrohr'],
    ['orders[0].pin', '471193'],
    ['customer.date_of_birth', '14/03/1971'],
    ['credentials.password[1]', 'Tulpenbaum'],
    ['password (length)', 'Tulpenbaum'],
  ])('is private by the last name of the path it was found at: %s', (path, actual) => {
    const misses = [{ at, path, expected: '"nope"', actual }]
    const outcome = { kind: 'state', verdict: 'failed', at, mismatches: misses }
    expect(conceal({ outcomes: [outcome] })).not.toContain(actual)
    expect(conceal({ outcomes: [{ ...outcome, mismatches: [{ ...misses[0], path: 'state.note' }] }] })).toContain(
      actual,
    )
  })

  it.each([
    ['the text is similar to: it lacks "4111", "1111"', '4111 1111 1111 1111'],
    [
      'the reply says "582914", which nothing before it says: the nearest is "582913" in the output of find',
      'password: Tulpenbaum 582913',
    ],
  ])('holds no word that was cut out of a private value: %s', (expected, text) => {
    const [, key = '', value = text] = /^(password): (.*)$/.exec(text) ?? []
    const entry = {
      type: 'function_call_output',
      name: 'find',
      output: key === '' ? text : JSON.stringify({ [key]: value }),
    }
    const turn = { index: 0, at, user: null, verdict: 'failed', turnMs: 1, failure: null, entries: [entry] }
    const outcome = { kind: 'reply', verdict: 'failed', at, mismatches: [{ at, path: '', expected, actual: 'x' }] }
    const cleanText = conceal({ turns: [{ ...turn, outcomes: [outcome] }], reason: expected })
    expect(cleanText).not.toMatch(/582913|\b4111\b|\b1111\b/)
    expect(cleanText).not.toMatch(/Tulpenbaum/)
    if (key !== '') expect(cleanText).toContain('582914')
  })

  it('holds no word of a private value that stands in a prompt alone', () => {
    const why = 'the reply says "5830195", which nothing before it says: the nearest is "5830194" in the prompt'
    const outcome = { kind: 'law', law: 'grounded', verdict: 'failed', at, message: why }
    const turn = {
      index: 0,
      at,
      user: null,
      verdict: 'failed',
      turnMs: 1,
      failure: null,
      entries: [],
      outcomes: [outcome],
    }
    const custom = [(text: string) => text.match(/Kunde \w+ \w+ \d+/g) ?? []]
    const concealer = createConcealer({ custom })
    concealer.learn(['The boss is Kunde Wqrtzk Bvnmlp 5830194.'])
    const cause = { kind: 'agent', why }
    const conversation = concealer.conversation({ ...result, turns: [turn], reason: why, cause } as never, null)
    expect(JSON.stringify(conversation)).not.toContain('5830194')
    expect(JSON.stringify(conversation).match(/5830195/g)).toHaveLength(3)
  })

  it.each([
    ['Mobil+49 151 23984766 of 20', ['49', '151', '23984766']],
    ['It is no5425 2334 3010 9903 of 20', ['no5425', '2334', '9903']],
    ['It is customer 77 12 of 20', ['77', '12']],
  ])('tells no group of a number that the reply is shown without: %s', (reply, groups) => {
    const custom = [(text: string) => text.match(/customer \d+ \d+/g) ?? []]
    const expected = 'something that was said before: the nearest is "four" in what the user says in turn 1'
    const misses = [...groups, '20'].map((actual) => ({ at, path: 'reply', expected, actual }))
    const claims = [...groups, '20'].map(
      (each) => `the reply says "${each}", which nothing before it says: no id was said at all`,
    )
    const entry = { type: 'message', role: 'assistant', content: [{ type: 'text', text: reply }] }
    const outcome = { kind: 'reply', verdict: 'failed', at, subject: 'grounded', mismatches: misses }
    const turn = { index: 0, at, user: 'four', verdict: 'failed', turnMs: 1, outcomes: [outcome], entries: [entry] }
    const conversation = createConcealer({ custom }).conversation(
      { ...result, turns: [turn], reason: claims.join() } as never,
      null,
    )
    const words = JSON.stringify([conversation.turns[0]?.outcomes, conversation.reason])
      .match(/"[^"]*"/g)
      ?.join(' ')
    for (const group of groups) expect(words?.match(/[\p{L}\p{N}]+/gu)).not.toContain(group)
    expect(conversation.turns[0]?.outcomes).toMatchObject([
      { mismatches: [...groups.map(() => ({})), { actual: '20' }] },
    ])
    expect(conversation.reason).toContain('says "20"'.replaceAll('\\', ''))
  })

  it('shows an amount whose parts are groups of a number of somebody', () => {
    const why =
      'the reply says "$1,334.45", which nothing before it says: the nearest is "$201.33" in the output of find'
    const text = conceal({ turns: [], reason: why, tomorrow: 'call +1 555 201 3344 for 13344' })
    expect(text).toContain('$1,334.45')
    expect(text).not.toContain('201.33')
  })
})

describe.each([
  ['attack', madeUpAttacks()],
  ['vary', madeUpVariation()],
  ['teeth', madeUpTeeth()],
  ['judge calibrate', madeUpCalibration()],
  ['contract', madeUpContract()],
])('a stored result of %s', (_, result) => {
  it('says nothing private wherever somebody else wrote it, and keeps all else', () => {
    const conceal = createConcealer({ custom: [] })
    expect(concealResult(result, conceal)).toEqual(result)
    const spoken = new Set(['what', 'said', 'reason', 'finding', 'yaml', 'text', 'quotations', 'typed', 'sentence'])
    let places = 0
    const spoilt = JSON.parse(JSON.stringify(result), (key, value) => {
      if (typeof value !== 'string' || !spoken.has(key)) return value
      places += 1
      return `${value} ${mail}`
    })
    expect(places).toBeGreaterThan(0)
    expect(JSON.stringify(concealResult(spoilt, conceal))).not.toContain('jane')
  })
})
