import { resolve } from 'node:path'
import type { Vitest } from 'vitest/node'
import type { Comparison } from '../../compare/comparison.ts'
import type { Side, SideKey } from '../../compare/model/conversation-comparison.ts'
import { type ConversationRuns, pairPlans } from '../../compare/pairing.ts'
import { compareRuns } from '../../compare/perform-comparison.ts'
import type { Coverage } from '../../engine/coverage/coverage.ts'
import { concludeRun, type RunResult } from '../../engine/run-result.ts'
import { withCause } from '../../engine/verdict/cause.ts'
import { type ConversationResult, sharedId } from '../../engine/verdict/conversation-result.ts'
import { mergeCoverage } from '../../records/shards/merge-runs.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { starProblem } from '../../suite/yaml/format-problem.ts'
import { readPlans } from '../project/choose-plans.ts'
import { openConcealer } from '../project/open-concealer.ts'
import { tablereadVersion } from '../project/package-version.ts'
import { readSuites } from '../project/read-suites.ts'
import type { RunSettled } from '../project/settings.ts'
import { writeHtmlReport } from '../project/write-reports.ts'
import { listTalks } from './kept-talks.ts'
import { basePair, type ReviewFacts } from './review-settings.ts'

/** What a report is made of. */
export interface ReportFacts extends ReviewFacts {
  /** The HTML file, an absolute path. */
  file: string
  startedAt: Date
}

/**
 * Writes the HTML report of all conversations that were held: a comparison where there are two versions.
 * @throws UsageError for a file that is not ours, or cannot be written
 */
export async function writeReport(vitest: Vitest, facts: ReportFacts): Promise<void> {
  const { settled, talks: folder, file, startedAt } = facts
  const read = readSuites(settled)
  const plans = readPlans(read, settled)
  const paths = new Set(vitest.state.getTestModules().map(({ moduleId }) => moduleId))
  const talks = [...paths].flatMap((path) =>
    settled.versions.flatMap((version) => listTalks({ folder, path: resolve(path), version })),
  )
  const results = new Map(talks.map(({ result }) => [result.id, result]))
  const idle = plans.filter(({ id }) => !results.has(id))
  const run = concludeRun(
    plans.flatMap(({ id }) => results.get(id) ?? []),
    {
      tableread: tablereadVersion(),
      startedAt: startedAt.toISOString(),
      ms: Date.now() - startedAt.getTime(),
      target: settled.target ?? 'the local service',
      problems: read.problems.map(starProblem),
      coverage: mergeCoverage(talks.flatMap(({ coverage }) => coverage ?? [])),
      leftOutByOnly: countLeft(idle, plans),
    },
  )
  const [a, b, more] = settled.versions
  const paired = a !== undefined && b !== undefined && more === undefined
  const conceal = openConcealer(settled, {})
  await writeHtmlReport(file, 'report', paired ? compareProjects(run, plans, settled) : run, {
    textOf(suite) {
      const text = read.texts.get(suite)
      return text === undefined ? undefined : conceal.excerptOf(suite, text)
    },
  })
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
  const sideOf = (version: string): Side => ({ label: version, agent: null, version, target: run.target })
  const { problems, tableread, startedAt, ms, leftOutByOnly = 0 } = run
  return compareRuns(pairRuns(run.conversations, plans, pair), {
    settings: {
      ...{ sides: { a: sideOf(pair.a), b: sideOf(pair.b) }, alpha, calibrate: 'no', policy: gate, agents: [] },
      ...{ problems, tableread, leftOutByOnly },
    },
    ...{ startedAt, ms, looks: 1, noise: null },
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
  return result?.verdict === 'expected fail' ? withCause({ ...result, verdict: 'failed' }) : result
}

function coverageOf({ coverage }: RunResult, version: string): Coverage {
  return { agents: coverage.agents.filter((agent) => agent.version === version) }
}
