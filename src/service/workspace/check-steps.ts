import { textsIn } from '../../base/json/walk-json.ts'
import { didYouMean, isTypo } from '../../base/text/suggest.ts'
import type { Place } from '../../suite/yaml/place.ts'
import type { Reading } from '../../suite/yaml/shape.ts'
import { refuse } from '../../suite/yaml/shape.ts'
import type { BlueprintConfig } from '../../wire/api/blueprint.ts'
import type { AgentRule, AgentStep, ScriptedBehaviour } from './agent.ts'

/** Where steps of agent files stand; a step itself is compared with others, so it does not hold its place. */
export const placesOfSteps: WeakMap<AgentStep, Place> = new WeakMap()

/** The steps of a version as its file states them. */
interface StatedSteps {
  rules?: AgentRule[]
  before?: AgentStep[]
  otherwise?: AgentStep[]
  onSilence?: AgentStep[]
  after?: AgentStep[]
}

const slots = /(?<!\$)\{([A-Za-z0-9_.]+)\}/g

/**
 * Refuses what the steps of a scripted version name and nothing gives: a tool that neither its tools nor its functions
 * have, and a value such as `{get_quote.price}` of a call that no step before makes. Left alone, the customer would read
 * the braces. A plain `{name}` may come from another agent of the session: only one that is nearly a known one is refused.
 */
export function checkSteps(
  stated: StatedSteps,
  { tools, rules, before }: ScriptedBehaviour,
  { functionSettings: { preCall, duringCall, postCall } }: BlueprintConfig,
  reading: Reading,
): void {
  const callable = [...new Set([...tools.map(({ name }) => name), ...preCall, ...duringCall, ...postCall])]
  const values = [
    'message',
    'context',
    ...rules.flatMap(({ set, state }) => [...Object.keys(set), ...Object.keys(state)]),
  ]
  const early = [...preCall, ...namesOf(before)]
  const check = (steps: readonly AgentStep[], given: readonly string[]): void => {
    const known = [...values, ...given]
    for (const step of steps) {
      const at = placesOfSteps.get(step)
      if (at === undefined) continue
      for (const text of textsIn(step))
        for (const [, path = ''] of text.matchAll(slots)) checkSlot(path, known, at, reading)
      if (step.kind !== 'call') continue
      known.push(step.name)
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
  }
  for (const { do: steps, says } of stated.rules ?? []) check(steps, [...early, ...groupsOf(says?.source ?? '')])
  for (const steps of [stated.before, stated.otherwise, stated.onSilence]) check(steps ?? [], early)
  check(stated.after ?? [], [...early, ...postCall])
}

function checkSlot(path: string, known: readonly string[], at: Place, reading: Reading): void {
  const [name = ''] = path.split('.')
  if (known.includes(name)) return
  if (name === path && !known.some((each) => isTypo(name, each))) return
  const hint = didYouMean(name, known, (near) => `{${path.replace(name, near)}}`) ?? 'call the tool in a step before'
  refuse(reading, 'unknown-variable', at, `nothing gives {${path}} a value before this`, hint)
}

const namesOf = (steps: readonly AgentStep[]): string[] =>
  steps.flatMap((step) => (step.kind === 'call' ? [step.name] : []))

/** The named groups of a pattern. */
const groupsOf = (source: string): string[] => [...source.matchAll(/\(\?P?<(\w+)>/g)].map(([, name = '']) => name)
