import { dirname, resolve } from 'node:path'
import { markOf, readBytes, readText } from '../../../base/files/files.ts'
import { type LintReport, lintDocument } from '../../../report/studies/lint.ts'
import { isForIncluding, type OpenIncluded } from '../../../suite/language/script/include-files.ts'
import { fixProblems } from '../../../suite/lint/fix-problems.ts'
import type { KnownAgents } from '../../../suite/lint/known-agents.ts'
import type { Plan } from '../../../suite/plan/plan.ts'
import { criteriaOfPlan } from '../../../suite/plan/plan-criteria.ts'
import { starProblem } from '../../../suite/yaml/format-problem.ts'
import type { Problem } from '../../../suite/yaml/problem.ts'
import { unloadedModules } from '../../agents/unloaded-modules.ts'
import { type RunSettled, settle } from '../../config/settings.ts'
import { tablereadVersion } from '../../edge/package-version.ts'
import { warn } from '../../edge/print.ts'
import { openSinks } from '../../edge/sinks.ts'
import { writeGiven } from '../../files/given-files.ts'
import type { LintFlags } from '../../flags/verb-flags.ts'
import { projectPlace } from '../../init/installer.ts'
import { findPipelines, findUnwatched } from '../../init/watched-paths.ts'
import { writeDocument } from '../../reports/write-study.ts'
import { readPlans } from '../../suites/choose-plans.ts'
import { modulesOfChecks, openChecks } from '../../suites/own-checks.ts'
import { openBeside, readSuites, type SuitesRead } from '../../suites/read-suites.ts'
import { fitToWorkspace } from '../../target/fit-to-workspace.ts'
import { insistVersions } from '../../target/insist-versions.ts'
import type { LintAgents } from '../../target/lint-agents.ts'
import { lintPrompts } from '../../target/lint-prompts.ts'
import { countBroken, lintSuites, lintText, problemTexts, withNeverFile } from '../../target/lint-suites.ts'

/** Sends no turn. 0 with at most warnings, 2 with errors, 3 when the agents could not be read. @throws UsageError */
export async function lint(paths: readonly string[], flags: LintFlags): Promise<number> {
  const settings = withNeverFile(paths, await fitToWorkspace(await settle(paths, flags, process.env)))
  let read = readSuites(settings)
  let plans = readPlans(read, settings)
  const agentListing: LintAgents = flags.blueprints
    ? await (await import('../../target/lint-agents.ts')).lintAgents(settings, flags.target !== undefined)
    : { ok: false, reason: 'not asked for (--no-blueprints)', errored: false }
  if (agentListing.ok) await insistVersions(plans, settings, agentListing.agents)
  let report = lintSuites(read, settings, agentListing, plans)
  let mended = 0
  if (flags.fix === true) {
    const names = read.suitePaths.map(({ file }) => file)
    const agents = agentListing.ok ? agentListing.agents : null
    mended = fixFiles(read, report.problems, settings.folder, (file, content) =>
      examineWith({ file, content }, read, names, settings, agents),
    )
    read = readSuites(settings)
    plans = readPlans(read, settings)
    report = lintSuites(read, settings, agentListing, plans)
  }
  const running = plans.filter(({ conversation }) => conversation.skip === undefined)
  const idle = await lintPrompts(plans, agentListing)
  for (const each of idle.unplaced) warn(each)
  const code = agentListing.ok ? await unloadedModules(agentListing.modules ?? []) : []
  const checks = openChecks(settings)
  const more = [
    ...(await adviceAlone(running, settings)),
    ...(await checks.unloaded(running)),
    ...idle.problems,
    ...code,
    ...(paths.length === 0 ? await unwatchedFiles(read, plans, settings) : []),
  ]
  checks.close()
  const problems = [...report.problems, ...more]
  report = { ...report, problems, broken: countBroken(read, problems) }
  const texts = new Map([
    ...problemTexts(read, settings),
    ...idle.texts,
    ...code.map(({ file }) => [file, readText(resolve(file))] as const),
  ])
  const isUnread = !agentListing.ok && agentListing.errored
  const document = lintDocument(report, {
    ...{ tableread: tablereadVersion(), files: read.files, isUnread, mended },
    textOf: (file) => texts.get(file),
  })
  const sinks = openSinks()
  await writeDocument({ result: toJson(report), document }, flags, sinks, { isListed: true })
  if (report.problems.some(({ severity }) => severity === undefined)) return 2
  return sinks.end(isUnread ? 3 : 0)
}

/** Where `init` wrote a pipeline, everything that the agent is made of has to start it. */
async function unwatchedFiles(read: SuitesRead, plans: readonly Plan[], settings: RunSettled): Promise<Problem[]> {
  const place = projectPlace(settings.configFile === null ? settings.folder : dirname(settings.configFile))
  const pipelines = findPipelines(place)
  if (pipelines.length === 0) return []
  const { projectFiles } = await import('../../target/project-files.ts')
  const suites = [...read.texts.keys()].map((file) => resolve(file))
  const files = [
    ...suites,
    ...plans.flatMap((plan) => modulesOfChecks(plan, settings).map(({ file }) => file)),
    ...(await projectFiles(settings)),
  ]
  return findUnwatched(files, pipelines, place)
}

/** Loads nothing for suites without criteria. */
async function adviceAlone(plans: readonly Plan[], settings: RunSettled): Promise<Problem[]> {
  const judged = plans.filter((plan) => criteriaOfPlan(plan).length > 0)
  return judged.length === 0 ? [] : (await import('../../judging/only-advice.ts')).onlyAdvice(judged, settings)
}

function toJson({ problems, ...rest }: LintReport): object {
  const rows = problems
    .map(starProblem)
    .map(({ code, severity = 'error', file, ...each }) => ({ code, severity, file, ...each }))
  return { schemaVersion: 1, ...rest, problems: rows }
}

/** A suite is checked alone; for an included file every suite is, because it may mean something different in each. */
function examineWith(
  { file, content }: { file: string; content: string },
  { texts }: SuitesRead,
  suitePaths: readonly string[],
  settings: RunSettled,
  agents: KnownAgents | null,
): Problem[] {
  const suites = [...texts.keys()].filter((each) => suitePaths.includes(each) && !isForIncluding(texts.get(each) ?? ''))
  return (suites.includes(file) ? [file] : suites).flatMap((suite) => {
    const beside = openBeside(suite, settings.folder, () => undefined)
    const open: OpenIncluded = (path, most) => {
      const includedFile = beside(path, most)
      return includedFile !== null && 'file' in includedFile && includedFile.file === file
        ? { ...includedFile, content }
        : includedFile
    }
    const text = suite === file ? content : (texts.get(suite) ?? '')
    return lintText({ file: suite, content: text }, settings, agents, open).problems
  })
}

/** Fixes mechanical mistakes in place, and returns how many; `examine` lists the problems of a file's new content. */
export function fixFiles(
  read: SuitesRead,
  problems: readonly Problem[],
  folder: string,
  examine: (file: string, content: string) => readonly Problem[],
): number {
  let mended = 0
  for (const [file, content] of read.texts) {
    const own = problems.filter((problem) => problem.file === file)
    const next = fixProblems(content, own, (text) => examine(file, text).filter((problem) => problem.file === file))
    if (next.fixed > 0 && writeOver(file, folder, content, next.content)) mended += next.fixed
  }
  return mended
}

/** Writes only over the bytes that were read; a file that changed meanwhile, or is not UTF-8, is left alone. */
function writeOver(file: string, folder: string, before: string, after: string): boolean {
  const path = resolve(folder, file)
  const bytes = readBytes(path)
  const mark = markOf(bytes)
  if (!bytes.equals(Buffer.concat([mark, Buffer.from(before)]))) return false
  writeGiven(path, `${mark.toString()}${after}`, { displayPath: file, verbatim: true })
  return true
}
