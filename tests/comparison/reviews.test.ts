// @module-tag stress
import { expect, it } from 'vitest'
import { measureDraft, measureKinds } from './measure-reviews.ts'
import { rowInPage } from './review-table.ts'

const drafts = Number(process.env.TABLEREAD_DRAFTS ?? 20)

it('opens the gate to what was approved, and shuts it to whatever else breaks', { timeout: 3_000_000 }, async () => {
  const all: Awaited<ReturnType<typeof measureDraft>>[] = []
  for (let seed = 1; seed <= drafts; seed += 1) {
    all.push(await measureDraft(seed, 20))
  }
  const sum = (of: (each: (typeof all)[number]) => number): number => all.reduce((whole, each) => whole + of(each), 0)
  const [calm, open] = [sum((each) => each.calm.of), sum((each) => each.calm.open)]
  const [harmed, shut] = [sum((each) => each.harmed.of), sum((each) => each.harmed.shut)]
  const row = `${drafts} | ${sum((each) => each.causes)} | ${sum((each) => each.decisions)} | ${open} of ${calm} | ${shut} of ${harmed}`
  console.log(
    `| ${row} |`,
    all.flatMap((each) => each.harmed.missed),
  )
  expect(all.filter(({ decisions, causes }) => decisions > causes)).toEqual([])
  expect(open / calm).toBeGreaterThanOrEqual(0.95)
  expect(shut / harmed).toBeGreaterThanOrEqual(0.99)
  if (drafts === 20) expect(rowInPage(row)).toBe(row)
})

it('does not hold after any strike at the same conversation', { timeout: 3_000_000 }, async () => {
  const { possible, held } = await measureKinds(1)
  expect(possible.length).toBeGreaterThan(21)
  expect(held).toEqual([])
})
