import type { JsonObject } from '../../../base/json/json.ts'
import { copyJson } from '../../../base/json/walk-json.ts'
import { redactEnvironment, redactEnvironmentIn } from '../../../base/secrets/environment.ts'
import { redactKeysIn } from '../../../base/secrets/secret-keys.ts'
import { type TimeLimit, withinLimit } from '../../../base/time-limit.ts'
import type { BlueprintConfig } from '../../../wire/api/blueprint.ts'
import type { Refusal } from '../../answer/answer.ts'
import type { AgentTool, ThinkingBehaviour } from '../../workspace/agent.ts'
import {
  AgentError,
  type AgentTurn,
  type CallOfJson,
  collectParts,
  factsOf,
  type TokenUsage,
  type ToolCaller,
  type ToolOutcome,
  type TurnData,
} from '../../workspace/agent-function.ts'
import type { AgentCode } from '../code/agent-code.ts'
import { writeState } from '../code/output.ts'
import { readThrown } from '../code/read-thrown.ts'
import { whenAsked } from '../code/when-asked.ts'
import { fillArguments } from '../fill-arguments.ts'
import { findTool } from '../find-tool.ts'
import { callTool } from '../tools/call-tool.ts'
import { describeTools } from '../tools/describe-tools.ts'
import type { McpServers } from '../tools/mcp-servers.ts'
import { type Line, openPen, type Performance, writeLines } from '../write-entries.ts'
import { analyseWith, functionOf } from './function-of.ts'
import { type Notes, openNotes } from './open-notes.ts'

/** The result of a turn of an agent that thinks, with the state it leaves; or why it could not think. */
export type Thought =
  | {
      performance: Performance
      state: JsonObject
      usage: TokenUsage[]
      /** The members of the analysis that a model found, at the end of a session. */
      analysis: JsonObject | null
    }
  | (Refusal & { usage: TokenUsage[] })

/** A turn as the session knows it, before it is handed to the agent. */
export type ThinkingTurn = TurnData & {
  history(): AgentTurn['history']
  /** Whether it is the first of its session; the functions of the phase pre run before that one. */
  first: boolean
  config: BlueprintConfig
}

/** How much later than the limit a model's turn is given up, in ms: so a late host is told as such. */
const modelGraceMs = 250

/** Lets an agent think about one turn, with real times. It never rejects: not thinking, or too long, is a refusal. */
export async function think(
  baseBehaviour: ThinkingBehaviour,
  facts: ThinkingTurn,
  closing: AbortSignal,
  servers: McpServers,
  agentCode: AgentCode,
): Promise<Thought> {
  const code = agentCode.now() // the same for the whole turn, even if the workspace is read again meanwhile
  code.enter()
  const notes = openNotes(facts.agentName)
  const state = copyJson(facts.state)
  const failed: unknown[] = []
  const call: CallTool = (tool, args, caller) =>
    (typeof tool === 'string' ? refuseToolless(tool) : callTool(tool, args, caller, servers, code)).catch(
      (error: unknown) => {
        failed.push(error)
        throw error
      },
    )
  let late = false
  const begun = performance.now()
  const graceMs = baseBehaviour.kind === 'model' ? modelGraceMs : 0
  const work = async (limit: TimeLimit): Promise<Thought> => {
    const behaviour = { ...baseBehaviour, tools: await describeTools(baseBehaviour.tools, servers) }
    const turn = await openTurn(behaviour, facts, state, notes, call, limit)
    const run = await functionOf(behaviour, facts.config, code, begun, notes)
    const isOver = (): boolean => limit.over
    if (!isOver()) await collectParts(run(turn), notes.part, isOver, (giveUp) => limit.onOver(giveUp)) // nobody would stop an agent that starts now
    const analysis = facts.occasion === 'end' && !limit.over ? await endTurn(behaviour, facts, turn, notes) : null
    if (failed.length > 0) throw failed[0] // even if the agent carried on as if nothing were wrong
    const performance = redactEnvironmentIn(notes.performance()) // a far side may repeat what it was sent
    return { performance, state: keptState(behaviour, state), usage: shownUsage(notes), analysis }
  }
  try {
    return await withinLimit(baseBehaviour.limitMs + graceMs, closing, work, () => {
      late = true
      return new DOMException('The turn took too long', 'TimeoutError')
    })
  } catch (error) {
    return {
      ...refuseThought(facts, failed[0] ?? error, late ? baseBehaviour.limitMs : null),
      usage: shownUsage(notes),
    }
  } finally {
    code.leave()
  }
}

/** The state as JSON holds it; a module's was checked in its thread. @throws AgentError if JSON cannot hold it */
function keptState(behaviour: ThinkingBehaviour, state: JsonObject): JsonObject {
  const isOfModule = behaviour.kind === 'code' && typeof behaviour.from !== 'function'
  return isOfModule ? state : (JSON.parse(writeState(state)) as JsonObject)
}

/** The usage, redacted: agents choose the names of their models. */
function shownUsage({ usage }: Notes): TokenUsage[] {
  return redactEnvironmentIn(redactKeysIn(usage))
}

/** Calls a tool; by its name, one of code that has no tools. @throws AgentError for one that cannot be asked at all */
type CallTool = (tool: AgentTool | string, given: JsonObject, caller: ToolCaller) => Promise<ToolOutcome>

/** No file says whether code without tools runs some of its own, so nothing that judges would notice. */
async function refuseToolless(name: string): Promise<never> {
  throw new AgentError(`its code calls the tool ${JSON.stringify(name)}, and it has none: list it under tools:`)
}

async function openTurn(
  behaviour: ThinkingBehaviour,
  facts: ThinkingTurn,
  state: JsonObject,
  notes: Notes,
  callTool: CallTool,
  limit: TimeLimit,
): Promise<AgentTurn> {
  const { occasion, first } = facts
  const { sessionId, agentName, variables } = facts
  const caller: ToolCaller = whenAsked({ sessionId, agentName, variables }, { signal: () => limit.signal })
  const phase = occasion === 'end' ? 'post' : 'during'
  const callAs = (phase: 'pre' | 'during' | 'post') =>
    (async (name, args = {}) => {
      const tool = findTool(name, behaviour.tools, facts.config)
      const called = notes.call(name, args, phase)
      const isToolless = behaviour.kind === 'code' && behaviour.tools.length === 0
      const callee = isToolless ? name : tool
      const outcome = typeof callee === 'object' && 'output' in callee ? callee : await callTool(callee, args, caller)
      called(outcome)
      return outcome
    }) satisfies CallOfJson as AgentTurn['call']
  if (first && occasion !== 'end') await runPhase(behaviour, facts, state, 'pre', callAs('pre'))
  const { lines } = notes.performance()
  const before = lines.length === 0 ? [] : entriesOf(lines, facts)
  const whole = Object.assign(factsOf(facts), { state, call: callAs(phase) })
  let history: AgentTurn['history'] | undefined
  return whenAsked(whole, {
    history() {
      history ??= before.length === 0 ? facts.history() : [...facts.history(), ...before]
      return history
    },
    signal: () => limit.signal,
  })
}

/** Entries of what has just happened, for the agent only: the stored ones are written when the turn is stored. */
function entriesOf(lines: readonly Line[], { now, sessionId }: ThinkingTurn): ReturnType<typeof writeLines> {
  const instant = Date.parse(now)
  let calls = 0
  const pen = openPen({ latest: instant - 1, call: null }, instant, () => {
    calls += 1
    return `${sessionId}-${calls}`
  })
  return writeLines(lines, pen)
}

/** Runs functions of the phase post that the agent has not called itself, and asks its model about the session. */
async function endTurn(
  behaviour: ThinkingBehaviour,
  facts: ThinkingTurn,
  turn: AgentTurn,
  notes: Notes,
): Promise<JsonObject | null> {
  const called = notes.performance().lines.flatMap((line) => (line.kind === 'call' ? [line.name] : []))
  await runPhase(behaviour, facts, facts.state, 'post', turn.call, called)
  const { config, variables } = facts
  const transcript = [...facts.history(), ...entriesOf(notes.performance().lines, facts)]
  const analysed = await analyseWith(behaviour, { config, transcript, variables, signal: turn.signal })
  if (analysed !== null) notes.usage.push(analysed.usage)
  return analysed?.members ?? null
}

/** Runs a phase's unasked functions: the steps', then the listed ones, with the customer's details as arguments. */
async function runPhase(
  { kind, before, after, tools }: ThinkingBehaviour,
  { config, variables }: ThinkingTurn,
  state: JsonObject,
  phase: 'pre' | 'post',
  call: AgentTurn['call'],
  called: readonly string[] = [],
): Promise<void> {
  const steps = (phase === 'pre' ? before : after).filter((step) => step.kind === 'call')
  const values: JsonObject = { ...state }
  for (const { name, arguments: argumentTemplate } of steps) {
    const tool = tools.find((each) => each.name === name)
    const { value } = await call(name, fillArguments(argumentTemplate, { values, variables }, tool?.parameters))
    values[name] = value
  }
  const own = tools.filter((tool) => tool.phase === phase).map(({ name }) => name)
  const done = new Set([...called, ...steps.map(({ name }) => name)])
  const { preCall, postCall } = config.functionSettings
  for (const name of new Set([...(phase === 'pre' ? preCall : postCall), ...own])) {
    const tool = tools.find((each) => each.name === name)
    const args = argumentsOf(tool, variables)
    // the model was asked for the arguments missing from the customer's details, and chose not to call the function
    const isLeftOut =
      kind === 'model' && phase === 'post' && requiredOf(tool).some((each) => !Object.hasOwn(args, each))
    if (!done.has(name) && !isLeftOut) await call(name, args)
  }
}

function requiredOf(tool: AgentTool | undefined): string[] {
  const { required } = tool?.parameters ?? {}
  return Array.isArray(required) ? required.map(String) : []
}

function argumentsOf(tool: AgentTool | undefined, variables: JsonObject): JsonObject {
  const { properties } = tool?.parameters ?? {}
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
  const entries = Object.entries(variables).filter(([name]) => names.includes(name))
  const argumentTemplate = Object.fromEntries(entries.map(([name], at) => [name, `{${at}}`]))
  const values = Object.fromEntries(entries.map(([, value], at) => [at, value]))
  return fillArguments(argumentTemplate, { values, variables }, tool?.parameters)
}

/** The refusal for an error. What user code threw is shown with its place in that code. */
function refuseThought({ agentName }: ThinkingTurn, error: unknown, limitMs: number | null): Refusal {
  const who = `the agent ${agentName}`
  if (limitMs !== null)
    return {
      errorCode: 'localAgentErrored',
      message: `${who} has not answered within ${limitMs / 1_000} s`,
      layer: 'agent',
    }
  const { own, description, layer } = readThrown(error)
  return {
    errorCode: 'localAgentErrored',
    message: redactEnvironment(own ? description : `${who} failed: ${description}`),
    layer,
  }
}
