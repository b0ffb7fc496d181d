import { resolve } from 'node:path'
import type { LinesCompared } from '../../../records/snapshots/compare-snapshots.ts'
import type { RunSettled } from '../../config/settings.ts'

export interface ReviewSettings {
  /** The folder that suite paths are relative to, and that contains `snapshots/`. */
  folder: string
  /** Which lines of snapshots count, and whether `vitest -u` writes missing ones; null to ignore snapshots. */
  snapshots: { compared: LinesCompared; missing: boolean } | null
  /** The file of the HTML report, an absolute path; null for none. */
  report: string | null
}

export interface ReviewOptions {
  /** How to compare transcripts with those in `snapshots/`; false: not at all. See docs/vitest.md. */
  snapshots?: boolean | 'calls'
  /** The file for an HTML report of each run, relative to the current folder. */
  report?: string
}

/** By default only existing snapshots are compared; `true` and `'calls'` require one of every conversation. */
export function settleReview({ snapshots, report }: ReviewOptions, folder: string): ReviewSettings {
  return {
    folder,
    snapshots:
      snapshots === false
        ? null
        : { compared: snapshots === 'calls' ? 'calls' : 'all', missing: snapshots !== undefined },
    report: report === undefined ? null : resolve(folder, report),
  }
}

/** What following a run needs. `whole`: all conversations were asked for. */
export interface ReviewFacts {
  settled: RunSettled
  whole: boolean
  review: ReviewSettings
  /** Where this run of Vitest keeps its talks. */
  talks: string
}

/** Two versions side by side: `a` is the trusted one. */
interface PicturedPair {
  a: string
  b: string
}

/** Each version beside default (or the first), at whichever Vitest starts later: whose name sorts later. */
export function picturedPairs(version: string, versions: readonly string[]): PicturedPair[] {
  const base = baseOf(versions)
  return versions
    .filter((each) => each !== base)
    .map((b) => ({ a: base, b }))
    .filter(({ a, b }) => version === (a > b ? a : b))
}

export function basePair(versions: readonly string[]): PicturedPair {
  const a = baseOf(versions)
  return { a, b: versions.find((each) => each !== a) ?? a }
}

function baseOf(versions: readonly string[]): string {
  return versions.includes('default') ? 'default' : (versions[0] ?? 'default')
}
