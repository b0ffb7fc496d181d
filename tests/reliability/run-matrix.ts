import { runPool } from '../../src/engine/run/pool.ts'
import { faultCases } from './faults.ts'
import { type Exactness, judgeCell } from './judge-cell.ts'
import { type Cell, type Manner, makeCell, turnCount } from './matrix-cell.ts'
import { type CellRun, type CellWire, runCell } from './run-cell.ts'

/** A cell with its result, and everything wrong with that. */
export interface CellReport {
  cell: Cell
  run: CellRun
  wrong: string[]
}

/** Runs every fault at every turn under each seed, `limit` conversations at once, in memory or over ports. */
export async function runMatrix(
  seeds: readonly number[],
  limit: number,
  exactness: Exactness & { shortMs: number; over: CellWire['over'] },
  manner: Manner = {},
): Promise<CellReport[]> {
  const points = Array.from({ length: turnCount }, (_, point) => point)
  const cells = seeds.flatMap((seed) =>
    faultCases(exactness.shortMs).flatMap((column) => points.map((point) => makeCell(column, point, seed, manner))),
  )
  // The slow ones begin first, so that the others run alongside.
  cells.sort((one, other) => one.column.limitMs - other.column.limitMs)
  const reports: CellReport[] = []
  await runPool(cells, limit, async (cell) => {
    const run = await runCell(cell, exactness)
    reports.push({ cell, run, wrong: judgeCell(cell, run, exactness) })
  })
  return reports
}
