import { relative, resolve } from 'node:path'
import type { Reporter, TestModule, TestSpecification, Vitest } from 'vitest/node'
import type { Comparison } from '../../compare/comparison.ts'
import type { Side, SideKey } from '../../compare/model/conversation-comparison.ts'
import { type ConversationRuns, pairPlans } from '../../compare/pairing.ts'
import { compareRuns } from '../../compare/perform-comparison.ts'
import type { Coverage } from '../../engine/coverage/coverage.ts'
import { concludeRun, type RunResult } from '../../engine/run-result.ts'
import { withCause } from '../../engine/verdict/cause.ts'
import { type ConversationResult, sharedId } from '../../engine/verdict/conversation-result.ts'
import { mergeCoverage } from '../../records/shards/merge-runs.ts'
import { cleanLine } from '../../report/text/line.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { starProblem } from '../../suite/yaml/format-problem.ts'
import { openConcealer } from '../config/open-concealer.ts'
import type { RunSettled } from '../config/settings.ts'
import { tablereadVersion } from '../edge/package-version.ts'
import { complain } from '../edge/print.ts'
import { writeGivenInTurns } from '../files/given-files.ts'
import { htmlReport } from '../formats/html-report.ts'
import { reportContext } from '../formats/reported.ts'
import { readPlans } from '../suites/choose-plans.ts'
import { readSuites } from '../suites/read-suites.ts'
import { readReviews } from '../suites/reviews.ts'
import { listObsolete } from '../suites/snapshot-paths.ts'
import { listTalks, type SuiteState, saveSuiteState, type TalkPlace } from './kept-talks.ts'
import { basePair, type ReviewFacts } from './settings/review-settings.ts'

/** Leaves single tests to other reporters. */
export class ReviewReporter implements Reporter {
  readonly #facts: ReviewFacts
  #vitest: Vitest | null = null
  #since = new Map<string, number>()
  #startedAt = new Date()
  #began = performance.now()

  constructor(facts: ReviewFacts) {
    this.#facts = facts
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    ;[this.#startedAt, this.#began] = [new Date(), performance.now()]
    for (const { project, moduleId } of specifications) this.#tell(project.name, moduleId, 'queued', Date.now())
  }

  onTestModuleQueued({ project, moduleId }: TestModule): void {
    this.#tell(project.name, moduleId, 'running')
  }

  onTestModuleEnd({ project, moduleId }: TestModule): void {
    this.#tell(project.name, moduleId, 'over')
  }

  /** In a cancelled run, some suites never ended. */
  async onTestRunEnd(modules: readonly TestModule[], _errors: unknown, reason: string): Promise<void> {
    for (const { project, moduleId } of modules) this.#tell(project.name, moduleId, 'over')
    if (this.#vitest === null || modules.length === 0 || reason === 'interrupted') return
    const lines = [
      ...listChanged(modules),
      ...countSnapshots(modules),
      ...tellObsolete(this.#vitest, this.#facts),
      ...(await this.#report(this.#vitest)),
    ]
    if (lines.length > 0) this.#vitest.logger.log(`\n${lines.map((line) => ` ${line}`).join('\n')}\n`)
  }

  /** A report that cannot be written fails no test. */
  async #report(vitest: Vitest): Promise<string[]> {
    const { review, settled } = this.#facts
    if (review.report === null) return []
    try {
      await writeReport(vitest, { ...this.#facts, file: review.report, startedAt: this.#startedAt, began: this.#began })
      return [`Report  ${relative(settled.folder, review.report)}`]
    } catch (error) {
      return [`the report was not written: ${(error as Error).message}`]
    }
  }

  #tell(version: string, path: string, state: SuiteState['state'], since?: number): void {
    const { settled, talks } = this.#facts
    if (settled.versions.length < 2 || !settled.versions.includes(version) || !/\.ya?ml$/i.test(path)) return
    const place: TalkPlace = { folder: talks, path, version }
    const key = `${version}\n${path}`
    const began = since ?? this.#since.get(key) ?? Date.now()
    this.#since.set(key, began)
    saveSuiteState(place, { state, since: began })
  }
}

/** At most this many names are told. */
const mostNamed = 5

/** How many conversations pass and do otherwise than the version beside them, with their names; none if all do the same. */
function listChanged(modules: readonly TestModule[]): string[] {
  const changed = modules
    .flatMap((module) => [...module.children.allTests()])
    .filter((test) => test.ok() && test.meta().tableread?.changed === true)
  const nameLines = changed.slice(0, mostNamed).map(({ name, project }) => {
    const version = ` [${project.name}]`
    return `          ${cleanLine(name.endsWith(version) ? name : name + version)}`
  })
  const restCount = changed.length - mostNamed
  if (changed.length === 0) return []
  return [
    `Versions  ${changed.length} changed, although ${changed.length === 1 ? 'it passes' : 'they pass'}:`,
    ...nameLines,
    ...(restCount > 0 ? [`          and ${restCount} more`] : []),
  ]
}

const kinds = ['changed', 'not comparable', 'written', 'missing']

/** The counts of snapshot states, in a line; none if all are the same. */
function countSnapshots(modules: readonly TestModule[]): string[] {
  const states = modules.flatMap((module) =>
    [...module.children.allTests()].flatMap((test) => test.meta().tableread?.snapshot ?? []),
  )
  const parts = kinds.flatMap((state) => {
    const count = states.filter((each) => each === state).length
    return count === 0 ? [] : [`${count} ${state}`]
  })
  return parts.length === 0 ? [] : [`Snapshots  ${parts.join(', ')}`]
}

/** A line for each snapshot that no conversation claims any more; none if snapshots are off or not everything ran. */
function tellObsolete(vitest: Vitest, { settled, whole, review }: ReviewFacts): string[] {
  const { testNamePattern, tagsFilter, shard } = vitest.config
  if (review.snapshots === null || !whole || testNamePattern !== undefined || (tagsFilter ?? []).length > 0) return []
  if (shard !== undefined || vitest.state.getTestModules().some((module) => !module.ok() && module.errors().length > 0))
    return []
  const { snapshots, trouble } = listObsolete(readSuites(settled), settled, {})
  if (trouble !== null) return [trouble]
  if (snapshots.length === 0) return []
  return [
    ...snapshots.map(({ shown, reason }) => `obsolete  ${shown}: ${reason}`),
    'tableread snapshots --prune removes what is obsolete',
  ]
}

interface ReportFacts extends ReviewFacts {
  /** The HTML file, an absolute path. */
  file: string
  startedAt: Date
  began: number
}

/** A comparison if two versions ran. @throws UsageError for a file that is not ours, or cannot be written */
async function writeReport(vitest: Vitest, facts: ReportFacts): Promise<void> {
  const { settled, talks: folder, file, startedAt, began } = facts
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
      ms: performance.now() - began,
      target: settled.target ?? 'the local service',
      problems: read.problems.map(starProblem),
      coverage: mergeCoverage(talks.flatMap(({ coverage }) => coverage ?? [])),
      leftOutByOnly: countLeft(idle, plans),
    },
  )
  // Of two projects one may have been left out, as by --project.
  const paired =
    settled.versions.length === 2 &&
    settled.versions.every((label) => run.conversations.some(({ version }) => version === label))
  const conceal = openConcealer(settled, {})
  const textOf = (suite: string): string | undefined => {
    const text = read.texts.get(suite)
    return text === undefined ? undefined : conceal.excerptOf(suite, text)
  }
  const context = reportContext(textOf, { tell: complain })
  const text = await htmlReport(paired ? compareProjects(run, plans, settled) : run, context, file, '')
  await writeGivenInTurns(file, text, { flag: 'report', kind: 'html' })
}

/** How many did not run because of `only: true` on others; in Vitest it applies per file. */
function countLeft(idle: readonly Plan[], plans: readonly Plan[]): number {
  const onlyFiles = new Set(
    plans.flatMap(({ file, conversation }) => (conversation.only?.value === true ? [file] : [])),
  )
  const idlePlans = idle.filter(({ file, conversation }) => onlyFiles.has(file) && conversation.only?.value !== true)
  return new Set(idlePlans.map(sharedId)).size
}

/** The significance level of `tableread compare`. */
const alpha = 0.05

/** One pair only proves that something differs, and the verdicts say no more: *changed*, *unconfirmed*. */
function compareProjects(
  run: RunResult,
  plans: readonly Plan[],
  { gate, versions, reconcile, reviews }: RunSettled,
): Comparison {
  const pair = basePair(versions)
  const sideOf = (version: string): Side => ({ label: version, agent: null, version, target: run.target })
  const { problems, tableread, startedAt, ms, leftOutByOnly = 0 } = run
  const laws = { reconcile, knowsBlueprint: () => reconcile }
  return compareRuns(pairRuns(run.conversations, plans, pair), {
    settings: {
      ...{ sides: { a: sideOf(pair.a), b: sideOf(pair.b) }, alpha, calibrate: 'no', policy: gate, agents: [] },
      ...{ problems, tableread, leftOutByOnly, reviews: readReviews(reviews) },
    },
    ...{ startedAt, ms, looks: 1, noise: null, laws: { a: laws, b: laws } },
    coverage: { a: coverageOf(run, pair.a), b: coverageOf(run, pair.b) },
  })
}

/** A conversation that runs in one project only has no pair, and cannot be compared. */
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
    return [{ pairing, begins: null, a: a === undefined ? [] : [a], b: b === undefined ? [] : [b], again: [] }]
  })
}

/** A comparison judges the runs themselves, and excuses a conversation only as a whole. */
function unforgiven(result: ConversationResult | undefined): ConversationResult | undefined {
  return result?.verdict === 'expected fail' ? withCause({ ...result, verdict: 'failed' }) : result
}

function coverageOf({ coverage }: RunResult, version: string): Coverage {
  return { agents: coverage.agents.filter((agent) => agent.version === version) }
}
