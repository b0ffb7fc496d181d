import { describe, expect, it } from 'vitest'
import { eachByTier } from '../../../base/tiers.fixture.ts'
import { plansOf } from '../../../engine/verdict/fake-client.fixture.ts'
import type { Plan } from '../../../suite/plan/plan.ts'
import { allOperators, listVariants, typedText } from '../list-variants.ts'
import { readTyped } from '../typed/about.ts'

/**
 * A plan of these turns, for texts that operators must leave alone because they would change meaning or read
 * badly.
 */

function planOf(turns: readonly string[], more = ''): Plan {
  const lines = turns.map((user) => `      - { user: ${JSON.stringify(user)}, expect: { reply: { contains: ok } } }\n`)
  const [plan] = plansOf(`suite: S\nagent: desk\n${more}conversations:\n  - name: one\n    turns:\n${lines.join('')}`)
  if (plan === undefined) throw new Error('no plan')
  return plan
}

/** Everything that an operator makes of a text, including what the check of meaning would drop. */
function made(text: string, operator: string): string[] {
  const operators = allOperators.filter(({ name }) => name === operator)
  expect(operators.map(({ name }) => name)).toEqual([operator])
  const { variants, dropped } = listVariants(planOf([text]), { seed: 'one', operators, most: 1_000 })
  return [...variants.map(({ varied }) => typedText(varied.plan)), ...dropped.map((each) => each.text)]
}

describe('marks on which the meaning rests', () => {
  it.each([
    ['No, cancel it.', 'No, cancel it'],
    ['Yes, cancel my order.', 'Yes, cancel my order'],
    ['Yes, please go ahead.', 'Yes please go ahead'],
    ["Please don't, stop it.", "Please don't, stop it"],
    ['Do not ship it, cancel it, please.', 'Do not ship it, cancel it, please'],
    ['It is not there. Cancel it.', 'It is not there. Cancel it'],
    ['Refund it, no, exchange it.', 'Refund it, no, exchange it'],
    ['I need labels 12, 13 and 14 today.', 'I need labels 12, 13 and 14 today'],
    ['My order is 1042, parcels are missing.', 'My order is 1042, parcels are missing'],
    ['It cost 12.50 at 10.30, thanks.', 'It cost 12.50 at 10.30, thanks'],
    ['Hi, my order came, thanks.', 'Hi my order came thanks'],
    ['Come on May 3, 2026 please.', 'Come on May 3, 2026 please'],
  ])('are kept by no punctuation: %s', (text, typed) => {
    expect(made(text, 'no punctuation')).toEqual(typed === text ? [] : [typed])
  })

  it.each([
    ['no please', 'No, please cancel it now', ['No, cancel it now']],
    ['no please', 'No, thank you. Cancel it.', []],
    ['no please', 'Cancel order 2077, thanks', ['Cancel order 2077']],
    ['no please', 'Thanks, I need 3 tickets', ['I need 3 tickets']],
    ['no please', 'Thanks a lot, bye.', []],
    ['no please', 'I need 3 tickets. Many thanks.', []],
    ['no please', 'I need 3 tickets, thank you for that.', []],
    ['no please', 'I need 3 tickets, thanks to Ben.', []],
    ['no please', 'I want to please my wife', []],
    ['no please', 'Send 3 tickets if you please', []],
    ['no please', 'Yes, please cancel it now', ['Yes, cancel it now']],
    ['no space after marks', 'No, cancel it', []],
    ['no question mark', 'Is it here? No, cancel it?', ['Is it here? No, cancel it']],
    ['two messages', 'Yes. Cancel my order.', []],
    ['two messages', 'No. Cancel my order.', []],
    ['two messages', 'It is my order No. 5 again', []],
    ['new lines', 'It is my order No. 5 again. Thanks.', ['It is my order No. 5 again.\nThanks.']],
    ['facts first', 'I do not want my order for May 3.', []],
    ['facts first', 'No cancel my order for May 3.', []],
    ['fillers inside', 'no refund', []],
  ])('by %s: %s', (operator, text, typed) => {
    expect(made(text, operator)).toEqual(typed)
  })

  it.each([
    ['many marks', 'Ask Mr. Smith of order No. 5. Thanks.'],
    ['words run together', 'I want a part of it, it may be so'],
    ['fillers inside', 'Please cancel refund request two, and refund the rest'],
    ['fillers before facts', 'Send order AB-12 or AB-13 to Asha Verma on May 3'],
    ['other times', 'I come at 5 pm.'],
  ])('and %s adds nothing that says more: %s', (operator, text) => {
    const all = made(text, operator)
    expect(all.length).toBeGreaterThan(0)
    if (operator === 'fillers before facts') expect(all.join()).not.toContain('like')
    for (const each of all) expect(each).not.toMatch(/Mr[.!]{2}|No[.!]{2}|apart|maybe|I mean|\.\.$(?<!\.\.\.)/)
  })

  it('are told with their turn', () => {
    const [turn] = readTyped(planOf(['No, it is 5, 6 or 7. Hello, and thanks.'])).turns
    expect(turn?.telling.map(({ from }) => from)).toEqual([2, 11, 19])
  })
})

describe('numbers that are a half of something', () => {
  it.each([
    ['numbers in words', 'It takes 3-4 days'],
    ['numbers in words', 'It takes 3 to 4 days'],
    ['numbers in words', 'I need 2 or 3 tickets'],
    ['numbers in words', 'I want 24-hour parts'],
    ['numbers in words', 'My order 1042 was shipped'],
    ['numbers in digits', 'It takes three-four days'],
    ['numbers in digits', 'I want two-day delivery'],
    ['numbers in digits', 'One or two days are fine'],
    ['numbers in digits', 'I took them one by one'],
    ['numbers in digits', 'Only one of them came'],
    ['numbers in digits', 'There was no one at home'],
    ['digits in groups', 'I need 1000-2000 labels'],
    ['other dates', 'I come on May 3-5'],
    ['other dates', 'I come between May 3 and 5'],
    ['other times', 'I come from 5 to 6 pm'],
    ['other money', 'It cost $10-20 there'],
    ['id marks', 'Where are my order 12 and 13'],
    ['dates of other places', 'I come on May 14-16, 2026'],
  ])('%s: %s', (operator, text) => {
    expect(made(text, operator)).toEqual([])
  })

  it.each([
    ['numbers in words', 'I need 2 tickets and 3 labels', 'I need two tickets and three labels'],
    ['numbers in digits', 'I need two tickets and three labels', 'I need 2 tickets and 3 labels'],
    ['other dates', 'I come on May 3 or May 5', 'I come on 3 May or 5 May'],
    ['other times', 'I come at 5 pm or 6 pm', 'I come at 17:00 or 18:00'],
  ])('and no others, %s: %s', (operator, text, typed) => {
    expect(made(text, operator)).toContain(typed)
  })
})

describe('what another country would read otherwise', () => {
  it.each([
    ['dates of other places', 'I come on May 3'],
    ['dates of other places', 'I come on May 3, 2026', 'I come on 2026/05/03'],
    ['dates of other places', 'I come on May 5'],
    ['dates of other places', 'My card expires 12/27, please renew it'],
    ['dates of other places', 'Please come between March 15 and 18'],
    ['amounts of other places', 'I paid ₹1,25,000.50 for it'],
    [
      'dictation',
      'So we would have three, four, 500 people',
      'um so we would have three, four, 500 people',
      'well so we would have three, four, 500 people',
    ],
    ['dates of other places', 'I come on March 15', 'I come on 15/03'],
    ['dates of other places', 'I come on 3/5/2026'],
    ['dates of other places', 'Ich komme gerne am 3/5/2026 zu Ihnen'],
    ['dates of other places', 'I come tomorrow, or on Monday'],
    ['dates of other places', 'It says "May 14, 2026", and that is all'],
    ['amounts of other places', 'I paid $2,500 for it'],
    ['amounts of other places', 'I paid $2.5k for it'],
    ['amounts of other places', 'I paid $2500 for it', 'I paid 2 500 $ for it'],
    ['amounts of other places', 'I paid for order 1042 $2500 in all'],
    ['amounts of other places', 'I paid 1,250.50 pounds for it'],
    ['letters written out', 'I come from the großen Straße, my friend'],
    ['letters written out', 'Ich heiße Jürgen Müller und wohne in Köln', 'Ich heisse Jürgen Müller und wohne in Köln'],
    ['letters written out', 'Maße sind mir wichtig, welche hat das Paket bitte?'],
    ['no accents', 'No sé si el pedido está listo, pero pagué y espero la campaña de este año'],
    ['no accents', 'Ma commande est annulée, mais je l’ai payé hier et je ne comprends pas la tâche'],
    ['no accents', 'Jag vill säga något om mitt paket, kan ni höra mig?'],
    ['no accents', 'Chcę proszę odebrać paczkę', 'Chcę proszę odebrac paczkę'],
    ['no accents', 'I sent my résumé to your desk, please read it'],
    [
      'no accents',
      'Où est-ce que je dois aller, là ou dès le début',
      'Où est-ce que je dois aller, là ou dès le debut',
    ],
    ['no accents', 'Ich möchte das große Stück bitte zurückgeben'],
    ['no accents', 'I am Zoë, and live in São Paulo'],
  ])('is left as it is by %s: %s', (operator, text, ...typed) => {
    expect(made(text, operator)).toEqual(typed)
  })
})

describe('pounds', () => {
  it.each([
    ['other money', 'I paid 20 pounds for it', ['I paid £20 for it', 'I paid 20 GBP for it']],
    ['other money', 'It has 20 pounds', []],
    ['other money', 'It weighs 20 pounds', []],
    ['other money', 'The refund of the heavy one is 20 pounds', []],
    ['other money', 'I have £20', ['I have GBP 20']],
    ['other units', 'It has 20 pounds', []],
    ['other units', 'I paid 20 pounds for it', []],
    ['other units', 'It has 20 lbs', []],
  ])('are left alone by %s where nothing decides: %s', (operator, text, typed) => {
    expect(made(text, operator)).toEqual(typed.length === 0 ? [] : expect.arrayContaining(typed))
  })
  it('are a weight where it is heavy', () => {
    expect(made('The box weighs 20 pounds', 'other units')).toContain('The box weighs 20 lbs')
    expect(made('The box weighs 20 lbs', 'other units')).toContain('The box weighs 20 pounds')
  })
})

describe('another name', () => {
  const nameOperators = allOperators.filter(({ family }) => family === 'names')
  const alike = { order_id: ['1042', '1043'] }
  const variantsOf = (turns: string[], more: string): string[] =>
    listVariants(planOf(turns, more), { seed: 'one', operators: nameOperators, most: 9, alike }).variants.map(
      ({ id }) => id,
    )

  it('is none where nothing is sent of it', () => {
    expect(variantsOf(['Where is it?'], 'variables: { guest_name: Asha }\n')).toEqual([])
    expect(variantsOf(['I am {{guest_name}}'], 'variables: { guest_name: Asha }\n')).toContain('another name 1')
    expect(variantsOf(['Where is it?'], 'metadata: { customer_name: Asha }\n')).toContain('another name 1')
  })
  it('does not touch what is quoted', () => {
    expect(variantsOf(['My card says "Asha Verma", I am Asha'], 'metadata: { customer_name: Asha }\n')).toEqual([])
    expect(variantsOf(['It says "1042", where is 1042?'], 'variables: { order_id: "1042" }\n')).toEqual([])
  })
  it('is no other month', () => {
    expect(variantsOf(['May here, come on May 3'], 'metadata: { customer_name: May }\n')).toEqual([])
    expect(variantsOf(['June here, come on May 3'], 'metadata: { customer_name: June }\n')).toContain('another name 1')
  })
})

describe('every operator', () => {
  const texts = [
    'Hello there! Could you please cancel my order 1042?',
    'No, cancel it. Yes, I am sure, thank you.',
    "I'd like a table for 4 people on May 3 at 5 pm. My name is Asha.",
    'It says "Order Not Found, Asha" and \'no such code\', why?',
    'I paid $1250.50 for 20 pounds of flour, or £20, or 20 lbs.',
    'Send 2,500 labels for AB-77 to asha@example.com, +1 555 010 0199.',
    'One of them took 3-4 days, one by one, 24-hour service, 5 to 6 pm.',
    "don't, stop. I can't, it's not here; never mind",
    'ok',
    '?',
    'YES',
    'Grüße, ich möchte „das große Stück, bitte“ stornieren.',
    'Come to the café on May 14, 2026, I paid 1.250,50 € there.',
    '{{order_id}} is mine, I am {{guest_name}}',
    'My bag says «Hello Asha, Please Call», is it yours?',
    '  padded  text . with , odd spaces !  ',
    'a\nb\n\nThanks, Asha',
  ]
  const heads = [
    'variables: { order_id: unused, guest_name: unused too }\n',
    'metadata: { customer_name: Asha }\nvariables: { order_id: "1042", guest_name: Asha Verma }\n',
    'variables: { order_id: "1042", guest_name: Noah, last_name: Novak }\n',
  ]
  const alike = { order_id: ['1042', '1043', '1044', '1045'] }

  const plans = heads.flatMap((more, index) =>
    texts.flatMap((text, at) => {
      const both = [text, texts[(at + 1) % texts.length] ?? '']
      return (index === 1 ? [[text], both] : [[text]]).map((turns) => planOf(turns, more))
    }),
  )
  const quotations = /"[^"\n]+"|„[^“\n]+“|«[^»\n]+»/g

  eachByTier(12)(allOperators.map((operator) => [operator.name, operator] as const))(
    '%s changes what is sent, and nothing quoted',
    { tags: 'slow' },
    (_, operator) => {
      for (const plan of plans) {
        const { variants } = listVariants(plan, { seed: 'one', operators: [operator], most: 1_000, alike })
        for (const { id, edits, varied } of variants) {
          const label = `${id} of ${JSON.stringify(typedText(plan))}`
          expect(edits.length, label).toBeGreaterThan(0)
          expect(sent(varied.plan), label).not.toBe(sent(plan))
          for (const quoted of typedText(plan).match(quotations) ?? [])
            expect(typedText(varied.plan), label).toContain(quoted)
        }
      }
    },
  )
})

/** What the service receives, with the suite's values filled in. */
function sent({ conversation, metadata, variables }: Plan): string {
  const users = conversation.turns.map(({ user }) =>
    (user?.value ?? '').replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(variables[name] ?? whole)),
  )
  return JSON.stringify({ users, metadata })
}
