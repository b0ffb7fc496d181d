import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import type { Comparison } from '../../compare/comparison.ts'
import { madeUpComparison, madeUpConversation } from '../comparison/comparison.fixture.ts'
import { suitesOfDocument } from '../junit/document-suites.ts'
import { type JunitSuite, writeJunit } from '../junit/write-junit.ts'
import { madeUpRun } from '../run.fixture.ts'
import { comparisonDocument } from '../studies/comparison.ts'
import { runDocument } from '../studies/run.ts'
import { writeCtrf } from './write-ctrf.ts'

const folder = resolve(import.meta.dirname, '../../../tests/report')
const ajv = new Ajv({ strict: false, allErrors: true })
formats.default(ajv)
const validate = ajv.compile(JSON.parse(readFileSync(resolve(folder, 'ctrf-schema.json'), 'utf8')))

const complaints = (text: string): unknown => (validate(JSON.parse(text)) ? null : validate.errors)

const golden = (name: string, text: string): void => {
  const file = resolve(folder, name)
  if (process.env.UPDATE_GOLDENS === '1') writeFileSync(file, text)
  expect(text).toBe(readFileSync(file, 'utf8'))
}

const suitesOfComparison = (comparison: Comparison): JunitSuite[] => suitesOfDocument(comparisonDocument(comparison))

interface Ctrf {
  results: {
    summary: Record<string, number>
    tests: { name: string; status: string; rawStatus: string; filePath?: string; line?: number }[]
  }
}

describe('CTRF', () => {
  it('of a run is valid, and reads as it did', async () => {
    const run = madeUpRun()
    const text = writeCtrf(suitesOfDocument(runDocument(run, () => undefined)), run)
    golden('run-ctrf.out', text)
    expect(complaints(text)).toBe(null)
  })
  it('of a comparison is valid, and reads as it did', () => {
    const comparison = madeUpComparison()
    const text = writeCtrf(suitesOfComparison(comparison), { ...comparison, target: 'both' })
    golden('comparison-ctrf.out', text)
    expect(complaints(text)).toBe(null)
  })
  it('counts what was not judged as failed, so that nobody takes it for a pass, and tells the verdict', async () => {
    const run = madeUpRun()
    const { results } = JSON.parse(writeCtrf(suitesOfDocument(runDocument(run, () => undefined)), run)) as Ctrf
    const byVerdict = Object.fromEntries(results.tests.map(({ rawStatus, status }) => [rawStatus, status]))
    expect(byVerdict).toEqual({
      ...{ passed: 'passed', failed: 'failed', flaky: 'failed', errored: 'failed', broken: 'failed' },
      ...{ skipped: 'skipped', unsafe: 'skipped', 'expected fail': 'skipped', 'not reached': 'pending' },
    })
    expect(results.tests.find(({ rawStatus }) => rawStatus === 'failed')).toMatchObject({
      filePath: 'suites/order-desk.yaml',
      line: 14,
    })
  })
  it('passes nothing that a comparison leaves open, and JUnit neither, and says why', () => {
    const pass = { ...madeUpConversation(1).pass, bothPassed: 0, neitherPassed: 5 } as NonNullable<
      ReturnType<typeof madeUpConversation>['pass']
    >
    const reason = 'failed 5 of 5 on default, 5 of 5 on draft'
    const open = [
      [
        madeUpConversation(1, { verdict: 'flaky', reason: 'passed 1 of 2 on draft' }),
        'not certain: passed 1 of 2 on draft',
      ],
      [madeUpConversation(2, { verdict: 'flaky', reason: 'r', excused: 'known' }), 'not certain: r; excused: known'],
      [madeUpConversation(3, { verdict: 'same', reason, pass }), `fails on both sides: ${reason}`],
      [madeUpConversation(4, { verdict: 'changed', reason, pass }), `fails on both sides: ${reason}`],
    ] as const
    const suites = suitesOfComparison({
      ...madeUpComparison([...open.map(([each]) => each), madeUpConversation(5)]),
      gate: { verdict: 'open', rules: [] },
    })
    const { tests, summary } = (JSON.parse(writeCtrf(suites, { ...madeUpComparison(), target: '' })) as Ctrf).results
    expect(summary).toMatchObject({ failed: 0, skipped: 4, passed: 1 })
    expect(tests.slice(0, 4)).toEqual(
      open.map(([, message]) => expect.objectContaining({ status: 'skipped', message })),
    )
    const junit = writeJunit(suites, 0)
    for (const [, message] of open) expect(junit).toContain(`<skipped message="${message}">`)
  })
  it('has the cases of JUnit, and as many of them failed', async () => {
    const comparison = madeUpComparison()
    const run = madeUpRun()
    for (const suites of [suitesOfComparison(comparison), suitesOfDocument(runDocument(run, () => undefined))]) {
      const { results } = JSON.parse(writeCtrf(suites, { ...comparison, target: '' })) as Ctrf
      const [, tests, failures, errors] =
        /tests="(\d+)" failures="(\d+)" errors="(\d+)"/.exec(writeJunit(suites, 0)) ?? []
      expect(results.summary).toMatchObject({ tests: Number(tests), failed: Number(failures) + Number(errors) })
    }
  })
  it('has as many failures as conversations that broke, and a rule on something else by itself, as JUnit', () => {
    const rule = (name: string) => ({ name, verdict: 'broken', wanted: 'none', seen: '1: "x"' }) as const
    const broken = [1, 2].map((line) => madeUpConversation(line, { verdict: 'regressed', certainty: 'hard break' }))
    const told = (...names: string[]) => {
      const gate = { verdict: 'shut', rules: names.map(rule) } as const
      const suites = suitesOfComparison({ ...madeUpComparison(broken), problems: [], gate })
      const { summary } = (JSON.parse(writeCtrf(suites, { ...madeUpComparison(), target: '' })) as Ctrf).results
      return [summary.failed, Number(/failures="(\d+)"/.exec(writeJunit(suites, 0))?.[1]), summary.passed]
    }
    expect(told('hard breaks', 'pass rate')).toEqual([2, 2, 0])
    expect(told('hard breaks', 'latency.turn p95')).toEqual([3, 3, 0])
    expect(told()).toEqual([2, 2, 0])
  })
  it('has a case that is no pass, and JUnit too, wherever the gate of a comparison is not open', () => {
    const rule = { name: 'regressions', verdict: 'held', wanted: 'none', seen: 'none' } as const
    const sentence = 'Nothing could be compared: there are no conversations.'
    const told = (gate: ReturnType<typeof madeUpComparison>['gate'], some = madeUpComparison([]).conversations) => {
      const suites = suitesOfComparison({ ...madeUpComparison(some), sentence, problems: [], gate })
      const { summary, tests } = (JSON.parse(writeCtrf(suites, { ...madeUpComparison(), target: '' })) as Ctrf).results
      const [, errors] = /errors="(\d+)"/.exec(writeJunit(suites, 0)) ?? []
      return [summary.failed, Number(errors), tests.find(({ status }) => status === 'failed')?.name]
    }
    expect(told({ verdict: 'open', rules: [rule] })).toEqual([0, 0, undefined])
    for (const rules of [[], [rule], [rule, rule]])
      expect(told({ verdict: 'not judged', rules })).toEqual([1, 1, 'the gate'])
    expect(told({ verdict: 'not judged', rules: [{ ...rule, verdict: 'not judged' }] })).toEqual([1, 1, 'regressions'])
    const excused = madeUpConversation(1, { verdict: 'not comparable', excused: 'known' })
    expect(told({ verdict: 'not judged', rules: [rule] }, [excused])).toEqual([1, 1, 'the gate'])
    const incomparable = madeUpConversation(1, { verdict: 'not comparable', excused: null })
    expect(told({ verdict: 'not judged', rules: [rule] }, [incomparable])).toEqual([1, 1, incomparable.name])
  })
  it('has the conversations of a comparison that scripts skip, and JUnit too', () => {
    const skipped = [{ file: 'suites/other.yaml', line: 4, name: 'waits', reason: 'until the fix' }]
    const suites = suitesOfComparison({ ...madeUpComparison(), skipped })
    const { tests, summary } = (JSON.parse(writeCtrf(suites, { ...madeUpComparison(), target: '' })) as Ctrf).results
    expect(summary.skipped).toBeGreaterThan(0)
    expect(tests.find(({ name }) => name === 'waits')).toMatchObject({
      ...{ status: 'skipped', filePath: 'suites/other.yaml', line: 4 },
    })
    expect(writeJunit(suites, 0)).toMatch(/name="waits"[^>]*>\s*<skipped[^>]*>until the fix/)
  })
  it('is valid whatever the text holds, and nothing in it acts on a terminal or a CI', async () => {
    const hostile = '::error::x ##[group]\u001b[31m\ud800\u202e\r\n"\\'
    const run = madeUpRun()
    const conversations = run.conversations.map((each) => ({
      ...each,
      name: hostile,
      reason: hostile,
      tags: [hostile],
    }))
    const text = writeCtrf(suitesOfDocument(runDocument({ ...run, conversations }, () => hostile)), run)
    expect(complaints(text)).toBe(null)
    for (const acting of ['\u001b', '\u202e', '##[']) expect(text).not.toContain(acting)
    expect(text).not.toMatch(/^::/m)
    expect((JSON.parse(text) as Ctrf).results.tests[1]?.name).toContain('::error::x')
  })
  it('of nothing is valid', async () => {
    const run = { ...madeUpRun(), conversations: [], problems: [] }
    expect(complaints(writeCtrf(suitesOfDocument(runDocument(run, () => undefined)), run))).toBe(null)
    expect(complaints('{"reportFormat":"CTRF"}')).not.toBe(null)
  })
})
