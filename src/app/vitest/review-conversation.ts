import { createCoverage } from '../../engine/coverage/coverage.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { hashScript } from '../../records/snapshots/hash-script.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { awaitTalk } from './await-talk.ts'
import { baselineNote } from './baseline-note.ts'
import { checkSnapshot } from './check-snapshot.ts'
import { keepTalk } from './kept-talks.ts'
import { type PictureNote, pictureNote, snapshotNote } from './picture-notes.ts'
import { picturedPairs } from './pictured-pairs.ts'
import { linkToReport } from './report-link.ts'
import type { TestWork } from './test-work.ts'
import { updatesSnapshots } from './update-mode.ts'

/**
 * What is done with a conversation beside judging it: keeps it for other projects and the report, notes with a picture
 * what differs from another version or from a snapshot, and holds it against its own snapshot. Gives the errors of the last.
 * `result` is what is told; a snapshot, which hides what is private itself, is taken of what `came`.
 */
export async function reviewConversation(
  plan: Plan,
  { came, result }: { came: ConversationResult; result: ConversationResult },
  work: TestWork,
): Promise<Error[]> {
  const { review, versions } = work.settings
  if (result.verdict === 'skipped') return []
  if (versions.length > 1 || review.report !== null) keep(plan, result, work)
  await linkToReport(plan, work)
  await notePictures(plan, { came, result }, work)
  return holdAgainstSnapshot(plan, came, work)
}

function keep(plan: Plan, result: ConversationResult, { talks, path, settings }: TestWork): void {
  const coverage = createCoverage()
  if (settings.review.report !== null) coverage.add(result, plan)
  const place = { folder: talks, path, version: settings.version }
  const counted = settings.review.report === null ? null : coverage.read()
  keepTalk(place, idOf(plan), { at: Date.now(), script: hashScript(plan), result, coverage: counted })
}

/** A conversation that names its version runs in one project alone, so that it has no counterpart. */
async function notePictures(
  plan: Plan,
  { came, result }: { came: ConversationResult; result: ConversationResult },
  work: TestWork,
): Promise<void> {
  const { version, versions, versionsGiven, review } = work.settings
  const pairs = versionsGiven || plan.versionAt === null ? picturedPairs(version, versions) : []
  const notes = await Promise.all(
    pairs.map(async ({ a, b }) => {
      const place = { folder: work.talks, path: work.path, version: version === a ? b : a }
      const other = await awaitTalk(place, idOf(plan), hashScript(plan), work.signal)
      if (other === null) return null
      return { other, note: version === a ? pictureNote(result, other) : pictureNote(other, result) }
    }),
  )
  const found = notes.filter((each) => each !== null)
  const context = { folder: review.folder, apiKey: work.apiKey }
  const alone = found.length === 0 ? baselineNote(plan, came, context) : null
  for (const note of [...found.map((each) => each.note), alone])
    if (note !== null) await annotate(note, 'changed', work)
}

async function holdAgainstSnapshot(plan: Plan, result: ConversationResult, work: TestWork): Promise<Error[]> {
  const { review } = work.settings
  if (review.snapshots === null || result.verdict !== 'passed') return []
  const check = checkSnapshot(plan, result, {
    settings: review.snapshots,
    folder: review.folder,
    apiKey: work.apiKey,
    update: updatesSnapshots(process.env),
    suitePath: work.path,
  })
  const { tableread } = work.test.task.meta
  if (tableread !== undefined && check.kind !== 'none') tableread.snapshot = check.kind
  if (check.kind === 'written') await work.test.annotate(`wrote ${check.path}`, 'snapshot')
  if (check.kind === 'missing')
    await work.test.annotate(`there is no ${check.path} yet: vitest -u takes it`, 'snapshot')
  if (check.kind === 'changed') await annotate(snapshotNote(result, result.version, check.lines), 'snapshot', work)
  return 'error' in check ? [check.error] : []
}

async function annotate({ turn, text, svg }: PictureNote, type: string, { test, onLine }: TestWork): Promise<void> {
  const body = Buffer.from(svg).toString('base64')
  const on = onLine(turn) ?? ((call) => call())
  await on(() => test.annotate(text, type, { body, contentType: 'image/svg+xml' }))
}

/** `file:line` without the version, so that the projects of all versions call a conversation the same. */
function idOf({ id }: Plan): string {
  return id.slice(0, id.lastIndexOf(' '))
}
