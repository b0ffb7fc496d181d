import { rounded } from './facts/numbers.ts'

/** Numbers that a reply may have reckoned with, beside those that somebody said. */
export interface Operands {
  /** Those of the reply itself that are said somewhere, in their order. */
  listed: readonly number[]
  /** Those that user and agent said before. */
  recent: readonly number[]
  /** Those of one name in the outputs of tools: all prices, all balances. */
  groups: readonly (readonly number[])[]
  /** How many things are listed, in the reply and by tools. */
  counts: ReadonlySet<number>
  /** Percentages that were said. */
  shares: readonly number[]
}

/** Of more numbers than these, some two make any third. */
const mostPairs = 60

/**
 * How a number follows from others, in words; null where it does not: as the sum of several in a row or of two, a
 * difference, a product with a quantity, a share, or a count of what is listed. Small counts follow from hardly anything by
 * mere chance, so for `isCount` (no amount of money) little is tried.
 */
export function derive(value: number, operands: Operands, isCount: boolean): string | null {
  const { listed, recent, groups, counts, shares } = operands
  const makes = (other: number): boolean => Math.abs(other - value) < 0.005
  if (Number.isInteger(value) && counts.has(value)) return 'a count of what is listed'
  if (isSumInRow(listed, makes)) return 'a sum'
  const said = unique([...listed, ...recent])
  if (!isCount || said.length <= 12) {
    const pair = pairOf(said, makes)
    if (pair !== null) return pair
  }
  if (isCount) return null
  for (const group of groups) {
    if (group.length > 1 && makes(sumOf(group))) return 'a sum'
    const pair = pairOf(unique(group), makes)
    if (pair !== null) return pair
  }
  const bases = unique([...said, ...groups.flat()])
  const quantities = unique([...said, ...counts].filter((each) => Number.isInteger(each) && each > 1 && each <= 50))
  for (const base of bases) {
    if (quantities.some((quantity) => makes(base * quantity))) return 'a product'
    if (
      shares.some(
        (share) =>
          makes((base * share) / 100) || makes(base - (base * share) / 100) || makes(base + (base * share) / 100),
      )
    )
      return 'a share'
  }
  return null
}

function isSumInRow(numbers: readonly number[], makes: (other: number) => boolean): boolean {
  if (numbers.length > 200) return false
  for (let from = 0; from < numbers.length; from++) {
    let sum = numbers[from] as number
    for (let to = from + 1; to < numbers.length; to++) {
      sum = rounded(sum + (numbers[to] as number))
      if (makes(sum)) return true
    }
  }
  return false
}

function pairOf(numbers: readonly number[], makes: (other: number) => boolean): string | null {
  if (numbers.length > mostPairs) return null
  for (const [index, one] of numbers.entries())
    for (const other of numbers.slice(index + 1)) {
      if (makes(one + other)) return 'a sum'
      if (makes(Math.abs(one - other))) return 'a difference'
    }
  return null
}

const sumOf = (numbers: readonly number[]): number => rounded(numbers.reduce((sum, each) => sum + each, 0))

const unique = (numbers: readonly number[]): number[] => [...new Set(numbers)]
