import { formatProblem } from '../grammar/format-problem.ts'
import type { Problem } from '../grammar/problem.ts'
import { type LintFindings, lintPlans } from '../lint/lint-plans.ts'
import { planScript } from '../runner/plan.ts'
import type { Script } from '../script/script.ts'
import { choosePlans } from './choose-plans.ts'
import { describeLint } from './describe-lint.ts'
import { count, dryRun } from './dry-run.ts'
import { findSuites } from './find-suites.ts'
import { fixFiles } from './fix-files.ts'
import type { LintAgents } from './lint-agents.ts'
import { complain, print, printJson } from './print.ts'
import { readSuites } from './read-suites.ts'
import { type RunSettled, type SettlingFlags, settle } from './settings.ts'

/** The flags of `tableread lint`. */
export interface LintFlags extends Pick<SettlingFlags, 'agentVersion' | 'target' | 'workspace' | 'config'> {
  /** False for --no-blueprints. */
  blueprints: boolean
  /** Mend what needs no judgement, in the files themselves. */
  fix?: boolean
  json?: boolean
}

/**
 * `tableread lint`: reads suites and holds them against the agents without sending a turn. 0 when nothing is wrong or
 * only warnings are given, 2 when something is, 3 when the agents could not be read.
 * @throws UsageError when there is no such file, or the flags make no sense
 */
export async function lint(paths: readonly string[], flags: LintFlags): Promise<number> {
  const settled = await settle(paths, flags, process.env)
  let [found, mended] = [await examine(settled, flags), 0]
  while (flags.fix === true) {
    const fixed = fixFiles(found, settled.folder)
    if (fixed === 0) break
    mended += fixed
    found = await examine(settled, flags) // a file that reads now is held against its agents
  }
  const { report, read, known } = found
  if (flags.json === true) printJson(toJson(report))
  else {
    for (const problem of report.problems) complain(`${formatProblem(problem, read.texts.get(problem.file))}\n\n`)
    if (mended > 0) print(`mended ${count(mended, 'slip')}\n`)
    print(describeLint(report))
  }
  if (report.problems.some(({ severity }) => severity === undefined)) return 2
  return !known.ok && known.errored ? 3 : 0
}

/** Reads the suites and holds them against what is known of the agents. */
async function examine(settled: RunSettled, flags: LintFlags) {
  const read = readSuites(findSuites(settled.suites, settled.folder), settled.folder)
  const scripts = onceEach(read.suites.map(({ script }) => script))
  const plans = scripts.flatMap((script) => planScript(script, { ...settled, environment: process.env }))
  const known: LintAgents = flags.blueprints
    ? await (await import('./lint-agents.ts')).lintAgents(settled, flags.target !== undefined)
    : { ok: false, reason: 'not asked for (--no-blueprints)', errored: false }
  const findings = lintPlans(scripts, plans, known.ok ? known.agents : null)
  const problems = [...read.problems, ...findings.problems]
  const report = {
    suites: new Set(read.texts.keys()).size,
    problems,
    ...agentsOf(findings, known),
    dryRun: dryRun(choosePlans(read, { ...settled, allowOnly: true }, {}), settled.concurrency),
  }
  return { report, read, known }
}

/** A file asked for by several of its lines is one script. */
function onceEach(scripts: readonly Script[]): Script[] {
  return [...new Map(scripts.map((script) => [script.file, script])).values()]
}

function agentsOf({ held, unchecked }: LintFindings, known: LintAgents) {
  return { source: known.ok ? known.agents.source : null, reason: known.ok ? null : known.reason, held, unchecked }
}

function toJson({ problems, ...rest }: { problems: readonly Problem[] }): object {
  const shown = problems.map(({ code, severity = 'error', file, ...each }) => ({ code, severity, file, ...each }))
  return { schemaVersion: 1, ...rest, problems: shown }
}
