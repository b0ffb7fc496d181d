import { resolve } from 'node:path'
import { markOf, readBytes, readText } from '../../../base/files.ts'
import { count } from '../../../base/wording.ts'
import { isForIncluding } from '../../../suite/language/include-files.ts'
import { parseScript } from '../../../suite/language/parse.ts'
import type { Script } from '../../../suite/language/script.ts'
import { checkCriteria } from '../../../suite/lint/criteria/check-criteria.ts'
import { fixProblems } from '../../../suite/lint/fix-problems.ts'
import type { KnownAgents } from '../../../suite/lint/known-agents.ts'
import { type LintFindings, lintPlans } from '../../../suite/lint/lint-plans.ts'
import { type Plan, planScript } from '../../../suite/plan/plan.ts'
import { starProblem } from '../../../suite/yaml/format-problem.ts'
import type { Problem } from '../../../suite/yaml/problem.ts'
import { chooseUnasked, readPlans } from '../../project/choose-plans.ts'
import { placedCriteria } from '../../project/criteria.ts'
import { shown } from '../../project/find-suites.ts'
import { writeGiven } from '../../project/given-files.ts'
import { refuseUnknownJudges, unknownJudges, unknownSpeakers } from '../../project/known-judges.ts'
import { print, printJson } from '../../project/print.ts'
import { openBeside, readSuites, type SuitesRead, tellProblems } from '../../project/read-suites.ts'
import { type RunSettled, type SettlingFlags, settle } from '../../project/settings.ts'
import { describeLint, dryRun } from './describe-lint.ts'
import type { LintAgents } from './lint-agents.ts'

/** The flags of `tableread lint`. */
export interface LintFlags extends Pick<SettlingFlags, 'agentVersion' | 'target' | 'workspace' | 'config'> {
  /** False for --no-blueprints. */
  blueprints: boolean
  /** Mend slips of the keyboard in the files themselves, where the meaning cannot change. */
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
  let read = readSuites(settled)
  const known: LintAgents = flags.blueprints
    ? await (await import('./lint-agents.ts')).lintAgents(settled, flags.target !== undefined)
    : { ok: false, reason: 'not asked for (--no-blueprints)', errored: false }
  let report = examine(read, settled, known)
  let mended = 0
  if (flags.fix === true) {
    const names = read.found.map(({ file }) => file)
    const agents = known.ok ? known.agents : null
    mended = fixFiles(read, report.problems, settled.folder, (file, content) =>
      examineWith({ file, content }, read, names, settled, agents),
    )
    read = readSuites(settled)
    report = examine(read, settled, known)
  }
  if (flags.json === true) printJson(toJson(report))
  else {
    tellProblems(report.problems, { texts: textsOf(read, settled) })
    if (mended > 0) print(`mended ${count(mended, 'slip')}\n`)
    print(describeLint(report))
  }
  if (report.problems.some(({ severity }) => severity === undefined)) return 2
  return !known.ok && known.errored ? 3 : 0
}

/** Holds suites against what is known of the agents. */
function examine(read: SuitesRead, settled: RunSettled, known: LintAgents) {
  const scripts = onceEach(read.suites.map(({ script }) => script))
  const plans = readPlans(read, settled)
  const findings = lintPlans(scripts, plans, known.ok ? known.agents : null, { shared: settled.target !== null })
  const problems = [...read.problems, ...findings.problems, ...checkModels(plans, settled), ...checkConfig(settled)]
  return {
    suites: read.files.size,
    broken: read.files.size - countSound(scripts, problems),
    problems,
    ...agentsOf(findings, known),
    dryRun: dryRun(chooseUnasked(read, { ...settled, allowOnly: true }, {}), settled.concurrency),
  }
}

/**
 * Finds models that suites, or criteria of the config, name and that there are not, each once.
 * @throws UsageError for one under `judges:` of the config
 */
function checkModels(plans: readonly Plan[], settled: RunSettled): Problem[] {
  const running = plans.filter(({ conversation }) => conversation.skip === undefined)
  const criteria = placedCriteria(running, settled)
  const usual = criteria.filter(({ criterion: { by } }) => by === undefined)
  refuseUnknownJudges(usual, settled)
  const found = [...unknownJudges(criteria, settled), ...unknownSpeakers(running, settled)]
  const keyOf = ({ file, at, message }: Problem): string => `${file}:${at.line}:${at.column} ${message}`
  const once = new Map(found.map((each) => [keyOf(each), each]))
  return [...once.values()].sort((one, other) => one.at.line - other.at.line)
}

/** Warns of criteria under `every turn` of the config, which every suite has. */
function checkConfig({ project: { everyTurn }, configFile, folder }: RunSettled): Problem[] {
  if (everyTurn === undefined || configFile === null) return []
  return checkCriteria({ file: shown(configFile, folder), everyTurn, conversations: [] })
}

/** The texts that problems point into: those of the suites, and that of the config, unless it is code, which has no places. */
function textsOf({ texts }: SuitesRead, { configFile, folder }: RunSettled): Map<string, string> {
  if (configFile === null || !/\.ya?ml$/.test(configFile)) return texts
  return new Map([...texts, [shown(configFile, folder), readText(configFile)]])
}

/** Suites without a mistake, in themselves or in what they include. */
function countSound(scripts: readonly Script[], problems: readonly Problem[]): number {
  const wrong = new Set(problems.flatMap(({ file, severity }) => (severity === undefined ? [file] : [])))
  return scripts.filter(({ file }) => !wrong.has(file)).length
}

/** A file asked for by several of its lines is one script. */
function onceEach(scripts: readonly Script[]): Script[] {
  return [...new Map(scripts.map((script) => [script.file, script])).values()]
}

function agentsOf({ held, unchecked }: LintFindings, known: LintAgents) {
  return { source: known.ok ? known.agents.source : null, reason: known.ok ? null : known.reason, held, unchecked }
}

function toJson({ problems, ...rest }: { problems: readonly Problem[] }): object {
  const shown = problems
    .map(starProblem)
    .map(({ code, severity = 'error', file, ...each }) => ({ code, severity, file, ...each }))
  return { schemaVersion: 1, ...rest, problems: shown }
}

/**
 * The problems suites would have if one file had other content. A suite is checked alone; for a file that suites
 * include, every suite is checked, because it may mean something different in each.
 */
function examineWith(
  { file, content }: { file: string; content: string },
  { texts }: SuitesRead,
  asked: readonly string[],
  settled: RunSettled,
  agents: KnownAgents | null,
): Problem[] {
  const suites = [...texts.keys()].filter((each) => asked.includes(each) && !isForIncluding(texts.get(each) ?? ''))
  return (suites.includes(file) ? [file] : suites).flatMap((suite) => {
    const beside = openBeside(suite, settled.folder, () => undefined)
    const parsed = parseScript(suite === file ? content : (texts.get(suite) ?? ''), suite, (path) => {
      const opened = beside(path)
      return opened?.file === file ? { ...opened, content } : opened
    })
    if (!parsed.ok) return parsed.problems
    return lintPlans([parsed.script], planScript(parsed.script, { ...settled, environment: process.env }), agents)
      .problems
  })
}

/**
 * Fixes mechanical mistakes in suite files in place, and returns how many were fixed. `examine` lists the problems a
 * file would have with the given content.
 */
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

/**
 * Writes a file only if its bytes are still those that were read; a file that changed meanwhile, or is not UTF-8, is
 * left alone.
 */
function writeOver(file: string, folder: string, before: string, after: string): boolean {
  const path = resolve(folder, file)
  const bytes = readBytes(path)
  const mark = markOf(bytes)
  if (!bytes.equals(Buffer.concat([mark, Buffer.from(before)]))) return false
  writeGiven(path, `${mark.toString()}${after}`, { shown: file, verbatim: true })
  return true
}
