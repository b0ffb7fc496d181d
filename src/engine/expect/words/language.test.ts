import { describe, expect, it } from 'vitest'
import { compareLanguage, type LanguagesRead, readLanguages } from './language.ts'

const read = (
  main: string | null,
  shares: Record<string, number>,
  maybe: Record<string, number> = {},
): LanguagesRead => ({
  main,
  shares: Object.entries(shares).map(([code, share]) => ({ code, share })),
  maybe: new Map(Object.entries(maybe)),
  doubt: 'some doubt',
})

describe('whether a text is in a language', () => {
  it.each<
    [main: string | null, shares: Record<string, number>, maybe: Record<string, number>, is: string, ruledOut: string]
  >([
    ['de', { de: 1 }, {}, 'holds', 'holds'],
    ['en', { en: 1 }, {}, 'fails', 'fails'],
    ['de', { de: 0.8, en: 0.2 }, {}, 'fails', 'holds'],
    ['de', { de: 0.8, en: 0.19 }, {}, 'holds', 'holds'],
    ['de', { de: 0.7, en: 0.1, fr: 0.1 }, {}, 'fails', 'holds'],
    ['en', { en: 0.8, de: 0.2 }, {}, 'fails', 'holds'],
    ['en', { en: 0.1, de: 0.19 }, {}, 'fails', 'fails'],
    ['de', {}, {}, 'holds', 'holds'],
    ['en', {}, {}, 'fails', 'fails'],
    [null, { de: 0.51 }, {}, 'holds', 'holds'],
    [null, { de: 0.5 }, {}, 'cannot tell', 'holds'],
    [null, { de: 0.1 }, {}, 'cannot tell', 'cannot tell'],
    [null, {}, {}, 'cannot tell', 'cannot tell'],
    [null, { en: 0.5 }, {}, 'fails', 'cannot tell'],
    [null, { en: 0.51 }, {}, 'fails', 'fails'],
    [null, { en: 0.3, fr: 0.3 }, {}, 'fails', 'fails'],
    ['en', { en: 0.8 }, { de: 0.2 }, 'fails', 'cannot tell'],
    ['en', { en: 0.8 }, { de: 0.19 }, 'fails', 'fails'],
    ['en', { en: 0.8 }, { fr: 0.2 }, 'fails', 'fails'],
  ])('read as %s, %j, perhaps %j', (main, shares, maybe, is, ruledOut) => {
    const text = read(main, shares, maybe)
    expect([compareLanguage(text, 'de', false), compareLanguage(text, 'de', true)]).toEqual([is, ruledOut])
  })
})

const german = 'Ihre Bestellung ist unterwegs und kommt morgen früh bei Ihnen an.'
const english = 'Your order is on its way and will be there tomorrow morning.'

describe('what a text is written in', () => {
  const sharesOf = (text: string) =>
    readLanguages(text).shares.map(({ code, share }) => `${code} ${Math.round(share * 100)}`)

  it('is told of the whole, and of its parts by their letters, the largest first', () => {
    expect(readLanguages(german)).toEqual({
      main: 'de',
      shares: [{ code: 'de', share: 1 }],
      maybe: new Map(),
      doubt: 'its language cannot be told for certain',
    })
    expect(sharesOf(`${english} ${german} ${german}`)).toEqual(['de 69', 'en 31'])
    expect(sharesOf(`${german} ${english} ${german}`)).toEqual(['de 69', 'en 31'])
  })
  it.each([
    ['', 'there are no words in it to tell its language by'],
    ['42 %', 'there are no words in it to tell its language by'],
    ['Okay', 'it is too short to tell its language by'],
    ['Balance is', 'it is too short to tell its language by'],
    ['Balance isx', 'its language cannot be told for certain'],
  ])('is in doubt, with the reason: %j', (text, doubt) => {
    expect(readLanguages(text).doubt).toBe(doubt)
    if (text.length < 10) expect(readLanguages(text)).toMatchObject({ main: null, shares: [] })
  })
  it.each([
    '```\nif the value is not here then there is no other\n```',
    '```\nif the value is not here then there is no other',
    '`this is the value of your order`',
    '<a title="this is the value of your order">',
    '{{this is the value of your order}}',
    '${' + 'this is the value of your order}',
    '{this is the value of your order}',
    'https://this-is-the-value-of-your-order',
    'www.thisisthevalueofyourorder',
    'this-is-the-value-of-your-order@example',
    'this.is.the.value.of.your.order',
    '#thisisthevalueofyourorder',
    'thisisthevalueofyourorder1',
    'THIS IS THE VALUE OF YOUR ORDER',
    '(THE)',
    '!!! 👍 — 42',
  ])('is not told by what is in no language: %j', (noise) => {
    const { main, shares } = readLanguages(`${german} ${noise}`)
    expect([main, shares]).toEqual(['de', [{ code: 'de', share: 1 }]])
    expect(readLanguages(noise).shares).toEqual(noise.startsWith('THIS') ? expect.anything() : [])
  })
  it('is told of a text in capitals', () => {
    expect(readLanguages(german.toUpperCase()).main).toBe('de')
  })
  it.each([
    ['您的订单已经发出。', 'zh'],
    ['ご注文の商品を発送しました。', 'ja'],
    ['주문하신 상품이 발송되었습니다.', 'ko'],
    ['订单42已经发出了', 'zh'],
  ])('is told of few characters of other scripts: %s', (text, code) => {
    expect(readLanguages(text).main).toBe(code)
  })
  it('is told part by part where no sentence ends', () => {
    const both = `${german.slice(0, -1).repeat(3)} ${english.slice(0, -1).repeat(3)}`
    expect(
      readLanguages(both)
        .shares.map(({ code }) => code)
        .sort(),
    ).toEqual(['de', 'en'])
  })
  it('is told of the first twenty thousand characters', () => {
    const long = `${german} `.repeat(400)
    expect(long.length).toBeGreaterThan(20_000)
    expect(sharesOf(long + `${english} `.repeat(600))).toEqual(['de 100'])
  })
  it('is not told by names, of which every language has some', () => {
    expect(readLanguages('Berlin, Friedrichstraße und Alexanderplatz').main).not.toBe('en')
    expect(readLanguages('Your parcel is in Rue de la Fontaine, Clermont Ferrand.').main).not.toBe('fr')
  })
  const clause =
    'Ihre Bestellung ist unterwegs und kommt morgen bei Ihnen an, wenn nichts dazwischenkommt, was wir alle nun nicht hoffen '
  it.each<[text: string, main: string | null, sure: Record<string, number>, maybe?: Record<string, number>]>([
    ['Ich habe Ihr', 'de', { de: 1 }], // ten letters
    ['I have cancelled', null, {}, { en: 1 }],
    ['Guten Morgen!', null, {}, { de: 1 }],
    ['По воскресеньям мы не работаем.', 'ru', { ru: 1 }], // 26
    ['Du kan ändra leveransadressen så', 'sv', { sv: 1 }],
    ['Vaša pošiljka je na putu i stiže sutra pre podne.', 'hr', { hr: 1 }],
    ['Ваша пошиљка је на путу и стиже сутра пре подне.', 'hr', { hr: 1 }],
    ['Ich\nhabe\nIhr', 'de', { de: 1 }],
    ['Ihre Ware ist unterwegs. Your order is there.', 'de', { de: 0.556, en: 0.444 }], // twenty letters
    ['für Ihre Geduld.', null, {}, { de: 1 }],
    ['The Golden Lion.', null, {}, { en: 1 }],
    ['Mr Müller-Lüdenscheidt.', null, {}, { de: 1 }],
    ['Chez François in Aix-en-Provence.', null, {}, { fr: 1 }],
    ['Chez \nFrançois \nin \nAix-en-Provence.', null, {}, { fr: 1 }],
    ['Chez\n\n\nFrançois\n\n\nin\n\n\nAix-en-Provence.', null, {}, { fr: 1 }],
    ['Chez   François   in   Aix-en-Provence.', null, {}, { fr: 1 }],
    ['Chez`x`François`x`in`x`Aix-en-Provence.', null, {}, { fr: 1 }],
    ['I Think that your order will be there tomorrow', 'en', { en: 1 }],
    ['Danke. Gerne. Bitte. Morgen.', 'de', { de: 1 }],
    ['Okay. Bestellung. Unterwegs. Lieferung.', 'de', { de: 0.719 }, { de: 0.281 }],
    ['Oui. Ihre Bestellung ist unterwegs. Non.', 'de', { de: 0.906 }, { it: 0.094 }],
    ['您的订单已经发出'.repeat(40), 'zh', { zh: 1 }],
    [clause.repeat(4), 'de', { de: 1 }],
    [`${clause}your order is on its way and will be there tomorrow morning`, 'de', { de: 0.673, en: 0.327 }],
  ])('is told as it was measured, of parts as of the whole: %j', (text, main, sure, maybe = {}) => {
    const read = readLanguages(text)
    const rounded = (shares: Iterable<readonly [string, number]>) =>
      Object.fromEntries([...shares].map(([code, share]) => [code, Math.round(share * 1_000) / 1_000]))
    expect([read.main, rounded(read.shares.map(({ code, share }) => [code, share])), rounded(read.maybe)]).toEqual([
      main,
      sure,
      maybe,
    ])
  })
  it('is told of parts of as many characters as the detector looks at', () => {
    expect(clause).toHaveLength(120)
  })
  it('is none that is known for letters of no living language', () => {
    expect(readLanguages('ᚠᚢᚦᚨᚱᚲᚷᚹᚺᚾᛁᛃ')).toMatchObject({ main: null, shares: [], maybe: new Map([['', 1]]) })
  })
  it('is the same each time it is read', () => {
    expect(readLanguages(german)).toBe(readLanguages(german))
  })
})
