import { groupBy, unique } from '../../base/group-by.ts'
import { didYouMean } from '../../base/text/suggest.ts'
import { listKnown } from '../../base/text/wording.ts'
import { capturesOf, everyTurnOf } from '../language/script/conversation.ts'
import { fillHistory } from '../language/script/fill-history.ts'
import { fillVariables } from '../language/script/fill-variables.ts'
import type { Script } from '../language/script/script.ts'
import type { Turn } from '../language/script/turn.ts'
import { movesClock, type Plan } from '../plan/plan.ts'
import type { Problem } from '../yaml/problem.ts'
import { bansOf, checkContradictions, findBan, type Misspelt } from './check-contradictions.ts'
import { checkHistory } from './check-history.ts'
import { checkMetadata, type HeldPlan } from './check-metadata.ts'
import { checkNeeds } from './check-needs.ts'
import { checkSimulatedUser, checkToolState } from './check-simulated-user.ts'
import { checkSteps } from './check-steps.ts'
import { checkTools, misspeltTools } from './check-tools.ts'
import { checkHandoffs, checkSpeakers, checkUnseen } from './check-unseen.ts'
import { checkCriteria } from './criteria/check-criteria.ts'
import type { KnownAgents } from './known-agents.ts'
import { demandedCalls, describeBan, isFixedName } from './named-calls.ts'
import { reach } from './reach.ts'

export interface LintFindings {
  problems: Problem[]
  /** The agents that conversations were checked against, and those of which nothing is known. */
  held: string[]
  unchecked: string[]
}

/** `agents` is null if nothing is known; `shared`: not the embedded service. Skipped ones may wait for agents. */
export function lintPlans(
  scripts: readonly Script[],
  asWritten: readonly Plan[],
  agents: KnownAgents | null,
  { shared = false }: { shared?: boolean } = {},
): LintFindings {
  const plans = asWritten.map(fillPlan)
  const running = plans.filter(({ conversation }) => conversation.skip === undefined)
  const heldPlans = agents === null ? [] : hold(running, agents)
  const misspelt = new Map(heldPlans.map(({ plan, reach: agentReach }) => [plan, misspeltTools(plan, agentReach)]))
  const problems = [
    ...checkNames(scripts),
    ...checkOnly(scripts),
    ...scripts.flatMap(checkCriteria),
    ...checkClock(plans, shared),
    ...plans.flatMap((plan) => [
      ...plan.problems,
      ...checkContradictions(plan, misspelt.get(plan) ?? new Set()),
      ...checkReachability(plan, misspelt.get(plan) ?? new Set()),
      ...checkSimulatedUser(plan),
    ]),
    ...(agents === null
      ? []
      : running.flatMap((plan) => [
          ...checkAgent(plan, agents),
          ...checkSteps(plan, agents),
          ...checkToolState(plan, agents),
          ...checkUnseen(plan, agents),
          ...checkHandoffs(plan, agents),
        ])),
    ...heldPlans.flatMap(({ plan, reach: knownReach }) => [
      ...checkTools(plan, knownReach),
      ...checkSpeakers(plan, knownReach),
      ...checkNeeds(plan, knownReach),
      ...checkHistory(plan, knownReach),
    ]),
    ...(agents === null ? [] : checkMetadata(heldPlans, running, agents)),
  ]
  const names = unique(heldPlans.map(({ plan }) => plan.agent.value))
  const unlisted = running.filter(({ agent, version }) => agents?.find(agent.value, version).kind === 'not listed')
  return {
    problems: inOrder(problems, scripts),
    held: names,
    unchecked: unique(unlisted.map(({ agent }) => agent.value)).filter((name) => !names.includes(name)),
  }
}

function hold(plans: readonly Plan[], agents: KnownAgents): HeldPlan[] {
  return groupBy(plans, ({ file, conversation }) => `${file}:${conversation.at.line}`).flatMap((versions) => {
    const agentReach = reach(agents, versions[0].agent.value, unique(versions.map(({ version }) => version)))
    return agentReach === undefined ? [] : versions.map((plan) => ({ plan, reach: agentReach }))
  })
}

/** Without duplicates. What is wrong for one version is wrong, though it is only a warning for another. */
function inOrder(problems: readonly Problem[], scripts: readonly Script[]): Problem[] {
  const files = scripts.map(({ file }) => file)
  const gravestLast = [
    ...problems.filter(({ severity }) => severity !== undefined),
    ...problems.filter(({ severity }) => severity === undefined),
  ]
  const once = new Map(
    gravestLast.map((each) => [`${each.file}:${each.at.line}:${each.at.column} ${each.message}`, each]),
  )
  return [...once.values()].sort(
    (a, b) => files.indexOf(a.file) - files.indexOf(b.file) || a.at.line - b.at.line || a.at.column - b.at.column,
  )
}

/** Finds agents and versions that certainly do not exist. */
function checkAgent(plan: Plan, agents: KnownAgents): Problem[] {
  const { file, agent, version, versionAt } = plan
  if (!isFixedName(agent.value) || !isFixedName(version)) return [] // the environment is unknown here
  const lookup = agents.find(agent.value, version)
  if (lookup.kind === 'no agent') {
    const hint = didYouMean(agent.value, lookup.names) ?? listKnown(lookup.names)
    const message = `${agents.source} has no agent "${agent.value}"`
    return [{ code: 'unknown-agent', file, at: agent.at, message, hint }]
  }
  if (lookup.kind !== 'no version') return []
  const missing =
    version === 'draft' ? 'saved draft' : version === 'default' ? 'published version' : `version ${version}`
  const message = `the agent "${agent.value}" has no ${missing}`
  return [{ code: 'unknown-version', file, at: versionAt ?? agent.at, message, hint: lookup.reason }]
}

/** Warns of every `only: true`: it is for local work, and once committed it hides every other conversation. */
function checkOnly(scripts: readonly Script[]): Problem[] {
  const onlyMarks = scripts.flatMap(({ file, conversations }) =>
    conversations.flatMap(({ only, name }) => (only?.value === true ? [{ file, at: only.at, name: name.value }] : [])),
  )
  const others = onlyMarks.length > 1 ? ' and others marked so' : ''
  return onlyMarks.map(({ file, at, name }) => ({
    code: 'only-left-in',
    severity: 'warning',
    ...{ file, at },
    message: `"only: true" leaves out every conversation but "${name}"${others}`,
    hint: 'take it out before it is committed: where CI is set, a run refuses it',
  }))
}

/** Fills in the `{{variables}}` that are known before anything is sent; captured ones stay as written. */
function fillPlan(plan: Plan): Plan {
  const { conversation } = plan
  const captured = capturesOf(conversation)
  const knownVariables = Object.fromEntries(Object.entries(plan.variables).filter(([name]) => !captured.includes(name)))
  const { numerals } = plan
  const { history, before, turns, simulatedUser, after, session } = conversation
  return {
    ...plan,
    conversation: {
      ...conversation,
      turns: fillVariables(turns, knownVariables, numerals),
      ...(history === undefined ? {} : { history: fillHistory(history, knownVariables, numerals) }),
      ...(simulatedUser === undefined ? {} : { simulatedUser: fillVariables(simulatedUser, knownVariables, numerals) }),
      ...(before === undefined ? {} : { before: fillVariables(before, knownVariables, numerals) }),
      ...(after === undefined ? {} : { after: fillVariables(after, knownVariables, numerals) }),
      ...(session === undefined ? {} : { session: fillVariables(session, knownVariables, numerals) }),
    },
  }
}

/** It also affects later conversations. `shared`: not the embedded service, so none can have its own clock. */
function checkClock(plans: readonly Plan[], shared: boolean): Problem[] {
  const once = new Map(
    plans.map((plan) => [`${plan.file}:${plan.conversation.at.line}:${plan.conversation.at.column}`, plan]),
  )
  return [...once.values()].flatMap((plan): Problem[] => {
    const { file, conversation, clock } = plan
    const own = clock !== null
    if (!own && !movesClock(plan)) return []
    const moving = everyTurnOf(conversation).find(({ step }) => step?.kind === 'advance clock')
    const at = moving?.at ?? conversation.name.at
    const problem = { code: 'shared-clock', severity: 'warning', file, at } as const
    if (shared && (movesClock(plan) || clock?.startsAt != null)) {
      const message = 'this service has one clock for all, so no conversation can have one of its own'
      return [{ ...problem, message, hint: 'run it against the embedded local service: leave out the target' }]
    }
    if (own) return []
    const message = 'without clock: this advances a clock that other conversations may live by'
    const hint = `add a line below the name: clock: true, or an instant to start at, as in clock: 2026-03-27T10:00:00Z`
    return [{ ...problem, message, hint }]
  })
}

/** With the same suite name too, reports and `-t` cannot tell them apart; else a warning. `parseScript` sees files. */
function checkNames(scripts: readonly Script[]): Problem[] {
  const problems: Problem[] = []
  const suitesByName = new Map<string, { file: string; line: number; suite: string }[]>()
  for (const { file, suite, conversations } of scripts) {
    for (const { name } of conversations) {
      const earlier = (suitesByName.get(name.value) ?? []).filter((each) => each.file !== file)
      const same = earlier.find((each) => each.suite === suite.value)
      const first = same ?? earlier[0]
      if (first !== undefined) {
        problems.push({
          code: 'duplicate-name',
          ...(same === undefined ? { severity: 'warning' } : {}),
          file,
          at: name.at,
          message: `${first.file}:${first.line} already has a conversation of this name${same === undefined ? '' : ' in a suite of this name'}`,
          hint: same === undefined ? 'give it a name that says what differs' : 'rename the conversation, or its suite',
        })
      }
      suitesByName.set(name.value, [
        ...(suitesByName.get(name.value) ?? []),
        { file, line: name.at.line, suite: suite.value },
      ])
    }
  }
  return problems
}

/** They require of the turn before what that forbids. A step has no answer to require anything of. */
function checkReachability(plan: Plan, misspelt: Misspelt): Problem[] {
  const { turns } = plan.conversation
  return turns.flatMap((turn, index) => {
    const previous = turns[index - 1]
    return turn.requires === undefined || previous === undefined || previous.step !== undefined
      ? []
      : checkRequires(plan, turn, previous, misspelt)
  })
}

function checkRequires(plan: Plan, { requires }: Turn, previous: Turn, misspelt: Misspelt): Problem[] {
  const unreachable = (at: Problem['at'], why: string): Problem[] => {
    const hint = 'change what it requires, or what the turn before expects'
    return [{ code: 'unreachable-turn', file: plan.file, at, message: `this turn is never sent: ${why}`, hint }]
  }
  if (requires?.error !== undefined && previous.expect?.error === undefined)
    return unreachable(requires.error.at, 'it requires a refusal, which ends the conversation where it is not expected')
  if (requires?.calls === undefined || !plan.stopAfterFailure) return []
  const bans = bansOf(plan, previous)
  return demandedCalls(requires.calls).flatMap((demand) => {
    const ban = findBan(bans, demand, misspelt)
    if (ban === undefined) return []
    return unreachable(demand.at, `it requires a call of ${demand.tool}, but line ${ban.at.line} ${describeBan(ban)}`)
  })
}
