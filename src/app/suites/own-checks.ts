import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isWithin } from '../../base/files/files.ts'
import type { JsonObject } from '../../base/json/json.ts'
import { didYouMean } from '../../base/text/suggest.ts'
import { type TimeLimit, withinLimit } from '../../base/time-limit.ts'
import type { Checks } from '../../engine/judge/check-run.ts'
import type { Edition } from '../../service/agents/code/agent-code.ts'
import type { ModuleExport } from '../../service/workspace/agent.ts'
import { type CheckExpectation, isModulePlace } from '../../suite/language/expectations/check-expectation.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { openCode, unloadedModules } from '../agents/unloaded-modules.ts'
import type { RunSettled } from '../config/settings.ts'
import { warn } from '../edge/print.ts'
import type { Sinks } from '../edge/sinks.ts'
import { UsageError } from '../edge/usage-error.ts'

/** The folder that suites count from, the names that a config gives to checks, and a folder that modules must be in. */
export type CheckSettings = Pick<RunSettled, 'folder'> & Partial<Pick<RunSettled, 'checks' | 'within'>>

/** How long a check may take, in milliseconds. */
const mostMs = 10_000

export interface OwnChecks extends Checks {
  /** Loads the modules of all checks, and gives the problems of those that have no such function. */
  unloaded(plans: readonly Plan[]): Promise<Problem[]>
  close(): void
}

/** In the user's thread from the first check on; `unawaited` hears failures that a check did not wait for. */
export function openChecks(
  settings: CheckSettings,
  unawaited: (message: string) => void = (message) => warn(message),
): OwnChecks {
  let code: Edition | null = null
  const ended = (reason: string): void =>
    unawaited(`the thread of the checks ended: ${reason}; await every promise there`)
  return {
    async unloaded(plans) {
      const places = plans.flatMap((plan) =>
        checksOf(plan).flatMap((check) => {
          const module = placeOf(check, settings)
          return 'hint' in module ? [] : { module, file: check.file, at: check.at }
        }),
      )
      if (places.length === 0) return []
      code ??= await openCode(ended)
      const problems = await unloadedModules(places, code)
      return problems.map(({ severity: _, ...each }) => ({ ...each, code: 'unknown-check' }))
    },
    async run(check, subject, signal) {
      const place = placeOf(check, settings)
      if ('hint' in place) throw new Error(`${place.message}; ${place.hint}`)
      code ??= await openCode(ended)
      const ask = await code.check(place)
      const late = (): Error => new Error(`it gave no answer within ${mostMs / 1_000} s`)
      const answer = (limit: TimeLimit): Promise<string> => ask({ ...subject } as unknown as JsonObject, limit.signal)
      const text = await withinLimit(mostMs, signal, answer, late).catch(async (error: unknown) => {
        const { CodeThrew } = await import('../../service/agents/code/read-thrown.ts')
        throw error instanceof CodeThrew ? new Error(error.thrown.description) : error
      })
      return JSON.parse(text)
    },
    close: () => code?.close(),
  }
}

/** Lets somebody use the checks, and closes them; what none of them waited for counts as a lost output. */
export async function withChecks<T>(
  settings: CheckSettings,
  { lose }: Pick<Sinks, 'lose'>,
  use: (checks: OwnChecks) => Promise<T>,
): Promise<T> {
  const checks = openChecks(settings, lose)
  try {
    return await use(checks)
  } finally {
    checks.close()
  }
}

/** Every check of a conversation, and of the guardrails on it. */
function checksOf({ conversation: { turns, session }, everyTurn }: Plan): CheckExpectation[] {
  const expected = [...turns.map(({ expect }) => expect), session, ...everyTurn]
  return expected.flatMap((each) => each?.check ?? [])
}

/** The modules that judge a conversation; those that are not there are told elsewhere. */
export function modulesOfChecks(plan: Plan, settings: CheckSettings): ModuleExport[] {
  return checksOf(plan).flatMap((check) => {
    const place = placeOf(check, settings)
    return 'hint' in place ? [] : place
  })
}

/** Problems of checks that the config does not name, or whose module is not there; each once. */
export function unknownChecks(plans: readonly Plan[], settings: CheckSettings): Problem[] {
  const problems = plans.flatMap((plan) =>
    checksOf(plan).flatMap((check): [string, Problem][] => {
      const place = placeOf(check, settings)
      const { at, file } = check
      return 'hint' in place ? [[`${file}:${at.line}:${at.column}`, { code: 'unknown-check', file, at, ...place }]] : []
    }),
  )
  return [...new Map(problems).values()]
}

/** @throws UsageError for the first of them, before anything is sent */
export function refuseUnknownChecks(plans: readonly Plan[], settings: CheckSettings): void {
  const [first] = unknownChecks(plans, settings)
  if (first === undefined) return
  const { file, at, message, hint } = first
  throw new UsageError(`${file}:${at.line}:${at.column}: ${message}`, hint)
}

/** The module and the export behind a check, or why there is none. */
function placeOf(
  { check, file }: CheckExpectation,
  { checks = {}, folder, within }: CheckSettings,
): ModuleExport | { message: string; hint: string } {
  const checkNames = Object.keys(checks)
  const checkModule = isModulePlace(check) ? { path: check, from: dirname(resolve(folder, file)) } : checks[check]
  if (checkModule === undefined)
    return {
      message: `the config names no check "${check}"`,
      hint:
        didYouMean(check, checkNames) ?? `write checks: { ${check}: ./checks.ts#${check} } there, or its place here`,
    }
  const [path = '', name = 'default'] = checkModule.path.split('#')
  const module = resolve(checkModule.from, path)
  if (within !== undefined && !isWithin(module, within))
    return { message: `${path} leads out of the folder of the project`, hint: 'name a module below it' }
  if (existsSync(module)) return { file: module, name }
  return { message: `there is no module ${path}`, hint: 'the path counts from the file that names it' }
}
