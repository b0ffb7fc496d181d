import { readdirSync, readFileSync } from 'node:fs'
import { validateHeaderValue } from 'node:http'
import { join, resolve } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { notations, unseen } from '../key-notations.fixture.ts'
import {
  jsonWithoutKeys,
  keyVariables,
  redactKeysIn,
  redactKeys as redactText,
  revealKey,
  starKeys,
  unsendableKey,
} from './secret-keys.ts'

const key = 'sk/4f+Q=="a"&<b> \\z9'
/** A few characters may be left at the ends of a key, where it shares base64 digits with its neighbours. */
const showsSecret = (text: string, secret: string): boolean =>
  Object.values(notations).some((write) => text.includes(write(secret).slice(1, -3)))

/** `redactKeys`, which takes out the same where the text is a value's member or its name, in each of these tests. */
function redactKeys(text: string, own?: string): string {
  const clean = redactText(text, own)
  expect(redactKeysIn(['"', { a: text }, 7], own)).toEqual(['"', { a: clean }, 7])
  if (own === undefined) expect(jsonWithoutKeys({ [text]: 7 })).toBe(JSON.stringify({ [clean]: 7 }))
  return clean
}

beforeEach(() => vi.stubEnv('TABLEREAD_API_KEY', key))
afterEach(() => vi.unstubAllEnvs())

describe('unsendableKey', () => {
  it.each([
    ['sk_live_123456\n', 'a line break'],
    ['sk_live\r_123456', 'a line break'],
    ['sk_live\0_123456', 'a control character'],
    ['sk_live\x7f_123456', 'a control character'],
    ['sk_live_\u2026', 'a character that is not Latin-1'],
    ['sk_live_\u{1f511}', 'a character that is not Latin-1'],
  ])('names the variable of %j, and what is wrong with it', (secret, why) => {
    for (const name of keyVariables) expect(unsendableKey({ [name]: secret })).toEqual({ name, why })
  })
  it.each(['', 'sk_live_123456', 'a key\twith blanks', 'clé-ü-ÿ'])('finds nothing in %j', (secret) => {
    expect(unsendableKey({ TABLEREAD_API_KEY: secret })).toBeNull()
  })
  it('refuses what fetch refuses to send, and nothing else', { tags: 'stress' }, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 6 }), (secret) => {
        const whole = `k${secret}k`
        const refused = unsendableKey({ TABLEREAD_API_KEY: whole }) !== null
        expect(refused).toBe(!isHeader(whole))
      }),
      { seed: 16 },
    )
  })
})

/** Node's own check of header values. */
function isHeader(value: string): boolean {
  try {
    validateHeaderValue('x-api-key', value)
    return true
  } catch {
    return false
  }
}

describe('starKeys', () => {
  it('keeps the length, however the key is spelled', () => {
    for (const write of Object.values(notations)) {
      const text = `before ${write(key)} after ${write(key)}`
      const clean = starKeys(text)
      expect(clean.length).toBe(text.length)
      expect(showsSecret(clean, key)).toBe(false)
      expect(clean).toMatch(/^before .* after /s)
    }
  })
})

describe('redactKeys', () => {
  it.each(Object.entries(notations))('takes out a key %s', (_, write) => {
    const clean = redactKeys(`before ${write(key)} after, and ${write(key)}`)
    expect(clean).toContain('<api key>')
    expect(showsSecret(clean, key)).toBe(false)
    expect(clean).toMatch(/^before .* after, and /s)
  })

  it('leaves nothing of a key in base64, of any length and behind anything', () => {
    for (let length = 8; length < 24; length += 1) {
      const secret = `Zq7Hd93kLmPw0aVt55xYk-12`.slice(0, length)
      vi.stubEnv('TABLEREAD_API_KEY', secret)
      for (const before of ['', 'a', 'ab', 'abc'])
        for (const behind of ['', 'z', 'zy', 'zyx']) {
          const code = Buffer.from(before + secret + behind).toString('base64')
          for (const spelling of [code, code.replaceAll('=', '%3D'), code.replaceAll('=', '')]) {
            const clean = redactKeys(`{ "${spelling}" }`)
            const rest = spelling.length - (clean.length - '{ "<api key>" }'.length)
            expect(clean).toContain('<api key>')
            expect(rest).toBeGreaterThanOrEqual(Math.ceil((secret.length * 8) / 6))
            if (before === '' && behind === '') expect(clean).toBe('{ "<api key>" }')
          }
        }
    }
    vi.stubEnv('TABLEREAD_API_KEY', 'Zq7Hd93kLmPw0aVt')
    const text = `\n${Buffer.from('abZq7Hd93kLmPw0aVtz').toString('base64').slice(3)}`
    expect(JSON.parse(redactKeys(JSON.stringify({ text })))).toMatchObject({
      text: expect.stringContaining('<api key>'),
    })
  })

  const within = Object.entries(notations).filter(([name]) => /^for (?:JSON|a URL|HTML)$/.test(name))
  const pairs = within.flatMap(([outer, write]) =>
    within.map(([inner, first]) => [inner, outer, (text: string) => write(first(text))] as const),
  )
  it.each(pairs)('takes out a key %s that stands in a text %s', (_, __, write) => {
    expect(redactKeys(`before ${write(key)} after`)).toBe('before <api key> after')
  })

  it('takes out any key in any notation', () => {
    const keys = fc
      .string({ minLength: 8, maxLength: 40, unit: 'grapheme-ascii' })
      .filter((each) => !/^\s|\s$|\\/.test(each))
    fc.assert(
      fc.property(keys, fc.constantFrom(...Object.values(notations)), (secret, write) => {
        vi.stubEnv('TABLEREAD_API_KEY', secret)
        expect(redactKeys(`{ ${write(secret)} }`)).toContain('<api key>')
      }),
      { seed: 16 },
    )
  })

  it.each(keyVariables)('knows the key in %s', (name) => {
    vi.stubEnv(name, 'another-key-1')
    expect(redactKeys('has another-key-1')).toBe('has <api key>')
  })

  it('leaves JSON that it can be read', () => {
    vi.stubEnv('TABLEREAD_API_KEY', 'nab1b/cd')
    for (const text of ['\nab1b/cd', '\\nab1b/cd', 'x\u001bnab1b/cd', '\\\\nab1b/cd\\', '"nab1b/cd"'])
      expect(JSON.parse(redactKeys(JSON.stringify({ text }))).text, text).toContain('<api key>')
    vi.stubEnv('TABLEREAD_API_KEY', '1b-key-1')
    expect(JSON.parse(redactKeys('{"a":"\\u001b-key-1"}'))).toEqual({ a: '<api key>' })
  })

  it.each([...Object.entries(unseen), ['a line break', '\n'], ['a line break of Windows', '\r\n']])(
    'takes it out with %s in its midst, which no reader sees',
    (_, between) => {
      for (const text of [key.slice(0, 5) + between + key.slice(5), [...key].join(between)])
        for (const spelling of [text, JSON.stringify(text), JSON.stringify({ text: JSON.stringify(text) })])
          expect(redactKeys(spelling)).toContain('<api key>')
      expect(redactKeys(`${key.slice(0, 5)}${between}x${key.slice(5, 16)}`)).not.toContain('<api key>')
    },
  )

  it('takes out a beginning or an end of twelve characters wherever it stands, however it is written', () => {
    const long = 'trk_Vw7Qh2Zs9Lp4XcYd8Mn3Kb'
    vi.stubEnv('TABLEREAD_API_KEY', long)
    const digits = (text: string): string[] => [
      text,
      Buffer.from(text).toString('hex'),
      Buffer.from(text).toString('base64'),
    ]
    for (let length = 12; length < long.length; length += 1)
      for (const part of [long.slice(0, length), long.slice(-length)])
        for (const spelling of [...digits(part), JSON.stringify(`"${part}`), part.replaceAll('_', '%5F')])
          for (const text of [`key ${spelling}* is wrong`, `(${spelling})`, spelling, `${spelling}!`]) {
            const cleanText = redactKeys(text)
            expect(cleanText, text).toContain('<api key>')
            for (const rest of digits(part.slice(0, 9))
              .concat(digits(part.slice(-9)))
              .slice(0, 1))
              expect(cleanText).not.toContain(rest)
          }
    for (const part of [long.slice(0, 12), long.slice(-12)])
      for (const before of ['', 'p', 'pa', 'par', 'part '])
        for (const behind of ['', '.', ' .', ' and']) {
          const cleanText = redactKeys(Buffer.from(`${before}${part}${behind}`).toString('base64'))
          expect(Buffer.from(cleanText.replaceAll('<api key>', ''), 'base64').toString()).not.toContain(
            part.slice(2, 10),
          )
          expect(cleanText).toContain('<api key>')
        }
    for (const part of [long.slice(0, 11), long.slice(-11), long.slice(3, 18), 'trk_'])
      expect(redactKeys(`key ${part}* is wrong`)).toBe(`key ${part}* is wrong`)
  })

  it.each([
    [
      'order-desk-prod-9f8e7d6c',
      ['order-desk-prod-', 'order-desk-prod-9f8', 'order-desk-prod'],
      ['order-desk-prod-9f8e', 'rod-9f8e7d6c'],
    ],
    [
      '9f8e7d6c.order.desk.live',
      ['.order.desk.live', 'f.order.desk.live'.slice(1)],
      ['9f8e7d6c.ord', '7d6c.order.desk.live'],
    ],
    ['tr_live_Vw7Qh2Zs9Lp4Xc', ['tr_live_Vw7'], ['tr_live_Vw7Q', '7Qh2Zs9Lp4Xc']],
    [
      'order-desk-prod-qwzxkvbjhpmt',
      ['order-desk-prod', 'order-desk-prod-qwz'],
      ['order-desk-prod-qwzx', 'qwzxkvbjhpmt'],
    ],
    ['order-desk-prod-QWzxKVbjHPmt', ['order-desk-prod'], ['order-desk-prod-QWzx']],
    ['order-desk-2026-9f8e7d6c5b4a', ['order-desk-2026', 'order-desk-2026-9f8'], ['9f8e7d6c5b4a']],
    ['billing-v2-agent-9f8e7d6c5b4a', ['billing-v2-agent'], ['billing-v2-agent-9f8e', '9f8e7d6c5b4a']],
    ['order-desk-production-9f8e', ['order-desk-production', 'order-desk-production-'], ['production-9f8e']],
    ['OrderDeskProd9f8e7d6c5b4a', ['OrderDeskProd', 'OrderDeskProd9f8'], ['OrderDeskProd9f8e', '9f8e7d6c5b4a']],
    ['ab12-cd34-ef56-gh78ij', [], ['ab12-cd34-ef5', 'd34-ef56-gh78ij']],
    // Here the words themselves are the secret.
    ['correct-horse-battery-staple', ['correct-hor'], ['correct-horse-battery', 'battery-staple']],
  ])('leaves the name of a project at the beginning or the end of %s', (key, names, parts) => {
    vi.stubEnv('TABLEREAD_API_KEY', key)
    for (const text of names) expect(redactKeys(`suites/${text}.yaml`)).toBe(`suites/${text}.yaml`)
    for (const text of [...parts, key]) expect(redactKeys(`suites/${text}.yaml`)).toContain('<api key>')
  })

  it('takes time linear in a text that nearly holds it, over and over', { tags: 'stress' }, () => {
    const near = [
      '\\',
      '%25',
      '&amp;',
      '&lt',
      '\\100',
      '\u009b1;',
      '\u{e0020}',
      key.slice(0, 11),
      `${key.charAt(0)}\u200b`,
      '\u200b',
      '\n',
      '73, 0x',
    ].map((each) => each.repeat(200_000 / each.length))
    for (const text of near) expect(redactKeys(text)).toBe(text)
  })

  it('takes it out in letters of another case too, where it is no word of a text', () => {
    const key = 'sk-Zebra-Secret-99'
    for (const spelling of [key.toUpperCase(), key.toLowerCase(), 'SK-zebra-SECRET-99', '\\u0053K-ZEBRA-SECRET-99'])
      expect(redactKeys(`it is ${spelling}!`, key)).toBe('it is <api key>!')
    expect(redactKeys('it is ZEBRA-1!', 'zebra-1')).toBe('it is ZEBRA-1!')
  })
  it('leaves what is too short to be a key, and what is no secret', () => {
    vi.stubEnv('TABLEREAD_API_KEY', 'abc')
    expect(redactKeys('abcabc')).toBe('abcabc')
    vi.stubEnv('TABLEREAD_API_KEY', 'shown-key-1')
    revealKey('shown-key-1')
    expect(redactKeys('shown-key-1')).toBe('shown-key-1')
    expect(redactKeys('shown-key-1', 'shown-key-1')).toBe('<api key>')
  })
})

describe('redactKeysIn', () => {
  it('takes it out of texts, names and numbers at every depth, and keeps what holds none', () => {
    vi.stubEnv('TABLEREAD_API_KEY', '12345678')
    const rest = { list: [1, null, true] }
    const clean = redactKeysIn({ a: [12345678, { k12345678: 'x 12345678' }], rest })
    expect(clean).toEqual({ a: ['<api key>', { 'k<api key>': 'x <api key>' }], rest })
    expect(clean.rest).toBe(rest)
    expect(redactKeysIn(rest)).toBe(rest)
  })
  it('keeps members that every object inherits', () => {
    const value = JSON.parse(`{"__proto__":{"a":${JSON.stringify(key)}},"constructor":"x"}`)
    expect(JSON.stringify(redactKeysIn(value))).toBe('{"__proto__":{"a":"<api key>"},"constructor":"x"}')
  })
})

it('knows every variable of the environment that the sources call a key', () => {
  const src = resolve(import.meta.dirname, '../..')
  const names = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file))
    .flatMap(
      (file) => readFileSync(join(src, file), 'utf8').match(/\bTABLEREAD_\w*(?:KEY|TOKEN|SECRET|PASSWORD)\b/g) ?? [],
    )
  expect([...new Set(names)].sort()).toEqual([...keyVariables].sort())
})
