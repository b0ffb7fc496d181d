import { dirname, resolve } from 'node:path'
import { lookAt, readText } from '../../base/files/files.ts'
import { unique } from '../../base/group-by.ts'
import type { LintReport } from '../../report/studies/lint.ts'
import { patternsIn } from '../../suite/language/matchers/text-or-pattern.ts'
import type { OpenIncluded } from '../../suite/language/script/include-files.ts'
import { parseScript } from '../../suite/language/script/parse.ts'
import type { Script } from '../../suite/language/script/script.ts'
import { checkCriteria } from '../../suite/lint/criteria/check-criteria.ts'
import { dryRun } from '../../suite/lint/dry-run.ts'
import type { KnownAgents } from '../../suite/lint/known-agents.ts'
import { type LintFindings, lintPlans } from '../../suite/lint/lint-plans.ts'
import { type Plan, planScript } from '../../suite/plan/plan.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { neverFile } from '../config/load-config.ts'
import type { RunSettled } from '../config/settings.ts'
import { showPath } from '../files/find-suites.ts'
import { findSharedPaths } from '../files/shared-paths.ts'
import { chooseUnasked, readPlans } from '../suites/choose-plans.ts'
import { placedCriteria } from '../suites/criteria.ts'
import { refuseUnknownJudges, unaskedCriteria, unknownJudges, unknownSpeakers } from '../suites/known-judges.ts'
import { unknownChecks } from '../suites/own-checks.ts'
import type { SuitesRead } from '../suites/read-suites.ts'
import { allowOnlyHint } from '../suites/select.ts'
import type { LintAgents } from './lint-agents.ts'

/** Settings of a lint, which may read a file that no run of these paths plays. */
export type LintSettled = RunSettled & { unplayed?: string }

/** Where no paths are named, with the rules without exceptions beside the config, which no comparison plays. */
export function withNeverFile(paths: readonly string[], settings: RunSettled): LintSettled {
  const { configFile, folder, suites } = settings
  const unplayed = resolve(configFile === null ? folder : dirname(configFile), neverFile)
  if (paths.length > 0 || lookAt(unplayed)?.isFile() !== true) return settings
  return { ...settings, suites: [...suites, unplayed], unplayed }
}

/** @throws UsageError for an unknown model under `judges:` of the config */
export function lintSuites(
  read: SuitesRead,
  settings: LintSettled,
  agents: LintAgents,
  plans: readonly Plan[] = readPlans(read, settings),
): LintReport {
  const scripts = [...new Map(read.suites.map(({ script }) => [script.file, script])).values()]
  const findings = lintPlans(scripts, plans, agents.ok ? agents.agents : null, {
    shared: settings.target !== null,
  })
  const problems = [
    ...read.problems,
    ...besides(read, settings, agents),
    ...findings.problems.map((problem) => (settings.allowOnly ? problem : asRefused(problem))),
    ...checkModels(plans, settings),
    ...checkConfig(settings),
    ...checkPaths(plans, settings),
  ]
  const played = read.suites.filter(({ script: { file } }) => resolve(settings.folder, file) !== settings.unplayed)
  const isThere = ({ agent, version }: Plan): boolean =>
    !agents.ok || !/^no (?:agent|version)$/.test(agents.agents.find(agent.value, version).kind)
  return {
    suites: read.files.size,
    broken: countBroken(read, problems),
    problems,
    ...agentsOf(findings, agents),
    patterns: unique(scripts.flatMap(patternsIn)),
    dryRun: dryRun(
      chooseUnasked({ ...read, suites: played }, { ...settings, allowOnly: true }, {}).filter(isThere),
      settings.concurrency,
    ),
  }
}

/** What is wrong with the sound parts of broken suites; a warning may be about what is not there, and waits. */
function besides({ sound = [] }: SuitesRead, settings: LintSettled, agents: LintAgents): Problem[] {
  const plans = sound.flatMap((script) => planScript(script, { ...settings, environment: process.env }))
  const shared = settings.target !== null
  const { problems } = lintPlans(sound, plans, agents.ok ? agents.agents : null, { shared })
  return problems.filter(({ severity }) => severity === undefined)
}

/** `only: true` where a run would refuse it, which a lint before that run must not pass. */
function asRefused(problem: Problem): Problem {
  if (problem.code !== 'only-left-in') return problem
  const { severity: _, ...error } = problem
  return { ...error, message: `${error.message}, which is refused where CI is set`, hint: allowOnlyHint }
}

/** A suite's problems with this content, and the suite if it can be read; `agents` null if none are known. */
export function lintText(
  { file, content }: { file: string; content: string },
  settings: RunSettled,
  agents: KnownAgents | null,
  open: OpenIncluded,
): { problems: Problem[]; script: Script | null } {
  const parsed = parseScript(content, file, open)
  if (!parsed.ok) return { problems: parsed.problems, script: null }
  const plans = planScript(parsed.script, { ...settings, environment: process.env })
  const { problems } = lintPlans([parsed.script], plans, agents)
  return { problems: [...problems, ...checkModels(plans, settings)], script: parsed.script }
}

/** Those that suites, or criteria of the config, name, each once. @throws UsageError for one under `judges:` */
function checkModels(plans: readonly Plan[], settings: RunSettled): Problem[] {
  const running = plans.filter(({ conversation }) => conversation.skip === undefined)
  const criteria = placedCriteria(running, settings)
  const usual = criteria.filter(({ criterion: { by } }) => by === undefined)
  refuseUnknownJudges(usual, settings)
  const problems = [
    ...unknownJudges(criteria, settings),
    ...unaskedCriteria(criteria, settings),
    ...unknownSpeakers(running, settings),
    ...unknownChecks(running, settings),
  ]
  const keyOf = ({ file, at, message }: Problem): string => `${file}:${at.line}:${at.column} ${message}`
  const once = new Map(problems.map((each) => [keyOf(each), each]))
  return [...once.values()].sort((one, other) => one.at.line - other.at.line)
}

/** Warns about conversations that could have no snapshot and no tape of their own. */
function checkPaths(plans: readonly Plan[], { folder }: RunSettled): Problem[] {
  return [...findSharedPaths(plans, folder).values()].map((problem) => ({ ...problem, severity: 'warning' as const }))
}

/** Warns about criteria under `every turn` of the config, which apply to every suite. */
function checkConfig({ project: { everyTurn }, configFile, folder }: RunSettled): Problem[] {
  if (everyTurn === undefined || configFile === null) return []
  return checkCriteria({ file: showPath(configFile, folder), everyTurn, conversations: [] })
}

/** Those of the suites, and that of the config unless it is code, which has no places. */
export function problemTexts({ texts }: SuitesRead, { configFile, folder }: RunSettled): Map<string, string> {
  if (configFile === null || !/\.ya?ml$/.test(configFile)) return texts
  return new Map([...texts, [showPath(configFile, folder), readText(configFile)]])
}

/** Counts suites with a mistake, in themselves or in what they include. */
export function countBroken({ files, suites }: SuitesRead, problems: readonly Problem[]): number {
  const wrong = new Set(problems.flatMap(({ file, severity }) => (severity === undefined ? [file] : [])))
  const sound = new Set(suites.flatMap(({ script: { file } }) => (wrong.has(file) ? [] : [file])))
  return files.size - sound.size
}

function agentsOf({ held, unchecked }: LintFindings, agentListing: LintAgents) {
  if (!agentListing.ok) return { source: null, reason: agentListing.reason, held, unchecked }
  const { source, unlisted } = agentListing.agents
  return { source, reason: unchecked.length === 0 ? null : unlisted, held, unchecked }
}
