import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { measureGrowth, mostGrowth } from '../../../base/measure-growth.fixture.ts'
import type { FactKind } from './fact.ts'
import { findFacts } from './find-facts.ts'
import { isSaidIn, readSource } from './said-in.ts'

/** A Friday. */
const now = '2026-05-01T09:00:00Z'

/** How many facts of a text another text supports. */
function said(text: string, source: string): string {
  const facts = findFacts(text, { now }).filter(({ forms }) => forms.length > 0)
  const sources = [readSource('a source', source, { now })]
  return `${facts.filter((fact) => isSaidIn(fact, sources)).length} of ${facts.length}`
}

const kinds = (text: string): [FactKind, string][] => findFacts(text, { now }).map(({ kind, text }) => [kind, text])

describe('facts', () => {
  it.each<[string, [FactKind, string][]]>([
    ['The total is $1,204.50.', [['amount', '$1,204.50']]],
    [
      'Das macht 1.204,50 €, also 20 % weniger.',
      [
        ['amount', '1.204,50 €'],
        ['percentage', '20 %'],
      ],
    ],
    ['Il coûte 1 204,50 € en tout.', [['amount', '1 204,50 €']]],
    [
      'Your order W4923227 ships on May 3rd at 4:30 pm.',
      [
        ['id', 'W4923227'],
        ['date', 'May 3rd'],
        ['time', '4:30 pm'],
      ],
    ],
    [
      'Am 3. Mai um 16 Uhr',
      [
        ['date', '3. Mai'],
        ['time', '16 Uhr'],
      ],
    ],
    [
      'el 3 de mayo de 2026 a las cuatro y media',
      [
        ['date', '3 de mayo de 2026'],
        ['time', 'cuatro y media'],
      ],
    ],
    ['See https://shop.example/track/12.', [['link', 'https://shop.example/track/12.']]],
    [
      'Mail jane@shop.example or call (415) 555-0142',
      [
        ['email', 'jane@shop.example'],
        ['phone', '(415) 555-0142'],
      ],
    ],
    ['We ship to 710 Sunset Drive', [['address', '710 Sunset Drive']]],
    ['an die Hauptstraße 12', [['address', 'Hauptstraße 12']]],
    ['12 rue de la Paix', [['address', '12 rue de la Paix']]],
    ['Calle Mayor 5', [['address', 'Calle Mayor 5']]],
    ['Twenty-one of them', [['number', 'Twenty-one']]],
    ['I travel with Mia Li.', [['name', 'Mia Li']]],
    ['My name is Omar', [['name', 'Omar']]],
    ['1. Yes\n2. No', []],
    ['We are here 24/7. Option 2: nothing.', []],
    [
      'a 27-inch screen, 10kg',
      [
        ['number', '27-'],
        ['number', '10'],
      ],
    ],
    [
      '5 to 7 business days',
      [
        ['number', '5'],
        ['number', '7'],
      ],
    ],
    ['12345', [['id', '12345']]],
    ['about 1,200', [['number', '1,200']]],
    [
      'cent pour cent, fünfzehn Prozent',
      [
        ['percentage', 'cent pour cent'],
        ['percentage', 'fünfzehn Prozent'],
      ],
    ],
  ])('of %j are found with their kinds', (text, facts) => {
    expect(kinds(text)).toEqual(facts)
  })

  it.each([
    ['₹१,२५,००० or 2 lakh', 'amount ₹१,२५,०००; number 2 lakh'],
    ['R$ 1.234,56 or C$ 20', 'amount R$ 1.234,56; amount C$ 20'],
    ['SEK 1 200, 120,50zł or 1 200,50 Kč', 'amount SEK 1 200; amount 120,50zł; amount 1 200,50 Kč'],
    ['det koster 120 kr.', 'amount 120 kr'],
    ['order 1042 120 €', 'number 1042; amount 120 €'],
    ['15. 3. 2026', 'date 15. 3. 2026'],
    ['vom 15.3. 2026 bis 16. 3. hier', 'date 15.3. 2026; date 16. 3.'],
    ['then 1. 2. 20 items', 'number 1; number 2; number 20'],
    ['PHP 8.2, TRY 2, a$20 coupon', 'number 8.2; number 2; number 20'],
    ['30 sek, 6 ft', 'number 30; number 6'],
    ['v1.25.000 at 192.168.1.1', 'id v1.25.000; id 192.168.1.1'],
    ['um 16:30, +46 70 123 45 67', 'time 16:30; phone +46 70 123 45 67'],
  ])('of %s are %s', (text, facts) => {
    const own = kinds(text).map((fact) => fact.join(' '))
    expect(own.join('; ')).toBe(facts)
  })

  it('stand where they say', () => {
    const text = 'Am Samstag, dem 3. Mai, kostet Straße 7 genau 12,50 €.'
    for (const fact of findFacts(text)) expect(text.slice(fact.at, fact.at + fact.text.length)).toBe(fact.text)
  })
})

describe('a fact is said', () => {
  it.each([
    ['1,204.50', '1204.5'],
    ['1.204,50', '1204.5'],
    ["1'204.50", '1204.5'],
    ['1204', 'twelve hundred and four'],
    ['twelve hundred and four', '1204'],
    ['21', 'einundzwanzig'],
    ['97', 'quatre-vingt-dix-sept'],
    ['31', 'treinta y uno'],
    ['$50', 'The balance is 50'],
    ['$50', '50 dollars'],
    ['50 €', 'EUR 50.00'],
    ['$50', 'C$50'],
    ['C$50', '$50'],
    ['CAD 50', 'C$50'],
    ['120 zł', '{"amount": 120, "currency": "PLN"}'],
    ['120 zł', 'PLN 120'],
    ['1 200 kr', 'SEK 1200'],
    ['NOK 1200', '1 200 kr'],
    ['¥500', '500 CNY'],
    ['₹1,25,000', '125000 Rs.'],
    ['₹1.5 lakhs', '150000'],
    ['1.5 million', '1500000'],
    ['15 %', '0.15'],
    ['15 percent', '15%'],
    ['fifteen percent', '0.15'],
    ['fünfzehn Prozent', '15 %'],
    ['quinze pour cent', '15 %'],
    ['15 %', 'quince por ciento'],
    ['today is Friday', 'nothing at all'],
    ['heute ist Freitag', 'nothing at all'],
    ["aujourd'hui, c'est vendredi", 'nothing at all'],
    ['it is Friday today', 'nothing at all'],
    ['２０７８', '2078'],
    ['２０７８', '٢٠٧٨'],
    ['②⓪⑦⑧', '२०७८'],
    ['＄７７.５０', '$77.50'],
    ['Ｗ４９２３２２７', 'W4923227'],
    ['bob at shop dot example', 'bob@shop.example'],
    ['jane (at) shop.example', 'jane@shop.example'],
    ['Jane@shop.example', 'jane at shop dot example'],
    ['look at shop dot example', 'https://shop.example/track/12'],
    ['jane\u200b@shop.example', 'jane@shop.example'],
    ['3 May', '2026-05-03'],
    ['May 3', '2026-05-03T10:00:00Z'],
    ['2026-05-03', 'the 3rd of May'],
    ['03.05.2026', '2026-05-03'],
    ['3. 5. 2026', '2026-05-03'],
    ['5/3/2026', '2026-05-03'],
    ['3/5/2026', '2026-05-03'],
    ['next Tuesday', '2026-05-05'],
    ['2026-05-05', 'next Tuesday'],
    ['Tuesday', '2026-05-05'],
    ['tomorrow', '2026-05-02'],
    ['2026-05-02', 'tomorrow'],
    ['2026-05-04', 'in 3 days'],
    ['today', 'nothing at all'],
    ['am 3. Mai', '2026-05-03'],
    ['le 3 mai', '2026-05-03'],
    ['el tres', '3'],
    ['March 1st', '2026-03-01'],
    ['from May 3 to 5', '2026-05-03 and 2026-05-05'],
    ['4:30 pm', '16:30'],
    ['4:30 PM', '16:30:00'],
    ['half past four', '16:30'],
    ['half past 4 in the evening', '16:30'],
    ['quarter to 5', '16:45'],
    ['halb fünf', '16:30'],
    ['16 Uhr 30', '16:30'],
    ['16h30', '16:30'],
    ['noon', '12:00'],
    ['6 PM', '18:00'],
    ['5 in the afternoon', '17:00'],
    ['1 pm', 'on the 13th of march 1 pm'],
    ['6:00 AM', '06:00:00+1'],
    ['order #W4923227', 'w4923227'],
    ['card 7815826', 'credit_card_7815826'],
    ['A 1042', 'A-1042'],
    ['https://shop.example/track/12.', 'http://www.shop.example/track/12'],
    ['shop.example', 'https://shop.example/track/12'],
    ['+1 415 555 0142', '4155550142'],
    ['(415) 555-0142', '+14155550142'],
    ['Jane@Shop.example', 'jane@shop.example'],
    ['710 Sunset Dr', '710 Sunset Drive, Suite 2'],
    ['Hauptstr. 12', 'Hauptstraße 12'],
    ['Mia Li', 'mia li'],
    ['IFOYYZ is your reservation IFOYYZ', 'ifoyyz'],
    ['two bags', '2'],
    ['2 days', '48 hours'],
    ['48 Stunden', 'zwei Tage'],
    ['the twenty-third floor', 'floor 23'],
    ['the third door', 'nothing at all'],
    ['50 dólares canadienses', 'C$50'],
  ])('%j by %j', (text, source) => {
    expect(said(text, source)).toMatch(/^(\d+) of \1$/)
  })
  it.each([
    ['1,204.50', '1204.05'],
    ['$50', '50 €'],
    ['C$50', 'USD 50'],
    ['A$50', 'HK$50'],
    ['R$ 50', '$50'],
    ['120 zł', '120 €'],
    ['SEK 1200', 'NOK 1200'],
    ['15. 3. 2026', '2026-03-16'],
    ['15 %', '51'],
    ['3 May', '2026-05-04'],
    ['2026-05-03', '2025-05-03'],
    ['next Tuesday', '2026-05-06'],
    ['tomorrow', '2026-05-03'],
    ['it comes on Friday', 'nothing at all'],
    ['today is Saturday', 'nothing at all'],
    ['sixteen percent', '0.15'],
    ['２０７９', '2078'],
    ['٢٠٧٩', '2078'],
    ['rob at shop dot example', 'bob@shop.example'],
    ['4:30 am', '16:30'],
    ['6:00 PM', '06:00:00'],
    ['halb fünf', '17:30'],
    ['W4923227', 'W4923272'],
    ['https://shop.example/track/12', 'https://shop.example/track/13'],
    ['+1 415 555 0142', '4155550143'],
    ['jane@shop.example', 'jane@other.example'],
    ['710 Sunset Drive', '711 Sunset Drive'],
    ['with Mia Li', 'with Mia Lee'],
    ['5', '2026-05-05 05:55 a5b55'],
    ['48 days', '48 hours'],
    ['48 Tage', '48 Stunden'],
    ['104277-B', '104277'],
    ['50 dollars canadiens', 'US$50'],
    ['the twenty-fourth floor', 'floor 23'],
  ])('%j not by %j', (text, source) => {
    expect(said(text, source)).toMatch(/^0 of /)
  })

  it('as every language writes its numbers', () => {
    const locales = fc.constantFrom('en', 'de', 'fr', 'es', 'de-CH', 'en-IN')
    fc.assert(
      fc.property(locales, fc.integer({ min: 0, max: 999_999_999 }), fc.constantFrom(0, 2), (locale, cents, digits) => {
        const value = digits === 0 ? Math.floor(cents / 100) : cents / 100
        const money = new Intl.NumberFormat(locale, {
          style: 'currency',
          currency: 'EUR',
          minimumFractionDigits: digits,
          maximumFractionDigits: digits,
        })
        expect(said(money.format(value), `{"total": ${value}}`)).toBe('1 of 1')
      }),
      { seed: 22 },
    )
  })
  it.each(
    'en-IN INR, hi INR, en CAD, en AUD, en NZD, en HKD, en MXN, en TWD, en CNY, en KRW, en ILS, en VND, en-CA USD, en-CA CAD, en-SG SGD, pt-BR BRL, pl PLN, cs CZK, sv SEK, nb NOK, da DKK, hu HUF, de-CH CHF, ja JPY, tr TRY, uk UAH, ru RUB, es-MX MXN, ro RON, de PLN, fr CAD'.split(
      ', ',
    ),
  )('as an amount of %s', (row) => {
    const [locale, currency] = row.split(' ')
    const money = new Intl.NumberFormat(locale, { style: 'currency', currency, minimumFractionDigits: 2 })
    for (const value of [20.5, 1204.5, 125_000.5, 12_345_678.25]) {
      const [fact, ...more] = findFacts(money.format(value))
      expect({ ...fact, more }, money.format(value)).toMatchObject({ kind: 'amount', values: [value], more: [] })
      expect(said(money.format(value), `${currency} ${value}`)).toBe('1 of 1')
    }
  })
  it('as every language writes its dates', () => {
    const locales = fc.constantFrom('en-US', 'en-GB', 'de', 'fr', 'es')
    const styles = fc.constantFrom('full', 'long', 'medium')
    const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2049-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(locales, styles, days, (locale, dateStyle, day) => {
        const text = new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' }).format(day)
        const facts = findFacts(text, { now })
        expect(facts.map(({ kind }) => kind)).toEqual(facts.map(() => 'date'))
        expect(said(text, day.toISOString().slice(0, 10)), text).toMatch(/^([12]) of \1$/)
        const other = new Date(day.getTime() + 86_400_000).toISOString().slice(0, 10)
        expect(said(text, other), text).toMatch(/^0 of /)
      }),
      { seed: 22 },
    )
  })
  it('as every language writes its times', () => {
    const locales = fc.constantFrom('en-US', 'en-GB', 'de', 'fr', 'es')
    fc.assert(
      fc.property(locales, fc.integer({ min: 0, max: 1439 }), (locale, minutes) => {
        const moment = new Date(Date.UTC(2026, 4, 1) + minutes * 60_000)
        const text = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(moment)
        expect(said(text, moment.toISOString().slice(11, 16)), text).toBe('1 of 1')
      }),
      { seed: 22 },
    )
  })
})

it.each(['1/2 ', '5.3. ', 'May 5 ', 'the 5th ', 'Monday '])(
  'looks at few days of the calendar for each date: %s',
  (piece) => {
    const looks = vi.spyOn(Date.prototype, 'getUTCFullYear')
    findFacts(piece.repeat(1_000), { now })
    expect(looks.mock.calls.length / 1_000).toBeLessThan(40)
    looks.mockRestore()
  },
)

it('takes time in proportion to the text', { tags: 'stress' }, async () => {
  const pieces =
    'May |1 |1,|1.|a.|3 May to |twenty |A1-|$1|+1 |Main 1 |x@|http://|9 of |: 1|Ab |1-|und|hundert|on the |ending in |a at b dot |９|fifteen percent |1,25,|1 200 |kr |1. 2. |today Friday '
  for (const piece of pieces.split('|')) {
    // Where each fact moves the rest of the text once more, a text is long before that shows.
    const size = piece.includes('percent') ? 3_000 : 400
    const growth = await measureGrowth(size, (size) => findFacts(piece.repeat(size), { now }))
    expect(growth, piece).toBeLessThan(mostGrowth)
  }
})
