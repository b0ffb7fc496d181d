import { isJsonObject } from '../../base/json/json.ts'
import type { Phase } from '../../wire/api/transcript-entry.ts'
import type { AgentSketch, SketchedTool, ValuePool } from './agent-sketch.ts'
import { listOthers, listRules } from './list-rules.ts'
import { neededBy, sampleArguments, samplesFor } from './sample-arguments.ts'
import type { Cell } from './suggestion-shape.ts'

type Ending = NonNullable<Cell['ending']>

/** Everything that should be tried with an agent, in the order of reports; nothing is covered yet. */
export function listCells(sketch: AgentSketch, pool: ValuePool): Cell[] {
  const { agent, version, tools, handsOffTo, opening, prompts, variables } = sketch
  const cell = (kind: Cell['kind'], name: string, more: Partial<Cell> = {}): Cell => {
    const { ending = null, phase = null, byHand = null } = more
    const id = [agent, version, kind, phase, name, ending].filter((each) => each !== null).join(' > ')
    return { ...{ id, agent, version, kind, name, ending, phase, coveredBy: [], seen: 0, byHand } }
  }
  return [
    ...tools.flatMap((tool) =>
      (tool.phases.length === 0 ? [null] : tool.phases).flatMap((phase) =>
        endingsOf(tool, phase).map((ending) =>
          cell('tool', tool.name, { ending, phase, byHand: whyByHand(tool, phase, ending, pool) }),
        ),
      ),
    ),
    ...handsOffTo.map((name) => cell('handoff', name)),
    ...listRules(prompts).map((rule) => cell('rule', rule)),
    ...listOthers(prompts.filter((each) => each !== opening)).map((each) =>
      cell('sentence', each, { byHand: 'cannot be checked by itself: it needs a judge' }),
    ),
    ...variables.flatMap(({ name }) => [
      cell('metadata', name, { ending: 'given' }),
      cell('metadata', name, { ending: 'missing' }),
    ]),
  ]
}

/** Tools of the phases pre and post run by themselves: nobody can ask for them with a value missing. */
function endingsOf(tool: SketchedTool, phase: Phase | null): Ending[] {
  if (phase === 'pre' || phase === 'post') return ['succeeds']
  const { samples } = tool
  const takes = neededBy(tool).length > 0
  const hasNamedError = samples.some((each) => each.isError && Object.keys(each.with).length > 0)
  const hasOtherError = samples.some((each) => each.isError && Object.keys(each.with).length === 0)
  return [
    'succeeds',
    ...(samples.length === 0 || hasNamedError ? (['fails'] as const) : []),
    ...(hasOtherError || (samples.length === 0 && takes) ? (['finds nothing'] as const) : []),
    ...(takes ? (['value missing'] as const) : []),
  ]
}

function whyByHand(tool: SketchedTool, phase: Phase | null, ending: Ending, pool: ValuePool): string | null {
  if (phase === 'post') return 'it runs when a session ends'
  if (phase === 'pre') return null
  if (tool.flaw !== undefined) return tool.flaw
  const isKnown = tool.description !== '' || tool.samples.length > 0 || isJsonObject(tool.parameters.properties)
  if (!isKnown) return 'only its name is known: describe it in a workspace'
  if (ending === 'value missing') return null
  if (ending === 'fails' && tool.samples.length === 0) return 'nothing says what makes it fail: write a double of it'
  const { missing, strangers } = sampleArguments(tool, ending, pool)
  if (missing.length > 0) return `no value is known for ${missing.join(', ')}: give it examples in its parameters`
  const isKnownToFail = samplesFor(tool, ending).length > 0
  return ending === 'finds nothing' && strangers.length === 0 && !isKnownToFail
    ? 'each value that it takes is in a list: nothing says which of them finds nothing'
    : null
}
