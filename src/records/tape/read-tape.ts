import { statSync } from 'node:fs'
import { readText } from '../../base/files/files.ts'
import { type JsonObject, type JsonValue, setMember } from '../../base/json/json.ts'
import { dictionary, list } from '../../suite/yaml/collections.ts'
import type { YamlNode } from '../../suite/yaml/node.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { readYaml } from '../../suite/yaml/read-yaml.ts'
import { optional, type RecordOf, record, required } from '../../suite/yaml/record.ts'
import { text, wholeNumber, word } from '../../suite/yaml/scalar.ts'
import { type Reading, refuse, refuseType, type Shape, withCheck } from '../../suite/yaml/shape.ts'
import { type Tape, type TapedBlueprint, type TapedExchange, type TapedJudgement, tapeFormat } from './tape.ts'

/** A tape, none, or why the file cannot be replayed. `future`: a later Tableread wrote it. */
export type TapeRead =
  | { kind: 'read'; tape: Tape }
  | { kind: 'none' }
  | { kind: 'future'; format: number }
  | { kind: 'broken'; problems: Problem[]; text: string }

/** In bytes; a longer file is not even opened. */
const largest = 16_000_000

/** Reads a tape; `shown` is its path in messages. Unreadable is a value, never thrown: one file must not end a run. */
export function readTape(path: string, shownPath: string): TapeRead {
  try {
    return readOne(path, shownPath)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    if (code === 'ENOENT') return { kind: 'none' }
    return broken(shownPath, 'unreadable', `the tape cannot be read: ${message}`, 'move it away')
  }
}

function readOne(path: string, shownPath: string): TapeRead {
  const stats = statSync(path)
  if (!stats.isFile()) return broken(shownPath, 'unreadable', 'this is no file', 'move it away')
  if (stats.size > largest) {
    const megabytes = Math.round(stats.size / 1_000_000)
    return broken(shownPath, 'too-large', `the tape has ${megabytes} MB, more than ${largest / 1_000_000}`, again)
  }
  return parseTape(readText(path, largest), shownPath)
}

export function parseTape(text: string, file: string): Exclude<TapeRead, { kind: 'none' }> {
  const yaml = readYaml(text, file)
  if (!yaml.ok) return { kind: 'broken', problems: yaml.problems.map(forTapes), text }
  const format = formatOf(yaml.root)
  if (format === undefined) {
    const message = 'this is no tape: it does not begin with "tableread tape:"'
    return { kind: 'broken', problems: [{ code: 'missing-key', file, at: yaml.root.at, message, hint: again }], text }
  }
  if (format > tapeFormat) return { kind: 'future', format }
  const reading: Reading = { file, problems: [] }
  const tape = tapeShape.read(yaml.root, reading)
  return tape === undefined ? { kind: 'broken', problems: reading.problems, text } : { kind: 'read', tape }
}

const again = 'record it again: npx tableread record'

/** The format number, which a tape of any format has. */
function formatOf(root: YamlNode): number | undefined {
  const entry = root.kind === 'map' ? root.entries.find(({ key }) => key === 'tableread tape') : undefined
  const value = entry?.value.kind === 'scalar' ? entry.value.value : undefined
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined
}

function broken(file: string, code: Problem['code'], message: string, hint: string): TapeRead {
  return { kind: 'broken', problems: [{ code, file, at: { line: 1, column: 1, length: 1 }, message, hint }], text: '' }
}

/** Replaces hints that are meant for suites. */
function forTapes(problem: Problem): Problem {
  return problem.code === 'empty-file' || problem.code === 'too-large' ? { ...problem, hint: again } : problem
}

/** Any JSON from the service, taken literally: no scalar is ambiguous here, since Tableread wrote the file. */
const anyJson: Shape<JsonValue> = {
  read: toJson,
  schema: () => ({}),
}

const anyText: Shape<string> = {
  read: (node, reading) =>
    node.kind === 'scalar' && typeof node.value === 'string' ? node.value : refuseType(reading, node, 'text'),
  schema: () => ({ type: 'string' }),
}

function orNull<T>(shape: Shape<T>): Shape<T | null> {
  return {
    read: (node, reading) => (node.kind === 'scalar' && node.value === null ? null : shape.read(node, reading)),
    schema: (definitions) => ({ anyOf: [{ type: 'null' }, shape.schema(definitions)] }),
  }
}

function toJson(node: YamlNode): JsonValue {
  if (node.kind === 'list') return node.items.map(toJson)
  if (node.kind === 'scalar') return node.value
  const object: JsonObject = {}
  for (const { key, value } of node.entries) setMember(object, key, toJson(value))
  return object
}

const milliseconds: Shape<number> = {
  read: (node, reading) =>
    node.kind === 'scalar' && typeof node.value === 'number' && node.value >= 0
      ? node.value
      : refuseType(reading, node, 'milliseconds', 'write the number alone'),
  schema: () => ({ type: 'number', minimum: 0 }),
}

const exchangeFields = {
  request: required(text, 'Method and path.'),
  body: optional(anyJson, 'What was sent.'),
  ms: required(milliseconds, 'How long it took, in milliseconds.'),
  status: optional(wholeNumber(100), 'The HTTP status of the answer.'),
  headers: optional(dictionary('headers', anyText), 'Headers of the answer that matter.'),
  answer: optional(anyJson, 'The body of the answer, as JSON.'),
  text: optional(anyText, 'The body of the answer, where it is no JSON.'),
  reason: optional('no answer', word(['unreachable', 'timed out', 'oversized']), 'Why none came.'),
  code: optional(anyText, "The system's code of that."),
}
const exchangeRecord = record('an exchange', exchangeFields)

const exchange: Shape<TapedExchange> = withCheck(exchangeRecord, exchangeOf)

function exchangeOf(read: RecordOf<typeof exchangeFields>, reading: Reading): TapedExchange | undefined {
  const { ms, status, at } = read
  const [, method, path] = /^(GET|POST|DELETE) (\/\S*)$/.exec(read.request) ?? []
  if (method === undefined || path === undefined)
    return refuse(
      reading,
      'wrong-value',
      at,
      `"${read.request}" is no request`,
      'it is a method and a path: GET /api/…',
    )
  const request = 'body' in read ? { method, path, body: read.body ?? null } : { method, path }
  if (read.reason !== undefined)
    return { request, ms, answer: { kind: 'none', reason: read.reason, code: read.code ?? '' } }
  if (status === undefined || 'answer' in read === 'text' in read)
    return refuse(
      reading,
      'missing-key',
      at,
      'an exchange needs a status with one of "answer" and "text", or "no answer"',
      'record it again',
    )
  const headers = Object.fromEntries((read.headers ?? []).map(({ name, value }) => [name, value]))
  if (read.text !== undefined) return { request, ms, answer: { kind: 'text', status, headers, text: read.text } }
  return { request, ms, answer: { kind: 'json', status, headers, body: read.answer ?? null } }
}

const tokens = record('tokens', {
  model: required(text, 'The name that they are counted under.'),
  input: required(wholeNumber(0), 'Tokens that were sent.'),
  output: required(wholeNumber(0), 'Tokens that were answered.'),
})

const judgementRecord = record('an answer of a judge', {
  key: required(text, 'Digits that stand for the whole question.'),
  criterion: required(anyText, 'The criterion, as it was sent.'),
  model: required(text, 'The model.'),
  judge: required(text, 'Digits that stand for the model and its settings.'),
  version: required(wholeNumber(1), "The version of Tableread's question."),
  vote: required(wholeNumber(1), 'The number of the vote.'),
  took: optional(list('tokens', tokens), 'What it took.'),
  answer: optional(anyText, 'What the model wrote.'),
  none: optional('no answer', anyText, 'Why it wrote nothing.'),
})

const judgement: Shape<TapedJudgement> = withCheck(judgementRecord, (read, reading) => {
  const { at, answer, none, took, ...asked } = read
  if ((answer === undefined) === (none === undefined))
    return refuse(reading, 'missing-key', at, 'it needs one of "answer" and "no answer"', 'record it again')
  const spent = took?.map(({ model, input, output }) => ({ model, inputTokens: input, outputTokens: output }))
  return {
    ...asked,
    ...(spent === undefined ? {} : { took: spent }),
    answer: answer === undefined ? { none: none ?? '' } : { text: answer },
  }
})

const names = list('names', text)
const blueprint = record('the blueprint', {
  hash: required(text, 'Digits that stand for its configuration.'),
  number: required(wholeNumber(0), 'The number of the version.'),
  functions: required(
    record('the functions', {
      preCall: required(names, 'Before the conversation.'),
      duringCall: required(names, 'In it.'),
      postCall: required(names, 'After it.'),
    }),
    'Its function lists.',
  ),
  code: optional(text, 'Digits that stand for its code.'),
})

const fields = {
  format: required('tableread tape', wholeNumber(1), 'The number of the format.'),
  tableread: required(text, 'The version of Tableread.'),
  suite: required(text, 'The name of the suite.'),
  conversation: required(text, 'The name of the conversation.'),
  agent: required(text, 'The agent.'),
  version: required(text, 'The version that was asked for.'),
  answered: required(orNull(text), 'The version that answered.'),
  script: required(text, 'Digits that stand for what the script sends.'),
  service: required(text, 'The service.'),
  recorded: required(text, 'When.'),
  privateValues: required('private values', orNull(text), 'Digits that stand for the private values of the script.'),
  blueprint: required(orNull(blueprint), 'What the service showed of the agent.'),
  redacted: required(dictionary('stand-ins', list('stand-ins', text)), 'What stands for private values.'),
  attempts: required(
    list('attempts', record('an attempt', { exchanges: required(list('exchanges', exchange), 'In order.') })),
    'Every attempt that took place.',
  ),
  judged: optional(list('answers', judgement), 'What judges answered.'),
}

const tapeRecord = record('a tape', fields)

const tapeShape: Shape<Tape> = withCheck(tapeRecord, (read) => {
  const { at: _, format: __, redacted, attempts, blueprint, judged, ...header } = read
  return {
    header: { ...header, blueprint: blueprint === null ? null : blueprintOf(blueprint) },
    redacted: Object.fromEntries(redacted.map(({ name, value }) => [name, value])),
    attempts: attempts.map(({ exchanges }) => exchanges),
    ...(judged === undefined ? {} : { judged }),
  }
})

function blueprintOf({ hash, number, functions, code }: TapedBlueprint): TapedBlueprint {
  const { preCall, duringCall, postCall } = functions
  return { hash, number, functions: { preCall, duringCall, postCall }, ...(code === undefined ? {} : { code }) }
}
