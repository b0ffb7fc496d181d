import { describe, expect, it } from 'vitest'
import type { Problem } from '../yaml/problem.ts'
import type { Expectation } from './expectation.ts'
import { readSuite } from './plan-suite.ts'
import { conversation, suite } from './suite.ts'

const begun = conversation('c').agent('desk').user('hi')

/** The problems of an expectation that the compiler did not check. */
function problemsOf(input: unknown): Problem[] {
  const read = readSuite(suite('S', {}, [begun.expect(input as Expectation)]))
  return read.ok ? [] : read.problems
}

const endless: { not?: unknown } = {}
endless.not = endless
const twofold: { all: unknown[] } = { all: [] }
twofold.all.push(twofold, twofold)

describe('a value that is no data', () => {
  it.each([
    ['nothing', undefined, 'expected data for "expect", but here is undefined'],
    ['a hole', { calls: ['a', undefined] }, 'expected data for "calls", but here is undefined'],
    ['a function', { reply: () => 'hi' }, 'expected data for "reply", but here is a function'],
    ['a date', { error: { at: new Date(0) } }, 'expected data for "at", but here is a Date'],
    ['no number', { calls: { count: Number.NaN } }, 'expected data for "count", but here is NaN'],
    ['a pattern with a flag that linear matching does not know', { reply: /hi/g }, 'are no flags of a pattern here'],
    ['a BigInt', { calls: { count: 10n } }, 'expected data for "count", but here is a BigInt (10n)'],
    ['a symbol', { reply: Symbol('hi') }, 'expected data for "reply", but here is Symbol(hi)'],
    ['a key that is a symbol', { [Symbol('reply')]: 'hi' }, 'but here is an object with the key Symbol(reply)'],
    ['infinity', { latency: -1 / 0 }, 'expected data for "latency", but here is -Infinity'],
    ['a list with a gap', { calls: Array(1) }, 'expected data for "calls", but here is undefined'],
    ['a map', { reply: new Map() }, 'expected data for "reply", but here is a Map'],
    ['a boxed text', { reply: Object('hi') }, 'expected data for "reply", but here is a String'],
    [
      'an object of no class',
      { reply: Object.create(Object.create(Object.create(null))) },
      'but here is a value of another kind',
    ],
    ['what contains itself', { reply: endless }, '"not" contains itself'],
    ['what contains itself twice', { reply: twofold }, '"all" contains itself'],
  ])('is refused: %s', (_, input, message) => {
    expect(problemsOf(input)[0]).toMatchObject({
      message: expect.stringContaining(message),
      file: 'src/suite/builder/node-from-code.test.ts',
      at: { line: 11 },
    })
  })

  it('is no pattern either with a flag that linear matching does not know', () => {
    expect(problemsOf({ reply: { matches: /hi/g } })).toMatchObject([{ code: 'bad-pattern' }])
  })
})

describe('a key that is said twice', () => {
  it('is refused at the second place', () => {
    const twice = conversation('c')
      .agent('desk')
      .agent('other')
      .user('hi')
      .expect({ reply: 'a' })
      .expect({ reply: 'b' })
    const read = readSuite(suite('S', {}, [twice]))
    expect(read).toMatchObject({
      problems: [
        { code: 'duplicate-key', message: '"agent" is given twice', at: { length: 5 } },
        { code: 'duplicate-key', message: '"expect" is given twice', at: { length: 6 } },
      ],
    })
  })

  it('but a conversation can go on in two ways', () => {
    const [yes, no] = [begun.expect({ reply: 'yes' }), begun.user('no').expect({ reply: 'no' })]
    expect([begun, yes, no].map(({ draft }) => [draft.turns.length, draft.turns[0]?.members.length])).toEqual([
      [1, 1],
      [1, 2],
      [2, 1],
    ])
  })
})

describe('what comes from another file', () => {
  it('has the nearest place of the file that calls suite', () => {
    const { members, site, turns } = begun.expect({ reply: { contains: 'hi' } }).draft
    const away = { ...site, file: 'elsewhere.ts' }
    const moved = members.map((each) => ({ ...each, site: away }))
    const orders = suite('S', {}, [{ draft: { site: away, members: moved, turns } }])
    const read = readSuite(orders)
    if (!read.ok) throw new Error(JSON.stringify(read.problems))
    const [first] = read.script.conversations
    expect([first?.at, first?.name.at]).toEqual([orders.site.at, orders.site.at])
    expect(first?.turns[0]?.at).toEqual(turns[0]?.site.at)
  })
})
