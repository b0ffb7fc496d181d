import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../json/json.ts'
import { measureGrowth, mostGrowth } from '../measure-growth.fixture.ts'
import { findCutParts } from './cut-parts.ts'
import { redactIn } from './redact.ts'
import { createNames } from './stand-ins.ts'

const value = 'shop-K9ZqwApQ7Lm2Xc'

/** Redacts a value, with one value known by name. */
function shown(looked: JsonValue, secret = value): JsonValue {
  const secrets = [{ name: 'env.SHOP', value: secret }]
  return redactIn(looked, { named: secrets, custom: [], name: createNames().add }).redact(looked)
}

describe('a value that a text was cut within', () => {
  it.each(['…', '...', '....', '[…]', '(...)', '\\u2026', '&hellip;', '⋯', '***', '••••'])(
    'is found beside %s',
    (mark) => {
      for (let length = 8; length < value.length; length += 1) {
        expect(shown(`bad key ${value.slice(0, length)}${mark} given`)).toBe(`bad key <env.SHOP>${mark} given`)
        expect(shown(`bad key ${mark}${value.slice(-length)} given`)).toBe(`bad key ${mark}<env.SHOP> given`)
      }
      expect(shown(`${value.slice(0, 8)}${mark}${value.slice(-8)}`)).toBe(`<env.SHOP>${mark}<env.SHOP>`)
    },
  )

  it('is none where too little of it is left, or nothing says that there was more', () => {
    for (const text of [
      `${value.slice(0, 7)}…`,
      `…${value.slice(-7)}`,
      `${value.slice(0, 9)} is a name`,
      `… ${value.slice(-9)}`,
    ])
      expect(shown(text)).toBe(text)
  })

  it('is found by half of it where it is short, and by six characters at the least', () => {
    expect(shown('pA5s-wO…', 'pA5s-wOrd!')).toBe('<env.SHOP>…')
    expect(shown('pA5s-w…', 'pA5s-wOrd!')).toBe('<env.SHOP>…')
    expect(shown('pA5s-…', 'pA5s-wOrd!')).toBe('pA5s-…')
  })

  it('is found at the end of an excerpt, of which the rest never came', () => {
    expect(shown({ excerpt: `{"key":"${value.slice(0, 12)}`, status: value.slice(0, 12) })).toEqual({
      excerpt: '{"key":"<env.SHOP>',
      status: value.slice(0, 12),
    })
  })

  it('is no word of every day, no scheme and no name of a parameter', () => {
    expect(shown('We called Counselling… and left', 'Counselling Centre K7')).toBe('We called Counselling… and left')
    expect(shown('Counselling is… or Counselling Centre…', 'Counselling Centre K7')).toBe(
      'Counselling is… or Counselling Centre…',
    )
    expect(shown('Counselling Ce… and left', 'Counselling Centre K7')).toBe('<env.SHOP>… and left')
    expect(shown('see https://… or https://shop… now', 'https://shop.example/k/9')).toBe(
      'see https://… or https://shop… now',
    )
    expect(shown('see https://shop.exa… now', 'https://shop.example/k/9')).toBe('see <env.SHOP>… now')
    expect(shown('signature=… or signature=aB3dE6gH…', 'signature=aB3dE6gH9jK2')).toBe('signature=… or <env.SHOP>…')
  })

  it('is known from wherever else it stands whole, by a pattern or by its form', () => {
    const custom = [(text: string) => text.match(/ORD-\w{9}/g) ?? []]
    const looked = [
      'ORD-7781KQ22Z',
      'it is ORD-7781K…',
      'call +49 151 2345 6702',
      'call 4915 123…',
      'or …345-6702',
      'or …6702',
    ]
    expect(redactIn(looked, { named: [], custom, name: createNames().add }).redact(looked)).toEqual([
      '<private 1>',
      'it is <private 1>…',
      'call <phone 1>',
      'call <phone 1>…',
      'or …<phone 1>',
      'or …6702',
    ])
  })

  it('is looked for in time that grows with the text', { tags: 'slow' }, async () => {
    const swaps = [value, '4915123456702'].map((from) => ({ from, to: '<x>', digits: /^\d/.test(from) }))
    for (const piece of ['...', '…a', `${value.slice(0, 9)}`, '4915123 ', '…4915 ', '.'])
      expect(await measureGrowth(2_000, (size) => findCutParts(swaps)(piece.repeat(size)))).toBeLessThan(mostGrowth)
  })
})
