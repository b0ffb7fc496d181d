import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { isJsonObject, type JsonValue } from '../../base/json/json.ts'
import { sessionShape } from '../../wire/api/session.ts'
import { checkShape } from '../../wire/api/shape.ts'
import { readTraces } from './read-traces.ts'
import { traceFormats } from './trace-format.ts'
import * as traces from './traces.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-hostile-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const samples: JsonValue[][] = [
  traces.chatLog,
  traces.chunks,
  traces.responses,
  traces.responseEvents,
  traces.modelMessages,
  traces.uiMessages,
  traces.otlp,
  traces.otlpEvents,
  traces.openllmetry,
  traces.agentSpans,
  traces.langfuse,
  traces.langsmith,
]

/** The value with one value inside it replaced: the one that a walk reaches after `count.left` others. */
function replaceOne(value: JsonValue, count: { left: number }, by: JsonValue): JsonValue {
  count.left -= 1
  if (count.left === 0) return by
  if (Array.isArray(value)) return value.map((each) => replaceOne(each, count, by))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaceOne(each, count, by)]))
}

function sizeOf(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, each) => sum + sizeOf(each), 1)
}

const odd: JsonValue[] = [
  null,
  0,
  -1,
  '',
  'x',
  '{',
  '[]',
  '{"a":[1]}',
  [],
  [[]],
  {},
  { role: 5 },
  [null],
  { type: 'text' },
  true,
  1e300,
  '9'.repeat(30),
]

it('takes whatever stands in a trace, and what comes of it is a session', { tags: 'stress' }, () => {
  const file = join(folder, 'traces.jsonl')
  const sample = fc.constantFrom(...samples)
  fc.assert(
    fc.property(
      sample,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom(...odd),
      fc.constantFrom(...traceFormats, 'auto' as const),
      (values, where, by, from) => {
        const changed = replaceOne(values, { left: 2 + Math.floor(where * sizeOf(values)) }, by)
        writeFileSync(file, (changed as JsonValue[]).map((each) => `${JSON.stringify(each)}\n`).join(''))
        const { talks } = readTraces([file], from, () => 'traces.jsonl')
        for (const { session } of talks) expect(checkShape(sessionShape, session)).toMatchObject({ ok: true })
      },
    ),
    { seed: 23, numRuns: 2_000 },
  )
})
