import { groupBy, unique } from '../../base/group-by.ts'
import { askMeant, didYouMean, hintFor, isSlip } from '../../base/text/suggest.ts'
import { listKnown } from '../../base/text/wording.ts'
import type { Claim } from '../language/claims.ts'
import type { CallPhase } from '../language/expectations/call-expectation.ts'
import type { CallsExpectation } from '../language/expectations/calls-expectation.ts'
import { coversTool, isNearTool } from '../language/expectations/tool-pattern.ts'
import type { TurnExpectation } from '../language/expectations/turn-expectation.ts'
import { everyTurnOf } from '../language/script/conversation.ts'
import { isExcused, type Plan } from '../plan/plan.ts'
import type { Place } from '../yaml/place.ts'
import type { Problem } from '../yaml/problem.ts'
import {
  findIdleMembers,
  findUnknownMembers,
  groupNames,
  isNamed,
  type MadeCall,
  type MemberNames,
  mergeNames,
  namesOfTool,
} from './check-arguments.ts'
import { findStaleGuardrails } from './check-guardrails.ts'
import { findImpossible } from './check-values.ts'
import type { KnownAgents } from './known-agents.ts'
import { capturedCalls, isFixedName, type NamedCall, namedCalls } from './named-calls.ts'
import type { Reach } from './reach.ts'

/**
 * Checks every tool that a conversation names against what its agent is known to have. A suite that relaxes
 * the law `phases follow blueprint` declares the blueprint's lists invalid, so it is not checked. If a
 * conversation is expected to fail, or a version is not listed, everything is a warning: the tool may yet
 * come.
 */
export function checkTools(plan: Plan, reach: Reach): Problem[] {
  if (plan.relaxed.has('phases follow blueprint')) return []
  const { inTurns, goal, named } = callsOf(plan)
  const problems = [
    ...named.flatMap((each) => checkPhase(each, reach)),
    ...inTurns.flatMap((each) =>
      checkMoment(each, reach, 'a turn may not show it, and with the local service none does'),
    ),
    ...goal.flatMap((each) =>
      checkMoment(each, reach, 'the user may wait for it in vain, and with the local service it does'),
    ),
    ...findUnknown(plan, reach).map(({ finding }) => finding),
    ...(plan.ignored ?? [])
      .flatMap((part) => ('tool' in part ? findTool(part.tool, part.at, reach, 'left out') : []))
      .map(({ finding }) => finding),
    ...named.flatMap((each) => membersUnknown(each, reach)),
    ...named.flatMap((each) => findImpossible(each, reach)),
  ]
  const uncertain = isExcused(plan) || reach.guessed
  return problems.map((each) => ({ ...each, file: plan.file, ...(uncertain ? { severity: 'warning' } : {}) }))
}

/**
 * The tools that a conversation names although nothing knows them, once it has run. `calls` are those that were made:
 * an agent may have more than its blueprint lists; `elsewhere` are the tools of all agents. A name that is nearly that
 * of a known tool is a mistake of the script, unless it may be one of a version that is not listed. Where nothing lists
 * the agent's tools, only names that forbid or limit are told: what is expected does not come, and fails.
 */
export function checkToolsAfter(
  plan: Plan,
  agentReach: Reach | undefined,
  calls: readonly MadeCall[],
  elsewhere: ReadonlySet<string>,
): { errors: Problem[]; warnings: Problem[] } {
  if (plan.relaxed.has('phases follow blueprint')) return { errors: [], warnings: [] }
  const called = unique(calls.map(({ name }) => name))
  const own = new Map([...called.map((name) => [name, anyPhase] as const), ...(agentReach?.tools ?? [])])
  const unknown = findUnknown(
    plan,
    agentReach === undefined ? unlisted(plan, own, elsewhere) : { ...agentReach, tools: own },
  )
  const isSure = (near: string): boolean => agentReach?.guessed === false || called.includes(near)
  const { file } = plan
  const excused = isExcused(plan)
  const [errors, warnings]: [Problem[], Problem[]] = [[], []]
  for (const { finding, tool, near, isElsewhere, isIdle } of unknown) {
    const { severity, ...problem } = { ...finding, file }
    if (isElsewhere) continue
    if (near !== null && severity === undefined && isSure(near) && !excused) errors.push({ ...problem, tool })
    else if (near !== null || agentReach !== undefined || isIdle)
      warnings.push({ ...problem, severity: 'warning', tool })
  }
  const { named } = callsOf(plan)
  if (named.some(({ call }) => Object.keys(call).length > 2)) {
    const seenNames = groupNames(calls)
    const declared = agentReach?.guessed === false ? namesOf(agentReach) : new Map<string, MemberNames>()
    const names = new Map([...seenNames, ...mergeByTool(declared, seenNames)])
    // What any tool gave back here is a name: two outputs may be swapped.
    const ofAny = new Map([['', mergeNames([...seenNames.values()])]])
    const isGiven = ({ argument, isIdle }: { argument: string; isIdle: boolean }): boolean =>
      !isIdle && argument.startsWith('returns.') && isNamed({ argument }, ofAny)
    const slips = named.flatMap((each) => [
      ...findUnknownMembers(each, names).filter((slip) => !isGiven(slip)),
      ...findIdleMembers(each, declared, [seenNames, agentReach?.everywhere ?? new Map()]),
    ])
    for (const { finding, tool, argument } of slips) {
      const problem = { ...finding, tool, argument, file }
      if (finding.severity === undefined && !excused) errors.push(problem)
      else warnings.push({ ...problem, severity: 'warning' })
    }
  }
  if (agentReach !== undefined && !excused)
    for (const each of findStaleGuardrails(named, agentReach, calls)) warnings.push({ ...each, file })
  return { errors, warnings }
}

/** Slips in calls that belong to no script, such as those of a matcher: nearly the name of a tool, or of an argument. */
export function findSlips(
  expected: CallsExpectation,
  lists: string,
  calls: readonly MadeCall[],
  agents: readonly KnownAgents[],
): Omit<Problem, 'file'>[] {
  const namesByTool = groupNames(calls)
  const toolNames = [...namesByTool.keys(), ...agents.flatMap((each) => [...each.tools()])]
  const tools = new Map(toolNames.map((name) => [name, anyPhase] as const))
  const nobody = { agent: '', speakers: [], agents: null, variables: [], more: null, guessed: true }
  const facts = { takes: new Map(), everywhere: new Map(), elsewhere: new Set<string>(), published: undefined }
  const none = { ...nobody, ...facts }
  const names = mergeNames([namesByTool, ...agents.flatMap((each) => each.arguments?.() ?? [])])
  return namedCalls(expected).flatMap((each) => [
    ...checkNamed(each, { ...none, lists, tools }).flatMap(({ finding, near }) => (near === null ? [] : finding)),
    ...findUnknownMembers(each, names).map(({ finding }) => finding),
  ])
}

function membersUnknown(named: NamedCall, reach: Reach): Omit<Problem, 'file'>[] {
  const names = namesOf(reach)
  return [...findUnknownMembers(named, names), ...findIdleMembers(named, names, [reach.everywhere])].map(
    ({ finding }) => finding,
  )
}

function namesOf({ takes }: Reach): Map<string, MemberNames> {
  return new Map([...takes].map(([name, { named, gives }]) => [name, namesOfTool(named, gives)]))
}

function mergeByTool(
  one: ReadonlyMap<string, MemberNames>,
  other: ReadonlyMap<string, MemberNames>,
): Map<string, MemberNames> {
  return new Map([...one].map(([name, names]) => [name, mergeNames([names, other.get(name) ?? new Map()])]))
}

const anyPhase: ReadonlySet<CallPhase> = new Set(['pre', 'during', 'post'])

/** What is known of an agent that no list names: what it has called. */
function unlisted({ agent, version }: Plan, tools: Reach['tools'], elsewhere: Reach['elsewhere']): Reach {
  const lists = `nothing lists the tools of "${agent.value}" (${version}), and it called no`
  const more = 'check that it is spelt as the agent calls it'
  return {
    agent: agent.value,
    lists,
    tools,
    takes: new Map(),
    everywhere: new Map(),
    speakers: [],
    agents: null,
    variables: [],
    more,
    elsewhere,
    published: undefined,
    guessed: true,
  }
}

/** The calls that a conversation names: in its turns and guardrails, in the goal of its user, and everywhere. */
function callsOf(plan: Plan): Record<'inTurns' | 'goal' | 'named', NamedCall[]> {
  const { session, simulatedUser: { doneWhen, givesUpWhen } = {} } = plan.conversation
  const inTurns = callsOfTurns(plan).flatMap((calls) => namedCalls(calls))
  const [goal = [], givesUp = [], stored = []] = [doneWhen, givesUpWhen, session].map((each) =>
    each?.calls === undefined ? [] : namedCalls(each.calls),
  )
  return { inTurns, goal, named: [...inTurns, ...goal, ...givesUp, ...stored] }
}

/** The tools that a conversation names and that are nearly those that there are. */
export function misspeltTools(plan: Plan, reach: Reach): ReadonlySet<string> {
  return new Set(findUnknown(plan, reach).flatMap(({ tool, near }) => (near === null ? [] : [tool])))
}

/** Every tool that a conversation names and that nothing knows; a misspelt one once, as the same slip everywhere. */
function findUnknown(plan: Plan, reach: Reach): UnknownTool[] {
  const keyOf = ({ tool, near, isIdle }: UnknownTool): string => JSON.stringify([tool, near !== null || isIdle])
  return groupBy(findEachUnknown(plan, reach), keyOf).map((places) => {
    const first = places.find(({ finding }) => finding.severity === undefined) ?? places[0]
    const { at, hint } = first.finding
    const lines = unique(places.map(({ finding }) => finding.at.line)).filter((line) => line !== at.line)
    return { ...first, finding: { ...first.finding, hint: hintFor(hint, lines) } }
  })
}

function findEachUnknown(plan: Plan, reach: Reach): UnknownTool[] {
  const { conversation } = plan
  return [
    ...callsOf(plan).named.flatMap((each) => checkNamed(each, reach)),
    ...everyTurnOf(conversation)
      .flatMap(capturedCalls)
      .flatMap(({ tool, at }) => findTool(tool, at, reach)),
    ...(conversation.history?.exchanges ?? []).flatMap(({ turn, entries }) => [
      ...capturedCalls(turn).flatMap(({ tool, at }) => findTool(tool, at, reach)),
      ...entries.flatMap((entry) => ('tool' in entry ? findTool(entry.tool, entry.at, reach) : [])),
    ]),
    ...(plan.claims ?? []).flatMap((claim) => checkClaim(claim, reach)),
    ...budgeted(plan.everyTurn).flatMap(({ name, at }) => findTool(name, at, reach, 'limited')),
    ...budgeted(conversation.turns.map(({ expect }) => expect)).flatMap(({ name, at }) => findTool(name, at, reach)),
  ]
}

function callsOfTurns({ everyTurn, conversation: { turns } }: Plan): CallsExpectation[] {
  const expectations = [...everyTurn, ...turns.flatMap(({ requires, expect }) => [requires, expect])]
  return expectations.map((each) => each?.calls).filter((each) => each !== undefined)
}

function budgeted(expectations: readonly (TurnExpectation | undefined)[]): { name: string; at: Place }[] {
  return expectations.flatMap((each) => each?.latency?.tools ?? [])
}

/** A claim that no tool can fulfil simply forbids its words, which may be intended, unless a name is misspelt. */
function checkClaim({ tools, at, from }: Claim, reach: Reach): UnknownTool[] {
  return tools.flatMap((tool) =>
    findTool(tool.value, from === undefined ? tool.at : at, reach, from === undefined ? 'claimed' : 'limited'),
  )
}

function checkNamed({ call, use }: NamedCall, reach: Reach): UnknownTool[] {
  const neighbours = [...(call.before ?? []), ...(call.after ?? [])]
  return [
    ...findTool(call.name, call.at, reach, use),
    ...neighbours.flatMap(({ value, at }) => findTool(value, at, reach, use)),
  ]
}

/** It comes after the last message, so one might wait for it forever; a warning, as a service may yet show it. */
function checkMoment({ call, use, phases }: NamedCall, { tools }: Reach, so: string): ToolFinding[] {
  const allowed = tools.get(call.name)
  if (use !== 'expected' || allowed?.has('post') !== true) return []
  if (allowed.size > 1 && !(phases.length === 1 && phases[0] === 'post')) return []
  const message = `${call.name} runs in the phase post, after the last message: ${so}`
  return [{ code: 'wrong-phase', severity: 'warning', at: call.at, message, hint: 'expect it under session: calls' }]
}

function checkPhase({ call, use, phases }: NamedCall, { agent, tools }: Reach): ToolFinding[] {
  if (use === 'never' || use === 'only' || use === 'reference') return []
  const allowed = tools.get(call.name)
  const [phase] = phases
  if (allowed === undefined || phase === undefined || phases.length > 1 || allowed.has(phase)) return []
  const message = `${call.name} is expected in the phase ${phase}, but the configuration of "${agent}" does not list it there`
  const hint = `it runs in ${[...allowed].join(' and ')}`
  return [{ code: 'wrong-phase', at: call.phase?.at ?? call.at, message, hint }]
}

type ToolUse = NamedCall['use'] | 'limited' | 'claimed' | 'left out'
type ToolFinding = Omit<Problem, 'file' | 'hint'> & { hint: string }

/** A tool that nothing knows, and the known one whose name it nearly has; null if there is none. */
interface UnknownTool {
  finding: ToolFinding
  tool: string
  near: string | null
  /** Whether another agent or version has it. */
  isElsewhere: boolean
  /** Whether it holds without any such call. */
  isIdle: boolean
}

/**
 * Looks a tool up among those that the conversation can meet. A missing one is a problem if every agent that
 * may answer is known, or if its name is a near miss; otherwise a warning. Forbidding or limiting a tool that
 * nobody has may be meant, so there only a near miss is a problem: it would never forbid or limit anything.
 */
function findTool(tool: string, at: Place, reach: Reach, use: ToolUse = 'expected'): UnknownTool[] {
  const names = [...reach.tools.keys()]
  const idleWords = idle[use]
  const guards = idleWords !== undefined
  const isKnown = (name: string): boolean => coversTool(tool, name)
  if (!isFixedName(tool) || names.some(isKnown)) return []
  const near = names.find((name) => isNearTool(tool, name)) ?? null
  // What this version has under another name would go by a guardrail that names it as it was.
  const isRenamed = guards && near !== null && reach.published?.tools.has(tool) === true
  const isElsewhere = !isRenamed && [...reach.elsewhere].some(isKnown)
  if (guards && isElsewhere) return []
  const isSlipped = near !== null || (!guards && names.some((name) => isSlip(tool, name)))
  const certain = use !== 'reference' && (isSlipped || (!guards && reach.more === null))
  const message = `${reach.lists} ${tool}`
  const finding: ToolFinding = {
    code: use === 'never' || use === 'limited' ? 'idle-guardrail' : 'unknown-tool',
    ...(certain ? {} : { severity: 'warning' }),
    at,
    message: guards ? `${message}, so ${idleWords}` : message,
    hint:
      unlistedHint(tool, reach) ?? (guards ? nearHint(near) : didYouMean(tool, names, String)) ?? hint(names, reach),
  }
  return [{ finding, tool, near, isElsewhere, isIdle: guards || use === 'counted' }]
}

const idle: Partial<Record<ToolUse, string>> = {
  never: 'this forbids nothing',
  only: 'this allows nothing',
  limited: 'this limits nothing',
  claimed: 'no agent may ever say so here',
  'left out': 'this leaves nothing out of a snapshot',
}

const nearHint = (near: string | null): string | undefined => (near === null ? undefined : askMeant(near))

/** For a tool that the file of the agent describes, and that no call reaches, since its functions leave it out. */
function unlistedHint(tool: string, { takes }: Reach): string | undefined {
  return takes.has(tool) ? `tools: of the agent describes ${tool}, so list it under functions: there` : undefined
}

function hint(names: readonly string[], { more }: Reach): string {
  if (more !== null) return more
  return names.length === 0 ? 'it lists none at all' : listKnown(names)
}
