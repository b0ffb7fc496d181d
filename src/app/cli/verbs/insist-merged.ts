import type { Merged } from '../../../records/shards/part.ts'
import { UsageError } from '../../project/usage-error.ts'

/** What was merged. @throws UsageError that says why it could not be */
export function insistMerged<T>(merged: Merged<T>): T {
  if (merged.ok) return merged.result
  throw new UsageError(merged.message, merged.hint)
}
