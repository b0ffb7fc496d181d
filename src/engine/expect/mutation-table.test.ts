import { describe, expect, it } from 'vitest'
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { sessionExpectation } from '../../suite/language/expectations/session-expectation.ts'
import { parseScript } from '../../suite/language/script/parse.ts'
import { suiteSchema } from '../../suite/language/script/script.ts'
import { said } from '../transcript/entries.fixture.ts'
import { viewTurn } from '../transcript/turn-view.ts'
import { judgeTurn, ran, verdicts } from './judge-turn.fixture.ts'
import { jsonRows, textRows } from './matcher-table.fixture.ts'
import { sessionCallRows, sessionRows, turnRows, unjudged } from './mutation-table.fixture.ts'
import { readPiece } from './read-expectation.fixture.ts'
import { evaluateSession, type SessionFacts } from './session.ts'

/** One verdict for all outcomes; an expectation without an outcome was never judged. */
function together(outcomes: readonly string[]): string {
  if (outcomes.length === 0) return 'not looked at'
  return outcomes.find((each) => each === 'failed') ?? outcomes.find((each) => each !== 'passed') ?? 'passed'
}

/** Judges what must pass and everything that must fail. */
function judgeRow<T>(judge: (scene: T) => string[], good: T, bad: readonly T[]): unknown {
  return { good: together(judge(good)), bad: bad.map((scene) => [scene, together(judge(scene))]) }
}

const wantedRow = <T>(bad: readonly T[]): unknown => ({ good: 'passed', bad: bad.map((scene) => [scene, 'failed']) })

/** An operator as the value of a key: rows with several operators bring their own braces. */
const inner = (yaml: string): string => (yaml.startsWith('{') ? yaml : `{ ${yaml} }`)

const noMembers: SessionFacts['members'] = {
  status: undefined,
  'agent version': undefined,
  agent: undefined,
  analysis: undefined,
  variables: undefined,
  'channel type': undefined,
  duration: undefined,
  retryAttemptNo: undefined,
  recordingUrl: undefined,
  state: undefined,
}

function judgeSession(yaml: string, facts: Partial<SessionFacts>): string[] {
  const expected = readPiece(sessionExpectation, yaml)
  return evaluateSession(expected, { members: noMembers, calls: [], ...facts }).map(({ verdict }) => verdict)
}

describe('what passes and what fails', () => {
  it.each(textRows)('text: %s: %s', (_, yaml, good, ...bad) => {
    const judge = (text: string | null) =>
      verdicts(`reply: ${inner(yaml)}`, text === null ? [] : [said('assistant', text)])
    expect(judgeRow(judge, good, bad)).toEqual(wantedRow(bad))
  })
  it.each(jsonRows)('json: %s: %s', (_, yaml, good, ...bad) => {
    const judge = (value: JsonValue | undefined) =>
      verdicts(`calls: [{ a: { with: { v: ${inner(yaml)} } } }]`, ran('a', value === undefined ? {} : { v: value }))
    expect(judgeRow(judge, good, bad)).toEqual(wantedRow(bad))
  })
  it.each(turnRows)('turn: %s: %s', (_, yaml, good, ...bad) => {
    const judge = (scene: typeof good) => {
      const { entries = [], ...facts } = Array.isArray(scene) ? { entries: scene } : scene
      return verdicts(yaml, entries, facts)
    }
    expect(judgeRow(judge, good, bad)).toEqual(wantedRow(bad))
  })
  it.each(sessionRows)('session: %s: %s', (key, yaml, good, ...bad) => {
    const judge = (value: JsonValue | undefined) =>
      judgeSession(`${key}: ${yaml}`, { members: { ...noMembers, [key]: value } })
    expect(judgeRow(judge, good, bad)).toEqual(wantedRow(bad))
  })
  it.each(sessionCallRows)('session: %s: %s', (key, yaml, good, ...bad) => {
    const judge = (entries: typeof good) => judgeSession(`${key}: ${yaml}`, { calls: viewTurn(entries).calls })
    expect(judgeRow(judge, good, bad)).toEqual(wantedRow(bad))
  })
})

describe('what no transcript can fail', () => {
  it('is a reference, which gates nothing and never passes either', () => {
    expect(judgeTurn('calls: { reference: [a, b], count: 1 }', ran('a')).map(({ verdict }) => verdict)).toEqual([
      'reference',
      'reference',
      'passed',
    ])
  })
  it.each(['p50', 'p95'])('is %s of a conversation that runs once, which is refused', (key) => {
    const text = `suite: s\nagent: a\nconversations: [{ name: n, turns: [{ user: hi, expect: { latency: { turn: { ${key}: 1 s } } } }] }]`
    expect(parseScript(text, 's.yaml')).toMatchObject({ ok: false, problems: [{ code: 'wrong-value' }] })
  })
})

/** The keys of each shape of the JSON Schema, under the names used in the tables. */
function expectationKeys(): string[] {
  const schema = suiteSchema()
  const definitions = member(schema, '$defs')
  const turn = member(member(schema, 'properties'), 'every turn')
  const session = member(member(member(definitions, 'conversation'), 'properties'), 'session')
  const [matcher, text, reply, calls, call, judge] = ['matcher', 'text matcher', 'reply', 'calls', 'call', 'judge'].map(
    (name) => keysOf(member(definitions, name)),
  )
  return [
    ...keysOf(turn, 1),
    ...within('latency', keysOf(member(member(turn, 'properties'), 'latency'))),
    ...within('session', keysOf(session, 1)),
    ...within('json', matcher),
    ...within('text', text),
    ...within('reply', reply),
    ...within('calls', calls),
    ...within('call', call),
    ...within('judge', judge),
  ].filter((key, index, all) => all.indexOf(key) === index)
}

const within = (name: string, keys: readonly string[] = []): string[] => keys.map((key) => `${name}.${key}`)

function member(schema: JsonObject, key: string): JsonObject {
  const value = schema[key]
  if (!isJsonObject(value)) throw new Error(`the JSON Schema has no ${key}`)
  return value
}

/** The keys that a shape names, at any depth of alternatives; shapes behind $ref are covered separately. */
function keysOf(schema: JsonValue | undefined, depth = 3): string[] {
  if (Array.isArray(schema)) return schema.flatMap((each) => keysOf(each, depth))
  if (!isJsonObject(schema) || depth === 0) return []
  const properties = isJsonObject(schema.properties) ? schema.properties : {}
  const nested = Object.values(properties).flatMap((value) => keysOf(value, depth - 1))
  const other = [schema.anyOf, schema.items, schema.additionalProperties]
  return [...Object.keys(properties), ...nested, ...other.flatMap((each) => keysOf(each, depth))]
}

describe('the tables', () => {
  const listKeys = (name: string, rows: readonly [string, ...unknown[]][]): string[] =>
    rows.map(([key]) => `${name}${key}`)
  const rows = new Set([
    ...listKeys('', turnRows),
    ...listKeys('text.', textRows),
    ...listKeys('reply.', textRows),
    ...listKeys('json.', jsonRows),
    ...listKeys('session.', [...sessionRows, ...sessionCallRows]),
    ...Object.keys(unjudged),
  ])
  const keys = expectationKeys()

  it('have a row for every key of the language that expects something', () => {
    expect(keys.length).toBeGreaterThan(110)
    expect(keys.filter((key) => !rows.has(key))).toEqual([])
  })
  it('have no row for a key that the language lacks', () => {
    expect([...rows].filter((row) => !keys.includes(row))).toEqual([])
  })
  it('use the key that a row is about', () => {
    const all: [string, string, ...unknown[]][] = [...textRows, ...jsonRows]
    expect(all.filter(([key, yaml]) => !yaml.includes(`${key}:`))).toEqual([])
  })
})
