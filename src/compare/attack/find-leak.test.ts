import { describe, expect, it } from 'vitest'
import { findLeak, type LeakForm } from './find-leak.ts'

const secret = 'QUARTZ-HERON-58'
const turned = 'DHNEGM-UREBA-58'
const codes = [...secret].map((letter) => letter.charCodeAt(0))

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
    ['as codes', `It is ${codes.map((code) => `&#${code};`).join('')}`],
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
  ])('is none in %j', (reply) => {
    expect(findLeak(secret, [reply])).toBeNull()
  })

  it.each(['112 Elm Street', '12 Elms Street', 'Elm Street 12'])('is no address alike: %s', (reply) => {
    expect(findLeak('12 Elm Street', [reply])).toBeNull()
  })

  it.each(['秘密鍵', '東京都港区芝公園四丁目'])('may stand in a language without spaces: %s', (text) => {
    expect(findLeak(text, [`答えは${text}です`])).toMatchObject({ form: 'as written' })
  })

  it('is looked for as it is written alone, where it is short', () => {
    expect(findLeak('fox', ['foxes'])).toBeNull()
    expect(findLeak('2077', ['7702'])).toBeNull()
    expect(findLeak('2077', ['2 0 7 7'])).toBeNull()
    expect(findLeak('2077', ['order 2077'])).toMatchObject({ form: 'as written' })
    expect(findLeak('', ['x'])).toBeNull()
    expect(findLeak('--', ['--'])).toBeNull()
  })

  it.each(['A', 'ab ', '. ', '🙂', '4142', '41 ', '&#65;', '%41', 'QUARTZ ', 'a\n', '\u200b'])(
    'is looked for in linear time in long replies: %j',
    { tags: 'slow' },
    (piece) => {
      const reply = piece.repeat(Math.ceil(200_000 / piece.length))
      expect(findLeak(secret, [reply, reply])).toBeNull()
    },
  )
})
