import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { JsonValue } from '../../base/json/json.ts'
import { said } from '../transcript/entries.fixture.ts'
import { assignItems } from './assign-items.ts'
import { judgeTurn, ran, verdicts } from './judge-turn.fixture.ts'
import { answerOf } from './outcome/answer.ts'
import type { Mismatch } from './outcome/outcome.ts'

const at = { line: 1, column: 1, length: 1 }
const miss: Mismatch = { at, path: '', expected: 'x' }
const answers = {
  holds: [],
  doubt: [{ ...miss, doubt: 'too short' }],
  neither: [{ ...miss, doubt: 'twice', neither: true }],
  fails: [miss],
}
type Answer = keyof typeof answers

/** Whether each row can have a column of its own, by trying everything. */
function canAll(cells: readonly Answer[][], allowed: readonly Answer[], used: readonly number[] = []): boolean {
  const row = cells[used.length]
  if (row === undefined) return true
  return row.some(
    (each, column) => allowed.includes(each) && !used.includes(column) && canAll(cells, allowed, [...used, column]),
  )
}

it('gives the three answers that trying everything gives, judging each pair once', () => {
  const cell = fc.constantFrom<Answer>('holds', 'doubt', 'neither', 'fails', 'fails')
  const cells = fc
    .nat(4)
    .chain((columns) => fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { maxLength: 4 }))
  fc.assert(
    fc.property(cells, (rows) => {
      const judged = new Set<string>()
      const columns = (rows[0] ?? []).map((_, column) => column)
      const { assignment, misses } = assignItems(rows, columns, (row, column) => {
        const key = `${rows.indexOf(row)} ${column}`
        expect(judged.has(key)).toBe(false)
        judged.add(key)
        return answers[row[column] ?? 'fails']
      })
      const mismatches = assignment.flatMap((column, row) => (column === null ? [miss] : misses(row, column)))
      const expected = canAll(rows, ['holds'])
        ? 'holds'
        : canAll(rows, ['holds', 'doubt', 'neither'])
          ? 'cannot tell'
          : 'fails'
      expect(answerOf(mismatches)).toBe(expected)
      const isUnclear = mismatches.some((each) => 'neither' in each)
      if (expected === 'cannot tell') expect(isUnclear).toBe(!canAll(rows, ['holds', 'doubt']))
    }),
    { seed: 5, numRuns: 500 },
  )
})

const argument = (yaml: string, v: JsonValue): string[] =>
  verdicts(`calls: [{ a: { with: { v: ${yaml} } } }]`, ran('a', { v }))

const german = 'Ihre Bestellung ist unterwegs.'

it.each<[string, JsonValue, string]>([
  ['{ contains: [{ role: admin }, { role: admin }] }', [{ role: 'admin' }, { role: 'user' }], 'failed'],
  ['{ contains: [{ role: admin }, { id: 1 }] }', [{ role: 'admin', id: 1 }, { role: 'admin' }], 'passed'],
  ['{ contains: [a, a] }', 'a', 'passed'],
  ['{ contains: [a, a] }', { a: 1 }, 'passed'],
  ['{ contains: [{ language: de }, { type: text }] }', ['Ok', german], 'passed'],
  ['{ contains: [{ language: de }, { language: de }] }', ['Ok', german], 'not judged'],
  ['{ contains: [{ language: de }, { language: de }] }', [german], 'failed'],
  ['{ in any order: [{ language: de }, Ok] }', ['Ok', german], 'passed'],
  ['{ in any order: [{ language: de }, { language: de }] }', ['Ok', german], 'not judged'],
  ['{ in any order: [{ language: de }] }', ['Ok', german], 'failed'],
  ['{ not: { in any order: [a, b] } }', ['b', 'a'], 'failed'],
  ['{ not: { in any order: [a, b] } }', ['b', 'b'], 'passed'],
  ['{ not: { contains: [a, b] } }', ['b', 'b'], 'failed'],
  ['{ not: { all: [{ contains: [b, b] }] } }', ['b', 'a'], 'passed'],
  ['{ not: { all: [{ contains: [b, b] }] } }', ['b', 'b'], 'failed'],
  ['{ in any order: [{ in any order: [1, 2] }, [3]] }', [[3], [2, 1]], 'passed'],
  [
    '{ each: { in any order: [1, 2] }, length: 2 }',
    [
      [1, 2],
      [2, 1],
    ],
    'passed',
  ],
  ['{ exactly: [{ in any order: [{ a: 1 }, 2] }] }', [[2, { a: 1 }]], 'passed'],
  ['{ in any order: [] }', [], 'passed'],
  ['{ in any order: [] }', [1], 'failed'],
])('%s of %j is %s', (yaml, value, verdict) => {
  expect(argument(yaml, value)).toEqual([verdict])
})

it.each([
  ['{ contains: [A1, B2] }', 'passed'],
  ['{ contains: [A1, A1, B2] }', 'passed'],
  ['{ contains: [A1, B2, B2] }', 'failed'],
  ['{ contains: [A1, "A1\\"", B2] }', 'passed'],
  ['{ in any order: [B2, A1, A1] }', 'passed'],
  ['{ in any order: [B2, A1] }', 'failed'],
  ['{ not: { contains: [C, 2] } }', 'failed'],
])('an output that is a list: %s is %s', (yaml, verdict) => {
  expect(verdicts(`calls: [{ a: { returns: ${yaml} } }]`, ran('a', {}, '["A1","A1","B2"]'))).toEqual([verdict])
})

it.each([
  ['reply: { messages: { contains: [Hi, Hi] } }', 'failed'],
  ['reply: { messages: { contains: [Hi, Bye] } }', 'passed'],
  ['reply: { messages: { in any order: [Bye, Hi] } }', 'passed'],
  ['reply: { messages: { in any order: [Hi, Hi] } }', 'failed'],
  ['reply: { messages: { in any order: [Hi] } }', 'failed'],
  ['reply: { content: { contains: [{ kind: button }, { text: "Yes" }] } }', 'failed'],
  ['reply: { content: { in any order: [{ kind: button }, { text: Hi }, { text: Bye }] } }', 'passed'],
  ['outbox: { contains: [{ to: "1" }, { status: sent }] }', 'failed'],
  ['queue: { in any order: [{ id: 2 }, { id: 1 }] }', 'passed'],
  ['attempts: { contains: [{ status: done }, { status: done }] }', 'failed'],
])('%s is %s', (yaml, verdict) => {
  const entries = [
    said('assistant', 'Hi'),
    said('assistant', [
      { type: 'text', text: 'Bye' },
      { type: 'button', text: 'Yes', payload: 'track' },
    ]),
  ]
  const local = {
    outbox: [{ to: '1', status: 'sent' }],
    queue: [{ id: 1 }, { id: 2 }],
    attempts: [{ status: 'done' }, { status: 'lost' }],
  }
  expect(new Set(verdicts(yaml, entries, { local }))).toEqual(new Set([verdict]))
})

it('says which expected item found none of its own, and which item is left over', () => {
  const misses = (yaml: string) => {
    const [outcome] = judgeTurn(`calls: [{ a: { with: { v: ${yaml} } } }]`, ran('a', { v: ['A1', 'A1', 'B2'] }))
    return outcome?.kind === 'call'
      ? outcome.mismatches.map(({ path, expected, at: { column } }) => [column, path, expected])
      : []
  }
  expect(misses('{ in any order: [B2, B2, A1] }')).toEqual([
    [48, 'arguments.v', 'one more item that is "B2"'],
    [29, 'arguments.v[1]', 'not to be there'],
  ])
  expect(misses('{ contains: [B2, C3] }')).toEqual([[44, 'arguments.v', 'an item that is "C3"']])
  expect(misses('{ in any order: [A1, B2] }')).toEqual([[29, 'arguments.v[1]', 'not to be there']])
})
