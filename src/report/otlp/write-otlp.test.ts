import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import * as conventions from '@opentelemetry/semantic-conventions/incubating'
import { afterAll, describe, expect, it } from 'vitest'
import { type Comparison, comparisonExitCode } from '../../compare/comparison.ts'
import { concludeRun, exitCode, type RunResult } from '../../engine/run-result.ts'
import { called, gave, said } from '../../engine/transcript/entries.fixture.ts'
import { verdicts } from '../../engine/verdict/verdict.ts'
import { readTraces } from '../../import/traces/read-traces.ts'
import { madeUpComparison } from '../comparison/comparison.fixture.ts'
import { madeUpResult, madeUpRun } from '../run.fixture.ts'
import { names, semanticConventions } from './names.ts'
import type { OtlpSpan } from './spans.ts'
import { otlpParts, otlpRequests } from './write-otlp.ts'

const require = createRequire(import.meta.url)

/** The protocol's messages from OpenTelemetry's own package: an encoder and decoder generated from the .proto files. */
const { opentelemetry } = require('@opentelemetry/otlp-transformer/build/src/generated/root')
const Request = opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest

/**
 * A document after a round trip through the protocol: anything its messages have no field for is gone.
 * Hexadecimal ids are read as base64 here, which gives a text of the same length back.
 */
function readBack(document: object): unknown {
  const message = Request.fromObject(document)
  expect(Request.verify(message)).toBe(null)
  return Request.toObject(Request.decode(Request.encode(message).finish()), { bytes: String, longs: String })
}

const folder = mkdtempSync(join(tmpdir(), 'tableread-otlp-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = (result: RunResult | Comparison): string => [...otlpParts(result)].join('')

function spansIn(text: string): OtlpSpan[] {
  return JSON.parse(text).resourceSpans[0].scopeSpans[0].spans
}

function attribute(span: OtlpSpan | undefined, name: string): unknown {
  const entry = span?.attributes.find(({ key }) => key === name)
  return entry === undefined ? undefined : Object.values(entry.value)[0]
}

/** A run with a conversation of two turns, as with a model. */
function talkedRun(): RunResult {
  const run = madeUpRun()
  const first = run.conversations.find(({ verdict }) => verdict === 'passed')
  if (first === undefined) throw new Error('no conversation passed')
  const entries = [
    [
      said('user', 'Hi'),
      called('find', 'c1', { id: 1 }, 'during', 1),
      called('find', 'c2', { id: 2 }, 'during', 1),
      gave('find', 'c2', 'two', { executionTimeMs: 30 }),
      gave('find', 'c1', 'broken', { is_error: true, executionTimeMs: 40 }),
      said('assistant', 'Found two', 2),
    ],
    [said('user', 'Thanks', 3), said('assistant', 'Welcome', 4)],
  ]
  const [turn] = first.turns
  if (turn === undefined) throw new Error('it has no turn')
  const turns = entries.map((each, index) => ({
    ...turn,
    index,
    user: index === 0 ? 'Hi' : 'Thanks',
    turnMs: 500,
    entries: each,
  }))
  return { ...run, conversations: [{ ...first, turns, sessionId: 's-1', ms: 1_100 }] }
}

it('has the names of the semantic conventions, of the version that is stated', () => {
  const knownNames = new Set(Object.values(conventions))
  expect(Object.values(names).filter((name) => !knownNames.has(name))).toEqual([])
  const manifest = resolve(require.resolve('@opentelemetry/semantic-conventions'), '../../package.json')
  expect(semanticConventions).toBe(JSON.parse(readFileSync(manifest, 'utf8')).version)
})

describe.each([
  ['a run', write(madeUpRun())],
  ['a comparison', write(madeUpComparison())],
  ['a run that talked', write(talkedRun())],
  ['nothing', write({ ...madeUpRun(), conversations: [] })],
])('the spans of %s', (_, text) => {
  it('are what the protocol takes, every member of them', () => {
    const document = JSON.parse(text)
    expect(readBack(document)).toEqual(document)
  })
  it('stand below each other, each with an id of its own, and inside the time of their parent', () => {
    const spans = spansIn(text)
    const byId = new Map(spans.map((span) => [span.spanId, span]))
    expect([byId.size, new Set(spans.map(({ traceId }) => traceId)).size]).toEqual([spans.length, 1])
    for (const { traceId, spanId, parentSpanId, startTimeUnixNano, endTimeUnixNano } of spans) {
      expect([traceId, spanId]).toEqual([
        expect.stringMatching(/^[0-9a-f]{32}$/),
        expect.stringMatching(/^[0-9a-f]{16}$/),
      ])
      expect(parentSpanId === undefined || byId.has(parentSpanId)).toBe(true)
      expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)).toBe(true)
    }
  })
})

it('reads as it did', () => {
  const file = resolve(import.meta.dirname, '../../../tests/report/run-otlp.out')
  const text = `${JSON.stringify(JSON.parse(write(talkedRun())), null, 2)}\n`
  if (process.env.UPDATE_GOLDENS === '1') writeFileSync(file, text)
  expect(text).toBe(readFileSync(file, 'utf8'))
})

describe.each(verdicts)('a run in which one passed and one is %s', (verdict) => {
  const passed = madeUpResult('passed', 0)
  const run = concludeRun([passed, madeUpResult(verdict, 1)], madeUpRun())
  const [root, , ...others] = spansIn(write({ ...run, problems: [] }))
  const other = others.find(({ attributes }) => attributes.some(({ key }) => key === 'test.case.name'))
  it('is a success where it exits with 0, and nowhere else', () => {
    const good = exitCode({ ...run, problems: [] }, null) === 0
    expect(attribute(root, 'test.suite.run.status') === 'success').toBe(good)
    expect(root?.status.code).toBe(good ? undefined : 2)
  })
  it('has the second as an error unless it passed or does not count, and as a pass where it passed', () => {
    const code = { passed: 1, skipped: undefined, 'expected fail': undefined }
    const status = { passed: 'pass', failed: 'fail', flaky: 'fail' }
    expect([verdict, other?.status.code]).toEqual([verdict, verdict in code ? code[verdict as 'passed'] : 2])
    expect([verdict, attribute(other, 'test.case.result.status')]).toEqual([verdict, status[verdict as 'passed']])
  })
})

it('tells each broken suite as a span with its line, and the run as a failure', () => {
  const at = { line: 7, column: 5, length: 1 }
  const problem = { code: 'yaml-syntax', file: 'suites/broken.yaml', at, message: 'no YAML' } as const
  for (const conversations of [[], [madeUpResult('passed', 0)]]) {
    const run = { ...concludeRun(conversations, madeUpRun()), problems: [problem, problem] }
    const [root, broken] = spansIn(write(run))
    expect(attribute(root, 'test.suite.run.status')).toBe('failure')
    expect([root?.status.code, broken?.parentSpanId]).toEqual([2, root?.spanId])
    expect(broken?.status).toEqual({ code: 2, message: 'suites/broken.yaml:7:5: no YAML, and 1 more' })
    expect([attribute(broken, 'code.file.path'), attribute(broken, 'code.line.number')]).toEqual([problem.file, '7'])
  }
})

it.each([
  ['aborted', ['passed', 'not reached']],
  ['skipped', ['skipped', 'skipped']],
  ['failure', ['skipped', 'unsafe']],
  ['failure', []],
] as const)('has the word of the conventions for what did not pass: %s, %j', (status, results) => {
  const run = concludeRun(
    results.map((verdict) => madeUpResult(verdict, 1)),
    { ...madeUpRun(), problems: [] },
  )
  expect(attribute(spansIn(write(run))[0], 'test.suite.run.status')).toBe(status)
})

it.each([130, 143, 129] as const)(
  'says of what was interrupted that it was aborted, whatever passed or failed: %i',
  (code) => {
    const passed = concludeRun([madeUpResult('passed', 0)], { ...madeUpRun(), problems: [] })
    for (const result of [passed, madeUpRun(), madeUpComparison()]) {
      const [root] = spansIn([...otlpParts(result, { interrupted: code })].join(''))
      expect(attribute(root, 'test.suite.run.status')).toBe('aborted')
      expect(root?.status).toEqual({ code: 2, message: `interrupted before its end (exit code ${code})` })
    }
  },
)

it('has a comparison as a success where it exits with 0, and nowhere else', () => {
  const comparison = madeUpComparison()
  const open: Comparison = { ...comparison, gate: { ...comparison.gate, verdict: 'open' } }
  for (const each of [comparison, open, { ...open, conversations: [] }, { ...open, conversations: [], problems: [] }]) {
    const [root] = spansIn(write(each))
    expect(attribute(root, 'test.suite.run.status') === 'success').toBe(comparisonExitCode(each, null) === 0)
  }
})

it('gives the same ids for the same result, and others for another', () => {
  expect(write(madeUpRun())).toBe(write(madeUpRun()))
  const [one, two] = [madeUpRun(), { ...madeUpRun(), startedAt: '2027-01-01T00:00:00.000Z' }].map(
    (run) => spansIn(write(run))[0]?.traceId,
  )
  expect(one).not.toBe(two)
})

it('tells of every expectation that was judged how it came out, and of those that did not hold why', () => {
  const run = madeUpRun()
  const events = spansIn(write(run)).flatMap((span) => span.events ?? [])
  const outcomes = run.conversations.flatMap(({ turns, outcomes }) => [
    ...turns.flatMap((turn) => (turn.turnMs === null ? [] : turn.outcomes)),
    ...outcomes,
  ])
  expect(events.length).toBe(outcomes.length)
  expect(events.length).toBeGreaterThan(1)
  for (const { name, attributes } of events) {
    const values = Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
    expect(name).toBe('gen_ai.evaluation.result')
    expect(values['gen_ai.evaluation.score.value']).toBe(
      { pass: '1', fail: '0' }[String(values['gen_ai.evaluation.score.label'])],
    )
    if (values['gen_ai.evaluation.score.label'] === 'fail') expect(values['gen_ai.evaluation.explanation']).toBeTruthy()
  }
})

it('is cut for a collector into documents that each stand by themselves, with every span once', {
  tags: 'slow',
}, () => {
  const run = talkedRun()
  const [only] = run.conversations
  if (only === undefined) throw new Error('there is a conversation')
  const long = 'x'.repeat(400_000)
  const conversations = Array.from({ length: 12 }, (_, index) => ({ ...only, id: `c${index}`, name: long }))
  const documents = [...otlpRequests({ ...run, conversations })]
  expect(documents.length).toBeGreaterThan(1)
  for (const each of documents) {
    expect(each.length).toBeLessThan(4_000_000)
    expect(readBack(JSON.parse(each))).toEqual(JSON.parse(each))
  }
  expect(documents.flatMap(spansIn)).toEqual(spansIn(write({ ...run, conversations })))
})

it('gives the conversations back to the import', () => {
  const file = join(folder, 'spans.json')
  const run = talkedRun()
  writeFileSync(file, write(run))
  const { talks, refused } = readTraces([file], 'auto', () => 'spans.json')
  expect([refused, talks.length]).toEqual([[], 1])
  const [session] = talks.map((talk) => talk.session)
  expect([session?.sessionId, session?.agentDetails.name]).toEqual(['s-1', run.conversations[0]?.agent])
  const plain = (entries: readonly object[]): object[] =>
    entries.map((entry) => ({ ...entry, timestamp: '', ...('senderId' in entry ? { agentName: null } : {}) }))
  const sent = run.conversations[0]?.turns.flatMap(({ entries }) => entries) ?? []
  expect(plain(session?.transcript ?? [])).toEqual(plain(sent))
})
