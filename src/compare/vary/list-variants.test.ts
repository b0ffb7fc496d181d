import { describe, expect, it } from 'vitest'
import { said } from '../../engine/transcript/entries.fixture.ts'
import { plansOf } from '../../engine/verdict/fake-client.fixture.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { resultOf, turnOf } from '../align/result.fixture.ts'
import { allOperators, listVariants, typedText, type Variant } from './list-variants.ts'
import { families } from './operators/operator.ts'
import { readTyped } from './typed/about.ts'
import { listAskingTurns } from './typed/answering.ts'

/** A conversation of these turns; the first expects a call with the order. */
function planOf(turns: readonly string[], more = ''): Plan {
  const lines = turns.map((user) => `      - { user: ${JSON.stringify(user)}, expect: { reply: { contains: ok } } }\n`)
  const [plan] = plansOf(`suite: S\nagent: desk\n${more}conversations:\n  - name: one\n    turns:\n${lines.join('')}`)
  if (plan === undefined) throw new Error('no plan')
  return plan
}

function variantsOf(plan: Plan, operator?: string, seed = 'one'): Variant[] {
  const operators = allOperators.filter(({ name }) => operator === undefined || name === operator)
  return listVariants(plan, { seed, operators, most: 1_000 }).variants
}

const textsOf = (plan: Plan, operator: string): string[] =>
  variantsOf(plan, operator).map(({ varied }) => typedText(varied.plan))

describe('operators', () => {
  it.each([
    ['small letters', 'Where is My Order?', 'where is my order?'],
    ['capital letters', 'Where is it, Anna?', 'WHERE IS IT, ANNA?'],
    ['no punctuation', 'Hi, is it here?', 'Hi is it here'],
    ['no question mark', 'Is it here?', 'Is it here'],
    ['many marks', 'Is it here?', 'Is it here??'],
    ['no apostrophes', "I'd like a table", 'Id like a table'],
    ['wide spaces', 'Is it here', 'Is  it  here'],
    ['new lines', 'Hello there. Is it here?', 'Hello there.\nIs it here?'],
    ['misspellings', 'I want a refund for the parcel', 'I want a refud for the parcle'],
    ['homophones', 'Is your store open', "Is you're store open"],
    ['chat abbreviations', 'Are you there, please', 'R u there, pls'],
    ['contractions', 'I would like a table', "I'd like a table"],
    ['no contractions', "I'd like a table", 'I would like a table'],
    ['no please', 'Cancel it, please', 'Cancel it'],
    ['no greeting', 'Hello, where is my order?', 'where is my order?'],
    ['numbers in words', 'I need 24 labels', 'I need twenty-four labels'],
    ['numbers in digits', 'I need three tickets', 'I need 3 tickets'],
    ['digits in groups', 'I need 2500 labels', 'I need 2,500 labels'],
    ['other dates', 'Can you come on May 3', 'Can you come on 3 May'],
    ['other times', 'Can you come at 5 pm', 'Can you come at 17:00'],
    ['other phone numbers', 'My phone is +1 555 010 0199', 'My phone is +1-555-010-0199'],
    ['other money', 'I paid $12.50 for it', 'I paid 12.50 dollars for it'],
    ['other units', 'It weighs 12 kg with the box', 'It weighs 12 kilograms with the box'],
    ['id marks', 'Where is my order 1042', 'Where is my order #1042'],
    ['ids as typed', 'My code is AB-1042', 'My code is ab-1042'],
    [
      'sentences in another order',
      'My parcel came broken. I want a refund.',
      'I want a refund. My parcel came broken.',
    ],
    ['facts first', 'Please cancel my table for May 3.', 'For May 3, please cancel my table.'],
    ['dates of other places', 'Can you come on March 15, 2026', 'Can you come on 15.03.2026'],
    ['dates of other places', 'Can you come on March 15, 2026', 'Can you come on 15/03/2026'],
    ['dates of other places', 'Can you come on March 15, 2026', 'Can you come on 3/15/2026'],
    ['dates of other places', 'Can you come on 2026-03-15', 'Can you come on 15.03.2026'],
    ['dates of other places', 'Can you come on May 3, 2026', 'Can you come on 2026/05/03'],
    ['dates of other places', 'Can you come on March 15', 'Can you come on 15/03'],
    ['dates of other places', 'Kommen Sie bitte am 15. März zu mir', 'Kommen Sie bitte am 15/03 zu mir'],
    ['dates of other places', 'Kommen Sie bitte am 03.05.2026 zu mir', 'Kommen Sie bitte am 3. Mai 2026 zu mir'],
    ['dates of other places', 'Je voudrais venir le 15/03/2026', 'Je voudrais venir le 15 mars 2026'],
    [
      'dates of other places',
      'Quiero venir con mi familia el 15/03/2026',
      'Quiero venir con mi familia el 15 de marzo de 2026',
    ],
    ['amounts of other places', 'I paid $1250.50 for it', 'I paid 1.250,50 $ for it'],
    ['amounts of other places', 'I paid $1250.50 for it', 'I paid 1 250,50 $ for it'],
    ['amounts of other places', 'I paid $1250.50 for it', "I paid $1'250.50 for it"],
    ['amounts of other places', 'I paid 1250.50 euros for it', 'I paid 1.250,50 euros for it'],
    ['amounts of other places', 'I paid 2500 EUR for it', 'I paid 2 500 EUR for it'],
    ['amounts of other places', 'Ich habe dafür 1.234,50 € bezahlt', 'Ich habe dafür €1,234.50 bezahlt'],
    [
      'letters written out',
      'Ich möchte das große Stück bitte zurückgeben, über Übermorgen reden wir',
      'Ich moechte das grosse Stück bitte zurueckgeben, ueber Übermorgen reden wir',
    ],
    [
      'letters written out',
      'Jeg vil gerne ændre min bestilling, den er ikke på vej endnu',
      'Jeg vil gerne aendre min bestilling, den er ikke paa vej endnu',
    ],
    [
      'letters written out',
      'Jag har inte fått mitt paket ännu, kan ni hjälpa mig på något sätt?',
      'Jag har inte faatt mitt paket aennu, kan ni hjaelpa mig paa naagot saett?',
    ],
    [
      'letters written out',
      'Ich mo\u0308chte bitte meine Bestellung stornieren',
      'Ich moechte bitte meine Bestellung stornieren',
    ],
    [
      'small letters',
      'Merhaba, ISPARTA için İptal etmek ve Işık almak istiyorum',
      'merhaba, ISPARTA için iptal etmek ve ışık almak istiyorum',
    ],
    ['no accents', 'When does the café open, and is it naïve', 'When does the cafe open, and is it naive'],
    ['no accents', 'Où est la pièce que j’ai commandée', 'Où est la piece que j’ai commandée'],
    [
      'no accents',
      '¿Dónde está mi pedido, por favor? Pagué la última factura de este año',
      '¿Donde está mi pedido, por favor? Pagué la ultima factura de este año',
    ],
    ['no accents', 'Děkuji, kde je moje zásilka z tohoto týdne?', 'Dekuji, kde je moje zasilka z tohoto tydne?'],
    ['no accents', 'Siparişim nerede, ödeme yaptım ve şifre geldi', 'Siparisim nerede, odeme yaptım ve sifre geldi'],
    ['no accents', 'Gdzie jest moja paczka, która została wysłana?', 'Gdzie jest moja paczka, ktora zostala wyslana?'],
    ['no capitals or punctuation', 'Hello there. Where is it, Anna?', 'hello there where is it anna'],
    ['dictation', 'I need 4 labels. Where are they?', 'um i need four labels where are they'],
  ])('%s: %s', (operator, text, typed) => {
    expect(textsOf(planOf([text]), operator)).toContain(typed)
  })

  it('split a message before a sentence, and nothing of what it is about goes first', () => {
    const [variant] = variantsOf(planOf(['Hello there. Where is my order 1042?']), 'two messages')
    expect(variant?.varied.plan.conversation.turns.map(({ user }) => user?.value)).toEqual([
      'Hello there.',
      'Where is my order 1042?',
    ])
    expect(variant?.varied.plan.conversation.turns.map(({ expect }) => expect !== undefined)).toEqual([false, true])
    expect(variantsOf(planOf(['My order is 1042. Where is it?']), 'two messages')).toEqual([])
  })

  it('split a message at any end of a sentence, by the seed', () => {
    const plan = planOf(['Good day to you. I bought some shoes. They came broken. Please cancel order 1042.'])
    const operators = allOperators.filter(({ name }) => name === 'two messages')
    const firstParts = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].flatMap((seed) =>
      listVariants(plan, { seed, operators, most: 1_000 }).variants.map(
        ({ varied }) => varied.plan.conversation.turns[0]?.user?.value,
      ),
    )
    expect([...new Set(firstParts)].sort()).toEqual([
      'Good day to you.',
      'Good day to you. I bought some shoes.',
      'Good day to you. I bought some shoes. They came broken.',
    ])
  })

  it('join a message to the next where the first expects no call', () => {
    const [variant] = variantsOf(planOf(['I have a problem', 'Where is order 1042?']), 'one message')
    expect(variant?.varied.plan.conversation.turns.map(({ user }) => user?.value)).toEqual([
      'I have a problem. Where is order 1042?',
    ])
  })

  const displaced = (turns: string[], asking?: readonly number[]): (string | undefined)[] => {
    const operators = allOperators.filter(({ family }) => family === 'messages' || family === 'order')
    const options = asking === undefined ? {} : { asking: new Set(asking) }
    const { variants } = listVariants(planOf(turns), { seed: 'one', operators, most: 1_000, ...options })
    return [...new Set(variants.map(({ operator }) => operator))]
  }

  it.each([
    ['Please cancel order 2077', 'Yes, do it'],
    ['Please cancel order 2077', "I'll take the refund of 20 euros"],
    ['I want to return something', '1042'],
    ['I want to return something', 'My order number is 1042'],
    ['I want to return something', 'It is for asha@example.com. That one, please.'],
    ['Ich möchte bestellen', 'Ja, bitte machen Sie das'],
    ['Ich möchte bestellen', 'Genau, für 17 Uhr'],
    ['Je voudrais commander', "D'accord, pour le 3 mai"],
    ['Quiero pedir', 'Claro, para el 3 de mayo'],
    ['注文したいです', '1042です'],
    ['I have a problem', 'Can you do that for me?'],
  ])('leave an answer where it is where no reply is known: %s / %s', (one, other) => {
    expect(displaced([one, other])).toEqual([])
  })

  it.each([
    ['I want to return something', 'It arrived broken. The order number is 1042.'],
    ['I want to return something', 'Well, I thought about this. Please cancel order 1042.'],
    ['I want to return something', 'Please take my table. Cancel my table for May 3.'],
  ])('send an answer whole, behind what asks for it, and in its order: %s / %s', (one, other) => {
    expect(displaced([one, other], [0])).toEqual([])
  })

  it('join and split where the reply is known to ask for nothing', () => {
    expect(displaced(['Ich habe ein Problem', 'Die Schuhe sind leider kaputt gegangen'], [])).toEqual(['one message'])
    expect(displaced(['I have a problem', 'Well, I got the shoes. They came broken on May 3'], [])).toContain(
      'two messages',
    )
    expect(displaced(['I have a problem', 'Yes, go ahead'], [])).toEqual([])
  })

  it('tell whether a reply asks for something, in any of the runs', () => {
    const run = (...entries: TranscriptEntry[]) => resultOf([turnOf(0, entries)])
    const asking = (...texts: string[]) => listAskingTurns(texts.map((text) => run(said('assistant', text)))).has(0)
    for (const text of [
      'Shall I?',
      'Which one? I have two.',
      'Please confirm.',
      'To cancel, reply YES.',
      'Wirklich stornieren？',
    ])
      expect([text, asking('Done.', text)]).toEqual([text, true])
    for (const text of [
      'How can I help you?',
      'It is cancelled.',
      'Wie kann ich Ihnen helfen?',
      'Your order is confirmed.',
    ])
      expect([text, asking(text)]).toEqual([text, false])
    const button = { type: 'button', text: 'Yes', payload: 'y' } as const
    expect(listAskingTurns([run(said('assistant', [button]))])).toEqual(new Set([0]))
  })

  it('give the customer another name, everywhere', () => {
    const plan = planOf(['I am Asha'], 'metadata: { customer_name: Asha, product: Ashanti }\n')
    const [variant] = variantsOf(plan, 'another name')
    const name = variant?.varied.swaps.get('Asha')
    expect(variant?.varied.plan.metadata).toEqual({ customer_name: name, product: 'Ashanti' })
    expect(variant?.varied.plan.conversation.turns[0]?.user?.value).toBe(`I am ${name}`)
  })

  it('swap ids only with those that are called alike', () => {
    const plan = planOf(['Where is 1042?'], 'variables: { order_id: "1042" }\n')
    const own = allOperators.filter(({ name }) => name === 'values that are alike')
    expect(listVariants(plan, { seed: 'one', operators: own, most: 9 }).variants).toEqual([])
    const alike = { order_id: ['1042', '1043'] }
    const [variant] = listVariants(plan, { seed: 'one', operators: own, most: 9, alike }).variants
    expect([variant?.varied.plan.variables.order_id, typedText(variant?.varied.plan ?? plan)]).toEqual([
      '1043',
      'Where is 1043?',
    ])
  })

  it('leave out words of a language that a text is not in', () => {
    const plan = planOf(['Guten Tag, ich möchte bitte meine Bestellung stornieren, weil sie nicht angekommen ist.'])
    const used = new Set(variantsOf(plan).map(({ operator }) => operator))
    const foreign = allOperators.filter(({ languages }) => languages?.includes('de') === false).map(({ name }) => name)
    expect(foreign.filter((name) => used.has(name))).toEqual([])
    expect(used.has('small letters')).toBe(true)
  })

  it('have a family each, and no two of one name', () => {
    const names = allOperators.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThanOrEqual(18)
    const used = new Set<string>([...allOperators.map(({ family }) => family), 'paraphrase'])
    expect([...families].filter((family) => !used.has(family))).toEqual([])
  })
})

describe('what a turn is about', () => {
  const plan = planOf(
    [
      'Hi, my order AB-1042 of May 3 for "Two Bits" came to Asha at asha@example.com, {{code}} is not there, express please',
    ],
    'metadata: { customer_name: Asha, shipping: express }\nvariables: { code: "X1" }\n',
  )
  const words = ['AB-1042', 'May 3', '"Two Bits"', 'asha@example.com', '{{code}}', 'not', 'express']

  it('is not touched, unless its notation is the point', () => {
    const wordings = allOperators.filter(({ changes }) => changes === 'wording')
    const { variants } = listVariants(plan, { seed: 'one', operators: wordings, most: 1_000 })
    expect(variants.length).toBeGreaterThan(40)
    for (const { id, varied } of variants)
      for (const text of words) expect(typedText(varied.plan), `${id}: ${text}`).toContain(text)
  })
  it('is told by facts, values of the script, codes, quotations and variables', () => {
    const [turn] = readTyped(plan).turns
    const about = turn?.about.map(({ from, to }) => turn.text.slice(from, to))
    expect(about).toEqual(['AB-1042', 'May 3', '"Two Bits"', 'Asha', 'asha@example.com', '{{code}}', 'express'])
    expect(turn?.denials.map(({ from, to }) => turn.text.slice(from, to))).toEqual(['not'])
  })
})

describe('the variants of a conversation', () => {
  const plan = planOf(['Hello there, could you please cancel my order 1042?', 'Yes please, go ahead.'])
  it('are the same for one seed, and others for another', () => {
    const texts = (seed: string): string[] =>
      variantsOf(plan, undefined, seed).map(({ varied }) => typedText(varied.plan))
    expect(texts('one')).toEqual(texts('one'))
    expect(texts('one')).not.toEqual(texts('two'))
    expect(new Set(texts('one')).size).toBe(texts('one').length)
  })
  it('are of many families where only few are asked for', () => {
    const { variants, left } = listVariants(plan, { seed: 'one', operators: allOperators, most: 12 })
    expect([variants.length, left > 30]).toEqual([12, true])
    expect(new Set(variants.map(({ family }) => family)).size).toBeGreaterThanOrEqual(11)
  })
  it('do not have a paraphrase that may mean something else', () => {
    const paraphrases = new Map([
      [0, ['Hello, please cancel order 1043', 'Hello, I would like my order 1042 cancelled']],
    ])
    const { variants, dropped } = listVariants(plan, { seed: 'one', operators: [], most: 9, paraphrases })
    expect(variants.map(({ id }) => id)).toEqual(['paraphrase 2'])
    expect(dropped).toMatchObject([{ id: 'paraphrase 1', reason: '"1042" is lost' }])
  })
})
