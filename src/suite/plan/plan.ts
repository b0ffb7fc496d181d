import { readInstant } from '../../base/instant.ts'
import { hasMembers, insistKind } from '../../base/json/insist-kind.ts'
import type { JsonObject } from '../../base/json/json.ts'
import type { LawName } from '../../base/law-name.ts'
import { orNone, orNothing } from '../../base/shared-empty.ts'
import type { Claim } from '../language/claims.ts'
import type { ClockStart } from '../language/clock.ts'
import type { TurnExpectation } from '../language/expectations/turn-expectation.ts'
import { fillText, type Numerals } from '../language/matchers/fill-text.ts'
import { lawsOf } from '../language/relaxations.ts'
import { type Conversation, everyTurnOf, type Settings } from '../language/script/conversation.ts'
import { changesByAttempt, givenValues, isGivenName, valueOfAttempt } from '../language/script/given-values.ts'
import { mentionsOf } from '../language/script/mentions.ts'
import type { Script } from '../language/script/script.ts'
import { mergeVariables, resolveVariables } from '../language/script/variable-values.ts'
import type { IgnoredPart } from '../language/snapshot-settings.ts'
import type { Place, WithPlace } from '../yaml/place.ts'
import type { Problem } from '../yaml/problem.ts'
import { checkStart, checkVersion, fillStart, type StartTexts } from './filled-texts.ts'
import { guardrailAt, type ProjectRules } from './project-rules.ts'
import { type TurnLimit, timeLimitOf } from './turn-limit.ts'

/** A conversation ready to run against one version, with the settings of its suite and its own merged. */
export interface Plan extends TurnLimit {
  /**
   * `file:line version`, with `#row` after the line if a conversation has parameters and `~seed` if a
   * simulated user runs with seeds; unique in a run.
   */
  id: string
  file: string
  suite: string
  conversation: Conversation
  agent: WithPlace<string>
  /** `default`, `draft` or a number in digits. */
  version: string
  /** Where the script requests the version; null when the command line does. */
  versionAt: Place | null
  tags: string[]
  /** Where nothing can be put into a session: the version that is asked the history of the conversation. */
  historyFrom?: string
  metadata: JsonObject
  variables: JsonObject
  /** Numbers among the variables as written, where that says more: `19.90`. */
  numerals: Numerals
  customer: NonNullable<Settings['customer']>
  /** Guardrails, outermost first; each applies to every turn. */
  everyTurn: TurnExpectation[]
  relaxed: ReadonlySet<LawName>
  /** Set if the law `grounded` is in force. */
  grounded?: true
  /** What its agent may only say once a tool has done it. */
  claims?: Claim[]
  stopAfterFailure: boolean
  /**
   * Each run gets a local service of its own, whose clock stands at this instant, or at the moment the run
   * begins, until it is advanced; null if it shares the service with all others.
   */
  clock: { startsAt: string | null } | null
  /** Environment variables that the script needs but that are unset or empty: it cannot run. */
  unset: string[]
  /** Other problems that appeared once its variables were known: it cannot run. */
  problems: Problem[]
  /** The start texts with their `{{names}}`, for filling in other values; null if they use no variables. */
  written: StartTexts | null
  /** Set where a mark of an expected failure was taken off: what it names may yet come. */
  excused?: true
  /** Whether it may start again after its worker was lost; left out if the script does not say. */
  repeatable?: boolean
  /** Set if no other conversation may run at the same time. */
  alone?: true
  /** What its snapshots leave out. */
  ignored?: IgnoredPart[]
  /** Null if it runs once. */
  repeat: { times: number; pass: number } | null
  /** What its generated values come from, and which attempt they are of, from 0; only where it has such values. */
  generated?: { seed: string; attempt: number }
  /** For a simulated user: the seed of what it says. */
  userSeed?: string
  /** If it runs with several seeds: which one, counted from 1. */
  seed?: number
}

/** Defaults for what neither suite nor conversation sets. */
export interface PlanDefaults extends TurnLimit {
  /** Versions to run each conversation against, unless it names its own and `versionsGiven` is false. */
  versions: readonly string[]
  /** Whether the versions come from the command line, which overrides the scripts. */
  versionsGiven: boolean
  /** Agents that have no draft: where there are other versions, they are planned with those alone. */
  draftless?: readonly string[]
  stopAfterFailure: boolean
  /** The clock of conversations that do not set their own. */
  clock?: ClockStart
  /** The project's rules for all suites. */
  project?: ProjectRules
  /** The values of {{env.NAME}}. */
  environment?: Readonly<Record<string, string | undefined>>
  /** The instant that {{today}} and {{now}} mean, in milliseconds, where a clock of its own says no other. @default now */
  now?: number
  /** The seed of {{random.…}} and simulated users. @default 'tableread' */
  seed?: string
  /** The number of seeds for simulated users; overrides `seeds:` of the scripts. */
  seeds?: number
  /** How often each conversation runs; overrides `repeat:` of the scripts, of which the share that must pass stays. */
  repeat?: number
}

/** Whether a failure excused by a mark is still expected. Days are in UTC. */
export function isStillExpected({ until }: { until?: string | undefined }, today: Date = new Date()): boolean {
  return until === undefined || today.toISOString().slice(0, 10) < until
}

/** Without its mark of an expected failure: its failures are judged as they are. */
export function withoutMark(plan: Plan): Plan {
  const { expectedFail: mark, ...conversation } = plan.conversation
  return { ...plan, conversation, ...(mark === undefined ? {} : { excused: true as const }) }
}

/** Whether it is expected to fail, so that what it names may yet come. */
export const isExcused = ({ conversation, excused }: Plan): boolean =>
  conversation.expectedFail !== undefined || excused === true

/** The plans of one script, in the order of the file, version by version. */
export function planScript(script: Script, defaults: PlanDefaults): Plan[] {
  insistKind(hasMembers(script, 'conversations'), 'planScript takes the script of what parseScript gives', script)
  const crowded = crowdedLines(script)
  const dated = { now: Date.now(), ...defaults }
  return script.conversations.flatMap((conversation) => {
    const pinned = defaults.versionsGiven ? undefined : pinnedVersion(script, conversation, dated)
    const versions = pinned === undefined ? defaults.versions : [pinned]
    const planned = versions.flatMap((version) => {
      const seeds = seedsOf(script, conversation, defaults)
      if (seeds === null) return planConversation(script, conversation, version, dated, crowded)
      return seeds.map((seed) => planConversation(script, conversation, version, dated, crowded, seed))
    })
    const there = planned.filter(
      ({ version, agent }) => version !== 'draft' || defaults.draftless?.includes(agent.value) !== true,
    )
    return there.length === 0 ? planned : there
  })
}

/** The seeds of a conversation, counted from 1; null if it runs without. */
function seedsOf(script: Script, conversation: Conversation, { seeds }: PlanDefaults): number[] | null {
  const count = seeds ?? conversation.seeds?.value ?? script.seeds?.value
  if (count === undefined || conversation.simulatedUser === undefined) return null
  return Array.from({ length: count }, (_, index) => index + 1)
}

/** The version that a script itself requests, variables filled in. */
function pinnedVersion(
  script: Script,
  conversation: Conversation,
  { environment = {}, seed, now }: Pick<PlanDefaults, 'environment' | 'seed' | 'now'>,
): string | undefined {
  const agentVersion = conversation.agentVersion ?? script.agentVersion
  if (agentVersion === undefined || !agentVersion.value.includes('{{')) return agentVersion?.value
  const writtenVariables = mergeVariables(script.variables, conversation.variables)
  const environmentValues = givenValues(
    [agentVersion, writtenVariables.values],
    environment,
    seedOf(conversation, seed),
    now,
  ).values
  const { values, numerals } = resolveVariables(writtenVariables, environmentValues)
  return fillText(agentVersion.value, values, numerals)
}

/** Lines on which several conversations begin, as in flow style. */
function crowdedLines({ conversations }: Script): ReadonlySet<number> {
  const places = new Set(conversations.map(({ at }) => `${at.line}:${at.column}`))
  const lines = [...places].map((place) => Number(place.split(':')[0]))
  return new Set(lines.filter((line, index) => line === lines[index - 1]))
}

/** `file:line`, with the column if the line is ambiguous, the row of a conversation with parameters, and its seed. */
function placeOf(file: string, { at, row }: Conversation, crowded: ReadonlySet<number>, seed?: number): string {
  const column = crowded.has(at.line) ? `:${at.column}` : ''
  return `${file}:${at.line}${column}${row === undefined ? '' : `#${row}`}${seed === undefined ? '' : `~${seed}`}`
}

/** The seed of generated values: they differ between conversations and seeds, and stay the same from run to run. */
function seedOf({ name }: Conversation, seed = 'tableread', own?: number): string {
  return `${seed} ${name.value}${own === undefined ? '' : ` ~${own}`}`
}

/** Reports and histories keep seeds apart by the name; applies that seed's mark. */
function seeded(whole: Conversation, seed: number | undefined): Conversation {
  if (seed === undefined && whole.failingSeeds === undefined) return whole
  const { failingSeeds, ...conversation } = whole
  if (seed === undefined) return conversation
  const { value, at } = conversation.name
  const { mark } = failingSeeds?.find((each) => each.seed === seed) ?? {}
  return {
    ...conversation,
    name: { value: `${value} ~${seed}`, at },
    ...(mark === undefined ? {} : { expectedFail: mark }),
  }
}

function planConversation(
  script: Script,
  conversation: Conversation,
  version: string,
  defaults: PlanDefaults,
  crowded: ReadonlySet<number>,
  seed?: number,
): Plan {
  const { file } = script
  const pin = conversation.agentVersion ?? script.agentVersion
  const { everyTurn } = defaults.project ?? {}
  const projectGuardrail = everyTurn === undefined ? undefined : guardrailAt(everyTurn, conversation.name.at)
  const { agent, metadata, customer, agentVersion, variables, everyTurn: guardrail } = script
  const texts: StartTexts = {
    agent: conversation.agent ?? agent ?? { value: '', at: conversation.at },
    metadata: { ...metadata, ...conversation.metadata },
    customer: { ...customer, ...conversation.customer },
    variables: mergeVariables(variables, conversation.variables),
    everyTurn: [projectGuardrail, guardrail, conversation.everyTurn].filter((each) => each !== undefined),
  }
  const about = [conversation, texts, defaults.versionsGiven ? null : agentVersion]
  const valueSeed = seedOf(conversation, defaults.seed, seed)
  const clock = (conversation.clock ?? script.clock ?? defaults.clock) || null
  const startsAt = readInstant(clock?.startsAt ?? '') ?? defaults.now
  const values = givenValues(about, defaults.environment ?? {}, valueSeed, startsAt)
  const start = fillStart(texts, { ...values.values, version })
  const repeatable = conversation.repeatable ?? script.repeatable
  const { relaxed, grounded = defaults.project?.grounded } = lawsOf(script.laws, conversation.laws)
  const projectClaims = (defaults.project?.claims ?? []).map((claim) => ({ ...claim, at: conversation.name.at }))
  const claims = [...projectClaims, ...(script.claims ?? []), ...(conversation.claims ?? [])]
  const ignored = [script, conversation].flatMap(({ snapshots }) => snapshots?.ignore ?? [])
  const own = pin !== undefined && !defaults.versionsGiven
  return {
    id: [placeOf(file, conversation, crowded, seed), version].join(' '), // not `a b`, whose parts V8 keeps beside it
    file,
    suite: script.suite.value,
    conversation: seeded(conversation, seed),
    agent: start.agent,
    version,
    versionAt: own || pin?.value === version ? (pin?.at ?? null) : null,
    tags: orNone([...(script.tags ?? []), ...(conversation.tags ?? [])]),
    metadata: orNothing(start.metadata),
    variables: start.variables,
    numerals: orNothing(start.numerals),
    unset: orNone(values.unset),
    problems: orNone([
      ...checkStart(file, conversation, texts, start, projectGuardrail),
      ...(own ? checkVersion(file, pin, version) : []),
    ]),
    written: mentionsOf(texts).variable ? texts : null,
    customer: orNothing(start.customer),
    everyTurn: orNone(start.everyTurn),
    relaxed: relaxedLaws(defaults.project?.relaxed ?? [], relaxed),
    ...(grounded === true ? { grounded } : {}),
    ...(claims.length > 0 ? { claims } : {}),
    ...timeLimitOf(conversation.timeLimitMs ?? script.timeLimitMs, defaults),
    stopAfterFailure: conversation.stopAfterFailure ?? script.stopAfterFailure ?? defaults.stopAfterFailure,
    clock,
    ...(conversation.history === undefined
      ? {}
      : { historyFrom: conversation.historyFrom ?? script.historyFrom ?? 'default' }),
    ...(repeatable === undefined ? {} : { repeatable }),
    ...((conversation.alone ?? script.alone) === true ? { alone: true as const } : {}),
    ...(ignored.length > 0 ? { ignored } : {}),
    repeat: repeatOf(conversation.repeat ?? script.repeat, defaults.repeat),
    ...(Object.keys(values.values).some(changesByAttempt) ? { generated: { seed: valueSeed, attempt: 0 } } : {}),
    ...(conversation.simulatedUser === undefined ? {} : { userSeed: valueSeed }),
    ...(seed === undefined ? {} : { seed }),
  }
}

const noLaws: ReadonlySet<LawName> = new Set()

function relaxedLaws(...names: readonly (readonly LawName[])[]): ReadonlySet<LawName> {
  return names.every(({ length }) => length === 0) ? noLaws : new Set(names.flat())
}

/** How often a conversation runs, and how many of its attempts must pass: all of them unless its script says otherwise. */
function repeatOf(repeat: Settings['repeat'], times = repeat?.times): Plan['repeat'] {
  if (times === undefined || (times === 1 && repeat?.times !== 1)) return null
  const { pass, times: before = times } = repeat ?? {}
  return { times, pass: pass === undefined ? times : Math.ceil((pass * times) / before) }
}

/** A plan with other values for the names that no script defines; a name without a value stays as written. */
export function refillPlan(plan: Plan, values: JsonObject): Plan {
  if (plan.written !== null) return { ...plan, ...fillStart(plan.written, values) }
  const own = Object.entries(plan.variables).filter(([name]) => name !== 'version' && !isGivenName(name))
  return { ...plan, variables: { ...Object.fromEntries(own), ...values } }
}

export function givenOf({ variables }: Plan): JsonObject {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => name === 'version' || isGivenName(name)))
}

/** The values of an attempt, so many further on; those in `kept` stay, too. */
export function planOfAttempt(plan: Plan, further: number, constant: ReadonlySet<unknown> = new Set()): Plan {
  const { generated } = plan
  if (generated === undefined || further === 0) return plan
  const attempt = generated.attempt + further
  const values = Object.entries(givenOf(plan)).map(([name, value]) => [
    name,
    changesByAttempt(name) && !constant.has(value) ? valueOfAttempt(name, generated.seed, attempt) : value,
  ])
  return { ...refillPlan(plan, Object.fromEntries(values)), generated: { ...generated, attempt } }
}

/** From outside its script, over all attempts; `attempt` counts from 0. What is always the same is there once. */
export function givenTexts(plan: Plan): { name: string; value: string; attempt: number }[] {
  const attempts = Array.from(
    { length: plan.generated === undefined ? 1 : (plan.repeat?.times ?? 1) },
    (_, index) => index,
  )
  return attempts.flatMap((attempt) =>
    Object.entries(givenOf(planOfAttempt(plan, attempt))).flatMap(([name, value]) =>
      name === 'version' || typeof value !== 'string' || (attempt > 0 && !changesByAttempt(name))
        ? []
        : [{ name, value, attempt }],
    ),
  )
}

export function movesClock({ conversation }: Pick<Plan, 'conversation'>): boolean {
  return everyTurnOf(conversation).some(({ step }) => step?.kind === 'advance clock')
}

/** For pools: whether a conversation asked to run alone. */
export const runsAlone = ({ alone }: Plan): boolean => alone === true

/** Whether some conversations advance a shared clock; then none of them can run in parallel. */
export function shareClock(plans: readonly Plan[], { clock }: { clock?: { kind: 'shared' | 'own' } }): boolean {
  return clock?.kind === 'shared' && plans.some(movesClock)
}

export function isGrounded({ grounded, everyTurn, conversation }: Plan): boolean {
  return (
    grounded === true ||
    [...everyTurn, ...conversation.turns.map(({ expect }) => expect)].some(
      (each) => each?.reply?.grounded !== undefined,
    )
  )
}
