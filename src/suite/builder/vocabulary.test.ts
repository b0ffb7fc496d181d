import { describe, expect, it } from 'vitest'
import { suiteSchema } from '../language/script/script.ts'
import type { Turn } from './builder.ts'
import type {
  CallConditions,
  CallDetails,
  Criterion,
  Expectation,
  Latency,
  Operators,
  ReplyConditions,
  Statistics,
} from './expectation.ts'
import type { Customer, ExpectedFail, Repeat, SessionConditions, Settings } from './settings.ts'
import { conversation } from './suite.ts'

/** The keys of a type; the compiler checks that the list is complete and exact. */
const keysOf = <T>(keys: { [K in keyof Required<T>]: 1 }): string[] => Object.keys(keys).sort()

const operators = keysOf<Operators<unknown>>({
  equals: 1,
  exactly: 1,
  fields: 1,
  contains: 1,
  matches: 1,
  'starts with': 1,
  'ends with': 1,
  'one of': 1,
  any: 1,
  all: 1,
  none: 1,
  not: 1,
  'at least': 1,
  'at most': 1,
  'more than': 1,
  'less than': 1,
  between: 1,
  before: 1,
  after: 1,
  on: 1,
  length: 1,
  words: 1,
  sentences: 1,
  'reading level': 1,
  language: 1,
  'similar to': 1,
  each: 1,
  'in any order': 1,
  type: 1,
  present: 1,
  empty: 1,
  schema: 1,
  json: 1,
  ignore: 1,
  'ignore case': 1,
  'ignore spaces': 1,
})
const replyParts = keysOf<Omit<ReplyConditions, keyof Operators<unknown>>>({
  agentName: 1,
  messages: 1,
  thinking: 1,
  summary: 1,
  background: 1,
  content: 1,
  grounded: 1,
  text: 1,
  image: 1,
  video: 1,
  audio: 1,
  file: 1,
  button: 1,
})
const calls = keysOf<CallConditions>({
  'in order': 1,
  exactly: 1,
  'any order': 1,
  never: 1,
  only: 1,
  reference: 1,
  count: 1,
  pre: 1,
  during: 1,
  post: 1,
})
const call = keysOf<CallDetails>({
  with: 1,
  exactly: 1,
  arguments: 1,
  returns: 1,
  is_error: 1,
  phase: 1,
  within: 1,
  before: 1,
  after: 1,
  times: 1,
})
const expectation = keysOf<Expectation>({
  reply: 1,
  calls: 1,
  latency: 1,
  judge: 1,
  check: 1,
  error: 1,
  outbox: 1,
  queue: 1,
  attempts: 1,
})
const turn = keysOf<Turn>({
  user: 1,
  'agent starts': 1,
  context: 1,
  attachments: 1,
  metadata: 1,
  'time limit': 1,
  requires: 1,
  expect: 1,
  capture: 1,
  send: 1,
  call: 1,
  'workflow call': 1,
  'delete call': 1,
  'advance clock': 1,
  wait: 1,
})
const settings = keysOf<Settings>({
  agent: 1,
  'agent version': 1,
  'history from': 1,
  metadata: 1,
  customer: 1,
  variables: 1,
  tags: 1,
  repeat: 1,
  seeds: 1,
  'every turn': 1,
  laws: 1,
  claims: 1,
  'time limit': 1,
  repeatable: 1,
  alone: 1,
  snapshots: 1,
  'stop after failure': 1,
  clock: 1,
})
const session = keysOf<SessionConditions>({
  status: 1,
  'agent version': 1,
  agent: 1,
  analysis: 1,
  variables: 1,
  'channel type': 1,
  duration: 1,
  retryAttemptNo: 1,
  recordingUrl: 1,
  calls: 1,
  state: 1,
  judge: 1,
  check: 1,
  within: 1,
})

interface Schema {
  properties?: Record<string, Schema>
  anyOf?: Schema[]
  $ref?: string
  additionalProperties?: Schema
  $defs?: Record<string, Schema>
}

const whole = suiteSchema() as Schema

/** The keys of the mapping at a path through `properties`, from a definition by name or from the suite. */
function keysAt(from: string, ...path: string[]): string[] {
  const start = from === 'suite' ? whole : whole.$defs?.[from]
  const end = path.reduce<Schema | undefined>((schema, key) => mapping(schema)?.properties?.[key], start)
  return Object.keys(mapping(end)?.properties ?? {}).sort()
}

/** The largest mapping among a value's alternatives. */
function mapping(schema: Schema | undefined): Schema | undefined {
  if (schema?.$ref !== undefined) return mapping(whole.$defs?.[schema.$ref.replace('#/$defs/', '')])
  const size = (each: Schema | undefined) => Object.keys(each?.properties ?? {}).length
  return schema?.properties === undefined
    ? schema?.anyOf?.map(mapping).reduce((most, each) => (size(each) > size(most) ? each : most), undefined)
    : schema
}

/** Keys that code does not need: functions share turns, modules share values. */
const onlyInFiles = ['suite', 'include', 'masking', 'templates', 'conversations']

describe('the vocabulary of code is that of suite files', () => {
  const callSchema = whole.$defs?.call?.anyOf?.[1]?.additionalProperties
  it.each([
    ['operators', operators, keysAt('matcher')],
    ['a reply', [...operators, ...replyParts].sort(), keysAt('reply')],
    ['calls', calls, keysAt('calls')],
    ['a call', call, Object.keys(mapping(callSchema)?.properties ?? {}).sort()],
    ['an expectation', expectation, keysAt('turn', 'expect')],
    ['a latency', keysOf<Latency>({ turn: 1, reply: 1, tool: 1, tools: 1 }), keysAt('turn', 'expect', 'latency')],
    ['statistics', keysOf<Statistics>({ each: 1, p50: 1, p95: 1 }), keysAt('turn', 'expect', 'latency', 'turn')],
    ['a criterion', keysOf<Criterion>({ criterion: 1, expect: 1, 'looks at': 1, by: 1, votes: 1 }), keysAt('judge')],
    ['a turn', turn, keysAt('turn').filter((key) => key !== 'use' && key !== 'with')],
    ['settings', settings, keysAt('suite').filter((key) => !onlyInFiles.includes(key))],
    ['repeat', keysOf<Repeat>({ times: 1, pass: 1 }), keysAt('suite', 'repeat')],
    ['customer', keysOf<Customer>({ number: 1, email: 1 }), keysAt('suite', 'customer')],
    ['expected fail', keysOf<ExpectedFail>({ reason: 1, until: 1 }), keysAt('conversation', 'expected fail')],
    ['session', session, keysAt('conversation', 'session')],
  ])('in %s', (_, code, file) => {
    expect(file.length).toBeGreaterThan(1)
    expect(code).toEqual(file)
  })

  it('in a conversation', () => {
    const camel = (key: string) => key.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase())
    const begun = conversation('c')
    const methods = [...Object.keys(begun), ...Object.keys(begun.user('hi'))]
    const keys = keysAt('conversation').filter((key) => !['name', 'turns', 'template'].includes(key))
    expect(keys.filter((key) => !methods.includes(camel(key)))).toEqual([])
  })
})
