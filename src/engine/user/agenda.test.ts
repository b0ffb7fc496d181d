import { describe, expect, it } from 'vitest'
import { parseScript } from '../../suite/language/script/parse.ts'
import type { SimulatedUser } from '../../suite/language/script/simulated-user.ts'
import { said } from '../transcript/entries.fixture.ts'
import { viewTurn } from '../transcript/turn-view.ts'
import { type Agenda, type AgendaMove, createAgenda } from './agenda.ts'

function userOf(more: string): SimulatedUser {
  const yaml = `suite: S\nagent: desk\nconversations:\n  - name: n\n    simulated user:\n${`wants: a refund for order {order}
knows: { order: "1042", email: asha@example.com }
done when: { calls: [issue_refund] }
${more}`.replace(/^/gm, '      ')}\n`
  const parsed = parseScript(yaml, 's.yaml')
  const user = parsed.ok ? parsed.script.conversations[0]?.simulatedUser : undefined
  if (user === undefined) throw new Error(JSON.stringify(parsed))
  return user
}

/** What an agenda says to an agent's replies; before the first one there is none. */
function talk(agenda: Agenda, replies: readonly string[], patience = 8): AgendaMove[] {
  return [null, ...replies].map((reply, index) =>
    agenda.next({
      index,
      left: patience - index,
      reply: reply === null ? null : viewTurn([said('assistant', reply)]),
      replyIndex: index - 1,
    }),
  )
}

const texts = (moves: readonly AgendaMove[]): string[] =>
  moves.map((move) => (move.kind === 'says' ? move.text : move.why))
const says = (more: string, replies: readonly string[], seed = 'a'): string[] =>
  texts(talk(createAgenda(userOf(more), seed, true), replies))

describe('an agenda', () => {
  it('says what it wants, then what is asked from its card', () => {
    expect(
      says('', ['What is your order number?', 'And your email?', 'Please confirm the email and the order.']),
    ).toEqual([
      'a refund for order 1042',
      'Order: 1042.',
      'Email: asha@example.com.',
      'Order: 1042. Email: asha@example.com.',
    ])
  })

  it('takes the first answer that fits, and another wording the next time', () => {
    const answers =
      'answers:\n  - { when: /number/i, says: ["It is {order}", "{order}, I think"] }\n  - { when: /order/i, says: no }'
    const [, first, second] = says(answers, ['The order number?', 'Your number please, for the order?'])
    expect([first, second].toSorted()).toEqual(['1042, I think', 'It is 1042'])
  })

  it('says what it says to everything else, and tells which question stayed unanswered', () => {
    const agenda = createAgenda(userOf('otherwise: I do not know'), 'a', true)
    expect(texts(talk(agenda, ['What is your zip code?']))[1]).toBe('I do not know')
    expect(agenda.told().unanswered).toEqual([{ turn: 0, question: 'What is your zip code?' }])
  })

  it.each([
    ['Sorry?', 'Order: 1042.'],
    ['What?', 'Order: 1042.'],
    ['Tell me which one, would you?', 'Order: 1042.'],
    ['The id of the purchase?', 'Order: 1042.'],
    ['Which purchase is meant?', 'Order: 1042.'],
    ['What is the reference of it?', 'Order: 1042.'],
    ['Your mail?', 'Email: asha@example.com.'],
    ['Is it really 1042?', 'Yes. Order: 1042.'],
    ['So 1042, correct?', 'Yes. Order: 1042.'],
    ['You said 1042?', 'Yes. Order: 1042.'],
    ['1042 is that so?', 'Yes. Order: 1042.'],
    ['Your order number is 1042, right?', 'Yes. Order: 1042.'],
    ['Is your email asha@example.com?', 'Yes. Email: asha@example.com.'],
    ['Ist das wirklich 1042?', 'Yes. Order: 1042.'],
    ['Is it 1043?', 'No. Order: 1042.'],
    ['So 4711, correct?', 'No. Order: 1042.'],
  ])('says again, confirms and puts right what it was asked for, in whatever words: %s', (reply, answer) => {
    expect(says('', ['What is your order number?', reply]).at(-1)).toBe(answer)
    const moves = talk(createAgenda(userOf(''), 'a', true), ['What is your order number?', reply, reply, reply])
    expect(moves.at(-1)).toMatchObject({ kind: 'gives up' })
  })

  it.each([
    'What is your customer number?',
    'Which colour?',
    'Do you really want it?',
    'Are you sure?',
    'Is it 3?',
    'What is the tracking id?',
    'Which of the two shops?',
    'M or L?',
    'This or that?',
    '颜色?',
    'Did you pay 2000 for it?',
  ])('does not know what its card lacks: %s', (question) => {
    const agenda = createAgenda(userOf(''), 'a', true)
    expect(texts(talk(agenda, ['What is your order number?', question])).at(-1)).toBe('Sorry, I do not know that.')
    expect(agenda.told().unanswered).toEqual([{ turn: 1, question }])
  })

  it('says its first message again where nobody heard it', () => {
    const [first, again] = says('opens with: Hello, it is about a refund', ['Sorry?'])
    expect(again).toBe(first)
    expect(says('opens with: I bought something', ['Which one?']).at(-1)).toBe('Order: 1042.')
    expect(says('otherwise: No idea', ['What is your zip code?', 'Pardon?']).at(-1)).toBe('No idea')
  })

  it('blames its card for going round in circles with a question, and the agent for repeating itself', () => {
    const last = (replies: string[]) => talk(createAgenda(userOf(''), 'a', true), replies).at(-1)
    const zip = ['Your zip code?', 'I need a zip code?', 'The zip code?']
    expect(last(zip)).toMatchObject({
      kind: 'fault',
      law: 'answers what is asked',
      why: expect.stringContaining('Your zip code?'),
    })
    expect(last(['Order?', 'Order?', 'Order?'])).toMatchObject({ kind: 'gives up' })
    expect(last(['Order?', 'Which order?', 'Any order?'])).toMatchObject({ kind: 'gives up' })
    expect(last(['Your refund was issued.', 'It was issued.', 'Done.'])).toMatchObject({ kind: 'gives up' })
  })

  it.each([
    [
      'order number',
      [
        'What is your order number?',
        'Order number please?',
        'Could you tell me the order number?',
        'I need your order number, what is it?',
        'And the order number is?',
        'Once more, which order number?',
      ],
    ],
    [
      'order number',
      [
        'What is your order number?',
        'Sorry, could you repeat that?',
        'What was that again?',
        'Pardon?',
        'I did not catch that?',
      ],
    ],
    [
      'bestellnummer',
      [
        'Wie lautet Ihre Bestellnummer?',
        'Die Bestellnummer bitte?',
        'Nennen Sie mir Ihre Bestellnummer.',
        'Bitte die Bestellnummer.',
        'Und Ihre Bestellnummer?',
      ],
    ],
    [
      'pedido',
      [
        '¿Cuál es su número de pedido?',
        '¿Me da el número de pedido?',
        'Dígame su número de pedido.',
        '¿Y el pedido?',
        '¿El número de pedido, por favor?',
      ],
    ],
    [
      'commande',
      [
        'Quel est votre numéro de commande ?',
        'Le numéro de commande ?',
        'Veuillez indiquer le numéro de commande.',
        'Et la commande ?',
        'Votre commande ?',
      ],
    ],
  ])('blames the agent for asking again what was answered, in other words: %s', (when, replies) => {
    for (const texts of ['"{order}"', '["It is {order}", "{order}, I think"]']) {
      const user = userOf(`answers: [{ when: /${when}/i, says: ${texts} }]`)
      const moves = talk(createAgenda(user, 'a', true), [...replies, ...replies], 20)
      const end = moves.find(({ kind }) => kind !== 'says')
      expect(end).toMatchObject({
        kind: 'gives up',
        why: expect.stringMatching(/^the agent (?:asks again|says the same)/),
      })
    }
  })

  it('is to blame itself where its card says the same to whatever is asked, or where nobody asks', () => {
    const last = (when: string, replies: string[]) =>
      talk(createAgenda(userOf(`answers: [{ when: ${when}, says: "It is {order}" }]`), 'a', true), replies).at(-1)
    const loop = { kind: 'fault', law: 'no loop' }
    expect(last('/./', ['Your shoe size?', 'Your zip code?', 'Your birthday?'])).toMatchObject(loop)
    expect(last('/order/', ['I see your order.', 'The order is there.', 'That order is open.'])).toMatchObject(loop)
  })

  it('holds its card for complete where that says what to say otherwise, and the agent for asking too much', () => {
    const agenda = createAgenda(userOf('otherwise: I keep that to myself'), 'a', true)
    const last = talk(agenda, ['Your zip code?', 'I need your zip code?', 'The zip code?']).at(-1)
    expect(last).toMatchObject({
      kind: 'gives up',
      why: 'turn 1 asked what only otherwise: answers: "Your zip code?"',
    })
    expect(agenda.told().unanswered.length).toBeGreaterThan(0)
  })

  it.each([
    ['Your shoe size, please?', 'shoe size'],
    ['Please tell me your zip code and the town.', 'zip code'],
    ['Could you give me your date of birth?', 'date of birth'],
    ['Which colour?', 'colour'],
  ])('writes the line that its card lacks for: %s', (question, when) => {
    const last = talk(createAgenda(userOf(''), 'a', true), [question, question, question]).at(-1)
    expect(last).toMatchObject({ kind: 'fault', why: expect.stringContaining(`answers: [{ when: ${when}, says: … }]`) })
  })

  it('takes an offer of help for no question that its card should answer', () => {
    const agenda = createAgenda(userOf(''), 'a', true)
    const offers = [
      'It was issued. Is there anything else I can help with?',
      'Done! Anything else?',
      'How may I help you?',
    ]
    expect(talk(agenda, offers).at(-1)).toMatchObject({ kind: 'gives up' })
    expect(agenda.told().unanswered).toEqual([])
  })

  it('says what it wants where it is asked how one can help, once', () => {
    const messages = says('opens with: Hello', ['Hello! How can I help you?', 'How can I help you today?'])
    expect(messages).toEqual(['Hello', 'a refund for order 1042', 'Sorry, I do not know that.'])
  })

  it('tells all its facts at once, or one a turn', () => {
    expect(says('reveals: all at once\nopens with: Hello', [])[0]).toBe('Hello Order: 1042. Email: asha@example.com.')
    const one = says('reveals: one a turn\nopens with: Hello\notherwise: [Hm, Well, So]', ['Yes.', 'Yes.'])
    expect(one.map((text) => [text.includes('1042'), text.includes('asha@')])).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ])
  })

  it('makes each slip at most once and mends it in the next turn', () => {
    const kinds = new Set<string>()
    for (let seed = 1; seed <= 40; seed += 1) {
      const user = userOf('slips: [wrong digit, change of mind, interruption, question back]\nrepeats at most: 9')
      const agenda = createAgenda(user, `s ${seed}`, true)
      const moves = talk(
        agenda,
        Array.from({ length: 7 }, (_, turn) => `Turn ${turn}: your order number?`),
      )
      const { slips } = agenda.told()
      for (const { kind, turn, mended } of slips) {
        kinds.add(kind)
        expect([kind, mended]).toEqual([kind, turn + 1])
        if (kind !== 'wrong digit') continue
        expect(texts(moves)[turn]).not.toContain('1042')
        expect(texts(moves)[turn + 1]).toMatch(/^Sorry, I made a mistake: it is 1042, not \d{4}\./)
      }
      expect(new Set(slips.map(({ kind }) => kind)).size).toBe(slips.length)
      expect(agenda.owes()).toBe(false)
    }
    expect([...kinds].toSorted()).toEqual(['change of mind', 'interruption', 'question back', 'wrong digit'])
  })

  it('plans no slip that it could not mend', () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const agenda = createAgenda(userOf('slips: wrong digit\nopens with: "{order}"'), `s ${seed}`, true)
      talk(agenda, [], 1)
      expect(agenda.owes()).toBe(false)
    }
  })

  it('says the same for the same seed, and not always the same for others', () => {
    const more = 'opens with: [a, b, c, d]\nslips: [wrong digit, interruption]\nstyle: chatty'
    const replies = ['Your order?', 'Your email?', 'Your order, please?']
    expect(says(more, replies, 'x')).toEqual(says(more, replies, 'x'))
    expect(
      new Set(Array.from({ length: 20 }, (_, seed) => says(more, replies, `${seed}`).join('|'))).size,
    ).toBeGreaterThan(5)
  })

  it.each([
    ['style: terse', '1042'],
    ['style: polite', 'Order: 1042. Thank you.'],
  ])('speaks by its %s', (style, text) => expect(says(style, ['Your order?'])[1]).toBe(text))
})
