import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measureGrowth, mostGrowth } from '../../base/measure-growth.fixture.ts'
import { called, gave, said } from '../../engine/transcript/entries.fixture.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { type AlignedRow, alignEntries } from './align-entries.ts'
import type { Unit } from './likeness.ts'

function show(rows: readonly AlignedRow[]): string[] {
  const name = (unit: Unit | null): string =>
    unit === null ? '-' : `${unit.index}${unit.call?.outputIndex == null ? '' : `+${unit.call.outputIndex}`}`
  return rows.map(({ a, b, moved }) => `${name(a)} ${name(b)}${moved ? ' moved' : ''}`)
}

const [user, reply] = [said('user', 'where is my order 1042?'), said('assistant', 'It is shipped.')]
const look = [called('lookup_order', 'c1', { order_id: '1042' }), gave('lookup_order', 'c1', '{"status":"shipped"}')]
const cancel = [called('cancel_order', 'c2', { order_id: '1042' }), gave('cancel_order', 'c2')]

describe('alignEntries', () => {
  it('puts a call and its output into one row', () => {
    expect(show(alignEntries([user, ...look, reply], [user, ...look, reply]))).toEqual(['0 0', '1+2 1+2', '3 3'])
  })
  it('leaves what only one side has alone', () => {
    expect(show(alignEntries([user, ...look, reply], [user, ...look, ...cancel, reply]))).toEqual([
      '0 0',
      '1+2 1+2',
      '- 3+4',
      '3 5',
    ])
  })
  it('finds a call that moved among others', () => {
    expect(show(alignEntries([user, ...look, ...cancel, reply], [user, ...cancel, ...look, reply]))).toEqual([
      '0 0',
      '1+2 3+4 moved',
      '3+4 1+2',
      '5 5',
    ])
  })
  it('finds a call that moved behind the reply', () => {
    expect(show(alignEntries([user, ...look, reply], [user, reply, ...look]))).toEqual(['0 0', '1+2 2+3 moved', '3 1'])
  })
  it('pairs a renamed call, but not one of another purpose', () => {
    const renamed = [called('lookup_order_v2', 'x', { order_id: '1042' }), gave('lookup_order_v2', 'x')]
    expect(show(alignEntries([user, ...look], [user, ...renamed]))).toEqual(['0 0', '1+2 1+2'])
    const weather = [called('get_weather', 'x', { city: 'Pune' }), gave('get_weather', 'x')]
    expect(show(alignEntries([user, ...look], [user, ...weather]))).toEqual(['0 0', '1+2 -', '- 1+2'])
  })
  it('pairs reused ids with the nearest open call, and keeps orphans', () => {
    const entries = [...look, ...look.map((each) => ({ ...each })), gave('x', 'nobody')]
    expect(show(alignEntries(entries, entries))).toEqual(['0+1 0+1', '2+3 2+3', '4 4'])
  })
  it('tells the replies apart by their words, and by place where words do not help', () => {
    const wait = said('assistant', 'Let me look that up for you.')
    const other = said('assistant', 'Your parcel left on Monday')
    expect(show(alignEntries([user, wait, ...look, reply], [user, ...look, reply]))).toEqual([
      '0 0',
      '1 -',
      '2+3 1+2',
      '4 3',
    ])
    expect(show(alignEntries([user, wait, ...look, reply], [user, ...look, other]))).toEqual([
      '0 0',
      '1 -',
      '2+3 1+2',
      '4 3',
    ])
  })
  it('takes no longer for a turn of 2,000 entries than it is long', { tags: 'slow' }, async () => {
    const many = (seed: number, length: number): TranscriptEntry[] =>
      Array.from({ length }, (_, index) => {
        const id = `c${index}`
        const name = `tool_${(index * seed) % 7}`
        return [called(name, id, { index: (index * seed) % 401, note: `note ${index % seed} of many` }), gave(name, id)]
      }).flat()
    const growth = await measureGrowth(100, (size) => {
      const rows = alignEntries([user, ...many(3, size), reply], [user, ...many(5, size), reply])
      const texts = Array.from({ length: 2 * size }, (_, index) =>
        said('assistant', `reply ${index} ${'word '.repeat(index % 50)}`),
      )
      expect(rows.length).toBeGreaterThan(size)
      expect(alignEntries(texts, texts.toReversed()).length).toBeGreaterThanOrEqual(2 * size)
    })
    expect(growth).toBeLessThan(mostGrowth)
  })

  const entry = fc.oneof(
    fc
      .tuple(fc.constantFrom('user', 'assistant', 'backgroundAgent'), fc.string({ unit: 'binary', maxLength: 12 }))
      .map(([role, text]) => said(role as 'user', text)),
    fc
      .tuple(fc.constantFrom('a', 'b'), fc.constantFrom('1', '2'), fc.integer({ max: 3, min: 0 }))
      .map(([name, id, n]) => called(name, id, { n })),
    fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom('1', '2')).map(([name, id]) => gave(name, id)),
    fc.constantFrom<TranscriptEntry>(
      { type: 'thinking', thinking: 'hm', timestamp: '' },
      { type: 'summary', summary: 'so far', timestamp: '' },
      { type: 'unknown', original: { type: 'new' } },
    ),
  )
  const turn = fc.array<TranscriptEntry>(entry, { maxLength: 14 })

  it('loses nothing, and is in order but for what it marks as moved', () => {
    fc.assert(
      fc.property(turn, turn, (a, b) => {
        const rows = alignEntries(a, b)
        for (const [side, entries] of [
          ['a', a],
          ['b', b],
        ] as const) {
          const places = rows.flatMap((row) => {
            const unit = row[side]
            return unit === null ? [] : [unit.index, ...(unit.call?.outputIndex == null ? [] : [unit.call.outputIndex])]
          })
          expect(places.toSorted((x, y) => x - y)).toEqual([...entries.keys()])
          const still = rows.flatMap((row) => (row.moved || row[side] === null ? [] : [row[side].index]))
          expect(still).toEqual(still.toSorted((x, y) => x - y))
        }
      }),
      { seed: 16 },
    )
  })
  it('pairs everything with itself', () => {
    fc.assert(
      fc.property(turn, (entries) => {
        expect(alignEntries(entries, entries).every(({ a, b, moved }) => a?.index === b?.index && !moved)).toBe(true)
      }),
      { seed: 16 },
    )
  })
})
