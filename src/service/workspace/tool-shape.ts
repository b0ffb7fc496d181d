import type { JsonValue } from '../../base/json.ts'
import { list } from '../../suite/yaml/list.ts'
import { literal, literalObject } from '../../suite/yaml/literal.ts'
import { optional, record } from '../../suite/yaml/record.ts'
import { text } from '../../suite/yaml/scalar.ts'
import type { Shape } from '../../suite/yaml/shape.ts'
import { milliseconds } from './milliseconds.ts'
import type { Tool, ToolCase } from './scripted-behaviour.ts'

const outcome = {
  output: optional('output', literal, 'What it gives: text, or a value that becomes JSON text.'),
  error: optional('error', text, 'What it says when it fails.'),
  timeMs: optional('time', milliseconds, 'How long it takes, as executionTimeMs shows it.'),
}

const caseShape = record('a case of a tool', {
  with: optional('with', literalObject, 'The arguments that it is for.'),
  ...outcome,
})

const toolRecord = record('a tool', {
  description: optional('description', text, 'What it does.'),
  parameters: optional('parameters', literalObject, 'The JSON Schema of its arguments.'),
  cases: optional('cases', list('cases', caseShape, 1), 'What it gives for which arguments; the first that fits.'),
  ...outcome,
})

/** A tool without its name: one outcome for all arguments, or cases. */
export const toolShape: Shape<Omit<Tool, 'name'>> = {
  read(node, reading) {
    const read = toolRecord.read(node, reading)
    if (read === undefined) return undefined
    const { description = '', parameters = { type: 'object' }, timeMs = 20, cases = [] } = read
    const own = read.output === undefined && read.error === undefined ? [] : [toCase({}, read)]
    return { description, parameters, timeMs, cases: [...cases.map((each) => toCase(each.with ?? {}, each)), ...own] }
  },
  schema: (definitions) => toolRecord.schema(definitions),
}

function toCase(
  given: ToolCase['with'],
  { output, error, timeMs }: { output?: JsonValue; error?: string; timeMs?: number },
): ToolCase {
  const time = timeMs === undefined ? {} : { timeMs }
  return error === undefined
    ? { with: given, output: output ?? null, isError: false, ...time }
    : { with: given, output: error, isError: true, ...time }
}
