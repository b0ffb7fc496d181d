import { describe, expect, it } from 'vitest'
import { madeUpComparison } from '../../report/comparison/comparison.fixture.ts'
import { madeUpResult, madeUpRun } from '../../report/run.fixture.ts'
import { durationsOfResult, formatDurations, indexDurations, readDurations } from './durations.ts'

const some = [
  { suite: 'S', name: 'b', agent: 'desk', version: 'draft', ms: 7 },
  { suite: 'S', name: 'a "quoted"\n', agent: 'desk', version: 'default', ms: 1200 },
  { suite: 'S', name: 'b', agent: 'desk', version: 'draft', ms: 9 },
]

describe('a file of durations', () => {
  it('is read as it was written, a line for each conversation, in one order', () => {
    const text = formatDurations(some)
    expect(formatDurations(some.toReversed())).toBe(text)
    expect(text.split('\n')).toHaveLength(5)
    expect(readDurations(text)).toEqual({ ok: true, durations: [some[1], some[2]] })
    expect(readDurations(formatDurations([]))).toEqual({ ok: true, durations: [] })
  })
  it('has a hash that only other durations change', () => {
    const { hash, of } = indexDurations(some)
    expect(indexDurations(some.toReversed()).hash).toBe(hash)
    expect(indexDurations(some.slice(0, 2)).hash).not.toBe(hash)
    expect([
      of({ suite: 'S', name: 'b', agent: 'desk', version: 'draft' }),
      of({ ...some[0], version: '2' } as never),
    ]).toEqual([9, null])
  })
  it.each([
    ['{', 'this is not valid JSON'],
    ['[]', 'this is no file of durations'],
    ['{"kind":"durations","schemaVersion":2,"conversations":[]}', 'schemaVersion 2'],
    ['{"kind":"durations","schemaVersion":1,"conversations":[{"suite":"S"}]}', 'conversations[0] has no'],
    [formatDurations(some).replace('1200', '-1'), 'conversations[0] has no'],
  ])('that is none, %s, is told', (text, message) => {
    const read = readDurations(text)
    expect(read.ok ? '' : read.message).toContain(message)
  })
})

describe('the durations of a result', () => {
  it('are those of conversations that could be judged', () => {
    const conversations = (['passed', 'failed', 'errored', 'skipped', 'not reached', 'broken'] as const).map(
      (verdict, index) => ({ ...madeUpResult(verdict, index), ms: 10.4 + index }),
    )
    expect(durationsOfResult({ ...madeUpRun(), conversations }).map(({ ms }) => ms)).toEqual([10, 11])
  })
  it('add up the runs of each side of a comparison', () => {
    const comparison = madeUpComparison()
    const [first] = comparison.conversations
    const sum = first?.runs.b.reduce((total, { ms }) => total + ms, 0) ?? 0
    const time = durationsOfResult(comparison).find(
      ({ name, version }) => name === first?.name && version === comparison.sides.b.version,
    )
    expect([sum > 0, time?.ms]).toEqual([true, Math.round(sum)])
  })
})
