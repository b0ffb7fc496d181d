import { relative, sep } from 'node:path'
import { quotePath } from '../../base/json/quoting.ts'
import { compareTranscripts } from '../../compare/compare-transcripts.ts'
import type { TextDifference, TurnComparison } from '../../compare/model/turn-comparison.ts'
import { createCoverage } from '../../engine/coverage/coverage.ts'
import { addressOf, type ConversationResult, sharedId } from '../../engine/verdict/conversation-result.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'
import { buildSnapshot, type SnapshotContext } from '../../records/snapshots/build-snapshot.ts'
import {
  compareWithSnapshot,
  type LineDifference,
  type SnapshotComparison,
} from '../../records/snapshots/compare-snapshots.ts'
import { hashScript } from '../../records/snapshots/hash-script.ts'
import { formatSnapshot, type Snapshot } from '../../records/snapshots/snapshot.ts'
import { readSnapshotFor, saveSnapshot } from '../../records/snapshots/snapshot-file.ts'
import { describeOtherValues, holdsStandIn } from '../../records/snapshots/value-digits.ts'
import { drawComparison } from '../../report/picture/draw-comparison.ts'
import { drawLineDifferences } from '../../report/picture/draw-line-differences.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { findersOf } from '../config/concealer.ts'
import { isCi } from '../edge/process.ts'

import { errorAt } from './error-at.ts'
import { awaitTalk, saveTalk } from './kept-talks.ts'
import { fold, layOutNote } from './notes.ts'
import { linkToReport } from './report-server.ts'
import { picturedPairs, type ReviewSettings } from './settings/review-settings.ts'
import type { TestWork } from './suite-data.ts'

/** Notes how it differs and checks its snapshot, of `came`, since that redacts itself; returns the errors. */
export async function reviewConversation(
  plan: Plan,
  { performed, result }: { performed: ConversationResult; result: ConversationResult },
  work: TestWork,
): Promise<Error[]> {
  const { review, versions } = work.settings
  if (result.verdict === 'skipped') return []
  if (versions.length > 1 || review.report !== null) keep(plan, result, work)
  await notePictures(plan, { performed, result }, work)
  await linkToReport(plan, work)
  return holdAgainstSnapshot(plan, performed, work)
}

function keep(plan: Plan, result: ConversationResult, { talks, path, settings }: TestWork): void {
  const coverage = createCoverage()
  if (settings.review.report !== null) coverage.add(result, plan)
  const place = { folder: talks, path, version: settings.version }
  const usage = settings.review.report === null ? null : coverage.read()
  saveTalk(place, sharedId(plan), { at: Date.now(), script: hashScript(plan), result, coverage: usage })
}

/** A conversation that names its version runs in one project only, and so has no counterpart. */
async function notePictures(
  plan: Plan,
  { performed, result }: { performed: ConversationResult; result: ConversationResult },
  work: TestWork,
): Promise<void> {
  const { version, versions, versionsGiven, review } = work.settings
  const pairs = versionsGiven || plan.versionAt === null ? picturedPairs(version, versions) : []
  const notes = await Promise.all(
    pairs.map(async ({ a, b }) => {
      const place = { folder: work.talks, path: work.path, version: version === a ? b : a }
      const other = await awaitTalk(place, sharedId(plan), hashScript(plan), work.signal)
      if (other === null) return null
      return { other, note: version === a ? pictureNote(result, other) : pictureNote(other, result) }
    }),
  )
  const pictures = notes.filter((each) => each !== null)
  const context = { folder: review.folder, apiKey: work.apiKey, custom: findersOf(work.settings.redact) }
  const alone = pictures.length === 0 ? baselineNote(plan, performed, context) : null
  const { tableread } = work.test.task.meta
  const differs = [...pictures.map((each) => each.note), alone].filter((note) => note !== null)
  for (const note of differs) await annotate(note, 'changed', work)
  if (differs.length > 0 && tableread !== undefined) tableread.changed = true
}

async function holdAgainstSnapshot(plan: Plan, result: ConversationResult, work: TestWork): Promise<Error[]> {
  const { review } = work.settings
  if (review.snapshots === null || result.verdict !== 'passed') return []
  const check = checkSnapshot(plan, result, {
    settings: review.snapshots,
    folder: review.folder,
    apiKey: work.apiKey,
    custom: findersOf(work.settings.redact),
    update: updatesSnapshots(process.env),
    suitePath: work.path,
    again: work.settings.again,
  })
  const { tableread } = work.test.task.meta
  if (tableread !== undefined && check.kind !== 'none') tableread.snapshot = check.kind
  if (check.kind === 'written') await work.test.annotate(`wrote ${check.path}`, 'snapshot')
  if (check.kind === 'missing')
    await work.test.annotate(`there is no ${check.path} yet: vitest -u takes it`, 'snapshot')
  if (check.kind === 'changed') await annotate(snapshotNote(result, result.version, check), 'snapshot', work)
  return 'error' in check ? [check.error] : []
}

async function annotate({ turn, text, svg }: PictureNote, type: string, { test, onLine }: TestWork): Promise<void> {
  const body = Buffer.from(svg).toString('base64')
  const on = onLine(turn) ?? ((call) => call())
  await on(() => test.annotate(text, type, { body, contentType: 'image/svg+xml' }))
}

/** Vitest's state of a worker and of each of its runs; undocumented, so it may be missing. */
interface WorkerState {
  config?: { snapshotOptions?: { updateSnapshot?: string } }
}

/** Whether this run was told to update snapshots (`vitest -u`, `u` in a watch, the button of the UI). Never in CI. */
function updatesSnapshots(environment: NodeJS.ProcessEnv): boolean {
  if (isCi(environment)) return false
  const { __vitest_worker__: worker } = globalThis as { __vitest_worker__?: WorkerState }
  return worker?.config?.snapshotOptions?.updateSnapshot === 'all'
}

const base = 'default'

/** If default does not run beside another version: how this run differs from default's snapshot; null without one. */
function baselineNote(plan: Plan, result: ConversationResult, context: SnapshotContext): PictureNote | null {
  if (plan.version === base || (result.verdict !== 'passed' && result.verdict !== 'failed')) return null
  const snapshot = readSnapshotFor({ ...plan, version: base }, context.folder)
  if (snapshot.read === null) return null
  const now = buildSnapshot(plan, result, context)
  const comparison = compareWithSnapshot({ ...now, header: { ...now.header, version: base } }, snapshot)
  return comparison.kind === 'changed' ? snapshotNote(result, base, comparison) : null
}

interface PictureNote {
  /** The first turn that differs, from 0. */
  turn: number
  text: string
  svg: string
}

/** How the runs of two versions differ, with a picture; null if they do not, or one could not be judged. */
function pictureNote(a: ConversationResult, b: ConversationResult): PictureNote | null {
  if (!isJudged(a.verdict) || !isJudged(b.verdict)) return null
  const turns = compareTranscripts(a, b)
  const changed = turns.filter(
    ({ verdict, changes }) => changes.length > 0 || !['same', 'not comparable'].includes(verdict),
  )
  const [first] = changed
  if (first === undefined) return null
  const labels = { a: a.version, b: b.version }
  return {
    turn: first.b ?? first.a ?? 0,
    text: layOutNote(
      [`${b.version} beside ${a.version}`, ...changed.slice(0, 3).map(describe), ...more(changed.length - 3)].join(
        '\n',
      ),
    ),
    svg: drawComparison(turns, a, b, labels),
  }
}

type Differences = Pick<Extract<SnapshotComparison, { kind: 'changed' }>, 'lines' | 'otherValues'>

function snapshotNote(
  { suite, name, version }: ConversationResult,
  of: string,
  { lines, otherValues }: Differences,
): PictureNote {
  const visibleLines = lines.map((line): LineDifference => {
    if (line.kind !== 'same' || !holdsStandIn(line.text, otherValues)) return line
    const words: TextDifference = [
      { kind: 'same', text: `${line.text} ` },
      { kind: 'added', text: '(another value)' },
    ]
    return { section: line.section, kind: 'changed', words }
  })
  const first = visibleLines.find(({ kind }) => kind !== 'same')?.section ?? ''
  const others = otherValues.length === 0 ? '' : `\n${describeOtherValues(otherValues, isAlone(lines))}`
  return {
    turn: Number(/^turn (\d+)/.exec(first)?.[1] ?? 1) - 1,
    text: layOutNote(`${version} beside the snapshot of ${of}${others}`),
    svg: drawLineDifferences(`${suite} > ${name}: the snapshot of ${of} beside ${version}`, visibleLines, {
      a: `snapshot of ${of}`,
      b: `${version}, this run`,
    }),
  }
}

function isAlone(lines: Differences['lines']): boolean {
  return lines.every(({ kind }) => kind === 'same')
}

function isJudged(verdict: Verdict): boolean {
  return ['passed', 'failed', 'flaky', 'expected fail'].includes(verdict)
}

function describe({ a, b, verdict, changes }: TurnComparison): string {
  const texts = changes.slice(0, 3).map(({ text }) => text)
  return [`turn ${(b ?? a ?? 0) + 1} ${verdict}`, texts.join('; ')].filter((each) => each !== '').join(': ')
}

function more(count: number): string[] {
  return count > 0 ? [`and ${count} more turns`] : []
}

/** The result of checking a passed conversation against its snapshot. `path` is relative to the folder. */
type SnapshotCheck =
  | { kind: 'same' | 'written' | 'missing' | 'none'; path: string }
  | ({ kind: 'changed'; path: string; error: Error } & Differences)
  | { kind: 'not comparable'; path: string; error: Error }

/** The settings, the key that must not get into a file, and whether Vitest was told to update. */
interface SnapshotWork extends SnapshotContext {
  settings: NonNullable<ReviewSettings['snapshots']>
  update: boolean
  /** The suite file's absolute path, for the stack. */
  suitePath: string
  again: readonly string[]
}

/** Compares a passed conversation with its snapshot, or takes a new one if Vitest was told to update. */
function checkSnapshot(plan: Plan, result: ConversationResult, work: SnapshotWork): SnapshotCheck {
  const { settings, folder, update, suitePath, again } = work
  const snapshot = readSnapshotFor(plan, folder)
  const path = relative(folder, snapshot.path).split(sep).join('/')
  if (snapshot.read === null && !settings.missing) return { kind: 'none', path }
  const now = buildSnapshot(plan, result, work)
  if (update) return { kind: saveSnapshot(snapshot.path, now) ? 'written' : 'same', path }
  const comparison = compareWithSnapshot(now, snapshot, settings.compared)
  const { at } = plan.conversation
  const place = { label: 'conversation', path: suitePath, at }
  switch (comparison.kind) {
    case 'same':
    case 'missing':
      return { kind: comparison.kind, path }
    case 'not comparable': {
      const message = mismatched(path, comparison.reason, plan, again)
      return { kind: 'not comparable', path, error: errorAt({ name: 'Not comparable', message, ...place }) }
    }
    case 'changed': {
      const { lines, otherValues } = comparison
      const changed = lines.filter(({ kind }) => kind !== 'same').length
      const why = [
        ...(changed === 0 ? [] : [changed === 1 ? 'a line differs' : `${changed} lines differ`]),
        ...(otherValues.length === 0 ? [] : [describeOtherValues(otherValues, changed === 0)]),
      ]
      const message = mismatched(path, why.join('\n  '), plan, again)
      const diff =
        snapshot.read?.ok === true ? textsOf(snapshot.read.snapshot, now, settings.compared, otherValues) : null
      return { kind: 'changed', path, lines, otherValues, error: errorAt({ name: 'Changed', message, ...place, diff }) }
    }
  }
}

/** Its UI knows a snapshot by the first line, not to be wrapped, and updates all of a file at once. */
function mismatched(path: string, why: string, plan: Plan, again: readonly string[]): string {
  const command = ['tableread snapshots', quotePath(addressOf(plan)), '-v', plan.version, '--update', ...again]
  const how = [`${command.join(' ')} takes what is there now;`, 'vitest -u does so for every conversation that runs']
  return `Snapshot ${path} mismatched\n${fold([why, ...how].map((line) => `  ${line}`).join('\n'))}`
}

/** In the format of their files, so that the diff reads as in a review, without what does not count. */
function textsOf(
  snapshot: Snapshot,
  now: Snapshot,
  compared: 'all' | 'calls',
  otherValues: readonly string[],
): { expected: string; actual: string } {
  const textOf = ({ digits = {}, lines }: Snapshot): string =>
    formatSnapshot({
      header: now.header,
      digits: Object.fromEntries(
        Object.entries(digits).filter(([name]) => otherValues.includes(name.replace('said ', ''))),
      ),
      lines: compared === 'all' ? lines : lines.filter(({ text }) => /^(->|<-) /.test(text)),
    })
  return { expected: textOf(snapshot), actual: textOf(now) }
}
