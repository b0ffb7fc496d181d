import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../base/json/json.ts'
import { diffValues } from '../../compare/diff/diff-values.ts'
import { markValue } from './mark-value.ts'

/** Both sides of two values, with the differences in brackets. */
function marked(a: JsonValue, b: JsonValue): string[] {
  const differences = diffValues(a, b)
  return (['a', 'b'] as const).map((side) =>
    markValue(side === 'a' ? a : b, { side, differences })
      .map(({ text, mark }) => (mark === 'removed' || mark === 'added' ? `[${text}]` : text))
      .join(''),
  )
}

describe('markValue', () => {
  it('marks the words of texts, other values, and members that one side alone has', () => {
    expect(marked({ state: 'is shipped', n: 1 }, { state: 'is late', n: 2, vip: true })).toEqual([
      '{state: "is [shipped]", n: [1]}',
      '{state: "is [late]", n: [2], [vip: true]}',
    ])
  })

  it('finds the item of a list that is gone, although places in the list are those of the other side', () => {
    const [first, second, third] = [
      { sku: 'A', n: 1 },
      { sku: 'B', n: 2 },
      { sku: 'C', n: 3 },
    ]
    expect(marked([first, second, third], [first, third])).toEqual([
      '[{sku: A, n: 1}, [{sku: B, n: 2}], {sku: C, n: 3}]',
      '[{sku: A, n: 1}, {sku: C, n: 3}]',
    ])
  })

  it('marks values that are different as wholes', () => {
    expect(marked('queued', { id: 1 })).toEqual(['[queued]', '[{id: 1}]'])
  })
})
