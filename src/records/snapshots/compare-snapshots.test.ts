import { describe, expect, it } from 'vitest'
import { measureGrowth, mostGrowth } from '../../base/measure-growth.fixture.ts'
import { said } from '../../engine/transcript/entries.fixture.ts'
import { buildSnapshot } from './build-snapshot.ts'
import { compareWithSnapshot, type SnapshotComparison } from './compare-snapshots.ts'
import { planOf, resultOf, suiteWith } from './snapshot.fixture.ts'
import type { Snapshot } from './snapshot.ts'

const header = { suite: 's', conversation: 'c', file: 'f.yaml', agent: 'a', version: '2', script: '00' }
const of = (...texts: string[]): Snapshot => ({
  header,
  lines: texts.map((text) => ({ section: text.startsWith('2') ? 'turn 2' : 'turn 1', text: text.replace(/^2/, '') })),
})
const compare = (snapshot: Snapshot, now: Snapshot, lines?: 'calls'): SnapshotComparison =>
  compareWithSnapshot(now, { read: { ok: true, snapshot } }, lines)
const show = (comparison: SnapshotComparison): string[] =>
  comparison.kind !== 'changed'
    ? [comparison.kind]
    : comparison.lines.map((line) => {
        if (line.kind !== 'changed') return `${{ same: ' ', removed: '-', added: '+' }[line.kind]} ${line.text}`
        return `~ ${line.words.map(({ kind, text }) => ({ same: text, removed: `[-${text}-]`, added: `{+${text}+}` })[kind]).join('')}`
      })

describe('compareWithSnapshot', () => {
  it('finds equal talks equal', () => {
    expect(compare(of('user: a', '-> f()'), of('user: a', '-> f()'))).toEqual({ kind: 'same' })
  })
  it('pairs lines of one speaker or tool and shows their words', () => {
    const snapshot = of('user: a', '-> f(x: "1") during', '<- {ok: true}', 'desk: It is on Monday', '2desk: bye')
    const now = of(
      'user: a',
      '-> f(x: "2") during',
      '<- {ok: true}',
      '-> g() during',
      '<- {n: 1}',
      'desk: It is on Friday',
      '2mira: bye',
    )
    expect(show(compare(snapshot, now))).toEqual([
      '  user: a',
      '~ -> f(x: "[-1-]{+2+}") during',
      '  <- {ok: true}',
      '+ -> g() during',
      '+ <- {n: 1}',
      '~ desk: It is on [-Monday-]{+Friday+}',
      '- desk: bye',
      '+ mira: bye',
    ])
  })
  it('says nothing of turns that were not sent, and of what came after the last one', async () => {
    const turns = '{ user: one, expect: { reply: "yes" } }, { user: two, expect: { reply: "yes" } }'
    const plan = planOf(suiteWith(turns))
    const answer = (user: string, text: string) => [said('user', user), said('assistant', text)]
    const take = async (...answers: Parameters<typeof resultOf>[1][]) => {
      const result = await resultOf(plan, ...answers)
      return buildSnapshot(plan, result, { folder: '/work', apiKey: 'a-key-of-somebody', custom: [] })
    }
    const snapshot = await take(answer('one', 'yes'), answer('two', 'yes'))
    const now = await take(answer('one', 'no'))
    expect([now.unsent?.has('turn 2'), snapshot.unsent]).toEqual([true, undefined])
    expect(compareWithSnapshot(now, { read: { ok: true, snapshot } })).toMatchObject({
      kind: 'changed',
      lines: [
        { section: 'turn 1', kind: 'same' },
        { section: 'turn 1', kind: 'changed' },
      ],
    })
  })
  it('does not pair lines of different turns', () => {
    expect(show(compare(of('desk: hello'), of('2desk: hello')))).toEqual(['- desk: hello', '+ desk: hello'])
  })
  it('leaves what is said aside when only calls count', () => {
    expect(show(compare(of('desk: a', '-> f()'), of('desk: b', '-> f()'), 'calls'))).toEqual(['same'])
    expect(show(compare(of('desk: a', '-> f()'), of('desk: b'), 'calls'))).toEqual(['- -> f()'])
  })
  it('takes no longer for long talks than they are long', async () => {
    const long = (word: string, length: number): Snapshot =>
      of(...Array.from({ length }, (_, index) => `desk: ${word} ${index % 7}`))
    const growth = await measureGrowth(300, (size) =>
      expect(compare(long('a', size), long('b', size)).kind).toBe('changed'),
    )
    expect(growth).toBeLessThan(mostGrowth)
  })
  it.each([
    [{ script: '01' }, 'the script sends something else since the snapshot was taken (01 is now 00)'],
    [{ conversation: 'd' }, 'its snapshot is of the conversation "d", not of "c"'],
    [{ version: '1' }, 'its snapshot is of the version "1", not of "2"'],
  ])('says what is not comparable: %o', (other, reason) => {
    const snapshot = { ...of('user: a'), header: { ...header, ...other } }
    expect(compare(snapshot, of('user: a'))).toEqual({ kind: 'not comparable', reason })
  })
  it('knows that there is none, and one that cannot be read', () => {
    expect(compareWithSnapshot(of(), { read: null })).toEqual({ kind: 'missing' })
    expect(compareWithSnapshot(of(), { read: { ok: false, line: 3, reason: 'why' } })).toEqual({
      kind: 'not comparable',
      reason: 'its snapshot cannot be read: line 3: why',
    })
  })
})
