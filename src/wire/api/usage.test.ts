import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatCost, lessUsage, priceUsage, readUsage, sumUsage, totalUsage, type Usage, writeUsage } from './usage.ts'

const prices = { small: { input: 0.25, output: 2 }, large: { input: 3, output: 15 } }
const of = (model: string, inputTokens: number, outputTokens: number, cost?: number): Usage => ({
  model,
  inputTokens,
  outputTokens,
  ...(cost === undefined ? {} : { cost }),
})

const usages = fc.array(
  fc.record({
    model: fc.constantFrom('small', 'large', 'acme/ünpriced', 'constructor'),
    inputTokens: fc.nat(10_000_000),
    outputTokens: fc.nat(1_000_000),
  }),
  { maxLength: 30 },
)

describe('what models took', () => {
  it('costs what a million tokens cost, in and out apart, where a price is known', () => {
    expect(priceUsage([of('small', 1_000_000, 0), of('small', 0, 1_000_000), of('large', 1, 1)], prices)).toEqual([
      of('small', 1_000_000, 0, 0.25),
      of('small', 0, 1_000_000, 2),
      of('large', 1, 1, 0.000018),
    ])
    expect(priceUsage([of('other', 1, 1), of('constructor', 1, 1)], prices)).toEqual([
      of('other', 1, 1),
      of('constructor', 1, 1),
    ])
    expect(priceUsage([of('small', 7, 7, 5)], prices)).toEqual([of('small', 7, 7, 5)])
    expect(priceUsage([of('small', 7, 7)], { small: { input: 0, output: 0 } })).toEqual([of('small', 7, 7, 0)])
  })

  it('fits into a header, however many models there are, and no token is lost or counted twice', () => {
    const many = Array.from({ length: 900 }, (_, index) => of(`ü`.repeat(index % 200) + index, 3, 2, index % 2))
    const read = readUsage(writeUsage(many)) ?? []
    expect(writeUsage(many).length).toBeLessThan(6_500)
    expect(read.slice(0, 3)).toEqual(many.slice(0, 3))
    expect(read.at(-1)?.model).toBe('other models')
    const { inputTokens, outputTokens, cost } = totalUsage(many)
    expect(totalUsage(read)).toMatchObject({ inputTokens, outputTokens, cost })
    expect(lessUsage(read, many)).toEqual([])
    expect(totalUsage(lessUsage(read, many.slice(0, 600)))).toMatchObject({ inputTokens: 900, outputTokens: 600 })
  })

  it('is added up model by model, what has a price apart from what has none', () => {
    const all = [of('a', 1, 2, 0.1), of('b', 1, 1), of('a', 3, 4, 0.2), of('a', 5, 6)]
    expect(sumUsage(all)).toEqual([of('a', 4, 6, 0.3), of('b', 1, 1), of('a', 5, 6)])
    expect(totalUsage(all)).toEqual({ inputTokens: 10, outputTokens: 13, cost: 0.3, unpriced: ['b', 'a'] })
    expect(totalUsage([])).toEqual({ inputTokens: 0, outputTokens: 0, cost: null, unpriced: [] })
    expect(totalUsage([of('b', 1, 1)]).cost).toBeNull()
  })

  it('comes to the same in whatever parts it is added up: turns, conversations, runs, shards', () => {
    fc.assert(
      fc.property(usages, fc.nat(30), (usage, at) => {
        const whole = sumUsage(priceUsage(usage, prices))
        const priced = priceUsage(usage, prices)
        const parts = sumUsage([...sumUsage(priced.slice(0, at)), ...sumUsage(priced.slice(at))])
        const late = sumUsage(priceUsage(sumUsage(usage), prices))
        const inOrder = (each: Usage[]): Usage[] => [...each].sort((a, b) => (a.model < b.model ? -1 : 1))
        const exact = usage.reduce((sum, { model, inputTokens, outputTokens }) => {
          const price = model === 'small' || model === 'large' ? prices[model] : { input: 0, output: 0 }
          return sum + BigInt(inputTokens * price.input * 100) + BigInt(outputTokens * price.output * 100)
        }, 0n)
        expect(inOrder(parts).map(({ cost: _, ...rest }) => rest)).toEqual(
          inOrder(whole).map(({ cost: _, ...rest }) => rest),
        )
        for (const sum of [whole, parts, late])
          expect(totalUsage(sum).cost ?? 0).toBeCloseTo(Number(exact) / 100_000_000, 9)
      }),
      { seed: 16 },
    )
  })

  it('is charged once: what is told of a whole beyond its parts is the rest of it', () => {
    fc.assert(
      fc.property(usages, usages, (usage, more) => {
        const [first, second] = [priceUsage(usage, prices), priceUsage(more, prices)]
        const rest = lessUsage([...first, ...second], first)
        const whole = totalUsage([...first, ...second])
        const again = totalUsage([...first, ...rest])
        expect([again.inputTokens, again.outputTokens]).toEqual([whole.inputTokens, whole.outputTokens])
        expect(again.cost ?? 0).toBeCloseTo(whole.cost ?? 0, 9)
      }),
      { seed: 16 },
    )
    expect(lessUsage([of('a', 1, 1)], [of('a', 9, 9)])).toEqual([])
  })

  it('is the same once it was sent in a header, and what is none of it is left out', () => {
    fc.assert(
      fc.property(usages, (usage) => {
        const header = writeUsage(priceUsage(usage, prices))
        expect(header).toMatch(/^[\x20-\x7e]*$/)
        expect(readUsage(header)).toEqual(usage.length === 0 ? undefined : priceUsage(usage, prices))
      }),
      { seed: 16 },
    )
    for (const odd of [null, '', '{}', '[1]', '[{"model":"a","inputTokens":-1,"outputTokens":0}]', '[{"model":"a"}]'])
      expect(readUsage(odd)).toBeUndefined()
  })

  it.each([
    [0, '0'],
    [0.00001234, '0.0000123'],
    [0.5, '0.5'],
    [1, '1.00'],
    [12.349, '12.35'],
  ])('a cost of %d reads %s', (cost, text) => {
    expect(formatCost(cost)).toBe(text)
  })
})
