import { rounded } from './facts/numbers.ts'

/** Numbers that a reply may have reckoned with, beside those that somebody said. */
export interface Operands {
  /** Those of the reply itself that are of the same kind, in their order: several in a row may be added up. */
  row: readonly number[]
  /** Those of the reply itself that are said somewhere. */
  listed: readonly number[]
  /** Those that user and agent said before. */
  recent: readonly number[]
  /** Those of one name in one output of a tool: all prices, all balances. */
  groups: readonly (readonly number[])[]
  /** What the members of lists within lists come to: only a number that is announced is taken for one. */
  totals: readonly number[]
  /** How many things are listed, in the reply and by tools. */
  counts: ReadonlySet<number>
  /** Percentages that were said. */
  shares: readonly number[]
}

/** A number that may follow from others. */
export interface Derivable {
  value: number
  /** How many decimals it is written with. */
  decimals: number
  /** Whether it stands beside a word such as `total`. */
  isAnnounced: boolean
}

/**
 * Whether a number follows from others: as a count of what is listed, the sum of several in a row, of two or of all that a
 * tool gives, a difference, a product with a quantity, or a share. From many numbers nearly any follows in one of these ways,
 * which says nothing: it counts only where few do.
 */
export function follows({ value, decimals, isAnnounced }: Derivable, operands: Operands): boolean {
  if (Number.isInteger(value) && operands.counts.has(value)) return true
  if (isAnnounced && operands.totals.some((each) => Math.abs(each - value) < 0.005)) return true
  const made = allMade(operands, isAnnounced)
  if (made === null || !isNear(made, value)) return false
  const [least, most] = [value / 2, value * 2]
  const alike = new Set<number>()
  for (const each of made) if (each >= least && each <= most) alike.add(Number(each.toFixed(decimals)))
  const possible = Math.max(1, (most - least) * 10 ** decimals)
  return alike.size / possible <= (isAnnounced ? 0.35 : 0.06)
}

function isNear(made: Iterable<number>, value: number): boolean {
  for (const each of made) if (Math.abs(each - value) < 0.005) return true
  return false
}

/** From so many numbers on nobody reckons. */
const mostOperands = 60

/** All that follows; null where there are too many numbers to reckon with. */
function allMade({ row, listed, recent, groups, counts, shares }: Operands, isAnnounced: boolean): Set<number> | null {
  const made = new Set<number>()
  const said = unique([...listed, ...recent])
  if (said.length > mostOperands) return null
  for (let from = 0; from < row.length; from++) {
    let sum = row[from] as number
    for (const each of row.slice(from + 1)) {
      sum = rounded(sum + each)
      made.add(sum)
    }
  }
  for (const [index, one] of said.entries())
    for (const other of said.slice(index + 1)) made.add(rounded(one + other)).add(rounded(Math.abs(one - other)))
  for (const group of groups) if (group.length > 1) made.add(rounded(group.reduce((sum, each) => sum + each, 0)))
  const quantities = unique([...said, ...counts]).filter((each) => Number.isInteger(each) && each > 1 && each <= 50)
  // What a tool gave may be a price of which the reply says how many; of two lists of numbers nearly any third is a product.
  const near = isAnnounced && listed.length <= 6 ? groups.flat().slice(-60) : []
  const spoken = listed.filter((each) => Number.isInteger(each) && each > 1 && each <= 20)
  for (const base of near) for (const quantity of spoken) made.add(rounded(base * quantity))
  for (const base of said) {
    for (const quantity of quantities) made.add(rounded(base * quantity))
    for (const share of shares) {
      const part = rounded((base * share) / 100)
      made
        .add(part)
        .add(rounded(base - part))
        .add(rounded(base + part))
    }
  }
  return made
}

const unique = (numbers: readonly number[]): number[] => [...new Set(numbers)]
