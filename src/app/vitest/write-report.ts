import { resolve } from 'node:path'
import type { Vitest } from 'vitest/node'
import { writeWhole } from '../../base/write-whole.ts'
import { leftOutMember } from '../../engine/coverage/left-out.ts'
import { countVerdicts, type RunResult } from '../../engine/run-result.ts'
import { mergeCoverage } from '../../records/shards/merge-coverage.ts'
import { writeHtml } from '../../report/html/write-html.ts'
import { type Plan, planScript } from '../../suite/plan/plan.ts'
import { findSuites } from '../project/find-suites.ts'
import { tablereadVersion } from '../project/package-version.ts'
import { readSuites } from '../project/read-suites.ts'
import { insistReplaceable } from '../project/report-file.ts'
import { compareProjects } from './compare-projects.ts'
import { listTalks } from './kept-talks.ts'
import type { ReviewFacts } from './review-facts.ts'

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
  const whole = { ...run, conversations, totals: countVerdicts(conversations), turns, ...left }
  const [a, b, more] = settled.versions
  const paired = a !== undefined && b !== undefined && more === undefined
  insistReplaceable('report', file, 'html')
  writeWhole(file, writeHtml(paired ? compareProjects(whole, plans, settled) : whole))
}

/** Of the conversations that did not run, those of files where `only: true` stands on others; in Vitest it holds for its file. */
function countLeft(idle: readonly Plan[], plans: readonly Plan[]): number {
  const marked = new Set(plans.flatMap(({ file, conversation }) => (conversation.only?.value === true ? [file] : [])))
  const left = idle.filter(({ file, conversation }) => marked.has(file) && conversation.only?.value !== true)
  return new Set(left.map(({ id }) => id.slice(0, id.lastIndexOf(' ')))).size
}
