import { relative, sep } from 'node:path'
import type { Cause } from '../../engine/verdict/cause-kind.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { describeStumble } from '../../engine/verdict/describe-stumble.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { Place } from '../../suite/yaml/place.ts'
import { describeFailure } from '../../wire/client/describe-failure.ts'
import { buildSnapshot, type SnapshotContext } from './build-snapshot.ts'
import {
  compareWithSnapshot,
  type LineDifference,
  type LinesCompared,
  type SnapshotComparison,
} from './compare-snapshots.ts'
import { readSnapshotFor, saveSnapshot } from './snapshot-file.ts'
import { describeOtherValues } from './value-digits.ts'

export interface SnapshotOutcome {
  id: string
  file: string
  at: Place
  suite: string
  name: string
  agent: string
  version: string
  /** The verdict of the run, regardless of the snapshot and of criteria on which no judge was asked. */
  verdict: Verdict
  /** How many criteria no judge was asked about, since nothing depends on them; absent without any. */
  unasked?: number
  /** The snapshot file, from the folder, with forward slashes. */
  path: string
  /** The state before anything was written. *errored*, *broken*, *skipped* and *unsafe* come from the run. */
  state: SnapshotComparison['kind'] | 'errored' | 'broken' | 'skipped' | 'unsafe'
  /** Why, for a person: why it is not comparable, why it was not written. */
  reason: string | null
  /** Whose fault it is that the run did not pass; left out where it passed. */
  cause?: Cause
  written: boolean
  /** Both sides line by line; empty unless it changed. */
  lines: LineDifference[]
  /** The stand-ins behind which other private values stand than in the snapshot; left out where there are none. */
  otherValues?: string[]
  /** Private values were compared only by stand-ins: the snapshot was taken before it kept digits. */
  withoutDigits?: true
}

export interface SettledSnapshots extends SnapshotContext {
  compared: LinesCompared
  /** Which runs may become the snapshot: none, those that passed, or those that failed as well. */
  update: 'none' | 'passed' | 'failed too'
}

/** Compares a result with its snapshot, and rewrites that when asked; a run not judged is never written. */
export function judgeSnapshot(plan: Plan, result: ConversationResult, settings: SettledSnapshots): SnapshotOutcome {
  const { id, file, at, suite, name, agent, version, verdict } = result
  const { path, read } = readSnapshotFor(plan, settings.folder)
  const shownPath = relative(settings.folder, path).split(sep).join('/')
  const frame = { id, file, at, suite, name, agent, version, verdict, path: shownPath, written: false, lines: [] }
  const unjudged = stateOf(verdict)
  if (unjudged !== null) return { ...frame, state: unjudged, reason: whyUnjudged(result) }
  const now = buildSnapshot(plan, result, settings)
  const comparison = compareWithSnapshot(now, { read }, settings.compared)
  const state = comparison.kind
  const reason = comparison.kind === 'not comparable' ? comparison.reason : null
  const review = { ...frame, state, reason, ...differencesOf(comparison) }
  if (settings.update === 'none') return review
  if (verdict === 'passed' || settings.update === 'failed too') return { ...review, written: saveSnapshot(path, now) }
  return state === 'same'
    ? review
    : { ...review, reason: `not written, since its run came out as ${verdict}: --even-failed writes it all the same` }
}

function differencesOf(
  comparison: SnapshotComparison,
): Pick<SnapshotOutcome, 'lines' | 'otherValues' | 'withoutDigits'> {
  if (comparison.kind === 'same') return { lines: [], ...(comparison.withoutDigits && { withoutDigits: true }) }
  if (comparison.kind !== 'changed') return { lines: [] }
  const { lines, otherValues } = comparison
  return { lines, ...(otherValues.length > 0 && { otherValues }) }
}

/** Why a conversation counts as changed although no line may differ; null where no other private value is known. */
export function whyOtherValues({ otherValues, lines }: SnapshotOutcome): string | null {
  return otherValues === undefined
    ? null
    : describeOtherValues(
        otherValues,
        lines.every(({ kind }) => kind === 'same'),
      )
}

function stateOf(verdict: Verdict): 'errored' | 'broken' | 'skipped' | 'unsafe' | null {
  if (verdict === 'errored' || verdict === 'not reached') return 'errored'
  return verdict === 'broken' || verdict === 'skipped' || verdict === 'unsafe' ? verdict : null
}

function whyUnjudged(result: ConversationResult): string | null {
  const { reason, failure, turns, verdict } = result
  const failed = failure ?? turns.find((turn) => turn.failure !== null)?.failure ?? null
  if (verdict !== 'errored') return reason
  if (failed === null) return reason ?? describeStumble(result)
  return [reason, describeFailure(failed)].filter((each) => each !== null).join('; ')
}
