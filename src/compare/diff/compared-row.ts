import type { AlignedRow } from '../align/align-entries.ts'
import type { RowComparison } from '../model/turn-comparison.ts'

/** A row with what differs in it. */
export interface ComparedRow {
  row: AlignedRow
  compared: RowComparison
}
