import { resolve } from 'node:path'
import { lawNames } from '../../../base/law-name.ts'
import { count } from '../../../base/wording.ts'
import type { ConversationComparison } from '../../../compare/model/conversation-comparison.ts'
import { type EditedSuite, editSuite } from '../../../compare/review/edit-suite.ts'
import { performConversation } from '../../../engine/perform/perform-conversation.ts'
import { type ConversationResult, sharedId } from '../../../engine/verdict/conversation-result.ts'
import { sessionOfTalk } from '../../../import/sessions/session-of-talk.ts'
import { storedClient } from '../../../import/sessions/stored-run.ts'
import { describeOutcome } from '../../../report/text/describe-outcome.ts'
import { cleanLine } from '../../../report/text/line.ts'
import { parseScript } from '../../../suite/language/parse.ts'
import { type Plan, planScript } from '../../../suite/plan/plan.ts'
import { withoutCriteria } from '../../../suite/plan/plan-criteria.ts'
import { readGiven, writeGiven } from '../../project/given-files.ts'
import { print } from '../../project/print.ts'
import { openBeside } from '../../project/read-suites.ts'
import type { RunSettled } from '../../project/settings.ts'
import type { ReviewDesk } from './review-desk.ts'

/**
 * Edits the suites of approved conversations that still fail what they expect, until the recorded run of b fits them,
 * and prints each edit. A suite that no edits make fit stays as it is. Nothing is sent. Returns the number of conversations that are left to edit by hand.
 * @throws UsageError for a suite that cannot be read or written
 */
export async function editSuites(desk: ReviewDesk, settled: RunSettled): Promise<number> {
  const stale = desk
    .conversations()
    .flatMap(({ review, shown: { b }, ...each }) =>
      review?.decision === 'approved' && b?.verdict === 'failed' ? [{ ...each, recorded: b }] : [],
    )
  let left = 0
  for (const each of stale)
    if (!(await editOne(each, each.recorded, desk.comparison.sides.b.version, settled))) left += 1
  if (stale.length === 0) print('every approved conversation fits its suite\n')
  return left
}

/** Returns whether all recorded turns fit the suite now. */
async function editOne(
  { file, id, name }: Pick<ConversationComparison, 'file' | 'id' | 'name'>,
  recorded: ConversationResult,
  version: string,
  settled: RunSettled,
): Promise<boolean> {
  const path = resolve(settled.folder, file)
  const text = readGiven(path)
  const plansIn = (content: string): Plan[] => {
    const read = parseScript(
      content,
      file,
      openBeside(file, settled.folder, () => undefined, settled.within),
    )
    const defaults = { ...settled, versions: [version], versionsGiven: true, environment: process.env }
    return read.ok ? planScript(read.script, defaults) : []
  }
  const plans = plansIn(text)
  const own = plans.find((plan) => sharedId(plan) === id)
  const title = `${cleanLine(name)}  (${cleanLine(id)})`
  const why = own === undefined ? 'it is no longer in its suite' : whyByHand(own)
  if (own === undefined || why !== null) {
    print(`by hand  ${title}: ${why}\n`)
    return false
  }
  const begin = own.conversation.at.line
  const next = plans.map(({ conversation: { at } }) => at.line).filter((line) => line > begin)
  const edited = await editSuite(text, [begin, Math.min(Infinity, ...next) - 1], async (content) => {
    const plan = plansIn(content).find((each) => sharedId(each) === id)
    return plan === undefined ? null : judgeRecorded(plan, recorded)
  })
  const isWhole = edited.left.length === 0
  if (isWhole && edited.edits.length > 0) writeGiven(path, edited.text, { shown: file })
  print(`${isWhole ? 'edited ' : 'by hand'}  ${title}\n${describeEdits(file, text, edited)}`)
  return isWhole
}

/** Why no edit of this conversation alone can be proven on a recording; null where one can. */
function whyByHand({ conversation }: Plan): string | null {
  if (conversation.row !== undefined) return 'its values stand in a row of parameters'
  return conversation.simulatedUser === undefined ? null : 'a simulated user says something else each time'
}

/** Holds the recorded turns against a conversation. What only its own run could show, the session and the laws, is left out. */
function judgeRecorded(plan: Plan, recorded: ConversationResult): Promise<ConversationResult> {
  const { session: _, before: __, after: ___, ...conversation } = plan.conversation
  const turns = recorded.turns.filter(({ verdict }) => verdict === 'passed' || verdict === 'failed')
  const { agent, version, sessionId, startedAt: time } = recorded
  const transcript = turns.flatMap(({ entries }) => entries)
  const held = sessionOfTalk({ agent, version, sessionId: sessionId ?? 'review', time, transcript })
  const slices = turns.map(({ user, entries }) => ({ user, sent: [], entries }))
  return performConversation(
    { ...withoutCriteria(plan), conversation, repeat: null, stopAfterFailure: false, relaxed: new Set(lawNames) },
    { client: storedClient(held, slices), reconcile: false, storedLateMs: 0 },
  )
}

function describeEdits(file: string, before: string, { text, edits, left, unsent }: EditedSuite): string {
  const [old, now] = [before.split('\n'), text.split('\n')]
  const lines = [...new Set(edits.map(({ at }) => at.line))].sort((one, other) => one - other)
  return [
    ...lines.flatMap((line) => [
      `  ${cleanLine(file)}:${line}`,
      `  - ${cleanLine(old[line - 1] ?? '')}`,
      `  + ${cleanLine(now[line - 1] ?? '')}`,
    ]),
    ...left.map((outcome) => `  ${cleanLine(file)}:${outcome.at.line}: ${cleanLine(describeOutcome(outcome))}`),
    ...(unsent.length === 0
      ? []
      : [
          `  ${count(unsent.length, 'turn')} after these ${unsent.length === 1 ? 'was' : 'were'} not sent: run it again`,
        ]),
    '',
  ].join('\n')
}
