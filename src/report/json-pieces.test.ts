import { describe, expect, it } from 'vitest'
import type { RunResult } from '../results/run-result.ts'
import { madeUpComparison } from './comparison/comparison.fixture.ts'
import { jsonPieces } from './json-pieces.ts'
import { madeUpResult, madeUpRun } from './run.fixture.ts'

describe('the pieces of a JSON document', () => {
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
    const pieces = [...jsonPieces(result)]
    expect(pieces.join('')).toBe(`${JSON.stringify(result, null, 2)}\n`)
    expect(pieces.length).toBeGreaterThanOrEqual(least)
  })
})
