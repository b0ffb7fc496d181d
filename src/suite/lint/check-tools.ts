import { didYouMean, isSlip } from '../../base/suggest.ts'
import { listSome } from '../../base/wording.ts'
import type { CallsExpectation } from '../language/calls-expectation.ts'
import type { Claim } from '../language/claims.ts'
import { everyTurnOf } from '../language/conversation.ts'
import { isToolPattern } from '../language/tool-pattern.ts'
import type { TurnExpectation } from '../language/turn-expectation.ts'
import type { Plan } from '../plan/plan.ts'
import type { Place } from '../yaml/place.ts'
import type { Problem } from '../yaml/problem.ts'
import { capturedCalls, isPlain, type NamedCall, namedCalls } from './named-calls.ts'
import type { Reach } from './reach.ts'

/**
 * Checks every tool that a conversation names against what its agent is known to have. A suite that relaxes
 * the law `phases follow blueprint` declares the blueprint's lists invalid, so it is not checked. If a
 * conversation is expected to fail, or a version is not listed, everything is a warning: the tool may yet
 * come.
 */
export function checkTools(plan: Plan, reach: Reach): Problem[] {
  if (plan.relaxed.has('phases follow blueprint')) return []
  const { conversation, file } = plan
  const inTurns = callsOfTurns(plan).flatMap((calls) => namedCalls(calls))
  const { session, simulatedUser: { doneWhen } = {} } = conversation
  const goal = doneWhen?.calls === undefined ? [] : namedCalls(doneWhen.calls)
  const named = [...inTurns, ...goal, ...(session?.calls === undefined ? [] : namedCalls(session.calls))]
  const captured = everyTurnOf(conversation).flatMap(capturedCalls)
  const found = [
    ...named.flatMap((each) => checkNamed(each, reach)),
    ...inTurns.flatMap((each) =>
      checkMoment(each, reach, 'a turn may not show it, and with the local service none does'),
    ),
    ...goal.flatMap((each) =>
      checkMoment(each, reach, 'the user may wait for it in vain, and with the local service it does'),
    ),
    ...captured.flatMap(({ tool, at }) => findTool(tool, at, reach)),
    ...(plan.claims ?? []).flatMap((claim) => checkClaim(claim, reach)),
    ...budgeted(plan.everyTurn).flatMap(({ name, at }) => findTool(name, at, reach, 'limited')),
    ...budgeted(conversation.turns.map(({ expect }) => expect)).flatMap(({ name, at }) => findTool(name, at, reach)),
  ]
  const uncertain = conversation.expectedFail !== undefined || reach.guessed
  return found.map((each) => ({ ...each, file, ...(uncertain ? { severity: 'warning' } : {}) }))
}

function callsOfTurns({ everyTurn, conversation: { turns } }: Plan): CallsExpectation[] {
  const expectations = [...everyTurn, ...turns.flatMap(({ requires, expect }) => [requires, expect])]
  return expectations.map((each) => each?.calls).filter((each) => each !== undefined)
}

/** Tools that have a budget of their own. */
function budgeted(expectations: readonly (TurnExpectation | undefined)[]): { name: string; at: Place }[] {
  return expectations.flatMap((each) => each?.latency?.tools ?? [])
}

/** A claim that no tool can fulfil simply forbids its words, which may be intended, so it only gets a warning. */
function checkClaim({ tools, at, from }: Claim, reach: Reach): ToolFinding[] {
  return tools.flatMap((tool) =>
    findTool(tool.value, from === undefined ? tool.at : at, reach, from === undefined ? 'claimed' : 'limited'),
  )
}

function checkNamed(named: NamedCall, reach: Reach): ToolFinding[] {
  const { call, use } = named
  const found = findTool(call.name, call.at, reach, use)
  if (use === 'never' || use === 'reference') return found
  const neighbours = [...(call.before ?? []), ...(call.after ?? [])]
  return [...found, ...checkPhase(named, reach), ...neighbours.flatMap(({ value, at }) => findTool(value, at, reach))]
}

/**
 * A call of the phase post comes after the last message, so a turn or simulated user might wait for it
 * forever. A warning, since a service may show it all the same.
 */
function checkMoment({ call, use, phases }: NamedCall, { tools }: Reach, so: string): ToolFinding[] {
  const allowed = tools.get(call.name)
  if (use !== 'expected' || allowed?.has('post') !== true) return []
  if (allowed.size > 1 && !(phases.length === 1 && phases[0] === 'post')) return []
  const message = `${call.name} runs in the phase post, after the last message: ${so}`
  return [{ code: 'wrong-phase', severity: 'warning', at: call.at, message, hint: 'expect it under session: calls' }]
}

function checkPhase({ call, phases }: NamedCall, { agent, tools }: Reach): ToolFinding[] {
  const allowed = tools.get(call.name)
  const [phase] = phases
  if (allowed === undefined || phase === undefined || phases.length > 1 || allowed.has(phase)) return []
  const message = `${call.name} is expected in the phase ${phase}, but the blueprint of "${agent}" does not list it there`
  const hint = `it runs in ${[...allowed].join(' and ')}`
  return [{ code: 'wrong-phase', at: call.phase?.at ?? call.at, message, hint }]
}

/** A problem with a tool that a script names. */
type ToolFinding = Omit<Problem, 'file'>

/**
 * Looks a tool up among those that the conversation can meet. A missing one is a problem if every agent that
 * may answer is known, or if its name is a near miss; otherwise a warning. Forbidding or limiting a tool that
 * nobody has is a sound guardrail, so there only a near miss is warned about: it would never forbid or limit
 * anything.
 */
function findTool(
  tool: string,
  at: Place,
  reach: Reach,
  use: NamedCall['use'] | 'limited' | 'claimed' = 'expected',
): ToolFinding[] {
  const names = [...reach.tools.keys()]
  if (reach.tools.has(tool) || !isPlain(tool) || (use === 'never' && isToolPattern(tool))) return []
  const slip = names.find((name) => isSlip(tool, name))
  const guards = use === 'never' || use === 'limited'
  if (guards && slip === undefined) return []
  const certain = !guards && use !== 'reference' && use !== 'claimed' && (reach.complete || slip !== undefined)
  const message = `the blueprint of "${reach.agent}" (${reach.versions}) lists no function ${tool}`
  return [
    {
      code: 'unknown-tool',
      ...(certain ? {} : { severity: 'warning' }),
      at,
      message: guards
        ? `${message}, so this ${use === 'never' ? 'forbids' : 'limits'} nothing`
        : use === 'claimed'
          ? `${message}, so no agent may ever say so here`
          : message,
      hint: didYouMean(tool, names, String) ?? hint(names, reach),
    },
  ]
}

function hint(names: readonly string[], { complete }: Reach): string {
  if (!complete) return 'an agent that may take over, and is not known here, may have it'
  if (names.length === 0) return 'it lists none at all'
  return `there are ${listSome(names, 12)}`
}
