import { count } from '../../base/text/wording.ts'
import { performRun } from '../../engine/perform-run.ts'
import type { RunResult } from '../../engine/run-result.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'
import { hashPlan } from '../../records/history/history-of-run.ts'
import { readEarlier } from '../../records/history/read-earlier.ts'
import { nameTarget } from '../../records/history/run-record.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { tablereadVersion } from '../edge/package-version.ts'
import { frameOf } from '../open/open-run.ts'
import { saveRun } from '../open/save-history.ts'
import { findingName, type Judging, plansOf, type WatchSubject } from './judging.ts'
import type { WorseFinding } from './message-shape.ts'
import type { Sighting } from './sighting.ts'
import type { ChangeJudgement } from './watch-state.ts'

/** Reruns where only a record says how it was. One that passes 95 % fails all five once in three million. */
const reruns = 4

/** The first version that is seen: what it does is the record that later ones are held against, and no news. */
export async function judgeFirst(subject: WatchSubject, judging: Judging): Promise<ChangeJudgement> {
  const { result } = await performRecorded(subject, subject.sighting.print, judging)
  const { passed } = result.totals
  const all = count(result.conversations.length, 'conversation')
  const open = result.conversations.filter(({ verdict }) => isOpen(verdict))
  if (result.conversations.length === 0 || open.length > 0)
    return { verdict: 'not judged', note: describeOpen(open, all) }
  const failing = result.conversations.flatMap(({ suite, name, verdict }) =>
    verdict === 'passed' ? [] : [findingName(suite, name)],
  )
  const note = `a first look: ${passed} of ${all} pass`
  return {
    verdict: failing.length === 0 ? 'good' : 'recorded',
    against: null,
    findings: [],
    failing,
    note,
    report: null,
  }
}

/** What passed there and fails now, five times in a row, got worse; all else is no news. */
export async function judgeByRecord(
  subject: WatchSubject,
  { good, why }: { good: Sighting; why: string },
  judging: Judging,
): Promise<ChangeJudgement> {
  // Settings that are those of then have a record, and what runs now is held against it, not added to it.
  const print = subject.sighting.print === good.print ? null : subject.sighting.print
  const { plans, result } = await performRecorded(subject, print, judging)
  const passing = passesOf(good, plans, judging)
  const verdicts = new Map(result.conversations.map(({ id, verdict }) => [id, [verdict]]))
  const failingSoFar = (): Plan[] =>
    plans.filter(({ id }) => passing.has(id) && verdicts.get(id)?.every((each) => each !== 'passed'))
  for (let run = 1; run <= reruns && failingSoFar().length > 0; run += 1) {
    const { conversations } = await performPlans(failingSoFar(), judging)
    for (const { id, verdict } of conversations) verdicts.get(id)?.push(verdict)
  }
  const against = `the record of version ${good.number}`
  const worse = failingSoFar().filter(
    ({ id }) => verdicts.get(id)?.filter((each) => each === 'failed').length === reruns + 1,
  )
  const findings = worse.map((plan): WorseFinding => {
    const passes = passing.get(plan.id) ?? 0
    const what = `failed ${reruns + 1} of ${reruns + 1} times; passed ${passes} in the record of version ${good.number}`
    return { conversation: nameOf(plan), what }
  })
  const failing = plans.filter(({ id }) => verdicts.get(id)?.every((each) => each === 'failed') === true).map(nameOf)
  const facts = { against, failing, note: why, report: null }
  if (findings.length > 0) return { verdict: 'regressed', findings, ...facts }
  const open = result.conversations.filter(({ id }) => verdicts.get(id)?.every(isOpen) !== false)
  if (passing.size === 0) return { verdict: 'not judged', note: `${why}, and the history has no record of it` }
  if (open.length > 0) return { verdict: 'not judged', note: describeOpen(open, count(plans.length, 'conversation')) }
  return { verdict: 'good', findings: [], ...facts }
}

const nameOf = ({ suite, conversation }: Plan): string => findingName(suite, conversation.name.value)

/** Whether a run says nothing of its agent. */
export const isOpen = (verdict: Verdict): boolean => ['errored', 'broken', 'not reached', 'unsafe'].includes(verdict)

export const describeUnjudged = ({ reason, cause, verdict }: ConversationResult): string =>
  reason ?? cause?.why ?? verdict

function describeOpen(open: readonly ConversationResult[], all: string): string {
  const [first] = open
  return `${open.length} of ${all} could not be judged${first === undefined ? '' : `: ${describeUnjudged(first)}`}`
}

/** How often each conversation passed in the record of a version, of those that mostly passed, by plan id. */
function passesOf(good: Sighting, plans: readonly Plan[], { project: { settled }, run }: Judging): Map<string, number> {
  const target = nameTarget(run.service.a.target.name)
  const questions = plans.map((plan) => ({
    ...{ id: plan.id, suite: plan.suite, name: plan.conversation.name.value, agent: plan.agent.value, target },
    ...{ script: hashPlan(plan), agentPrint: good.print },
  }))
  const read = settled.history === null ? null : readEarlier(settled.history, questions)
  if (read === null || !read.ok) return new Map()
  return new Map(
    [...read.ways].flatMap(([id, ways]): [string, number][] => {
      const runs = ways.reduce((sum, { of }) => sum + of, 0)
      const failed = ways.flatMap((each) => Object.values(each.failed)).reduce((sum, each) => sum + each, 0)
      return runs > 0 && failed * 2 < runs ? [[id, runs - failed]] : []
    }),
  )
}

/** Runs the suite once and keeps it, as a part of the record of this fingerprint unless it is null. */
async function performRecorded(
  { agent, sighting }: WatchSubject,
  print: string | null,
  judging: Judging,
): Promise<{ plans: Plan[]; result: RunResult }> {
  const plans = plansOf(agent, sighting.number, judging)
  const result = await performPlans(plans, judging)
  await saveRun(judging.project.settled, result, plans, { printOf: () => print ?? undefined, touched: new Map() })
  return { plans, result }
}

/** Runs plans once against the service. @throws the exit code of a signal that ended it */
export async function performPlans(plans: readonly Plan[], { run }: Judging): Promise<RunResult> {
  const { target } = run.service.a
  const context = await run.contextOf(plans, target)
  const settings = { ...context, ...frameOf(plans, target), tableread: tablereadVersion(), problems: [] }
  const result = await performRun(plans, { ...settings, keepPassed: false, listen: () => undefined })
  run.signal.throwIfAborted()
  return result
}
