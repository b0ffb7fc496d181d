import type { Pick } from '../corpus/pick.ts'

/** Small sets of texts, so that expected and actual values coincide by chance. */
export const texts = [
  ...['It was shipped.', 'Your order 1 is packing.', 'Sorry', 'sorry, no order', 'Order 12 comes on Friday. Shall I?'],
  ...['shipped', 'Yes please', 'order 1', 'caf\u00e9', 'cafe\u0301 order', '12', '19.90', 'It  was shipped.', 'a.*b'],
  ...[
    'It\u2019s \u201cshipped\u201d.',
    'It\'s "shipped".',
    'Order \uff11\uff12 \uff08Friday\uff09',
    'Ask Dr. Smith. Now?',
    'It\u00a0was **shipped**.',
    'Order&nbsp;12 is <b>ship</b>ped',
    '- or\u00adder 1\n- [shipped](https://a.example)',
    '**shipped**',
  ],
] as const

export const pieces = [
  'order',
  'shipped',
  'sorry',
  'Friday',
  '1',
  '12',
  'ship',
  'Order',
  'no',
  'please',
  'café',
  'It\'s "shipped"',
  'Order 12 (Friday)',
  'was shipped',
  'It\u00a0was',
  '**',
  'It\u2019s',
] as const
export const tools = ['lookup', 'cancel', 'refund', 'cancel_all'] as const
export const phases = ['pre', 'during', 'post'] as const
export const dates = ['2026-01-01', '2026-01-02T00:00:00Z', '2025-12-31T23:00:00+01:00', '2026-01-01T12:00:00'] as const

/** The generator's decisions, all from one seed. */
export interface Dice {
  below: Pick
  chance(percent: number): boolean
  one<T>(list: readonly T[]): T
  some<T>(list: readonly T[]): T[]
}

export function createDice(below: Pick): Dice {
  return {
    below,
    chance: (percent) => below(1000) < percent * 10,
    one: (list) => {
      const item = list[below(list.length)]
      if (item === undefined && list.length === 0) throw new Error('nothing to choose from')
      return item as (typeof list)[number]
    },
    some: (list) => list.filter(() => below(2) === 0),
  }
}
