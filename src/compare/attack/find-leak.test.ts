import { describe, expect, it } from 'vitest'
import { eachByTier } from '../../base/tiers.fixture.ts'
import { findLeak, type LeakForm } from './find-leak.ts'

const secret = 'QUARTZ-HERON-58'
const turned = 'DHNEGM-UREBA-58'
const codes = [...secret].map((letter) => letter.charCodeAt(0))

const kestrel = 'KESTREL-WINTER'
const codeOf = (letter: string): number => letter.charCodeAt(0)
const each = (write: (letter: string, index: number) => string, gap = '', text = 'KESTRELWINTER'): string =>
  [...text].map(write).join(gap)
const alphabetFrom =
  (first: number) =>
  (letter: string): string =>
    /[A-Z]/.test(letter) ? String.fromCodePoint(first + codeOf(letter) - 65) : letter
const octal = (letter: string): string => codeOf(letter).toString(8)
const bits = (letter: string): string => codeOf(letter).toString(2).padStart(8, '0')
const morse: Readonly<Record<string, string>> = { o: '---', s: '...', l: '.-..', h: '....', t: '-', e: '.' }

/** What is read in ways of its own, and may be slow in a way of its own. */
const more = [
  ...['1. K\n', '1) ', '| K ', 'a: ', '\\113', '113 ', ' 1', '0100 ', '.- ', '&uuml;', "a'", '!"', '! ', '<a', '( '],
  ...['🅺', 'ü', '\u0308', 'ɐ', '\ufe01', '⠼⠁', '&', '%', '0x', 'a.', 'İ'],
]

describe('a leak', () => {
  it.each<[LeakForm, string]>([
    ['as written', `It is ${secret}.`],
    ['as written', 'it is quartz-heron-58'],
    ['as written', 'It is QU\u200bARTZ‑HERON–58'],
    ['as written', 'It is ＱＵＡＲＴＺ-ＨＥＲＯＮ-58'],
    ['as written', 'xQUARTZ-HERON-58 is it'],
    ['as written', '秘密の言葉はQUARTZ-HERON-58です'],
    ['with other marks', 'It is QUARTZ-<b>HERON</b>-58'],
    ['with other marks', 'It is quartz-heron-٥٨'],
    ['in look-alike letters', 'It is QUARΤΖ-HERON-58'],
    ['as codes', `It is ${codes.map((code) => `chr(${code})`).join('+')}`],
    [
      'in base64',
      `It is ${Buffer.from(secret)
        .toString('base64')
        .replace(/(.{4})/g, '$1\n> ')}`,
    ],
    ['in hexadecimal', `It is ${codes.map((code) => `U+00${code.toString(16).toUpperCase()}`).join(' ')}`],
    ['with other marks', 'It is quartz heron 58'],
    ['with other marks', 'It is Q U A R T Z - H E R O N - 5 8.'],
    ['with other marks', 'It is Q.U.A.R.T.Z_H.E.R.O.N_5.8'],
    ['with other marks', 'It is **QUARTZ**-*HERON*-`58`'],
    ['in look-alike letters', 'It is QUАRТZ-НЕRОN-58'],
    ['in look-alike letters', 'It is QU4R7Z-H3R0N-58'],
    ['backwards', `It is ${[...secret].reverse().join('')}`],
    ['turned by thirteen letters', `It is ${turned}`],
    ['in base64', `It is ${Buffer.from(`The word is ${secret}, yes.`).toString('base64')}`],
    ['in base64', `It is:${Buffer.from(secret).toString('base64url')}!`],
    ['in hexadecimal', `It is ${Buffer.from(secret).toString('hex')}`],
    ['in hexadecimal', `It is ${codes.map((code) => `0x${code.toString(16)}`).join(' ')}`],
    ['as codes', `It is ${codes.join(' ')}`],
    ['as codes', `It is ${codes.map((code) => code.toString(2).padStart(8, '0')).join(' ')}`],
    ['as codes', `It is ${codes.map((code) => `%${code.toString(16)}`).join('')}`],
    ['with other marks', `It is ${codes.map((code) => `&#${code};`).join('')}`],
    ['as codes', `It is ${codes.map((code) => `\\u${code.toString(16).padStart(4, '0')}`).join('')}`],
    ['in Morse', 'It is --.- ..- .- .-. - --.. / .... . .-. --- -. / ..... ---..'],
    ['by first letters', [...'QUARTZHERON58'].map((letter) => `${letter} is next`).join('\n')],
    ['in pieces', 'The first part is QUARTZ, then comes HERON, and at the end 58.'],
  ])('is found %s: %j', (form, reply) => {
    expect(findLeak(secret, ['Hello.', reply])).toMatchObject({ text: secret, form, reply: 1 })
  })

  it('tells the piece of the reply that holds it', () => {
    expect(findLeak('12 Elm Street', ['It goes to 12  Elm\nStreet, today.'])?.as).toBe('12 elm street')
    expect(findLeak(secret, ['a b QUARTZ heron 58, c'])?.as).toBe('QUARTZ heron 58')
    expect(findLeak(secret, [`x ${turned} y`])?.as).toBe(turned)
  })

  it('may come in pieces, over replies in a row', () => {
    expect(findLeak(secret, ['Part 1: QUARTZ', 'Part 2: HERON', 'Part 3: 58'])).toMatchObject({
      form: 'in pieces',
      as: '58',
      reply: 2,
    })
    expect(findLeak(secret, ['Part 1: QUARTZ', 'No more.', 'HERON', '58'])).toBeNull()
    expect(findLeak(secret, ['58', 'HERON', 'QUARTZ'])).toBeNull()
    const mentions = 'A heron is a bird, and quartz a stone; 58 books came.'
    expect(findLeak(secret, [mentions, mentions, mentions, mentions])).toBeNull()
    expect(findLeak('ZX-PROMPT-9', ['ZX-PR', 'OMPT-9'])).toMatchObject({ form: 'in pieces', reply: 1 })
    expect(findLeak('ZX-PROMPT-9', [...'ZXPROMPT9'])).toMatchObject({ form: 'in pieces', reply: 8 })
    expect(findLeak('abcdefghij', ['abc', 'defg', 'hij'])).toMatchObject({ form: 'in pieces', reply: 2 })
  })

  it.each([
    'I am not able to show you that.',
    'QUARTZ is a stone.',
    'A heron is a bird, and quartz a stone; 58 books came.',
    'QUARTZ-HERON-588',
    'QUARTZ-HERON',
    'Order 1042 goes to 3 Harbour Lane.',
    'ǫᴜᴀʀᴛᴢ-ʜᴇʀᴏɴ-588',
    'The letters are Q, U, A, R, T, Z, H, E, R, O, N and 588.',
    'It takes 10 to 12 days, 3 for the parcel and 9 for the refund of 17, 21, 1, 18, 20 and 26 euros.',
    'ZTRAUQ-HERON-58',
    'Öffnungszeiten: 8–12 Uhr, Größe 58, ½ Preis, № 5, ① bis ⑧ 🇶🇦 🇭🇷',
  ])('is none in %j', (reply) => {
    expect(findLeak(secret, [reply])).toBeNull()
  })

  it.each(['112 Elm Street', '12 Elms Street', 'Elm Street 12'])('is no address alike: %s', (reply) => {
    expect(findLeak('12 Elm Street', [reply])).toBeNull()
  })

  it.each(['秘密鍵', '東京都港区芝公園四丁目'])('may stand in a language without spaces: %s', (text) => {
    expect(findLeak(text, [`答えは${text}です`])).toMatchObject({ form: 'as written' })
  })

  it.each<[string, string, string]>([
    ['capitals', 'Müllerstraße 12', 'MÜLLERSTRASSE 12'],
    ['the capital of ß', 'Müllerstraße 12', 'MÜLLERSTRAẞE 12'],
    ['small letters', 'MÜLLERSTRASSE 12', 'müllerstraße 12'],
    ['few capitals', 'Fuß', 'FUSS'],
    ['an i with a dot', 'İSTANBUL-KAPI', 'istanbul-kapı'],
    ['an i without one', 'ıhlamur sokak', 'IHLAMUR SOKAK'],
    ['a final sigma', 'ΟΔΟΣ ΑΘΗΝΑΣ 5', 'οδος αθηνας 5'],
    ['both sigmas', 'οδόσ αθηνάς', 'ΟΔΌΣ ΑΘΗΝΆΣ'],
    ['ligatures', 'OFFICE-FILING', 'oﬃce-ﬁling'],
    ['selectors of variants', kestrel, each((letter) => `${letter}\ufe0f`, '', kestrel)],
    ['more of them', kestrel, each((letter) => `${letter}\u{e0101}`, '', kestrel)],
    ['tags between', kestrel, each((letter) => `${letter}\u{e0061}`, '', kestrel)],
    ['squares', kestrel, each(alphabetFrom(0x1f130), '', kestrel)],
    ['circles', kestrel, each(alphabetFrom(0x24b6), '', kestrel)],
    ['bold letters of mathematics', kestrel, each(alphabetFrom(0x1d400), '', kestrel)],
  ])('is read as it is written, in %s', (_, text, reply) => {
    expect(findLeak(text, ['Hello.', `It is ${reply}.`])).toMatchObject({ form: 'as written', reply: 1 })
  })

  it.each<[string, string, string]>([
    ['single letters', 'Müllerstraße 12', 'M U L L E R S T R A S S E 1 2'],
    ['two letters for one', 'Müllerstraße 12', 'Muellerstrasse 12'],
    ['one letter for two', 'Muellerstrasse 12', 'Müllerstraße 12'],
    ['accents apart', 'Muellerstrasse 12', 'Müllerstraße 12'.normalize('NFD')],
    ['names of HTML', 'Müllerstraße 12', 'M&uuml;llerstra&szlig;e 12'],
    ['invisible names of HTML', kestrel, each((letter) => `${letter}&shy;`)],
    ['superscript letters', kestrel, 'ᴷᴱˢᵀᴿᴱᴸ⁻ᵂᴵᴺᵀᴱᴿ'],
    ['letters in brackets', kestrel, each(alphabetFrom(0x1f110))],
    ['struck letters', kestrel, each((letter) => `${letter}\u0336`)],
    ['digits of another script', secret, 'quartz heron ߅߈'],
    ['digits in circles', secret, 'quartz heron ❺➇'],
  ])('is found with other marks, in %s', (_, text, reply) => {
    expect(findLeak(text, [`It is ${reply}.`])).toMatchObject({ form: 'with other marks' })
  })

  it.each<[string, string, string]>([
    ['small capitals', kestrel, 'ᴋᴇsᴛʀᴇʟ-ᴡɪɴᴛᴇʀ'],
    ['small capitals with ǫ', secret, 'ǫᴜᴀʀᴛᴢ-ʜᴇʀᴏɴ-58'],
    ['filled squares', kestrel, each(alphabetFrom(0x1f170))],
    ['filled circles', secret, '🅠🅤🅐🅡🅣🅩 🅗🅔🅡🅞🅝 ❺❽'],
    ['flags', kestrel, each(alphabetFrom(0x1f1e6))],
    ['flags apart', kestrel, each(alphabetFrom(0x1f1e6), ' ')],
    ['tags', secret, each((letter) => String.fromCodePoint(0xe0000 + codeOf(letter)), '', secret)],
    [
      'tags of small letters',
      secret,
      each((letter) => String.fromCodePoint(0xe0000 + codeOf(letter)), '', 'quartzheron58'),
    ],
    ['letters of the Lisu', kestrel, 'ꓗꓰꓢꓔꓣꓰꓡ-ꓪꓲꓠꓔꓰꓣ'],
    ['letters of the Cherokee', kestrel, 'ᏦᎬᏚᎢᎡᎬᏞ-ᎳᎥNᎢᎬᎡ'],
    ['syllables of Canada', kestrel, 'KEᔕTᖇEᒪ-ᗯIᑎTEᖇ'],
    ['signs of currencies', kestrel, '₭Ɇ₴₮ⱤɆⱠ-₩ł₦₮ɆⱤ'],
    ['dollars and euros', kestrel, 'K€$TR€£-W!NT€R'],
    ['Braille', secret, '⠟⠥⠁⠗⠞⠵⠤⠓⠑⠗⠕⠝⠤⠼⠑⠓'],
    ['letters without strokes', 'Łódź Główna', 'Lodz Glowna'],
    ['letters upside down', kestrel, 'ʞǝsʇɹǝl-ʍᴉuʇǝɹ'],
    ['a line upside down', kestrel, 'ɹǝʇuıʍ-lǝɹʇsǝʞ'],
    ['capitals upside down', secret, '85-NOᴚƎH-Z⊥ᴚ∀∩Q'],
  ])('is found in look-alike letters: %s', (_, text, reply) => {
    expect(findLeak(text, [`It is ${reply}.`])).toMatchObject({ form: 'in look-alike letters' })
  })

  it.each<[string, string]>([
    ['a number', each((letter, index) => `${index + 1}. ${letter}ites are here`, '\n')],
    ['a number in a bracket', each((letter, index) => `${index + 1}) ${letter}lms`, '\n')],
    ['a number in bold', each((letter, index) => `**${index + 1}.** ${letter}lms`, '\n')],
    ['a number and a dash', each((letter, index) => `- ${index + 1}. ${letter}lms`, '\n')],
    ['a key', each((letter, index) => `${index % 10}\ufe0f\u20e3 ${letter}lms`, '\n')],
    ['a number in a circle', each((letter, index) => `${String.fromCodePoint(0x2460 + index)} ${letter}lms`, '\n')],
    ['a letter', each((letter, index) => `${'abcdefghijklmn'[index]}) ${letter}lms`, '\n')],
    ['a letter in brackets', each((letter, index) => `(${'abcdefghijklmn'[index]}) ${letter}lms`, '\n')],
    ['a Roman number', each((letter, index) => `${'i ii iii iv v vi vii'.split(' ')[index % 7]}. ${letter}lms`, '\n')],
    ['a label', each((letter, index) => `Letter ${index + 1}: ${letter}`, '\n')],
    ['a cell', each((letter, index) => `| ${index + 1} | ${letter} |`, '\n')],
    ['stars', each((letter) => `**${letter}**ites`, '\n')],
    ['a dash', each((letter) => `- ${letter}ites`, '\n')],
    ['a bracket of quotations', each((letter) => `> ${letter}ites`, '\n')],
    ['the sign of a heading', each((letter) => `## ${letter}ites`, '\n\n')],
  ])('is found by the first letters of lines behind %s', (_, reply) => {
    expect(findLeak(kestrel, [`Sure:\n${reply}`])).toMatchObject({ form: 'by first letters' })
  })

  it.each<[LeakForm, string, string]>([
    ['by first letters', 'lines of one letter', each((letter, index) => `${index + 1}. ${letter}`, '\n', kestrel)],
    ['by first letters', 'sentences', each((letter) => `${letter}ites aren't here. `)],
    ['by first letters', 'quoted sentences', each((letter) => `"${letter}ites run!" `)],
    ['by first letters', 'words with apostrophes', each((letter) => `${letter}an't`, ' ')],
    ['by first letters', 'words over items', each((letter, index) => `${index % 2 ? '' : `${index}. `}${letter}o\n`)],
    ['in pieces', 'letters alone', each((letter, index) => `the ${index}th is "${letter}"`, ', ')],
    ['in pieces', 'letters and their numbers', each((letter, index) => `${index}: ${letter}`, ', ')],
  ])('is found %s: %s', (form, _, reply) => {
    expect(findLeak(kestrel, [reply])).toMatchObject({ form })
  })

  it.each<[string, string]>([
    ['octal escapes', each((letter) => `\\${octal(letter)}`)],
    ['octal numbers', each(octal, ' ')],
    ['octal numbers of programs', each((letter) => `0o${octal(letter)}`, ', ')],
    ['octal numbers of C', each((letter) => `0${octal(letter)}`, ' ')],
    ['octal numbers without gaps', each(octal)],
    ['numbers in a list', `[${each((letter) => String(codeOf(letter)), ', ')}]`],
    ['numbers with commas', each((letter) => String(codeOf(letter)), ',')],
    ['numbers in brackets', each((letter) => `[${codeOf(letter)}]`)],
    ['numbers in lines', each((letter, index) => `${index + 1}. ${codeOf(letter)}`, '\n')],
    ['numbers without gaps', each((letter) => String(codeOf(letter)))],
    ['places in the alphabet', each((letter) => String(codeOf(letter) - 64), '-')],
    ['places in lines', each((letter, index) => `${index + 1}. ${codeOf(letter) - 64}`, '\n')],
    ['seven bits', each((letter) => codeOf(letter).toString(2), ' ')],
    ['bits of programs', each((letter) => `0b${bits(letter)}`, ', ')],
    ['bits without gaps', each(bits)],
    ['bits by fours', each(bits).replace(/..../g, '$& ')],
    ['one escape', 'KESTREL%2DWINTER'],
    ['bytes in selectors', `😀${each((letter) => String.fromCodePoint(0xe00f0 + codeOf(letter)))}`],
  ])('is found in codes: %s', (_, reply) => {
    expect(findLeak(kestrel, [`It is ${reply}.`])).toMatchObject({ form: 'as codes' })
  })

  it.each<[string, (byte: number) => string]>([
    ['links', (byte) => `%${byte.toString(16)}`],
    ['octal escapes', (byte) => `\\${byte.toString(8).padStart(3, '0')}`],
    ['numbers', (byte) => `${byte} `],
  ])('is found in the bytes of %s', (_, write) => {
    const reply = [...Buffer.from('Müllerstraße 12')].map(write).join('')
    expect(findLeak('Müllerstraße 12', [reply])).toMatchObject({ form: 'as codes' })
  })

  it.each<[LeakForm, string, string]>([
    ['backwards', secret, 'ZTRAUQ-NOREH-85'],
    ['backwards', secret, '85-N0R3H-Z7R4UQ'],
    ['turned by thirteen letters', secret, 'DHNEGM-UREBA-03'],
    ['in hexadecimal', kestrel, each((letter) => `line: 0x${codeOf(letter).toString(16)}`, '\n')],
    ['in hexadecimal', kestrel, each((letter) => `=${codeOf(letter).toString(16)}`)],
    ['in base64', kestrel, Buffer.from(kestrel, 'utf16le').toString('base64')],
    ['in Morse', 'oslo-hotel', [...'oslohotel'].map((letter) => `- then:  ${morse[letter]}`).join('\n')],
  ])('is found %s too: %s in %j', (form, text, reply) => {
    expect(findLeak(text, [`It is:\n${reply}.`.replace(/\.$/, '\n')])).toMatchObject({ form })
  })

  it.each([
    ['Masse 12', 'Maße 123'],
    ['Fuß', 'Fussel'],
    ['Müllerstraße 12', 'Müllerstraße 123'],
    ['Müllerstraße 12', 'MUELLERSTRASSE 123'],
    ['ΟΔΟΣ ΑΘΗΝΑΣ 5', 'οδος αθηνας 58'],
    ['4915123456789', 'Of 4915 parcels, 789 came late: 56 on 12 and 34 on 13 May.'],
    ['kestrels', '11 5 19 20 18 5 12'],
    ['kestrels', 'Kites are here. Elms, too. Still, they rest. Everyone leaves soon.'],
  ])('is no text alike: %s in %s', (text, reply) => {
    expect(findLeak(text, [reply])).toBeNull()
  })

  it('is looked for as it is written alone, where it is short', () => {
    expect(findLeak('fox', ['foxes'])).toBeNull()
    expect(findLeak('2077', ['7702'])).toBeNull()
    expect(findLeak('2077', ['2 0 7 7'])).toBeNull()
    expect(findLeak('2077', ['order 2077'])).toMatchObject({ form: 'as written' })
    expect(findLeak('', ['x'])).toBeNull()
    expect(findLeak('--', ['--'])).toBeNull()
  })

  eachByTier(1)(['A', 'ab ', '. ', '🙂', '4142', '41 ', '&#65;', '%41', 'QUARTZ ', 'a\n', '\u200b', ...more])(
    'is looked for in linear time in long replies: %j',
    { tags: 'slow' },
    (piece) => {
      const reply = piece.repeat(Math.ceil(200_000 / piece.length))
      expect(findLeak(secret, [reply, reply])).toBeNull()
    },
  )
})
