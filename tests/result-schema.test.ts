import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import type { BisectResult } from '../src/compare/bisect/result.ts'
import { readResult } from '../src/records/schema/read-result.ts'
import { madeUpComparison, madeUpConversation } from '../src/report/comparison/comparison.fixture.ts'
import { formatComparisonMarkdown, formatRunMarkdown } from '../src/report/markdown/result-markdown.ts'
import { junitOfRun, madeUpResult, madeUpRun } from '../src/report/run.fixture.ts'
import { madeUpAttacks } from '../src/report/studies/attack.fixture.ts'
import { madeUpCalibration } from '../src/report/studies/calibration.fixture.ts'
import { madeUpContract } from '../src/report/studies/contract.fixture.ts'
import { documentOf } from '../src/report/studies/document-of.ts'
import { madeUpSuggestion } from '../src/report/studies/suggestion.fixture.ts'
import { madeUpTeeth } from '../src/report/studies/teeth.fixture.ts'
import { madeUpVariation } from '../src/report/studies/variation.fixture.ts'
import { otherSchemas } from './editor/file-schemas.ts'

const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false })
const documents = otherSchemas() as Record<string, Record<string, unknown>>
const validate = { result: ajv.compile(documents.result ?? {}), comparison: ajv.compile(documents.comparison ?? {}) }
const copyOf = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe.each(['result', 'comparison'] as const)('schema/%s.json', (name) => {
  it('describes every definition', () => {
    const definitions = Object.entries((documents[name]?.$defs ?? {}) as Record<string, { description?: string }>)
    expect(definitions.length).toBeGreaterThan(15)
    expect(definitions.filter(([, { description }]) => !description).map(([key]) => key)).toEqual([])
  })
})

describe('the schema of a result', () => {
  it('accepts results, and members that are added later', () => {
    const run = copyOf(madeUpRun()) as object
    const comparison = copyOf(madeUpComparison()) as object
    expect([validate.result(run), validate.result.errors]).toEqual([true, null])
    expect([validate.comparison(comparison), validate.comparison.errors]).toEqual([true, null])
    expect([validate.result({ ...run, more: 1 }), validate.comparison({ ...comparison, more: 1 })]).toEqual([
      true,
      true,
    ])
  })
  it.each([
    ['another version', { schemaVersion: 2 }],
    ['a verdict that is none', { conversations: [{ ...madeUpResult('passed', 1), verdict: 'good' }] }],
    ['a missing total', { totals: { passed: 1 } }],
    ['no conversations', { conversations: null }],
  ])('refuses %s', (_, more) => {
    expect(validate.result(copyOf({ ...madeUpRun(), ...more }))).toBe(false)
  })
  it('refuses a comparison whose conversation has a verdict of a run', () => {
    const wrong = { ...madeUpConversation(1), verdict: 'failed' }
    expect(validate.comparison(copyOf({ ...madeUpComparison(), conversations: [wrong] }))).toBe(false)
  })
})

describe('a result that was kept', () => {
  it('is read as it was, with members that are not known', () => {
    const text = JSON.stringify({ ...madeUpRun(), later: { x: 1 } })
    const read = readResult(`\uFEFF${text}`)
    expect(read.ok && [read.kind, copyOf(read.result)]).toEqual(['run', JSON.parse(text)])
    const other = readResult(JSON.stringify(madeUpComparison()))
    expect(other.ok && [other.kind, other.result]).toEqual(['comparison', copyOf(madeUpComparison())])
  })
  it('from before there were causes is read as it was, and its reports name none', async () => {
    const before = (key: string, value: unknown): unknown => (key === 'cause' ? undefined : value)
    const read = readResult(JSON.stringify(madeUpRun(), before))
    if (!read.ok || read.kind !== 'run') throw new Error('it was not read')
    expect(read.result).toEqual(JSON.parse(JSON.stringify(madeUpRun(), before)))
    const none = (): undefined => undefined
    expect(formatRunMarkdown(read.result, none) + junitOfRun(read.result, none)).not.toMatch(
      /causes:|cause (?:agent|service)|causedBy/,
    )
    const compared = readResult(JSON.stringify(madeUpComparison(), before))
    expect(compared.ok).toBe(true)
    expect(formatComparisonMarkdown(madeUpComparison())).toContain('causes on draft:')
    if (compared.ok && compared.kind === 'comparison')
      expect(formatComparisonMarkdown(compared.result)).not.toContain('causes on')
  })
  it.each([
    ['{"a": [1,\n  2,, 3]}', { line: 2, column: 5 }, 'this is not valid JSON'],
    ['{"a": [1,\n  2', { line: 2, column: 4 }, 'this is not valid JSON'],
    ['', { line: 1, column: 1 }, 'this is not valid JSON'],
    ['[]', null, 'this is no result of Tableread'],
    ['{"schemaVersion":1}', null, 'this is no result of Tableread'],
    ['{"schemaVersion":9,"conversations":[]}', null, 'the result has schemaVersion 9, and this Tableread reads 1'],
    ['{"schemaVersion":1,"conversations":{}}', null, 'expected'],
  ])('is refused when it is broken: %s', (text, at, message) => {
    const read = readResult(text)
    expect(read).toMatchObject({ ok: false, at })
    expect(!read.ok && read.message).toContain(message)
  })
  it('says which member is wrong', () => {
    const read = readResult(JSON.stringify({ ...madeUpRun([madeUpResult('passed', 1)]), turns: 'many' }))
    expect(!read.ok && read.message).toBe('turns: expected number, but here is "many"')
  })
})

const place = { line: 4, column: 5, length: 3 }
const bisection: BisectResult = {
  ...{ kind: 'bisection', schemaVersion: 1, tableread: '0', startedAt: '2026-11-20T09:03:00.000Z', ms: 5 },
  ...{ target: 'local', good: '1', bad: '3', repeat: 10, turns: 4 },
  conversations: [
    {
      ...{ id: 'a.yaml:4', file: 'a.yaml', at: place, suite: 'A', name: 'one', agent: 'desk', turns: 4 },
      outcome: { kind: 'found', first: '2', before: '1', confidence: 0.99 },
      ...{ sentence: '"one" broke at version 2', missing: [], warnings: [] },
      versions: [{ version: '1', passed: 2, failed: 0, reason: null, sessionId: null }],
    },
  ],
}
const studies = {
  variation: madeUpVariation(),
  attack: madeUpAttacks(),
  teeth: madeUpTeeth({ minScore: 0.9 }),
  suggestion: madeUpSuggestion(),
  bisection,
  calibration: madeUpCalibration(),
  contract: madeUpContract(),
}

describe.each(Object.entries(studies))('a kept result of kind %s', (kind, result) => {
  it('has a schema that it fits, with members of later versions too', () => {
    const validate = ajv.compile(documents[kind] ?? {})
    expect([validate(copyOf({ ...result, later: 1 })), validate.errors]).toEqual([true, null])
    expect(validate({ ...result, schemaVersion: 2 })).toBe(false)
  })
  it('is read as it was, and makes the document that it made', async () => {
    const read = readResult(JSON.stringify({ ...result, later: { x: 1 } }))
    expect(read).toEqual({ ok: true, kind, result: copyOf({ ...result, later: { x: 1 } }) })
    const options = { textOf: () => undefined }
    expect(read.ok && copyOf(await documentOf(read.result, options))).toEqual(copyOf(await documentOf(result, options)))
  })
  it('is refused where it was cut off, is of a later version, or lacks something', () => {
    const text = JSON.stringify(result)
    expect(readResult(text.slice(0, -9))).toMatchObject({ ok: false, at: { line: 1 } })
    expect(readResult(JSON.stringify({ ...result, schemaVersion: 2 }))).toMatchObject({
      message: 'the result has schemaVersion 2, and this Tableread reads 1',
    })
    expect(readResult(JSON.stringify({ ...result, startedAt: 'soon' }))).toMatchObject({
      message: 'startedAt: expected an instant, but here is "soon"',
    })
    const { tableread: _, ...without } = result
    expect(readResult(JSON.stringify(without))).toMatchObject({
      message: 'tableread: expected string, but here is nothing',
      hint: expect.stringContaining(`tableread schema ${kind} `),
    })
  })
})

it.each([
  [{ kind: 'later', schemaVersion: 1 }, 'the result is a "later", and this Tableread reads run, comparison, variation'],
  [{ kind: ['attack'], schemaVersion: 1 }, 'the result is a ["attack"]'],
  [{ kind: 'attack' }, 'this is no result of Tableread'],
  [{ kind: 'run', schemaVersion: 1, conversations: [] }, 'this is no result of Tableread'],
])('a result of a kind that is not known is refused: %j', (value, message) => {
  const read = readResult(JSON.stringify(value))
  expect(!read.ok && read.message).toContain(message)
})
