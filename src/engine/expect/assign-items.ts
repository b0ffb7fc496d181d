import { type Assignment, alignAnyOrder } from './align-calls.ts'
import { answerOf, isUnclear } from './outcome/answer.ts'
import type { Mismatch } from './outcome/outcome.ts'

/** Which item each expectation got, and what was held against a pair of them, judged once. */
interface AssignedItems {
  assignment: Assignment
  misses: (row: number, column: number) => Mismatch[]
}

/** Uncertain pairs are used only where certain ones do not suffice, then those of which neither opposite holds. */
export function assignItems<Wanted, Item>(
  expectedItems: readonly Wanted[],
  items: readonly Item[],
  judge: (wanted: Wanted, item: Item) => Mismatch[],
): AssignedItems {
  const judged = new Map<number, Mismatch[]>()
  const misses = (row: number, column: number): Mismatch[] => {
    const key = row * items.length + column
    const mismatches = judged.get(key) ?? judge(expectedItems[row] as Wanted, items[column] as Item)
    judged.set(key, mismatches)
    return mismatches
  }
  const holds = (row: number, column: number): boolean => misses(row, column).length === 0
  const mayHold = (row: number, column: number): boolean => answerOf(misses(row, column)) !== 'fails'
  const isOpen = (row: number, column: number): boolean => mayHold(row, column) && !isUnclear(misses(row, column))
  const certain = alignAnyOrder(expectedItems.length, items.length, holds)
  const isInDoubt = (_: unknown, row: number): boolean =>
    items.some((_, column) => !holds(row, column) && mayHold(row, column))
  if (!certain.includes(null) || !expectedItems.some(isInDoubt)) return { assignment: certain, misses }
  const open = alignAnyOrder(expectedItems.length, items.length, isOpen, holds)
  return {
    assignment: open.includes(null) ? alignAnyOrder(expectedItems.length, items.length, mayHold, holds) : open,
    misses,
  }
}
