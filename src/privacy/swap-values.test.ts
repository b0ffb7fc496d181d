import { describe, expect, it, vi } from 'vitest'
import type { Swap } from './match-values.ts'
import { createSwapper } from './swap-values.ts'

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
