import { relative, sep } from 'node:path'
import { quotePath } from '../../base/quote-path.ts'
import { addressOf } from '../../engine/verdict/address-of.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { compareWithSnapshot } from '../../records/snapshots/compare-snapshots.ts'
import type { LineDifference } from '../../records/snapshots/diff-lines.ts'
import { formatSnapshot } from '../../records/snapshots/format-snapshot.ts'
import { readSnapshotFor } from '../../records/snapshots/read-snapshot.ts'
import { saveSnapshot } from '../../records/snapshots/save-snapshot.ts'
import type { Snapshot } from '../../records/snapshots/snapshot.ts'
import { takeSnapshot } from '../../records/snapshots/take-snapshot.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { errorAt } from './error-at.ts'
import { fold } from './fold.ts'
import type { ReviewSettings } from './review-settings.ts'

/** What a conversation that passed and its snapshot came to. `path` of the file is from the folder. */
export type SnapshotCheck =
  | { kind: 'same' | 'written' | 'missing' | 'none'; path: string }
  | { kind: 'changed'; path: string; error: Error; lines: LineDifference[] }
  | { kind: 'not comparable'; path: string; error: Error }

/** How it is checked: the settings, the key that must not get into a file, and whether Vitest was told to update. */
export interface SnapshotWork {
  settings: NonNullable<ReviewSettings['snapshots']>
  folder: string
  apiKey: string | null
  update: boolean
  /** The suite file's absolute path, for the stack. */
  suitePath: string
}

/** Holds a conversation that passed against its snapshot, or takes it anew when Vitest was told to update. */
export function checkSnapshot(plan: Plan, result: ConversationResult, work: SnapshotWork): SnapshotCheck {
  const { settings, folder, update, suitePath } = work
  const kept = readSnapshotFor(plan, folder)
  const path = relative(folder, kept.path).split(sep).join('/')
  if (kept.read === null && !settings.missing) return { kind: 'none', path }
  const now = takeSnapshot(plan, result, work)
  if (update) return { kind: saveSnapshot(kept.path, now) ? 'written' : 'same', path }
  const comparison = compareWithSnapshot(now, kept, settings.compared)
  const { at } = plan.conversation
  const place = { label: 'conversation', path: suitePath, at }
  switch (comparison.kind) {
    case 'same':
    case 'missing':
      return { kind: comparison.kind, path }
    case 'not comparable': {
      const message = mismatched(path, comparison.reason, plan)
      return { kind: 'not comparable', path, error: errorAt({ name: 'Not comparable', message, ...place }) }
    }
    case 'changed': {
      const { lines } = comparison
      const changed = lines.filter(({ kind }) => kind !== 'same').length
      const message = mismatched(path, changed === 1 ? 'a line differs' : `${changed} lines differ`, plan)
      const diff = kept.read?.ok === true ? textsOf(kept.read.snapshot, now, settings.compared) : null
      return { kind: 'changed', path, lines, error: errorAt({ name: 'Changed', message, ...place, diff }) }
    }
  }
}

/** The first line, unfolded, is what Vitest's UI knows a snapshot by, to show its button. That updates all of a file at once. */
function mismatched(path: string, why: string, plan: Plan): string {
  const how = [
    `tableread snapshots ${quotePath(addressOf(plan))} -v ${plan.version} --update takes what is there now;`,
    'vitest -u does so for every conversation that runs',
  ]
  return `Snapshot ${path} mismatched\n${fold([why, ...how].map((line) => `  ${line}`).join('\n'))}`
}

/** Both as their files have them, so that the diff reads as one in a review; without the lines that do not count. */
function textsOf(kept: Snapshot, now: Snapshot, compared: 'all' | 'calls'): { expected: string; actual: string } {
  const textOf = ({ lines }: Snapshot): string =>
    formatSnapshot({
      header: now.header,
      lines: compared === 'all' ? lines : lines.filter(({ text }) => /^(->|<-) /.test(text)),
    })
  return { expected: textOf(kept), actual: textOf(now) }
}
