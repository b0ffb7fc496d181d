import { count } from '../../base/text/wording.ts'
import { performRun } from '../../engine/perform-run.ts'
import type { RunResult } from '../../engine/run-result.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'
import { hashPlan } from '../../records/history/history-of-run.ts'
import { readEarlier } from '../../records/history/read-earlier.ts'
import { nameTarget } from '../../records/history/run-record.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { tablereadVersion } from '../edge/package-version.ts'
import { keepRun } from '../open/keep-history.ts'
import { frameOf } from '../open/open-run.ts'
import { type Judging, plansOf, type WatchSubject } from './judging.ts'
import type { WorseFinding } from './message-shape.ts'
import type { Sighting } from './sighting.ts'
import type { ChangeJudgement } from './watch-state.ts'

/**
 * How often a conversation that failed is run again where nothing but a record says how it was before. One that passes
 * 95 % of its runs fails all five once in three million.
 */
const reruns = 4

/** The first version that is seen: what it does is the record that later ones are held against, and no news. */
export async function judgeFirst(subject: WatchSubject, judging: Judging): Promise<ChangeJudgement> {
  const { result } = await performRecorded(subject, judging)
  const { passed } = result.totals
  const open = result.conversations.filter(({ verdict }) => isOpen(verdict)).length
  const all = count(result.conversations.length, 'conversation')
  if (result.conversations.length === 0 || open > 0)
    return { verdict: 'not judged', note: `${open} of ${all} could not be judged` }
  const verdict = passed === result.conversations.length ? 'good' : 'recorded'
  return { verdict, against: null, findings: [], note: `a first look: ${passed} of ${all} pass`, report: null }
}

/**
 * Holds a version against the record of an earlier one: what passed there and fails now, five times in a row, got worse.
 * What failed before, or what the record does not have, is no news.
 */
export async function judgeByRecord(
  subject: WatchSubject,
  { good, why }: { good: Sighting; why: string },
  judging: Judging,
): Promise<ChangeJudgement> {
  const { plans, result } = await performRecorded(subject, judging)
  const passing = passesOf(good, plans, judging)
  const verdicts = new Map(result.conversations.map(({ id, verdict }) => [id, [verdict]]))
  const failing = (): Plan[] =>
    plans.filter(({ id }) => passing.has(id) && verdicts.get(id)?.every((each) => each !== 'passed'))
  for (let run = 1; run <= reruns && failing().length > 0; run += 1) {
    const { conversations } = await performPlans(failing(), judging)
    for (const { id, verdict } of conversations) verdicts.get(id)?.push(verdict)
  }
  const against = `the record of version ${good.number}`
  const worse = failing().filter(
    ({ id }) => verdicts.get(id)?.filter((each) => each === 'failed').length === reruns + 1,
  )
  const findings = worse.map((plan): WorseFinding => {
    const seen = passing.get(plan.id) ?? 0
    const what = `failed ${reruns + 1} of ${reruns + 1} times; passed ${seen} in the record of version ${good.number}`
    return { conversation: `${plan.suite} > ${plan.conversation.name.value}`, what }
  })
  if (findings.length > 0) return { verdict: 'regressed', against, findings, note: why, report: null }
  const open = plans.filter(({ id }) => verdicts.get(id)?.some(isJudgedNow) !== true).length
  if (passing.size === 0) return { verdict: 'not judged', note: `${why}, and the history has no record of it` }
  if (open > 0)
    return { verdict: 'not judged', note: `${open} of ${count(plans.length, 'conversation')} could not be judged` }
  return { verdict: 'good', against, findings: [], note: why, report: null }
}

const isOpen = (verdict: Verdict): boolean => ['errored', 'broken', 'not reached', 'unsafe'].includes(verdict)
const isJudgedNow = (verdict: Verdict): boolean => !isOpen(verdict)

/** How often each conversation passed in the record of a version, of those that mostly passed, by plan id. */
function passesOf(good: Sighting, plans: readonly Plan[], { project: { settled }, run }: Judging): Map<string, number> {
  const target = nameTarget(run.service.a.target.name)
  const asked = plans.map((plan) => ({
    ...{ id: plan.id, suite: plan.suite, name: plan.conversation.name.value, agent: plan.agent.value, target },
    ...{ script: hashPlan(plan), agentPrint: good.print },
  }))
  const read = settled.history === null ? null : readEarlier(settled.history, asked)
  if (read === null || !read.ok) return new Map()
  return new Map(
    [...read.seen].flatMap(([id, ways]): [string, number][] => {
      const runs = ways.reduce((sum, { of }) => sum + of, 0)
      const failed = ways.flatMap((each) => Object.values(each.failed)).reduce((sum, each) => sum + each, 0)
      return runs > 0 && failed * 2 < runs ? [[id, runs - failed]] : []
    }),
  )
}

/** Runs the suite once and keeps it as the record of this version. */
async function performRecorded(
  { agent, sighting }: WatchSubject,
  judging: Judging,
): Promise<{ plans: Plan[]; result: RunResult }> {
  const plans = plansOf(agent, sighting.number, judging)
  const result = await performPlans(plans, judging)
  const prints = new Map(plans.map(({ id }) => [id, sighting.print]))
  await keepRun(judging.project.settled, result, plans, { prints, touched: new Map() })
  return { plans, result }
}

/** Runs plans once against the service. @throws the exit code of a signal that ended it */
export async function performPlans(plans: readonly Plan[], { run }: Judging): Promise<RunResult> {
  const { target } = run.service.a
  const context = await run.contextOf(target)
  const settings = { ...context, ...frameOf(plans, target), tableread: tablereadVersion(), problems: [] }
  const result = await performRun(plans, { ...settings, keepPassed: false, listen: () => undefined })
  run.signal.throwIfAborted()
  return result
}
