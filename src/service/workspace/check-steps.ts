import type { JsonObject, JsonValue } from '../../base/json/json.ts'
import { textsIn } from '../../base/json/walk-json.ts'
import { didYouMean, isTypo, suggest } from '../../base/text/suggest.ts'
import type { Place } from '../../suite/yaml/place.ts'
import type { Reading } from '../../suite/yaml/shape.ts'
import { refuse } from '../../suite/yaml/shape.ts'
import type { BlueprintConfig } from '../../wire/api/blueprint.ts'
import { type AgentRule, type AgentStep, type AgentTool, type ScriptedParts, scriptedCalls } from './agent.ts'
import { namesArguments, refuseOddArguments, refuseOddCases } from './checks/idle-case.ts'

/** Where steps of agent files, arguments and what rules set stand: they are compared, so they hold no places. */
export const placesOfSteps: WeakMap<AgentStep | JsonObject, Place> = new WeakMap()

interface StatedSteps {
  rules?: AgentRule[]
  before?: AgentStep[]
  otherwise?: AgentStep[]
  onSilence?: AgentStep[]
  after?: AgentStep[]
  tools?: readonly { name: string }[]
}

const slots = /(?<!\$)\{([A-Za-z0-9_.]+)\}/g

/**
 * Refuses a scripted step's tools, arguments and values (`{get_quote.price}`) that nothing gives: customers would read
 * the braces. A plain `{name}` may be another agent's: only one nearly known is refused.
 */
export function checkSteps(
  definition: StatedSteps,
  behaviour: ScriptedParts,
  { functionSettings: { preCall, duringCall, postCall }, agentsList }: BlueprintConfig,
  reading: Reading,
): void {
  const { tools, rules = [], before } = behaviour
  const callable = [...new Set([...tools.map(({ name }) => name), ...preCall, ...duringCall, ...postCall])]
  const values = [
    'message',
    'context',
    ...rules.flatMap(({ set, state }) => [...Object.keys(set), ...Object.keys(state)]),
  ]
  const agents = agentsList.map(({ transferTo }) => transferTo)
  const early = [...preCall, ...namesOf(before)]
  const checkSlots = (of: AgentStep | AgentRule['set'], names: readonly string[]): void => {
    const at = placesOfSteps.get(of)
    if (at === undefined) return
    for (const text of textsIn(of))
      for (const [, path = ''] of text.matchAll(slots)) checkSlot(path, names, tools, at, reading)
  }
  const check = (steps: readonly AgentStep[], names: readonly string[]): string[] => {
    const knownNames = [...values, ...names]
    for (const step of steps) {
      const at = placesOfSteps.get(step)
      if (at === undefined) continue
      checkSlots(step, knownNames)
      if (step.kind === 'hand off') checkHandoff(step.agent, agents, at, reading)
      if (step.kind !== 'call') continue
      const suggestion = callable.includes(step.name) ? undefined : suggest(step.name, callable)
      knownNames.push(step.name, ...(suggestion === undefined ? [] : [suggestion])) // what follows from a slip is not told again
      const tool = tools.find(({ name }) => name === step.name)
      const args = { value: step.arguments, at: placesOfSteps.get(step.arguments) ?? at }
      if (tool !== undefined) refuseOddArguments(args, tool, reading)
      if (callable.length > 0 && !callable.includes(step.name))
        refuse(
          reading,
          'unknown-tool',
          at,
          `the agent has no tool ${step.name}`,
          didYouMean(step.name, callable, String) ??
            `write it under tools: and functions:, or call one of ${callable.join(', ')}`,
        )
    }
    return knownNames
  }
  for (const { do: steps, says, set } of definition.rules ?? [])
    checkSlots(set, check(steps, [...early, ...groupsOf(says?.source ?? '')]))
  for (const steps of [definition.before, definition.otherwise, definition.onSilence]) check(steps ?? [], early)
  check(definition.after ?? [], [...early, ...postCall])
  for (const tool of tools) {
    if (namesArguments(tool) || !definition.tools?.some(({ name }) => name === tool.name)) continue
    const args = scriptedCalls(behaviour).flatMap((call) => (call.name === tool.name ? [call.arguments] : []))
    refuseOddCases(tool, args, (each) => placesOfSteps.get(each), reading)
  }
}

/** Any other name, such as a person's, is shown as the speaker: only one nearly known is refused. */
function checkHandoff(agent: string, agents: readonly string[], at: Place, reading: Reading): void {
  if (agents.includes(agent) || !agents.some((each) => isTypo(agent, each))) return
  refuse(reading, 'unknown-agent', at, `the agent does not hand off to ${agent}`, didYouMean(agent, agents, String))
}

function checkSlot(
  path: string,
  names: readonly string[],
  tools: readonly AgentTool[],
  at: Place,
  reading: Reading,
): void {
  const [name = '', ...keys] = path.split('.')
  const tool = tools.find((each) => each.name === name)
  if (names.includes(name)) {
    if (tool !== undefined) checkOutput(tool, keys, at, reading)
    return
  }
  if (name === path && !names.some((each) => isTypo(name, each))) return
  const hint = didYouMean(name, names, (near) => `{${path.replace(name, near)}}`) ?? 'call the tool in a step before'
  refuse(reading, 'unknown-variable', at, `nothing gives {${path}} a value before this`, hint)
}

/** Refuses a path that no canned output of a tool has; what a double will give, once it is filled in, nobody knows. */
function checkOutput({ name, cases, unfilled }: AgentTool, keys: readonly string[], at: Place, reading: Reading): void {
  let values = cases.filter(({ isError }) => !isError).map(({ output }) => output)
  if (unfilled === true || values.length === 0) return
  const passed = [name]
  for (const key of keys) {
    const inner = values.flatMap((value) => membersOf(value).filter(([each]) => each === key))
    if (inner.length === 0) {
      const there = [...new Set(values.flatMap((value) => membersOf(value).map(([each]) => each)))]
      const slot = (last: string): string => `{${[...passed, last].join('.')}}`
      const hint =
        didYouMean(key, there, slot) ?? `${passed.join('.')} has ${there.slice(0, 12).join(', ') || 'no members'}`
      refuse(reading, 'unknown-variable', at, `no output of ${name} gives ${slot(key)} a value`, hint)
      return
    }
    values = inner.map(([, value]) => value)
    passed.push(key)
  }
}

const membersOf = (value: JsonValue): [string, JsonValue][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []

const namesOf = (steps: readonly AgentStep[]): string[] =>
  steps.flatMap((step) => (step.kind === 'call' ? [step.name] : []))

const groupsOf = (source: string): string[] => [...source.matchAll(/\(\?P?<(\w+)>/g)].map(([, name = '']) => name)
