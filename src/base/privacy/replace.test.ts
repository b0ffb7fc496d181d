import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createSwapper, isName, matchValues, type Swap } from './replace.ts'

const phone = (index: number): Swap => ({ from: String(15550100000 + index * 7), to: `<phone ${index}>`, digits: true })
const mail = (index: number): Swap => ({ from: `a+${index}@b.example`, to: `<email ${index}>`, digits: false })
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

describe('values that are swapped', () => {
  it('come out the same whether there are few or many of them', () => {
    const texts = numbers(40).flatMap((index) => [
      `call +${phone(index).from} or a+${index}@b.example now`,
      `https://x.example/?to=%2B${[...phone(index).from].join('%20')}&mail=${encodeURIComponent(mail(index).from)}`,
      `(${phone(index).from.slice(0, 4)}) ${phone(index).from.slice(4)}`,
      `9${phone(index).from} and 100%${phone(index).from}`,
    ])
    const few = numbers(10).map((start) => {
      const own = numbers(4).flatMap((offset) => [phone(start * 4 + offset), mail(start * 4 + offset)])
      return { own: texts.slice(start * 16, start * 16 + 16), swap: createSwapper(own) }
    })
    const many = createSwapper(numbers(40).flatMap((index) => [phone(index), mail(index)]))
    expect(texts.map((text) => many(text))).toEqual(few.flatMap(({ own, swap }) => own.map((text) => swap(text))))
    expect(many(texts[0] ?? '')).toBe('call <phone 0> or <email 0> now')
  })
  it('cost what their texts are long, however many they are', () => {
    const lookUps = (count: number): number => {
      const swap = createSwapper(numbers(count).map(phone))
      const spy = vi.spyOn(Map.prototype, 'get')
      for (let index = 0; index < 40; index += 1) swap(`call ${phone(index).from}`)
      const calls = spy.mock.calls.length
      spy.mockRestore()
      return calls
    }
    expect(lookUps(4_000)).toBeLessThanOrEqual(lookUps(400) * 1.1)
    const alternatives: number[] = []
    const swap = createSwapper(numbers(4_000).map(phone))
    const replace = vi.spyOn(String.prototype, 'replace')
    swap(`call ${phone(7).from}`)
    for (const [pattern] of replace.mock.calls) alternatives.push(String(pattern).split('|').length)
    replace.mockRestore()
    expect(Math.max(...alternatives)).toBeLessThan(100)
  })
})

/** A reference implementation with one pattern of all values: easy to read, but slow for many values. */
function swapByPattern(swaps: readonly Swap[], text: string): string {
  const inLinks = swaps.map(({ from, to, digits }) => ({
    from: encodeURIComponent(from),
    to: encodeURIComponent(to),
    digits,
  }))
  const sorted = [...swaps, ...inLinks.filter(({ digits }) => !digits)].sort((a, b) => b.from.length - a.from.length)
  const every = new RegExp(sorted.map((swap) => `(${patternOf(swap)})`).join('|'), 'g')
  return text.replace(
    every,
    (match, ...groups: unknown[]) => `[${sorted[groups.findIndex((each) => each !== undefined)]?.to} ${match}]`,
  )
}

function patternOf({ from, to, digits }: Swap): string {
  if (!digits) return from.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  const own = `(?:(?<!\\d)|(?<=%2\\d))${[...from].join('(?:[ ().-]|%2[089B]){0,3}')}(?!\\d)`
  return isName(to) ? `(?:\\+|%2B)?(?:\\(|%28)?${own}` : own
}

const show = (swaps: readonly Swap[], text: string): string =>
  matchValues(swaps)(text, ({ to }, match) => `[${to} ${match}]`)

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

  it('finds what one pattern of all values finds', { tags: 'slow' }, () => {
    const piece = fc.constantFrom(
      ...'1 2 12 34 + ( ) - . %20 %2B %28 %29 %2 a ab abcd ab@c.de / ::'.split(' '),
      ' ',
      '  ',
      '    ',
    )
    // One pattern cannot find values that were cut; cut-parts.test.ts covers them.
    const uncut = (text: string): string => text.replace(/\.{3,}/g, '..')
    const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))
    const literal = fc
      .array(piece, { minLength: 1, maxLength: 6 })
      .map((pieces) => uncut(pieces.join('')))
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
          const whole = uncut(texts.join(' ') + all.map(({ from }) => from).join(' +'))
          expect(show(all, whole)).toBe(swapByPattern(all, whole))
        },
      ),
      { seed: 16, numRuns: 2_000 },
    )
  })

  it('holds more values than a pattern could have groups', { tags: 'slow' }, () => {
    const swaps = Array.from({ length: 70_000 }, (_, index) => name(`person.${index}@shop.example`))
    expect(show(swaps, 'mail person.69999@shop.example')).toBe(
      'mail [<person.69999@shop.example> person.69999@shop.example]',
    )
  })
})
