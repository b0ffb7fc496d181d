import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Swap } from './match-values.ts'
import { isName, matchValues } from './match-values.ts'

/** The same, written as one pattern of all values: plain to read, and slow where there are many. */
function swapByPattern(swaps: readonly Swap[], text: string): string {
  const sorted = [...swaps].sort((a, b) => b.from.length - a.from.length)
  const every = new RegExp(sorted.map((swap) => `(${patternOf(swap)})`).join('|'), 'g')
  return text.replace(
    every,
    (found, ...groups: unknown[]) => `[${sorted[groups.findIndex((each) => each !== undefined)]?.to} ${found}]`,
  )
}

function patternOf({ from, to, digits }: Swap): string {
  if (!digits) return from.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  const own = `(?:(?<!\\d)|(?<=%2\\d))${[...from].join('(?:[ ().-]|%2[089B]){0,3}')}(?!\\d)`
  return isName(to) ? `(?:\\+|%2B)?(?:\\(|%28)?${own}` : own
}

const show = (swaps: readonly Swap[], text: string): string =>
  matchValues(swaps)(text, ({ to }, found) => `[${to} ${found}]`)

const name = (from: string, digits = false): Swap => ({ from, to: `<${from}>`, digits })

describe('matchValues', () => {
  it.each([
    ['the longest', 'ask ann@shop.example.com', [name('ann@shop.example'), name('ann@shop.example.com')]],
    ['the first', 'abcdefgh', [name('cdefgh'), name('abcd')]],
    ['each time', 'abcdabcd abcd', [name('abcd')]],
    [
      'digits in groups',
      'call (555) 010-4477 or +1 555.010.4477',
      [name('5550104477', true), name('15550104477', true)],
    ],
    ['digits in links', 'tel:%2B1%20555%20010%204477', [name('15550104477', true)]],
    ['no digits within digits', '915550104477 155501044770', [name('15550104477', true)]],
    ['digits that stand for digits', '+1 555 010 4477', [{ from: '15550104477', to: '99900000001', digits: true }]],
  ])('finds %s', (_, text, swaps) => {
    expect(show(swaps, text)).toBe(swapByPattern(swaps, text))
    expect(show(swaps, text)).toMatch(text.startsWith('9') ? /^[^[]*$/ : /\[/)
  })

  it('finds what one pattern of all values finds', () => {
    const piece = fc.constantFrom(
      ...'1 2 12 34 + ( ) - . %20 %2B %28 %29 %2 a ab abcd ab@c.de / ::'.split(' '),
      ' ',
      '  ',
      '    ',
    )
    const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))
    const literal = fc
      .array(piece, { minLength: 1, maxLength: 6 })
      .map((pieces) => pieces.join(''))
      .filter((each) => each.length >= 4 && !/^[+(]?\d[\d ().-]*$/.test(each))
    const digits = fc.stringMatching(/^[1-4]{4,8}$/)
    const swap = fc.oneof(
      literal.map((from) => name(from)),
      digits.map((from) => name(from, true)),
      digits.map((from): Swap => ({ from, to: '9'.repeat(from.length), digits: true })),
    )
    const swaps = fc.uniqueArray(swap, { minLength: 1, maxLength: 8, selector: ({ from }) => from.length })
    fc.assert(
      fc.property(
        swaps,
        fc.array(
          fc.oneof(
            text,
            swaps.chain((all) => fc.constantFrom(...all.map(({ from }) => from))),
          ),
          { maxLength: 5 },
        ),
        (all, texts) => {
          const whole = texts.join(' ') + all.map(({ from }) => from).join(' +')
          expect(show(all, whole)).toBe(swapByPattern(all, whole))
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('holds more values than a pattern could have groups', () => {
    const swaps = Array.from({ length: 70_000 }, (_, index) => name(`person.${index}@shop.example`))
    expect(show(swaps, 'mail person.69999@shop.example')).toBe(
      'mail [<person.69999@shop.example> person.69999@shop.example]',
    )
  })
})
