import type { Shard } from '../../engine/verdict/shard.ts'

/** A result as it was read from a file. */
export interface Part<T> {
  file: string
  result: T
}

/** The merged result, or why the parts cannot be merged. */
export type Merged<T> = { ok: true; result: T } | { ok: false; message: string; hint: string }

/** Members that every result of a shard has. */
export interface Sharded {
  tableread: string
  startedAt: string
  ms: number
  shard?: Shard
}
