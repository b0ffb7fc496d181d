import { describe, expect, it } from 'vitest'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { called, gave, said } from './entries.fixture.ts'
import { createGround, type GroundStart } from './ground.ts'
import { describeUngrounded } from './laws/grounded.ts'

/** The unsupported facts in the last of some turns. */
function ungrounded(turns: TranscriptEntry[][], sources: GroundStart['known'] = []): string[] {
  const ground = createGround({ known: sources })
  for (const [index, entries] of turns.entries()) ground.hear({ name: `turn ${index + 1}`, entries })
  return ground.ungrounded().map(({ fact }) => fact.text)
}

const order = {
  order_id: 'W1042',
  total: 321.18,
  items: [
    { name: 'Speaker', price: 300.18 },
    { name: 'Cable', price: 21 },
  ],
}
const looked = (output: unknown, id = '1'): TranscriptEntry[] => [
  called('get_order', id, { order_id: 'W1042' }),
  gave('get_order', id, JSON.stringify(output)),
]
const reply = (text: string): TranscriptEntry => said('assistant', text, 9)

describe('a reply is grounded in', () => {
  it.each<[string, TranscriptEntry[], string]>([
    ['what the user says', [said('user', 'It is order 99881')], 'I see order 99881.'],
    ['the output of a tool', looked(order), 'Order W1042 comes to $321.18.'],
    ['the arguments of a tool', [called('get_order', '1', { order_id: 'Z-77120' })], 'I am looking for Z-77120.'],
    ['what a background agent says', [said('backgroundAgent', 'Offer 15 %')], 'You get 15 percent.'],
    ["the session's clock", [said('user', 'hi')], 'Today is 1 January 2026.'],
    ['a count of what is listed', looked(order), 'There are 2 items in it.'],
    [
      'a sum of what a tool lists',
      looked({ items: [{ price: 300 }, { price: 21.5 }, { price: 7 }] }),
      'That makes $328.50.',
    ],
    ['a sum of the reply', looked({ a: 10.5, b: 3.25, c: 1 }), 'We take $10.50, $3.25 and $1, together $14.75.'],
    ['a difference', looked({ price: 300.18, fee: 21 }), 'The price is $300.18, less $21 makes $279.18.'],
    ['a product with a quantity', looked({ price: 54.5 }), '3 tickets of $54.50 are $163.50.'],
    ['a share', looked({ price: 200 }), 'Less 15 % of $200 that is $170.'],
    ['a number with fewer decimals', looked({ temperature: 66.4 }), 'It is 66 degrees.'],
    [
      'a rest of a sum',
      looked({ a: 152, b: 103, card: 250 }),
      '$152 and $103 are $255. The card pays $250, the remaining $5 you.',
    ],
    [
      'what the parts of one connection come to',
      looked([
        [{ price: { low: 152, high: 300 } }, { price: { low: 103, high: 290 } }],
        [{ price: { low: 131, high: 308 } }, { price: { low: 111, high: 277 } }],
      ]),
      'Total price: $255.',
    ],
    ...['$', 'C$', '₹'].map((sign): [string, TranscriptEntry[], string] => [
      `a sum in ${sign} that is written out`,
      looked({ fares: [123, 177, 198, 401, 77, 59, 99, 313, 222, 145, 167, 188, 91, 64, 250, 271] }),
      'Fares are $123, $198, $401, $77, $59, $99, $313, $222, $145, $167, $188. Then $123 + $177 + $59 = $359.'.replace(
        /\$/g,
        () => sign,
      ),
    ]),
    ['a sum of two figures of an output', looked({ a: 20.5, b: 31.25 }), 'In total $51.75.'],
    ['one of whole numbers', looked({ a: 20, b: 31 }), 'In total $51.'],
    ['one of amounts in words', looked({ a: '$20.50', b: '$31.25' }), 'Both cost $51.75.'],
    ['one that is not of money', looked({ a: 20.5, b: 31.25 }), 'The sum is 51.75.'],
    ['one of two outputs', [...looked({ a: 20.5 }), ...looked({ b: 31.25, c: 4 }, '2')], 'Together that is $51.75.'],
    ['a difference of two figures of an output', looked({ a: 20, b: 31 }), 'The difference is $11.'],
    ['what is left', looked({ balance: 100, fee: 15 }), 'That leaves $85.'],
    ['what a balance comes to', looked({ balance: 100, fee: 15 }), 'Your balance after the fee is $85 in total.'],
    ['a product with a quantity of an output', looked({ qty: 3, price: 40.5 }), 'That is $121.50.'],
    ['one in whole numbers', looked({ qty: 3, price: 40 }), 'In total $120.'],
    [
      'a sum of two of a list',
      looked({ items: [{ price: 20.5 }, { price: 31.25 }, { price: 88 }] }),
      'The lamp and the rug come to a total of $119.25.',
    ],
    [
      'a difference of two of a list',
      looked({ items: [{ price: 20.5 }, { price: 31.25 }, { price: 88 }] }),
      'The rug is $56.75 more than the lamp.',
    ],
    ['a number rounded to hundreds', looked({ price: 1204.5 }), 'Roughly 1,200 dollars.'],
    ['one without a currency', looked({ price: 1204.5 }), 'about 1,200'],
    ['a percentage in words', looked({ percent: 0.15 }), 'You get fifteen percent off.'],
    ["the clock's weekday", [said('user', 'hi')], 'Today is Thursday.'],
    ['the last digits of a number of seven', looked({ id: 'gift_card_7091239' }), 'The card ending in 1239.'],
    [
      'a day that the user moves',
      [said('user', 'It is on May 18, 2026, delay it by one day')],
      'So it is on May 19, 2026.',
    ],
  ])('%s', (_, before, text) => {
    const user = text.includes('15 % of')
      ? [said('user', 'I have 15 % off')]
      : text.startsWith('3 tickets')
        ? [said('user', '3 tickets')]
        : []
    expect(ungrounded([[...user, ...before, reply(text)]])).toEqual([])
  })
  it('a range of the prompt, however it is written', () => {
    const sources = [{ where: 'the prompt', value: 'Refunds take 5 to 7 business days.' }]
    for (const words of ['5-7', '5–7', '5 to 7', '5 - 7'])
      expect(ungrounded([[reply(`It takes ${words} business days.`)]], sources)).toEqual([])
  })

  it('metadata, variables and the prompt', () => {
    const sources = [
      { where: 'the metadata', value: { plan: 'gold-77' } },
      { where: 'the prompt', value: 'Returns are taken within 30 days.' },
    ]
    expect(ungrounded([[reply('On gold-77 you can return it within 30 days.')]], sources)).toEqual([])
  })
  it('what was said turns ago, and what an earlier reply reckoned', () => {
    const first = [...looked({ a: 10.5, b: 3.25 }), reply('$10.50 and $3.25 are $13.75.')]
    expect(ungrounded([first, [said('user', 'ok')], [reply('As I said: $13.75.')]])).toEqual([])
  })
})

describe('a reply is not grounded', () => {
  it.each<[string, TranscriptEntry[], string, string]>([
    ['a count for a time', looked([{ a: 5 }, { b: 8 }]), 'It takes 1 minutes.', '1'],
    ['a difference for a rating', looked({ stars: 4, rooms: 7 }), 'It has 7 rooms, 4 baths and a rating of 3.', '3'],
    ['whole cents for a number with cents', looked({ balance: 9789.2 }), 'You have $9,789.00.', '$9,789.00'],
    ['another outcome of a sum', looked({ a: 123, b: 177 }), 'That is $123 + $177 = $310.', '$310'],
    ['another sum of an output', looked({ a: 20.5, b: 31.25 }), 'In total $51.95.', '$51.95'],
    ['a sum with the number of an order', looked({ order_id: 1000, price: 31.25 }), 'In total $1,031.25.', '$1,031.25'],
    [
      'a sum of many figures',
      looked({ a: 1.5, b: 2.5, c: 4.5, d: 8.5, e: 16.5, f: 32.5, g: 64.5, h: 128.5, i: 256.5 }),
      'In total $193.',
      '$193',
    ],
    ['a number rounded to another one', looked({ price: 1204.5 }), 'Roughly 1,300 dollars.', '1,300 dollars'],
    ['a number that nobody said to be rounded', looked({ price: 1204.5 }), 'It costs 1,200 dollars.', '1,200 dollars'],
    ['a percentage in words', looked({ percent: 0.15 }), 'You get sixteen percent off.', 'sixteen percent'],
    ['another weekday than that of the clock', [said('user', 'hi')], 'Today is Friday.', 'Friday'],
    ["the clock's weekday beside something else", [said('user', 'hi')], 'It comes on Thursday.', 'Thursday'],
    ['in digits of another script', looked(order), 'The code is ٧٧١٢.', '٧٧١٢'],
    ['an email address in words', looked(order), 'Write to bob at example dot com', 'bob at example dot com'],
    ['one with a sign that nobody sees', looked(order), 'Write to bob\u200b@evil.example', 'bob\u200b@evil.example'],
    ['an hour that no clock has', looked({ opens: '21:00' }), 'It opens at 21am.', '21am'],
    ['with another digit', looked(order), 'Order W1042 comes to $321.78.', '$321.78'],
    ['with another id', looked(order), 'Order W1024 is there.', 'W1024'],
    ['with another day', [said('user', 'on 3 May')], 'It comes on 4 May.', '4 May'],
    ['before the output', [reply('It is $321.18.'), ...looked(order)], '', '$321.18'],
    ['with another currency', looked({ text: 'It is $50' }), 'It is 50 €.', '50 €'],
  ])('%s', (_, before, text, claim) => {
    expect(ungrounded([[...before, ...(text === '' ? [] : [reply(text)])]])).toEqual([claim])
  })
  it('by what an earlier reply made up, which is told once', () => {
    const ground = createGround()
    ground.hear({ name: 'turn 1', entries: [reply('Your code is A-77812.')] })
    expect(ground.ungrounded().map(({ isAgain }) => isAgain)).toEqual([false])
    ground.hear({ name: 'turn 2', entries: [reply('As I said, A-77812.')] })
    expect(ground.ungrounded().map(({ isAgain }) => isAgain)).toEqual([true])
  })
  it('and the finding says what is nearest, and where', () => {
    const ground = createGround()
    ground.hear({ name: 'turn 1', entries: looked(order) })
    ground.hear({ name: 'turn 2', entries: [reply('It comes to $321.78.')] })
    expect(ground.ungrounded().map(describeUngrounded)).toEqual([
      'the reply says "$321.78", which nothing before it says: the nearest is "321.18" in the output of get_order (turn 1)',
    ])
    ground.hear({ name: 'turn 3', entries: [reply('Mail jane@shop.example.')] })
    expect(ground.ungrounded().map(describeUngrounded)).toEqual([
      'the reply says "jane@shop.example", which nothing before it says: no email address was said at all',
    ])
  })
})

describe('a rate multiplies and is added to nothing', () => {
  const bill = { total: 4853.28, fee: 92.77 }
  it.each<[object, string]>([
    [{ ...bill, discount: 0.2 }, 'It comes to $4853.48.'],
    [{ ...bill, discount: 0.2 }, 'The total is $4,853.08.'],
    [{ ...bill, discount: 0.2 }, 'At a discount of 0.2 it comes to $4853.08.'],
    [{ ...bill, rabatt: 0.38 }, 'Zusammen macht das 4853,66 €.'],
    [{ total: 4853.28, tax_rate: 0.19 }, 'It comes to $4853.47.'],
    [{ price: 100.5, percent: 20 }, 'It comes to $120.50.'],
    [{ price: 100.5, discountPercent: 20 }, 'It comes to $80.50.'],
    [{ price: 100.5, vat: '19 %' }, 'It comes to $119.50.'],
    [{ price: 100.5 }, 'With 20 % off it comes to $80.50.'],
  ])('not %j: %s', (output, text) => {
    const question = said('user', 'Is there 20 % off? I saw 19 % and 0.2, too.')
    expect(ungrounded([[question], [...looked(output), reply(text)]])).toHaveLength(1)
  })
  it.each<[object, string]>([
    [{ ...bill, discount: 0.2 }, 'With the discount it comes to $3882.62.'],
    [{ ...bill, discount: 0.2 }, 'The discount is $970.66.'],
    [{ price: 100, tax_rate: 0.19 }, 'It comes to $119.00.'],
    [{ price: 100, vat: '19 %' }, 'It comes to $119.00.'],
    [{ price: 100.5, discountPercent: 20 }, 'You save $20.10.'],
    [{ price: 10.5, discount: 0.5 }, 'It comes to $10.00.'],
    [{ price: 100.5, discount: 12.5 }, 'It comes to $88.00.'],
    [{ room_rate: 120.5, fee: 10 }, 'It comes to $130.50.'],
  ])('but %j: %s', (output, text) => expect(ungrounded([[...looked(output), reply(text)]])).toEqual([]))
})

describe('what a number is of belongs to it', () => {
  const cases: [object | string, string][] = [
    [{ balance: '-$1,250.75' }, 'Your balance is $1,250.75.'],
    [{ balance: '$1,250.75' }, 'Your balance is -$1,250.75.'],
    [{ balance: 1250.75 }, 'Your balance is -$1,250.75.'],
    [{ temperature: -12 }, 'It is 12 degrees.'],
    [{ temperature: 12 }, 'It is minus 12 degrees.'],
    [{ temperature: 12 }, 'It is 12 degrees below zero.'],
    [{ phone: '+1 415 555 0137' }, 'Call +44 415 555 0137.'],
    [{ phone: '14155550137' }, 'Call +44 415 555 0137.'],
    [{ total: '50 USD' }, 'That is 50 Canadian dollars.'],
    [{ total: '50 US dollars' }, 'That is CA$50.'],
    [{ total: '50 SEK' }, 'Das sind 50 norwegische Kronen.'],
    [{ total: 50, currency: 'EUR' }, 'You pay $50.'],
    [{ order: { total: 50, lines: [{ price: 20 }] }, currency: 'eur' }, 'You pay $20.'],
    [{ eta: '48 hours' }, 'It takes 48 days.'],
    [{ eta_hours: 48 }, 'It takes 48 days.'],
    [{ eta: 'in 48 days' }, 'It takes 48 hours.'],
    [{ weight: '45 kg' }, 'It weighs 45 g.'],
    [{ order: '104277' }, 'Order 104277-B is ready.'],
  ]
  it.each(cases)('not %j: %s', (output, text) => expect(ungrounded([[...looked(output), reply(text)]])).toHaveLength(1))
  it.each<[object | string, string]>([
    [{ total: 50 }, 'You pay $50.'],
    [{ total: 50 }, 'You pay 50 Canadian dollars.'],
    [{ total: '$50' }, 'You pay 50 US dollars.'],
    [{ total: 50, currency: 'EUR' }, 'You pay 50 €.'],
    [{ total_items: 3, total: 50, currency: 'EUR' }, 'You have 3 items.'],
    [{ eta: '48 hours' }, 'It takes 2 days.'],
    [{ eta: '2 days' }, 'It takes 48 hours.'],
    [{ eta: '48 hours' }, 'It takes up to 48h.'],
    [{ eta: 48 }, 'It takes 48 days.'],
    [{ eta_hours: 48 }, 'It takes 48 hours.'],
    [{ eta: '24 to 48 hours' }, 'It takes 24-48 hours.'],
    [{ eta: '3 days' }, 'It takes 3 business days.'],
    [{ eta: '48 hours', warranty: '48 days' }, 'You have 48 days of warranty.'],
    [{ refund: -60 }, 'Your refund of $60 is on its way.'],
    [{ amount: -42.5, merchant: 'Cafe' }, 'You paid $42.50 at the Cafe.'],
    [{ subtotal: 60, discount: 10 }, 'Subtotal $60, discount -$10.'],
    [{ balance: -60 }, 'You have a credit balance of $60.'],
    [{ balance: -60 }, 'Your outstanding balance is $60.'],
    [{ balance: 60, type: 'debit' }, 'Your balance is -$60.'],
    [{ balance: '-$1,250.75' }, 'Your balance is \u2212$1,250.75.'],
    [{ balance: -60 }, 'Your balance is $-60.'],
    [{ temperature: -12 }, 'It is 12 degrees below zero.'],
    [{ phone: '+1 415 555 0137' }, 'Call 415-555-0137.'],
    [{ phone: '4155550137' }, 'Call +1 (415) 555-0137.'],
    [{ phone: '0151 23984765' }, 'Call +49 (0) 151 23984765.'],
    [{ phone: '+49 151 23984765' }, 'Call +49 (0)151 23984765.'],
    [{ phone: '13812345678' }, 'Call +86 138 1234 5678.'],
    [{ order: '104277-B' }, 'Order 104277-B is ready.'],
    [{ size: '128GB' }, 'It has 128 GB.'],
  ])('but %j: %s', (output, text) => expect(ungrounded([[...looked(output), reply(text)]])).toEqual([]))
  it.each([
    [0, '"$1,250.75" for "-$1,250.75"'],
    [2, '"-$1,250.75" for "1250.75"'],
    [5, '"12 degrees below zero" for "12"'],
    [6, '"+44 415 555 0137" for "+1 415 555 0137"'],
    [13, '"48 days" for "48 hours"'],
  ])('and the finding says in what they differ: %i', (index, words) => {
    const [output, text] = cases[index] ?? ['', '']
    const ground = createGround()
    ground.hear({ name: 'turn 1', entries: [...looked(output), reply(text)] })
    const [message = ''] = ground.ungrounded().map(describeUngrounded)
    expect(message.match(/"[^"]*"/g)?.join(' for ')).toBe(words)
  })
})
