import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { BudgetAllowance, Budgets } from '../../engine/verdict/budget/allowance.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'budget-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The allowance of another worker, which shares only the folder. */
async function worker(budgets: Partial<Budgets>, began = Date.now()): Promise<BudgetAllowance> {
  vi.resetModules()
  const { allowanceOf } = await import('./shared-budget.ts')
  return allowanceOf({ turns: null, timeMs: null, tokens: null, cost: null, ...budgets, began }, folder)
}

const usageOf = (inputTokens: number, cost?: number) => [
  { model: 'small', inputTokens, outputTokens: 0, ...(cost === undefined ? {} : { cost }) },
]

it.each<[string, Partial<Budgets>, RegExp]>([
  ['tokens', { tokens: 100 }, /^token budget of 100 spent \(120 tokens\)/],
  ['cost', { cost: 1 }, /^cost budget of 1 spent \(1\.20\)/],
])('what one worker spends of %s is spent for all of them', async (_, budgets, reason) => {
  const workers = [await worker(budgets), await worker(budgets), await worker(budgets)]
  for (const each of workers) expect(each.halted()).toBeNull()
  for (const each of workers.slice(0, 2)) each.spend(usageOf(60, 0.6))
  for (const each of workers) expect(each.halted()).toMatch(reason)
})

it('a cost without a price in one worker ends the budget of cost in all, and not that of tokens', async () => {
  const first = await worker({ cost: 5 })
  const second = await worker({ cost: 5 })
  const third = await worker({ tokens: 1_000 })
  first.spend(usageOf(10))
  expect(second.halted()).toMatch(/what small costs is not known/)
  expect(third.halted()).toBeNull()
})

it('a line that another worker is just writing is read once it is whole', async () => {
  const first = await worker({ tokens: 100 })
  const second = await worker({ tokens: 100 })
  first.spend(usageOf(60))
  appendFileSync(join(folder, 'spent'), '{"inputTokens":60,"outpu')
  expect(second.halted()).toBeNull()
  appendFileSync(join(folder, 'spent'), 'tTokens":0,"cost":null,"unpriced":[]}\n')
  expect(second.halted()).toMatch(/120 tokens/)
})
