import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { nearHint } from '../../base/files/near-path.ts'
import type { Pattern } from '../../base/patterns/linear-pattern.ts'
import { variableOf } from '../../base/secrets/environment.ts'
import { unsendableKey } from '../../base/secrets/secret-keys.ts'
import { defaultPolicy, type GatePolicy } from '../../compare/gate/gate-policy.ts'
import type { Budgets } from '../../engine/verdict/budget/allowance.ts'
import type { Claim } from '../../suite/language/claims.ts'
import type { ClockStart } from '../../suite/language/clock.ts'
import type { TurnExpectation } from '../../suite/language/expectations/turn-expectation.ts'
import { settingsOf } from '../../suite/language/model-shape.ts'
import { lawsOf } from '../../suite/language/relaxations.ts'
import type { ProjectRules } from '../../suite/plan/project-rules.ts'
import type { Prices } from '../../wire/api/usage.ts'
import type { LiveSafety } from '../../wire/client/live-safety.ts'
import type { ModelEntries } from '../../wire/models/find-model.ts'
import { findRevisions, labelVersions, versionNamed } from '../agents/revisions.ts'
import type { Revision } from '../agents/speak-revisions.ts'
import { workspaceClaims } from '../agents/workspace-claims.ts'
import { isCi } from '../edge/process.ts'
import { repeatedFlags } from '../edge/repeated-flags.ts'
import { brokenFiles, UsageError } from '../edge/usage-error.ts'
import { readGiven } from '../files/given-files.ts'
import type { GivenFlags } from '../flags/shared-flags.ts'
import { checkUrl } from './check-url.ts'
import { checkVersion } from './check-version.ts'
import type { Config, VaryConfig } from './config.ts'
import { readAmount, readClock, readTime, readWhole } from './flag-values.ts'
import { headersFor } from './gateway-headers.ts'
import { type JudgeSettings, judgeDefaults } from './judge-settings.ts'
import { type LoadedConfig, loadConfig, warnOfOtherConfigs } from './load-config.ts'
import { readOwnedSinks } from './read-owned-sinks.ts'

/** All settings of a run, resolved: flags over environment over config over defaults. */
export interface RunSettled {
  folder: string
  /** Read suites and their includes only from below this folder; absent if a person names the paths. */
  within?: string
  /** The config file; null if there is none. */
  configFile: string | null
  suites: string[]
  versions: string[]
  versionsGiven: boolean
  /** The agents of the local workspace that have no draft; absent where a draft is not among several versions. */
  draftless?: readonly string[]
  /** Those of the versions that are git revisions. */
  revisions: readonly Revision[]
  /** Whether `only: true` may exclude other conversations: not in CI, unless a flag permits it. */
  allowOnly: boolean
  target: string | null
  workflowTarget: string | null
  apiKey: string | null
  /** The config's headers for the service, as written: their values are filled in where requests are sent. */
  headers: Readonly<Record<string, string>>
  workspace: string | null
  /** The instant at which the embedded service's clock is frozen, in milliseconds; null if it runs. */
  frozenAt: number | null
  /** The default for conversations without `clock:`: whether each gets a local service with its own clock. */
  clock: ClockStart
  concurrency: number
  /** Find the right number of conversations to run at once; otherwise it is `concurrency`. */
  adaptive: boolean
  budgets: Budgets
  /** Prices of models' tokens, for services that do not report costs. */
  prices: Prices
  /** The judges of criteria and the models they use; paths are absolute. */
  judges: JudgeSettings & { models: ModelEntries }
  /** Functions of the project's own, by the names that suites use, and the folder that their paths count from. */
  checks: Readonly<Record<string, { path: string; from: string }>>
  timeLimitMs: number
  /** What sets the time limit, in words; undefined where nobody has. */
  timeLimitFrom: string | undefined
  stopAfterFailure: boolean
  /** A file of conversations that may fail for now. */
  quarantine: string | null
  /** The file of decisions about differences, whether it is there or not. */
  reviews: string
  /** A file of mutants that suites may miss. */
  teeth: string | null
  gate: GatePolicy
  vary: VaryConfig
  /** The file that stores the outcome of each run; null for no history. */
  history: string | null
  /** The folder for journals of unfinished runs; null for no journals. */
  journal: string | null
  tapes: string
  /** What the project declares private, in addition to the defaults. */
  redact: readonly Pattern[]
  /** The seed of {{random.…}} and simulated users. */
  seed: string
  /** With how many seeds simulated users run; absent if the scripts decide. */
  seeds?: number
  /** The config's rules for all suites. */
  project: ProjectRules
  reconcile: boolean
  safety: LiveSafety
  /** How often `run` performs each conversation; absent if the suites decide. */
  repeat?: number
  /** The flags with which a command does the same again (see `repeatedFlags`). */
  again: readonly string[]
}

export interface SettlingFlags
  extends GivenFlags<
    | 'agentVersion'
    | 'target'
    | 'workspace'
    | 'clock'
    | 'seed'
    | 'seeds'
    | 'concurrency'
    | 'timeLimit'
    | 'keepGoing'
    | 'reconcile'
    | 'allowOnly'
    | 'maxTurns'
    | 'maxTime'
    | 'maxTokensSpent'
    | 'maxCost'
    | 'maxJudgeCalls'
    | 'judgeCache'
    | 'allowTools'
    | 'allowDispatch'
    | 'ownedSinks'
    | 'history'
    | 'journal'
    | 'tapes'
    | 'config'
  > {
  /** Use the flag's service, or else the local one, ignoring the environment and the config. */
  targetByFlag?: true
}

/** Resolves the settings. @throws UsageError for an invalid version, number or time */
export async function settle(
  paths: readonly string[],
  flags: SettlingFlags,
  environment: NodeJS.ProcessEnv,
): Promise<RunSettled> {
  insistSendable(environment)
  const here = process.cwd()
  const loaded = await loadConfig(here, flags.config)
  const { config, folder, path } = loaded
  if (flags.config === undefined) warnOfOtherConfigs(paths, here, path)
  const versions = (flags.agentVersion ?? config.versions ?? ['default']).map(versionNamed)
  const at = { folder, here }
  const workspace = settlePath(flags.workspace, config.workspace?.value, at)
  const elsewhere =
    flags.targetByFlag === true ? null : (variableOf(environment, 'TABLEREAD_TARGET') ?? config.target ?? null)
  const target = checkUrl(flags.target ?? elsewhere)
  if (target === null && flags.workspace === undefined) configuredWorkspace(loaded)
  const revisions = await findRevisions(versions, { target, workspace })
  for (const version of versions) if (!revisions.some(({ asked }) => asked === version)) checkVersion(version)
  return {
    folder: here,
    configFile: path,
    suites:
      paths.length > 0
        ? [...paths]
        : (config.suites?.map((path) => resolve(folder, path)) ?? [
            folder === here ? 'suites' : resolve(folder, 'suites'),
          ]),
    versions: [...new Set(labelVersions(versions, revisions))],
    revisions,
    versionsGiven: flags.agentVersion !== undefined,
    allowOnly: flags.allowOnly === true || !isCi(environment),
    target,
    workflowTarget: checkUrl(variableOf(environment, 'TABLEREAD_WORKFLOW_TARGET') ?? config.workflowTarget ?? null),
    apiKey: variableOf(environment, 'TABLEREAD_API_KEY') ?? null,
    headers: headersFor(target, config),
    workspace,
    frozenAt: readClock(flags.clock),
    clock: config.clock ?? false,
    ...settleConcurrency(flags.concurrency ?? config.concurrency ?? 8),
    budgets: settleBudgets(flags, config),
    prices: Object.fromEntries((config.prices ?? []).map(({ name, value }) => [name, value])),
    judges: settleJudges(flags, config, folder),
    checks: Object.fromEntries((config.checks ?? []).map(({ name, value }) => [name, { path: value, from: folder }])),
    timeLimitMs:
      flags.timeLimit === undefined ? (config.timeLimitMs ?? 30_000) : readTime('--time-limit', flags.timeLimit),
    timeLimitFrom:
      flags.timeLimit !== undefined ? '--time-limit' : config.timeLimitMs !== undefined ? 'the config' : undefined,
    stopAfterFailure: flags.keepGoing === true ? false : (config.stopAfterFailure ?? true),
    quarantine: settlePath(undefined, config.quarantine, at),
    reviews: resolve(folder, config.reviews ?? 'reviews.yaml'),
    teeth: settlePath(undefined, config.teeth, at),
    gate: { ...defaultPolicy, ...config.gate },
    vary: config.vary ?? {},
    history: settleOutput(
      flags.history ?? variableOf(environment, 'TABLEREAD_HISTORY'),
      config.history ?? '.tableread/history.sqlite',
      at,
    ),
    journal: settleOutput(
      flags.journal ?? variableOf(environment, 'TABLEREAD_JOURNAL'),
      config.journal ?? '.tableread/runs',
      at,
    ),
    tapes: settlePath(flags.tapes, config.tapes, at) ?? resolve(folder, 'tapes'),
    redact: config.redact ?? [],
    seed: flags.seed ?? 'tableread',
    ...(flags.seeds === undefined ? {} : { seeds: readWhole('--seeds', flags.seeds, { most: 100_000 }) }),
    project: {
      ...(config.everyTurn === undefined ? {} : { everyTurn: placeChecks(config.everyTurn, path) }),
      ...projectLaws(config, target === null ? workspaceClaims(workspace) : []),
    },
    reconcile: flags.reconcile === false ? false : (config.reconcile ?? true),
    safety: settleSafety(flags, { config, folder }, here),
    again: repeatedFlags(flags),
  }
}

/** The config's laws and claims; `others` are claims that the workspace states. */
function projectLaws(
  { laws, claims = [] }: Config,
  others: readonly Claim[],
): Pick<ProjectRules, 'relaxed' | 'grounded' | 'claims'> {
  const { relaxed, grounded } = lawsOf(laws)
  const all = [...claims.map((claim) => ({ ...claim, from: 'the config' })), ...others]
  return {
    relaxed,
    ...(grounded === undefined ? {} : { grounded }),
    ...(all.length === 0 ? {} : { claims: all }),
  }
}

/** The judge settings: flags over config over defaults; paths of the config are relative to its folder. */
function settleJudges(
  flags: Pick<SettlingFlags, 'judgeCache' | 'maxJudgeCalls'>,
  { judges, models = [] }: Config,
  folder: string,
): RunSettled['judges'] {
  const { at: _, ...stated } = { at: null, ...judges }
  const judgeFacts = { ...judgeDefaults, ...stated, by: (judges?.by ?? []).map(({ value }) => value) }
  return {
    ...judgeFacts,
    models: Object.fromEntries(models.map(({ name, value }) => [name, settingsOf(value)])),
    licences: resolve(folder, judgeFacts.licences),
    cache: flags.judgeCache === false || judgeFacts.cache === false ? false : resolve(folder, judgeFacts.cache),
    maxCalls:
      flags.maxJudgeCalls === undefined
        ? judgeFacts.maxCalls
        : readWhole('--max-judge-calls', flags.maxJudgeCalls, { most: 999_999_999 }),
  }
}

/** `off`, in the environment or as a flag, means the same as `--no-history`. Paths are relative to the config. */
function settleOutput(path: string | false | undefined, configured: string | false, at: Origins): string | null {
  if (path === false || path === 'off') return null
  return settlePath(path, configured === false ? undefined : configured, at)
}

/** The folders that paths start from: those of a config from its own. */
interface Origins {
  folder: string
  here: string
}

function settlePath(path: string | undefined, configured: string | undefined, at: Origins): string | null {
  if (path !== undefined) return resolve(at.here, path)
  return configured === undefined ? null : resolve(at.folder, configured)
}

/** The path of the config's workspace; null without one. @throws UsageError at its line if nothing is there */
export function configuredWorkspace({ config, folder, path }: LoadedConfig): string | null {
  const { workspace: configured } = config
  if (configured === undefined || path === null) return null
  const workspace = resolve(folder, configured.value)
  if (existsSync(workspace)) return workspace
  const hint = nearHint(workspace) ?? 'a workspace is a folder with workspace.yaml'
  const file = relative('', path)
  const message = `there is no workspace ${configured.value}`
  throw brokenFiles(
    [{ code: 'unreadable', file, at: configured.at, message, hint }],
    /\.ya?ml$/i.test(path) ? readGiven : () => undefined,
  )
}

/** Every request would fail as if the service did not answer. @throws UsageError that never shows the key */
function insistSendable(environment: NodeJS.ProcessEnv): void {
  const key = unsendableKey(environment)
  if (key === null) return
  throw new UsageError(
    `${key.name} holds ${key.why}, which no request can carry`,
    'copy the key again, without what stands before and behind it',
  )
}

function settleConcurrency(value: string | number): Pick<RunSettled, 'concurrency' | 'adaptive'> {
  if (value === 'auto') return { concurrency: 8, adaptive: true }
  return { concurrency: readWhole('--concurrency', String(value), { most: 99_999, or: 'auto' }), adaptive: false }
}

/** The budgets of a run: flags over config over none. @throws UsageError for an invalid number of turns or time */
function settleBudgets(
  flags: Pick<SettlingFlags, 'maxTurns' | 'maxTime' | 'maxTokensSpent' | 'maxCost'>,
  { maxTurns, maxTimeMs, maxTokensSpent, maxCost }: Config,
): Budgets {
  return {
    turns:
      flags.maxTurns === undefined
        ? (maxTurns ?? null)
        : readWhole('--max-turns', flags.maxTurns, { most: 999_999_999 }),
    timeMs: flags.maxTime === undefined ? (maxTimeMs ?? null) : readTime('--max-time', flags.maxTime),
    tokens:
      flags.maxTokensSpent === undefined
        ? (maxTokensSpent ?? null)
        : readWhole('--max-tokens-spent', flags.maxTokensSpent, { most: 999_999_999_999 }),
    cost: flags.maxCost === undefined ? (maxCost ?? null) : readAmount('--max-cost', flags.maxCost),
  }
}

/** What is permitted on a live service. @throws UsageError for a bad list of owned sinks, or a path as a tool */
export function settleSafety(
  { allowDispatch, ownedSinks, allowTools = [] }: GivenFlags<'allowTools' | 'allowDispatch' | 'ownedSinks'>,
  { config, folder }: Pick<LoadedConfig, 'config' | 'folder'>,
  here: string,
): LiveSafety {
  const toolNames = allowTools.filter((name) => name !== true)
  if (toolNames.some((name) => name.trim() === ''))
    throw new UsageError(
      '--allow-tools "" names no tool',
      'name one, or give --allow-tools without a name for all; an unset variable of the shell makes an empty one',
    )
  const path = toolNames.find((name) => /[/\\]|\.ya?ml\b/i.test(name))
  if (path !== undefined)
    throw new UsageError(`--allow-tools ${path}: that is no tool`, 'put --allow-tools after the paths, or at the end')
  const file = settlePath(ownedSinks, config.ownedSinks, { folder, here })
  return {
    dispatch: allowDispatch === true,
    sinks: file === null ? null : readOwnedSinks(file),
    tools: allowTools.includes(true) ? 'all' : [...(config.harmlessTools ?? []), ...toolNames],
  }
}

/** The guardrails of a config, the checks of which count their paths from the config. */
function placeChecks(everyTurn: TurnExpectation, file: string | null): TurnExpectation {
  const { check, ...others } = everyTurn
  return check === undefined || file === null
    ? everyTurn
    : { ...others, check: check.map((each) => ({ ...each, file })) }
}
