import { afterEach, describe, expect, it, vi } from 'vitest'
import type { JsonValue } from '../json/json.ts'
import { gaps, notations, unseen } from '../key-notations.fixture.ts'
import { best } from '../measure-growth.fixture.ts'
import { cutJson, cutText, lastOf } from './cut.ts'
import { findPrivate } from './find.ts'
import { createSwapper } from './replace.ts'
import { createNames } from './stand-ins.ts'

afterEach(() => vi.unstubAllEnvs())

const key = 'tr-K/9Zq-wA+pQ7_Lm2Xc'
const values = [
  'jane.doe@corp-mail.com',
  '+49 151 23456708',
  '0049 (0)151 23456708',
  '4111 1111 1111 1111',
  'DE89 3704 0044 0532 0130 00',
  key,
  ...Object.values(unseen).map((each) => `jane.${each}doe@corp-mail.com`),
  ...Object.values(gaps).map((gap) => ['+49', '151', '23456708'].join(gap)),
  ...Object.values(notations).map((write) => write('jane.doe@corp-mail.com')),
]

/** A text after the redaction that results get. */
function shown(text: string): string {
  return String(createSwapper(createNames().add(findPrivate(text, { named: [], custom: [] })))(text))
}

/** The five-character pieces of a value that still occur in a text. */
function partsOf(value: string, text: string): string[] {
  return Array.from({ length: value.length - 4 }, (_, at) => value.slice(at, at + 5)).filter((each) =>
    text.includes(each),
  )
}

describe('a text that is cut', () => {
  it.each(values.map((value) => [value]))('has no part of %s, wherever it is cut', { tags: 'slow' }, (value) => {
    vi.stubEnv('TABLEREAD_API_KEY', key)
    const text = `~~~~ ~~~~ ~~~~ ${value} ~~~~ ~~~~ ~~~~`
    for (let most = 3; most < text.length; most += 1) {
      const [head, tail] = [cutText(text, most), lastOf(text, most)]
      expect(partsOf(value, shown(head)), `${most}: ${head}`).toEqual([])
      expect(partsOf(value, shown(tail)), `${most}: ${tail}`).toEqual([])
      expect(head.length).toBeLessThanOrEqual(most)
      expect(tail.length).toBeLessThanOrEqual(most)
    }
  })

  it('stays whole where it is short enough, and is cut where it was asked where nothing private is', () => {
    expect(cutText('abc', 3)).toBe('abc')
    expect(cutText('abcd', 3)).toBe('ab…')
    expect(cutText('"abcdef"', 6, '…"')).toBe('"abc…"')
    expect(cutText('a😀b', 3)).toBe('a…')
    expect(lastOf('abcd', 3)).toBe('bcd')
    expect(lastOf('a😀b', 2)).toBe('b')
  })

  it('takes time that does not grow with what is beyond the cut', async () => {
    const long = `${'1-'.repeat(3_000_000)}`
    expect(await best(4, () => cutText(long, 200))).toBeLessThan(5_000_000)
  })
})

describe('a value that is cut as JSON', () => {
  const members: readonly JsonValue[] = [
    { '~~~~': '~~~~ ~~~~', password: 'hunterTWO22', '~~': '~~~~~~~~~' },
    { '~~~~': { credentials: { user: '~', pass: 'hunterTWO22' } }, '~~': '~~~~~~~~~' },
    { '~~~~': '~~~~', dateOfBirth: '1982-02-28', '~~': '~~~~~~~~~' },
    { '~~~~': JSON.stringify({ password: 'hunterTWO22' }), '~~': '~~~~~~~~~' },
    { '~~~~': '~~', phone: 4915123456702, '~~': '~~~~~~~~~' },
  ]
  it.each(members.map((value) => [value]))('has no part of what a member of %j names', (value) => {
    const text = JSON.stringify(value)
    const swap = createSwapper(createNames().add(findPrivate(value, { named: [], custom: [] })))
    for (let most = 3; most < text.length; most += 1) {
      const rest = String(swap(cutJson(value, most)))
      for (const each of ['hunterTWO22', '1982-02-28', '4915123456702'])
        expect(partsOf(each, rest), `${most}: ${rest}`).toEqual([])
    }
    expect(cutJson(value, text.length)).toBe(text)
  })
})
