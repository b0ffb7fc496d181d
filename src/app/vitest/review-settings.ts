import { resolve } from 'node:path'
import type { LinesCompared } from '../../records/snapshots/compare-snapshots.ts'

/** What is done beside judging: plain data, for workers and the process that started them. */
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
