import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../json/json.ts'
import { findPrivate } from './find.ts'
import { createSwapper } from './replace.ts'
import { createNames } from './stand-ins.ts'

const leftOf = (value: JsonValue): string =>
  JSON.stringify(createSwapper(createNames().add(findPrivate(value, { named: [], custom: [] })))(value))

/** Digits in another script, given its zero. */
const inScript = (zero: number, text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit)))

const separators = [' ', '-', '.', '/', '·', '‧', '–', '\u00a0', '⁄']
const wider = [' / ', ' - ', ' · ', ' – ']

/** Grouped numbers of people, with the separators between groups and the words directly before them. */
const rows: readonly (readonly [parts: readonly string[], gaps: readonly string[], before: readonly string[]])[] = [
  [
    ['+49', '151', '23984765'],
    [...separators, ...wider, ''],
    ['sa', 'Mobil', 'Fax', ''],
  ],
  [
    ['+49', '(0)', '151', '23984765'],
    [' ', '', '/'],
    ['sa', 'Tel', ''],
  ],
  [
    ['+49 (0)', '151', '23984765'],
    [' / ', '/'],
    ['sa', 'Tel', ''],
  ],
  [
    ['0049', '151', '23984765'],
    ['-', ' / ', '/'],
    ['Tel', 'Mobil', ''],
  ],
  [
    ['(0151)', '23984765'],
    [' ', ''],
    ['Tel', ''],
  ],
  [
    ['0151', '23984765'],
    ['/', ' / '],
    ['Mobil', ''],
  ],
  [['0170', '555 12 34'], ['/'], ['']],
  [
    ['1', '555', '239', '8476'],
    ['-', '.', '–'],
    ['call', ''],
  ],
  [
    ['5425', '2334', '3010', '9903'],
    [...separators, ''],
    ['card no', 'card', 'visa', ''],
  ],
  [
    ['536', '90', '4399'],
    ['-', '–', '‑'],
    ['SSN', 'ssn', 'no', ''],
  ],
  [
    ['DE89', '3704', '0044', '0532', '0130', '00'],
    [' ', '\u00a0'],
    ['sa', 'IBAN', ''],
  ],
  [
    ['DE89', '3704', '0044', '0532', '0130', '00'],
    ['', '-'],
    ['IBAN', ''],
  ],
]
const spellings = rows.flatMap(([parts, gaps, before]) =>
  gaps.flatMap((gap) =>
    before.flatMap((word) => [0x30, 0xff10, 0x660].map((zero) => word + inScript(zero, parts.join(gap)))),
  ),
)

describe('a number of somebody', () => {
  it.each(spellings)('is found whole: %s', { tags: 'slow' }, (text) => {
    for (const behind of ['', '.', ' please', ', of 20'])
      for (const value of [`It is ${text}${behind}`, { note: `It is ${text}${behind}` }, JSON.stringify([text])]) {
        const rest = leftOf(value)
        expect(rest).toMatch(/<\w+ 1>/)
        expect(rest.replace(/<\w+ 1>|of 20/g, '')).not.toMatch(/\p{Nd}/u)
      }
  })

  it.each(['+49 151 23984765', '+49/151/23984765', 'card 5425233430109903', '536-90-4399'])(
    'is found before letters: %s',
    (text) => expect(leftOf(`It is ${text}ok then`)).toMatch(/<\w+ 1>ok then/),
  )

  it.each(['+49    151 23984765', '+49 - (0) - 151 23984765', '+49/ / /151 23984765'])(
    'is found with more between its groups than anybody writes: %s',
    (text) => expect(leftOf(`It is ${text} then`)).not.toMatch(/23984765/),
  )

  it('has one name however it is grouped', () => {
    const forms = ['+49 151 23984765', 'Mobil+49/151/23984765', '+49·151·23984765', 4915123984765, '+49(151)23984765x']
    expect(leftOf(forms)).toBe('["<phone 1>","Mobil<phone 1>","<phone 1>","<phone 1>","<phone 1>x"]')
  })
})
