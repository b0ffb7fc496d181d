import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../base/json/json.ts'
import { agentsWith, facts, lintScript, readSuite } from './lint-text.fixture.ts'

const parameters: JsonObject = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    count: { type: 'integer' },
    gift: { type: 'boolean' },
    size: { enum: ['small', 'large'] },
    items: { type: 'array', items: { type: 'string' } },
    to: { type: 'object', properties: { zip: { type: 'string', pattern: '^[0-9]{5}$' } } },
    either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
    free: {},
  },
}

/** What lint says of a call with these details, at a tool whose versions have these parameters. */
function told(details: string, { schemas = [parameters], under = 'in order' } = {}): string[] {
  const takes = new Map([['book', { needs: [], named: new Map(), gives: null, parameters: schemas }]])
  const text = `suite: S\nagent: desk\nvariables: { id: 7 }\nconversations:\n  - name: one\n    turns: [{ user: c, expect: { calls: { ${under}: [{ book: { ${details} } }], any order: [book] } } }]\n`
  return lintScript(readSuite(text), agentsWith({ 'desk default': facts({ during: ['book'] }, { takes }) })).map(
    ({ at, code, severity, message, hint }) => `${at.line} ${severity} ${code} ${message} (${hint})`,
  )
}
const wanted = (rest: string): string[] => [
  `6 warning wrong-type no call of book is like this: its parameters want ${rest}`,
]

describe('a value that a call is expected with', () => {
  it.each([
    'with: { id: "4711", count: 2, gift: true, size: small, items: [a], to: { zip: "12345" } }',
    'with: { id: /47/, count: { at least: 3 }, size: { any: [small, 7] }, items: { contains: a }, to: { zip: { length: 5 } } }',
    'with: { either: 7, free: 7, other: 7, id: null }',
    'with: { to: { zip: abc } }',
    'with: { id: "no {{id}}" }',
    'with: { id: { ignore case: true, equals: A } }',
    'exactly: { id: a }',
  ])('may be one that the schema allows, or may: %s', (details) => expect(told(details)).toEqual([]))

  it.each([
    ['with: { id: 4711 }', 'a value that must be string as id, but here is a number (a text stands in quotes)'],
    ['exactly: { id: true }', 'a value that must be string as id, but here is a boolean (a text stands in quotes)'],
    [
      'arguments: { fields: { id: 1 } }',
      'a value that must be string as id, but here is a number (a text stands in quotes)',
    ],
    [
      'with: { count: "2" }',
      'a value that must be integer as count, but here is a text (a number stands without quotes)',
    ],
    [
      'with: { gift: "true" }',
      'a value that must be boolean as gift, but here is a text (a boolean stands without quotes)',
    ],
    [
      'with: { gift: yes please }',
      'a value that must be boolean as gift, but here is a text (write what the agent would send)',
    ],
    [
      'with: { size: smal }',
      'a value that must be equal to one of the allowed values as size, but here is a text (did you mean "small"?)',
    ],
    ['with: { items: a }', 'a value that must be array as items, but here is a text (a list stands in brackets)'],
    ['with: { to: home }', 'a value that must be object as to, but here is a text (write what the agent would send)'],
    [
      'with: { to: { zip: 12345 } }',
      'a value that must be string as to.zip, but here is a number (a text stands in quotes)',
    ],
    [
      'with: { id: { not: 7 } }',
      'a value that must be string as id, but here is a number, so it never matters (a text stands in quotes)',
    ],
  ])('cannot be one that every schema rules out: %s', (details, rest) => expect(told(details)).toEqual(wanted(rest)))

  it('may be one that some version takes, and forbids only by its type', () => {
    expect(told('with: { id: 1 }', { schemas: [parameters, { properties: { id: { type: 'integer' } } }] })).toEqual([])
    expect(told('with: { size: huge }', { under: 'never' })).toEqual([])
    expect(told('with: { id: 7 }', { under: 'never' })).toEqual(
      wanted(
        'a value that must be string as id, but here is a number, so this forbids nothing (a text stands in quotes)',
      ),
    )
  })
})
