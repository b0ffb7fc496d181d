import { appendFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { readText } from '../../base/files/files.ts'
import {
  type BudgetAllowance,
  type Budgets,
  createAllowance,
  type SpentStock,
  type TurnStock,
} from '../../engine/verdict/budget/allowance.ts'
import type { UsageTotal } from '../../wire/api/usage.ts'

/** The budgets of a whole run of Vitest, and when it began, in milliseconds since the epoch. */
export interface SharedBudget extends Budgets {
  began: number
}

let last: { key: string; allowance: BudgetAllowance } | undefined

/** The allowance of this worker: all workers count in one file of the folder where this run keeps its talks. */
export function allowanceOf(budget: SharedBudget, folder: string): BudgetAllowance {
  const key = `${folder} ${budget.began}`
  if (last?.key !== key) last = { key, allowance: openAllowance(budget, folder) }
  return last.allowance
}

function openAllowance(budget: SharedBudget, folder: string): BudgetAllowance {
  const { began, turns } = budget
  const stock = turns === null ? {} : { stock: sharedStock(turns, folder, 'turns') }
  return createAllowance(budget, { began, ...stock, spent: sharedSpent(folder) })
}

/** The tokens and costs spent by several workers: each report is a line of the file. */
function sharedSpent(folder: string): SpentStock {
  const file = join(folder, 'spent')
  return {
    add(total) {
      appendFileSync(file, `${JSON.stringify(total)}\n`, { mode: 0o600 })
    },
    read() {
      const lines = existsSync(file) ? readText(file).split('\n').slice(0, -1) : []
      const totals = lines.map((line) => JSON.parse(line) as UsageTotal)
      return {
        tokens: totals.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0),
        cost: totals.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
        unpriced: totals.flatMap(({ unpriced }) => unpriced),
      }
    },
  }
}

/** Takes questions to judges from a stock that all workers share. */
export function openQuestionStock(most: number | null, folder: string): () => boolean {
  if (most === null) return () => true
  const stock = sharedStock(most, folder, 'questions')
  return () => stock.take(1) === null
}

/** Appends a line, and succeeds only if all lines still fit: two at once may both be refused, but never exceed. */
function sharedStock(turns: number, folder: string, name: 'turns' | 'questions'): TurnStock {
  const file = join(folder, name)
  const note = (count: number): void => appendFileSync(file, `${count}\n`, { mode: 0o600 })
  return {
    take(cost) {
      note(cost)
      const used = readText(file)
        .split('\n')
        .reduce((sum, line) => sum + Number(line), 0)
      if (used <= turns) return null
      note(-cost)
      return Math.max(0, turns - used + cost)
    },
    give: (back) => note(-back),
  }
}
