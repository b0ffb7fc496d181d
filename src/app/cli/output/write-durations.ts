import { existsSync } from 'node:fs'
import type { Comparison } from '../../../compare/comparison.ts'
import type { RunResult } from '../../../engine/run-result.ts'
import { type Duration, keyOf } from '../../../records/shards/durations.ts'
import { durationsOfResult } from '../../../records/shards/durations-of-result.ts'
import { formatDurations } from '../../../records/shards/format-durations.ts'
import { readDurations } from '../../../records/shards/read-durations.ts'
import { readGiven } from '../../project/read-given.ts'
import { UsageError } from '../../project/usage-error.ts'
import { writeGiven } from '../../project/write-given.ts'

/**
 * Writes how long the conversations of a result took, for the next run to cut shards by. One that could not be judged this
 * time keeps what the file had of it; conversations that the result does not have are left out.
 * @throws UsageError where the file is there and holds no durations: it is something else
 */
export function writeDurationsOf(file: string, result: RunResult | Comparison): void {
  const names = new Set(result.conversations.map(({ suite, name }) => JSON.stringify([suite, name])))
  const found = durationsOfResult(result)
  const measured = new Set(found.map(keyOf))
  const earlier = readEarlier(file).filter(
    (each) => names.has(JSON.stringify([each.suite, each.name])) && !measured.has(keyOf(each)),
  )
  writeDurations(file, [...found, ...earlier])
}

/** Writes durations to a file. */
export function writeDurations(file: string, durations: readonly Duration[]): void {
  writeGiven(file, formatDurations(durations))
}

function readEarlier(file: string): Duration[] {
  if (!existsSync(file)) return []
  const read = readDurations(readGiven(file))
  if (read.ok) return read.durations
  throw new UsageError(`${file} is there and would be lost: ${read.message}`, 'name another file, or remove it')
}
