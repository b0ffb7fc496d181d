import { performRun } from '../../../engine/perform-run.ts'
import { exitCode } from '../../../engine/run-result.ts'
import { createAllowance } from '../../../engine/verdict/budget/allowance.ts'
import { scopeOf } from '../../../engine/verdict/conceal.ts'
import { maskTalks } from '../../../import/sessions/mask-talks.ts'
import { planStored, type StoredRules, storedClient, withoutWallClock } from '../../../import/sessions/stored-run.ts'
import type { Talk } from '../../../import/sessions/talk.ts'
import type { TurnExpectation } from '../../../suite/language/expectations/turn-expectation.ts'
import { namesIn } from '../../../suite/language/matchers/fill-text.ts'
import { lawsOf } from '../../../suite/language/relaxations.ts'
import { fillVariables } from '../../../suite/language/script/fill-variables.ts'
import { givenValues } from '../../../suite/language/script/given-values.ts'
import { mergeVariables, resolveVariables, type Variables } from '../../../suite/language/script/variable-values.ts'
import type { Plan } from '../../../suite/plan/plan.ts'
import { type Concealer, findersOf } from '../../config/concealer.ts'
import { openConcealer } from '../../config/open-concealer.ts'
import { type RunSettled, settle } from '../../config/settings.ts'
import { tablereadVersion } from '../../edge/package-version.ts'
import { complain } from '../../edge/print.ts'
import { brokenFiles, UsageError } from '../../edge/usage-error.ts'
import { globbedFiles } from '../../files/globbed-files.ts'
import type { ScoreFlags } from '../../flags/result-flags.ts'
import { openJudges } from '../../judging/open-judges.ts'
import { insistCode } from '../../open/insist-code.ts'
import { type OpenWork, whileOpen } from '../../open/open-run.ts'
import { holdsPassed, writeReports } from '../../reports/write-reports.ts'
import { projectCriteria } from '../../suites/criteria.ts'
import { refuseUnknownJudges } from '../../suites/known-judges.ts'
import { type OwnChecks, withChecks } from '../../suites/own-checks.ts'
import { readSuites } from '../../suites/read-suites.ts'
import { chooseReporters } from '../output/reporters.ts'
import { describeRefused, gatherTalks } from '../talks/gather-talks.ts'

/** Sends only fetches and questions to judges. A run's exit code; 2 for an unreadable file too, 3 without a service. */
export async function score(sources: readonly string[], flags: ScoreFlags): Promise<number> {
  const settings = await settle([], flags, process.env)
  const rules = readRules(flags.suite ?? [], settings)
  const read = await gatherTalks(globbedFiles(sources, settings.folder), settings)
  for (const each of read.refused) complain(`${describeRefused(each)}\n\n`)
  if (read.talks.length === 0) {
    if (read.unanswered) return 3
    throw new UsageError('there is no session to score', 'name what the session fetch answered, or the id of a session')
  }
  const talks = flags.mask === true ? maskTalks(read.talks, findersOf(settings.redact)).talks : read.talks
  const names = new Set<string>()
  const conceal = openConcealer(settings, flags)
  const stored = new Map(
    talks.map((talk) => {
      const { plan, turns } = planStored(talk, rules, names)
      return [nameShown(plan, talk, conceal), { talk, turns }] as const
    }),
  )
  const textOf = (): undefined => undefined // an excerpt of a line of JSON would not help
  const [nobody] = talks
  if (nobody === undefined) return 2
  // Past turns cost nothing any more: only the budgets of judges apply.
  const { judges } = openJudges(settings, createAllowance({ ...settings.budgets, turns: null }))
  const perform = async ({ signal, interrupted, sinks }: OpenWork, checks: OwnChecks): Promise<number> => {
    await insistCode([...stored.keys()], { settled: settings, conceal, textOf }, checks)
    const report = sinks.hear(chooseReporters(flags, textOf, false))
    const result = await performRun([...stored.keys()], {
      client: storedClient(nobody.session, []),
      meansOf: async (plan) => {
        const { talk, turns } = stored.get(plan) ?? { talk: nobody, turns: [] }
        return { client: storedClient(talk.session, turns) }
      },
      storedLateMs: 0,
      target: 'sessions that took place',
      tableread: tablereadVersion(),
      concurrency: rules.everyTurn.some(({ judge }) => judge !== undefined) ? settings.judges.concurrency : 1,
      conceal,
      judges,
      checks,
      signal,
      reconcile: true,
      keepPassed: holdsPassed(flags),
      problems: [],
      listen: report,
    })
    await writeReports(result, flags, textOf, sinks, { interrupted: interrupted() })
    const code = exitCode(result, interrupted())
    if (code !== 0 || read.refused.length === 0) return code
    return read.unanswered ? 3 : 2
  }
  return whileOpen({ close: async () => undefined }, (work) =>
    withChecks(settings, work.sinks, (checks) => perform(work, checks)),
  )
}

/** A plan with a name safe to show: here it is the user's first message, not an author's choice as in a suite. */
function nameShown(plan: Plan, { session }: Talk, conceal: Concealer): Plan {
  const { name } = plan.conversation
  const { value } = conceal.rest({ value: name.value, session }, scopeOf({ file: plan.file, at: name.at }))
  return { ...plan, conversation: { ...plan.conversation, name: { ...name, value } } }
}

/** The guardrails of config and suites, without those that only the client of a run can measure. */
function readRules(files: readonly string[], settings: RunSettled): StoredRules {
  const { suites, problems, texts } = readSuites({ suites: [...files], folder: settings.folder })
  if (problems.length > 0) throw brokenFiles(problems, (file) => texts.get(file))
  const scripts = suites.map(({ script }) => script)
  const criteria = scripts.flatMap(({ file, everyTurn }) =>
    (everyTurn?.judge ?? []).map((criterion) => ({ criterion, file })),
  )
  refuseUnknownJudges([...projectCriteria(settings), ...criteria], settings)
  const guardrails = [settings.project, ...scripts].flatMap((each) => {
    if (each.everyTurn === undefined) return []
    return [fillGuardrail(each.everyTurn, 'variables' in each ? each.variables : undefined, settings.seed, process.env)]
  })
  const rules = guardrails.map(withoutWallClock)
  if (rules.some(({ dropped }) => dropped))
    complain('latency: turn is not scored, since a stored session does not hold the time of the client\n')
  const { relaxed, grounded = settings.project.grounded } = lawsOf(...scripts.map(({ laws }) => laws))
  const claims = [settings.project, ...scripts].flatMap((each) => each.claims ?? [])
  return {
    everyTurn: rules.map(({ guardrail }) => guardrail),
    relaxed: [...(settings.project.relaxed ?? []), ...relaxed],
    ...(grounded === undefined ? {} : { grounded }),
    ...(claims.length === 0 ? {} : { claims }),
  }
}

/** Past sessions have no conversation that could supply more. @throws UsageError for a name that has no value */
function fillGuardrail(
  guardrail: TurnExpectation,
  variables: Variables | undefined,
  seed: string,
  environment: NodeJS.ProcessEnv,
): TurnExpectation {
  const writtenVariables = mergeVariables(variables)
  const { values: environmentValues, unset } = givenValues([guardrail, writtenVariables.values], environment, seed)
  const [missing] = unset
  if (missing !== undefined)
    throw new UsageError(`the environment gives {{env.${missing}}} no value`, `set ${missing} before`)
  const { values, numerals } = resolveVariables(writtenVariables, environmentValues)
  const unknown = namesIn(guardrail).find((name) => !Object.hasOwn(values, name))
  if (unknown !== undefined)
    throw new UsageError(
      `a guardrail asks for {{${unknown}}}, which has no value in a past session`,
      'give it under variables: of the suite, or leave the guardrail out here',
    )
  return fillVariables(guardrail, values, numerals)
}
