import { describe, expect, it } from 'vitest'
import type { RunResult } from '../../engine/run-result.ts'
import { madeUpComparison } from '../comparison/comparison.fixture.ts'
import { madeUpResult, madeUpRun } from '../run.fixture.ts'
import { jsonParts } from './json-parts.ts'

const wholeOf = <T>(value: T): T => value

describe('JSON in parts', () => {
  it('is the text of the whole', () => {
    const run = madeUpRun()
    const shard = { index: 1, of: 2, total: 9, positions: { 'a\n"b"': 3 }, whole: 'w' }
    for (const result of [run, { ...run, conversations: [] }, { ...run, shard, target: 'a\nb {\n  "c"' }])
      expect([...jsonParts(result, wholeOf)].join('')).toBe(`${JSON.stringify(result, null, 2)}\n`)
  })
  it('has the whole of conversations of which only a part is held', () => {
    const run = madeUpRun()
    const slim = run.conversations.map((each) => ({ ...each, turns: [] }))
    const whole = new Map(slim.map((each, index) => [each, run.conversations[index] ?? each]))
    const parts = jsonParts({ ...run, conversations: slim }, (each) => whole.get(each as (typeof slim)[0]) ?? each)
    expect(JSON.parse([...parts].join(''))).toEqual(JSON.parse(JSON.stringify(run)))
  })
  const shard = { index: 1, of: 1, total: 1, positions: {}, whole: '"conversations": []' }
  const odd = { ...madeUpResult('failed', 1), name: 'a\n  "conversations": []' }
  const long = Array.from({ length: 400 }, (_, index) => ({
    ...madeUpResult('passed', index),
    reason: 'x'.repeat(9_000),
  }))
  it.each<[string, RunResult | ReturnType<typeof madeUpComparison>, number]>([
    ['a run', madeUpRun(), 1],
    ['a comparison', madeUpComparison(), 1],
    ['a shard without conversations', { ...madeUpRun(), conversations: [], shard }, 1],
    [
      'a shard with a name that looks like JSON',
      { ...madeUpRun(), target: '"conversations": []', conversations: [odd], shard },
      1,
    ],
    ['a long run', { ...madeUpRun(), conversations: long }, 4],
  ])('are together what JSON.stringify gives, of %s', (_, result, least) => {
    const parts = [...jsonParts(result)]
    expect(parts.join('')).toBe(`${JSON.stringify(result, null, 2)}\n`)
    expect(parts.length).toBeGreaterThanOrEqual(least)
  })
})
