import { describe, expect, it } from 'vitest'
import { jsonParts } from './json-parts.ts'
import { madeUpRun } from './run.fixture.ts'

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
})
