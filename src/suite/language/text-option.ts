import { oneOrMore } from '../yaml/list.ts'
import type { MapEntry } from '../yaml/node.ts'
import { flag, word } from '../yaml/scalar.ts'
import type { Reading, Shape } from '../yaml/shape.ts'

const differences = ['case', 'spaces', 'quotes', 'width'] as const

/** A difference between texts that a condition may leave out of account. */
export type Difference = (typeof differences)[number]

/** The value of `ignore`: one difference or several. */
export const ignored: Shape<Difference[]> = oneOrMore('differences', word(differences))

/** The options that stand beside conditions and say how they compare, without expecting anything themselves. */
export const textOptions: readonly string[] = ['ignore', 'ignore case', 'ignore spaces']

/** The differences that the options among the entries of a mapping name, in the order of the language. */
export function readIgnored(entries: readonly MapEntry[], reading: Reading): Difference[] {
  const named = entries.flatMap(({ key, value }): readonly Difference[] => {
    if (key === 'ignore') return ignored.read(value, reading) ?? []
    const own = differences.find((each) => key === `ignore ${each}`)
    return own !== undefined && flag.read(value, reading) === true ? [own] : []
  })
  return differences.filter((each) => named.includes(each))
}
