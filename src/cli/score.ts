import type { LawName } from '../base/law-name.ts'
import { maskTalks } from '../import/mask-talks.ts'
import { planStored, type StoredRules, withoutWallClock } from '../import/plan-stored.ts'
import { storedClient } from '../import/stored-client.ts'
import { exitCode } from '../results/exit-code.ts'
import { performRun } from '../results/perform-run.ts'
import { describeRefused } from './describe-import.ts'
import { fillGuardrail } from './fill-guardrail.ts'
import { findSuites } from './find-suites.ts'
import { gatherTalks } from './gather-talks.ts'
import { openConcealer, type ShowPrivateFlag } from './open-concealer.ts'
import { tablereadVersion } from './package-version.ts'
import { complain } from './print.ts'
import { readSuites } from './read-suites.ts'
import { chooseReporters, type ReportFlags } from './reporters.ts'
import { type RunSettled, settle } from './settings.ts'
import { brokenFiles, UsageError } from './usage-error.ts'
import { writeReports } from './write-reports.ts'

/** The flags of `tableread score`. */
export interface ScoreFlags extends ReportFlags, ShowPrivateFlag {
  suite?: string[]
  mask?: boolean
  target?: string
  config?: string
}

/**
 * `tableread score`: sessions that took place, held against the guardrails of the config and of suites and against the
 * transcript laws. Nothing is sent but the fetch of sessions. The exit code is that of a run; 2 also when a file could not
 * be read, 3 also when the service did not answer.
 * @throws UsageError when there is nothing to score, or a suite is broken
 */
export async function score(given: readonly string[], flags: ScoreFlags): Promise<number> {
  const settled = await settle([], flags, process.env)
  const rules = readRules(flags.suite ?? [], settled)
  const read = await gatherTalks(given, settled)
  for (const each of read.refused) complain(`${describeRefused(each)}\n\n`)
  if (read.talks.length === 0) {
    if (read.unanswered) return 3
    throw new UsageError('there is no session to score', 'name what the session fetch answered, or the id of a session')
  }
  const talks = flags.mask === true ? maskTalks(read.talks).talks : read.talks
  const taken = new Set<string>()
  const stored = new Map(
    talks.map((talk) => {
      const { plan, turns } = planStored(talk, rules, taken)
      return [plan, { talk, turns }] as const
    }),
  )
  const textOf = (): undefined => undefined // a line of JSON is no excerpt that helps
  const reporters = chooseReporters(flags, textOf, false)
  const [nobody] = talks
  if (nobody === undefined) return 2
  const conceal = openConcealer(settled, flags)
  const result = await performRun([...stored.keys()], {
    client: storedClient(nobody.session, []),
    openAttempt: async (plan) => {
      const { talk, turns } = stored.get(plan) ?? { talk: nobody, turns: [] }
      return { client: storedClient(talk.session, turns) }
    },
    storedLateMs: 0,
    target: 'sessions that took place',
    tableread: tablereadVersion(),
    concurrency: 1,
    ...(conceal === null ? {} : { conceal }),
    reconcile: true,
    keepPassed: flags.json !== undefined || flags.reporter === 'json' || flags.html !== undefined,
    problems: [],
    listen: (event) => {
      for (const report of reporters) report(event)
    },
  })
  await writeReports(result, flags, textOf)
  const code = exitCode(result, null)
  if (code !== 0 || read.refused.length === 0) return code
  return read.unanswered ? 3 : 2
}

/** What the config and the suites say of every turn. What only the client of a run measures is left out, and said. */
function readRules(files: readonly string[], settled: RunSettled): StoredRules {
  const { suites, problems, texts } = readSuites(findSuites(files, settled.folder), settled.folder)
  if (problems.length > 0) throw brokenFiles(problems, (file) => texts.get(file))
  const scripts = suites.map(({ script }) => script)
  const written = [settled.project, ...scripts].flatMap((each) => {
    if (each.everyTurn === undefined) return []
    return [fillGuardrail(each.everyTurn, 'variables' in each ? each.variables : undefined, settled.seed, process.env)]
  })
  const kept = written.map(withoutWallClock)
  if (kept.some(({ dropped }) => dropped))
    complain('latency: turn is not scored, since a stored session does not hold the time of the client\n')
  const laws = scripts.flatMap((script) => (script.laws ?? []).map(({ name }) => name as LawName))
  return {
    everyTurn: kept.map(({ guardrail }) => guardrail),
    relaxed: [...(settled.project.relaxed ?? []), ...laws],
  }
}
