import { resolve } from 'node:path'
import type { LinesCompared } from '../../records/snapshots/compare-snapshots.ts'
import type { RunSettled } from '../project/settings.ts'

/** What is done apart from judging: plain data, for workers and the process that started them. */
export interface ReviewSettings {
  /** Where paths of suites start, and `snapshots/` is. */
  folder: string
  /** Which lines of snapshots count, and whether `vitest -u` takes those that are missing; null to leave snapshots alone. */
  snapshots: { compared: LinesCompared; missing: boolean } | null
  /** The file of the HTML report, an absolute path; null for none. */
  report: string | null
}

/** How a person asks for it. */
export interface ReviewOptions {
  /** How transcripts are held against those in `snapshots/`; false: not at all. See docs/vitest.md. */
  snapshots?: boolean | 'calls'
  /** The file of an HTML report of each run, from the current folder. */
  report?: string
}

/** Snapshots that are kept are compared unless told otherwise; `true` and `'calls'` ask for one of every conversation. */
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

/** What a run is followed with. `whole`: all conversations were asked for. */
export interface ReviewFacts {
  settled: RunSettled
  whole: boolean
  review: ReviewSettings
  /** Where this run of Vitest keeps its talks. */
  talks: string
}

/** Two versions side by side: `a` is the one that is trusted. */
interface PicturedPair {
  a: string
  b: string
}

/**
 * The pairs that are pictured at the tests of a project: each version beside default (or the first one). The picture
 * belongs to whichever of the two Vitest starts later, which is the one whose name sorts later.
 */
export function picturedPairs(version: string, versions: readonly string[]): PicturedPair[] {
  const base = baseOf(versions)
  return versions
    .filter((each) => each !== base)
    .map((b) => ({ a: base, b }))
    .filter(({ a, b }) => version === (a > b ? a : b))
}

/** The two sides of a run of two versions. */
export function basePair(versions: readonly string[]): PicturedPair {
  const a = baseOf(versions)
  return { a, b: versions.find((each) => each !== a) ?? a }
}

function baseOf(versions: readonly string[]): string {
  return versions.includes('default') ? 'default' : (versions[0] ?? 'default')
}
