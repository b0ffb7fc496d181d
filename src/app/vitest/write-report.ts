import { resolve } from 'node:path'
import type { Vitest } from 'vitest/node'
import { writeWhole } from '../../base/write-whole.ts'
import { compareConversation } from '../../compare/compare-conversation.ts'
import type { Comparison } from '../../compare/comparison.ts'
import { concludeComparison } from '../../compare/conclude-comparison.ts'
import type { Side, SideKey } from '../../compare/model/conversation-comparison.ts'
import { type ConversationRuns, judgedPairs, pairPlans } from '../../compare/pairing.ts'
import { callVerdicts } from '../../compare/statistics/call-verdicts.ts'
import { judgeEvidence } from '../../compare/statistics/judge-error.ts'
import type { Coverage } from '../../engine/coverage/coverage.ts'
import { countVerdicts, type RunResult, usageMember } from '../../engine/run-result.ts'
import { type ConversationResult, sharedId } from '../../engine/verdict/conversation-result.ts'
import { leftOutMember } from '../../engine/verdict/part-of-run.ts'
import { mergeCoverage } from '../../records/shards/merge-runs.ts'
import { writeHtml } from '../../report/html/write-html.ts'
import { type Plan, planScript } from '../../suite/plan/plan.ts'
import { findSuites } from '../project/find-suites.ts'
import { tablereadVersion } from '../project/package-version.ts'
import { readSuites } from '../project/read-suites.ts'
import { insistReplaceable } from '../project/report-file.ts'
import type { RunSettled } from '../project/settings.ts'
import { listTalks } from './kept-talks.ts'
import { basePair, type ReviewFacts } from './review-settings.ts'

/** What a report is made of. */
export interface ReportFacts extends ReviewFacts {
  /** The HTML file, an absolute path. */
  file: string
  startedAt: Date
}

/** Writes the HTML report of all conversations that were held: a comparison where there are two versions. */
export function writeReport(vitest: Vitest, facts: ReportFacts): void {
  const { settled, talks: folder, file, startedAt } = facts
  const read = readSuites(findSuites(settled.suites, settled.folder), settled.folder)
  const plans = read.suites.flatMap(({ script }) => planScript(script, { ...settled, environment: process.env }))
  const paths = new Set(vitest.state.getTestModules().map(({ moduleId }) => moduleId))
  const talks = [...paths].flatMap((path) =>
    settled.versions.flatMap((version) => listTalks({ folder, path: resolve(path), version })),
  )
  const run: RunResult = {
    schemaVersion: 1,
    tableread: tablereadVersion(),
    startedAt: startedAt.toISOString(),
    ms: Date.now() - startedAt.getTime(),
    target: settled.target ?? 'the local service',
    versions: settled.versions,
    totals: countVerdicts([]),
    turns: 0,
    problems: read.problems,
    coverage: mergeCoverage(talks.flatMap(({ coverage }) => coverage ?? [])),
    conversations: [],
  }
  const results = new Map(talks.map(({ result }) => [result.id, result]))
  const conversations = plans.flatMap(({ id }) => results.get(id) ?? [])
  const turns = conversations.flatMap((each) => each.turns.filter(({ turnMs }) => turnMs !== null)).length
  const left = leftOutMember(
    countLeft(
      plans.filter(({ id }) => !results.has(id)),
      plans,
    ),
  )
  const whole = {
    ...run,
    conversations,
    totals: countVerdicts(conversations),
    turns,
    ...left,
    ...usageMember(conversations),
  }
  const [a, b, more] = settled.versions
  const paired = a !== undefined && b !== undefined && more === undefined
  insistReplaceable('report', file, 'html')
  writeWhole(file, writeHtml(paired ? compareProjects(whole, plans, settled) : whole))
}

/**
 * How many conversations did not run because `only: true` stands on others in their file; in Vitest it applies to its
 * own file.
 */
function countLeft(idle: readonly Plan[], plans: readonly Plan[]): number {
  const marked = new Set(plans.flatMap(({ file, conversation }) => (conversation.only?.value === true ? [file] : [])))
  const left = idle.filter(({ file, conversation }) => marked.has(file) && conversation.only?.value !== true)
  return new Set(left.map(sharedId)).size
}

/** The level of `tableread compare`. */
const alpha = 0.05

/**
 * The runs of two projects as a comparison with one pair each. One pair is too little to be sure of more than that
 * something differs, which the verdicts reflect: *changed*, *unconfirmed*.
 */
function compareProjects(run: RunResult, plans: readonly Plan[], { gate, versions }: RunSettled): Comparison {
  const pair = basePair(versions)
  const all = pairRuns(run.conversations, plans, pair)
  const called = callVerdicts(
    all.map(({ pairing, a, b }) => ({ id: pairing.id, pairs: judgedPairs(a, b), judges: judgeEvidence(a, b) })),
    { alpha },
  )
  const sideOf = (version: string): Side => ({ label: version, agent: null, version, target: run.target })
  const context = { labels: pair, noisy: new Set<string>(), judgedPairs: gate.judgedPairs }
  const conversations = all.flatMap((runs, index) => {
    const verdict = called[index]
    return verdict === undefined ? [] : [compareConversation(runs, verdict, context)]
  })
  const { problems, tableread, startedAt, ms, turns, leftOutByOnly = 0 } = run
  return concludeComparison({
    settings: {
      ...{ sides: { a: sideOf(pair.a), b: sideOf(pair.b) }, alpha, calibrate: 'no', policy: gate, agents: [] },
      ...{ problems, tableread, leftOutByOnly },
    },
    ...{ startedAt, ms, turns, looks: 1, noise: null, conversations },
    coverage: { a: coverageOf(run, pair.a), b: coverageOf(run, pair.b) },
  })
}

/** One that runs in one project alone has no pair, and cannot be compared. */
function pairRuns(
  results: readonly ConversationResult[],
  plans: readonly Plan[],
  pair: Record<SideKey, string>,
): ConversationRuns[] {
  const planOf = new Map(plans.map((plan) => [plan.id, plan]))
  const resultOf = new Map(results.map((result) => [result.id, result]))
  const ids = [...new Set(results.map(sharedId))]
  return ids.flatMap((id): ConversationRuns[] => {
    const [keyA, keyB] = [`${id} ${pair.a}`, `${id} ${pair.b}`]
    const [a, b] = [unforgiven(resultOf.get(keyA)), unforgiven(resultOf.get(keyB))]
    const [planA, planB] = [planOf.get(keyA), planOf.get(keyB)]
    const plan = planA ?? planB
    if (plan === undefined) return []
    const pairing = pairPlans(planA ?? plan, planB ?? plan, 1)
    return [{ pairing, a: a === undefined ? [] : [a], b: b === undefined ? [] : [b], again: [] }]
  })
}

/** A comparison judges the runs themselves and excuses the conversation as a whole. */
function unforgiven(result: ConversationResult | undefined): ConversationResult | undefined {
  return result?.verdict === 'expected fail' ? { ...result, verdict: 'failed' } : result
}

function coverageOf({ coverage }: RunResult, version: string): Coverage {
  return { agents: coverage.agents.filter((agent) => agent.version === version) }
}
