import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { didYouMean, isTypo } from '../../base/text/suggest.ts'
import { compileSchema } from '../../suite/language/matchers/json-schema.ts'
import { withoutPatterns } from '../../suite/language/matchers/text-or-pattern.ts'
import { modelShape } from '../../suite/language/model-shape.ts'
import { dictionary, list } from '../../suite/yaml/collections.ts'
import { literal, literalObject } from '../../suite/yaml/literal.ts'
import type { WithPlace } from '../../suite/yaml/place.ts'
import { optional, record, required } from '../../suite/yaml/record.ts'
import { flag, text, wholeNumber, withPlace, word } from '../../suite/yaml/scalar.ts'
import { type ReadOf, refuse, type Shape, withCheck } from '../../suite/yaml/shape.ts'
import type { AgentTool, ToolCase } from './agent.ts'
import { placesOfSteps } from './check-steps.ts'
import { refuseIdle, valuesOnly } from './checks/idle-case.ts'
import { insistIndented } from './checks/insist-indented.ts'
import { httpShape, mcpShape, type StatedHttp, type StatedMcp } from './live-tool-shape.ts'
import { fromGitShape, promptShape } from './read-prompt.ts'
import { remoteShapes } from './remote-shape.ts'
import { rulesShape, stepShape } from './rule-shape.ts'
import { anyText, milliseconds } from './scalar-shapes.ts'

/** A version as stated in its file; parts that are left out come from the version it is based on. */
export interface StatedVersion extends Omit<ReadOf<typeof versionRecord>, 'at'> {}

/** A tool as stated in its file. */
export type StatedTool = Omit<AgentTool, 'name' | 'source'> & {
  module?: WithPlace<string>
  http?: StatedHttp
  mcp?: StatedMcp
}

/** The error of a double's call for which no output has been written. */
const unfilledDouble = 'this double is not filled in yet'

const outcome = {
  output: optional(literal, 'What it gives: text, or a value that becomes JSON text.'),
  error: optional(text, 'What it says when it fails.'),
  timeMs: optional('time', milliseconds, 'How long it takes, as executionTimeMs shows it.'),
}

const caseShape = record('a case of a tool', {
  with: optional(
    withPlace(withoutPatterns(literalObject, { hint: valuesOnly })),
    'The arguments that it is for, as values.',
  ),
  ...outcome,
})

/** Shown when a JSON Schema is not one of an object: arguments always are. */
const objectHint = 'write { type: object, properties: { order_id: { type: string } }, required: [order_id] }'

/** The JSON Schema of arguments. An invalid one is read all the same: what sends nothing goes on with other tools. */
const parametersShape: Shape<JsonObject> = withCheck(literalObject, (schema, reading, node) => {
  const compiled = compileSchema(schema)
  if (!compiled.ok) {
    const message = `the parameters are no JSON Schema: ${compiled.reason}`
    const isBare = schema.type === undefined && schema.properties === undefined
    refuse(reading, 'bad-schema', node.at, message, isBare ? objectHint : compiled.hint)
    return schema
  }
  const { type = 'object', properties, required = [] } = schema
  const names = Object.keys(isJsonObject(properties) ? properties : {})
  for (const name of [required].flat())
    if (typeof name === 'string' && !names.includes(name) && names.some((each) => isTypo(name, each)))
      refuse(
        reading,
        'bad-schema',
        node.at,
        `the parameters require ${name} and have none`,
        didYouMean(name, names, String),
      )
  if (type === 'object' || (Array.isArray(type) && type.includes('object'))) return schema
  const message = `the parameters are of the type ${JSON.stringify(type)}, and arguments are an object`
  refuse(reading, 'bad-schema', node.at, message, objectHint)
  return schema
})

const toolRecord = record('a tool', {
  description: optional(text, 'What it does.'),
  parameters: optional(parametersShape, 'The JSON Schema of its arguments.'),
  cases: optional(list('cases', caseShape, 1), 'What it gives for which arguments; the first that fits.'),
  phase: optional(
    word(['pre', 'during', 'post']),
    'pre or post: an agent that thinks runs it before the first message, or after the last, without being asked.',
  ),
  module: optional(withPlace(text), 'A function in JavaScript or TypeScript: ./tools.ts#lookupOrder.'),
  http: optional(httpShape, 'A request that it makes: an address, or { url, method, headers, query, body }.'),
  mcp: optional(mcpShape, 'A server of mcp servers: that has it, or { server, tool }.'),
  timeout: optional(milliseconds, 'How long a live tool may take. @default 10 s'),
  notFilledIn: optional('not filled in', flag, 'true: whatever no case is for fails, until there is an output.'),
  ...outcome,
})

/** A tool without its name: one outcome for all arguments, or cases. */
const toolShape: Shape<StatedTool> = withCheck(toolRecord, (read, reading) => {
  const { at: _, output, error, timeMs = 20, cases = [], notFilledIn, timeout, ...stated } = read
  const { parameters = { type: 'object' }, module, http, mcp } = stated
  for (const each of cases) {
    if (each.with === undefined) continue
    placesOfSteps.set(each.with.value, each.with.at)
    refuseIdle(each.with, parameters, reading)
  }
  const isFilled = [output, error, module, http, mcp].some((each) => each !== undefined)
  const isOpen = notFilledIn === true && !isFilled
  const isCanned = output !== undefined || error !== undefined
  const own = isCanned ? [toCase({}, read)] : isOpen ? [toCase({}, { error: unfilledDouble })] : []
  return {
    description: '',
    ...stated,
    parameters,
    timeMs,
    cases: [...cases.map((each) => toCase(each.with?.value ?? {}, each)), ...own],
    ...(timeout === undefined ? {} : { timeoutMs: timeout }),
    ...(isOpen ? { unfilled: true as const } : {}),
  }
})

function toCase(
  args: ToolCase['with'],
  { output, error, timeMs }: { output?: JsonValue; error?: string; timeMs?: number },
): ToolCase {
  const time = timeMs === undefined ? {} : { timeMs }
  return error === undefined
    ? { with: args, output: output ?? null, isError: false, ...time }
    : { with: args, output: error, isError: true, ...time }
}

const steps = list('steps', stepShape)
const texts = list('names', text)
const placedTexts = list('names', withPlace(text))

const limitsShape = record('limits', {
  /** Milliseconds. */
  time: optional(milliseconds, 'How long a turn may take. @default 60 s'),
  /** How many times a model is asked. */
  steps: optional(wholeNumber(1), 'How often a model is asked for what to do next. @default 12'),
  tokens: optional(wholeNumber(1), 'The tokens that a model may take and give.'),
})

const versionRecord = record('a version', {
  basedOn: optional('based on', withPlace(wholeNumber(0)), 'The version whose parts hold where this one says nothing.'),
  name: optional(anyText, 'What its blueprint calls it (default: the name of the agent, and the number).'),
  description: optional(anyText, 'What is new.'),
  prompt: optional(withPlace(promptShape), 'The system texts, each written out or { file: prompts/desk.md }.'),
  from: optional(fromGitShape, 'The prompt as a commit had it: { commit: abc1234, file: prompts/desk.md }.'),
  initialMessage: optional('initial message', text, 'What the agent says when it opens.'),
  firstSpeaker: optional('first speaker', text, 'Who speaks first: agent or user.'),
  functions: optional(
    record('functions', {
      pre: optional(placedTexts, 'Tools that run before the first message.'),
      during: optional(placedTexts, 'Tools of the conversation.'),
      post: optional(placedTexts, 'Tools that run after the last message.'),
    }),
    'The tools by phase, as the blueprint lists them.',
  ),
  handsOffTo: optional('hands off to', withPlace(texts), 'Agents it can transfer to.'),
  variables: optional(dictionary('variables', anyText), 'The ${variables} it uses, with a description.'),
  blueprint: optional(literalObject, 'Other members of the configuration, merged into it.'),
  wholeBlueprint: optional(
    'whole blueprint',
    flag,
    'true: no member of the configuration comes from the version it is based on.',
  ),
  tools: optional(dictionary('tools', toolShape), 'What its tools give.'),
  before: optional(steps, 'Steps before the first message, in the phase pre.'),
  after: optional(steps, 'Steps after the last message, in the phase post.'),
  rules: optional(rulesShape, 'What it does on which message; one with the id of an earlier version replaces it.'),
  otherwise: optional(steps, 'What it does when no rule fits.'),
  onSilence: optional('on silence', steps, 'What it does in a call when the customer says nothing.'),
  analysis: optional(
    dictionary('analysis', text),
    'What the analysis of a finished session says: summary, sentiment, or the name of an analytics query.',
  ),
  delayMs: optional('delay', milliseconds, 'A real wait before every answer.'),
  recordings: optional(withPlace(text), 'A file of recorded dialogues to repeat, instead of rules.'),
  module: optional(withPlace(text), 'A function in JavaScript or TypeScript that is the agent: ./agent.ts.'),
  chatCompletions: optional(
    'chat completions',
    remoteShapes.chatCompletions,
    "An agent that runs already and answers in OpenAI's form: its address, up to /v1.",
  ),
  a2a: optional(remoteShapes.a2a, 'An agent that runs already and speaks A2A: the address of its card.'),
  agUi: optional('ag-ui', remoteShapes.agUi, 'An agent that runs already and speaks AG-UI: its address.'),
  webhook: optional(remoteShapes.webhook, 'An address that is asked for each reply with a JSON body.'),
  http: optional(remoteShapes.http, 'An agent that runs already and answers requests of its own form.'),
  model: optional(modelShape, 'The model that is the agent, with the prompt and the tools of this version.'),
  foldAfter: optional(
    'fold history after',
    wholeNumber(2),
    'The number of messages after which a summary by the model takes the place of the history.',
  ),
  mayEnd: optional('may end', flag, 'true: the model may end the conversation.'),
  limits: optional(limitsShape, 'What one turn may take, where the agent thinks.'),
  notFilledIn: optional(
    'not filled in',
    flag,
    'true: each turn is refused until somebody writes rules, or what else is to answer, here or in the version it is based on.',
  ),
})

export const versionShape: Shape<StatedVersion> = versionRecord

export const agentShape = insistIndented(
  record('an agent', {
    name: required('agent', text, 'The name that triggers use.'),
    agentId: required('id', text, 'The id that blueprints list.'),
    published: optional(withPlace(wholeNumber(0)), 'The version that default means.'),
    versions: required(dictionary('versions', versionShape), 'The numbered versions.'),
    draft: optional(versionShape, 'The latest saved draft.'),
  }),
)

export interface StatedAgent extends Omit<ReadOf<typeof agentShape>, 'at'> {}
