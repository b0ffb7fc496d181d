import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../base/json/json.ts'
import { loadWorkspace } from '../workspace/load-workspace.ts'
import { fillArguments } from './fill-arguments.ts'
import { performScripted } from './perform-scripted.ts'
import { folderOf } from './tools/tools.fixture.ts'
import type { Line } from './write-entries.ts'

const values: JsonObject = {
  ...{ count: '3', weight: '2.5', yes: 'true', words: 'many', padded: '007', long: '12345678901234567890' },
  quote: { price: 80, open: false, items: [1, 2], note: null },
}
const scope = { values, variables: { seats: 4, tier: 'gold' } }
const fillOne = (value: JsonValue, schema: JsonObject, more: JsonObject = {}): JsonValue | undefined =>
  fillArguments({ value }, scope, { type: 'object', properties: { value: schema }, ...more }).value

describe('an argument that is nothing but one slot', () => {
  it.each<[string, JsonObject, JsonValue]>([
    ['{count}', { type: 'integer' }, 3],
    ['{count}', { type: 'number' }, 3],
    ['{count}', { type: 'string' }, '3'],
    ['{count}', { type: ['string', 'integer'] }, '3'],
    ['{count}', { anyOf: [{ type: 'integer' }, { type: 'null' }] }, 3],
    ['{count}', { enum: [1, 2, 3] }, 3],
    ['{weight}', { type: 'number' }, 2.5],
    ['{weight}', { type: 'integer' }, '2.5'],
    ['{yes}', { type: 'boolean' }, true],
    ['{words}', { type: 'integer' }, 'many'],
    ['{padded}', { type: 'integer' }, '007'],
    ['{long}', { type: 'integer' }, '12345678901234567890'],
    ['{quote.price}', { type: 'string' }, '80'],
    ['{quote.open}', { type: 'boolean' }, false],
    ['{quote.items}', { type: 'array', items: { type: 'integer' } }, [1, 2]],
    ['{quote.note}', { type: ['string', 'null'] }, null],
    ['${seats}', { type: 'integer' }, 4],
    ['${tier}', { type: 'string' }, 'gold'],
    ['{missing}', { type: 'integer' }, '{missing}'],
    ['{count} of them', { type: 'string' }, '3 of them'],
  ])('%s for %j is %j', (text, schema, expected) => {
    expect(fillOne(text, schema)).toEqual(expected)
  })
  it('takes its form in members, lists and behind references, each for itself', () => {
    const line = { type: 'object', properties: { code: { type: 'string' }, count: { type: 'integer' } } }
    expect(
      fillOne(
        {
          lines: [
            { code: '{count}', count: '{count}' },
            { code: 'x', count: '{words}' },
          ],
          sure: '{yes}',
        },
        {
          type: 'object',
          properties: { lines: { type: 'array', items: { $ref: '#/$defs/line' } }, sure: { type: 'boolean' } },
        },
        { $defs: { line } },
      ),
    ).toEqual({
      lines: [
        { code: '3', count: 3 },
        { code: 'x', count: 'many' },
      ],
      sure: true,
    })
  })
  it('keeps the value that it has where no parameters are declared', () => {
    expect(fillArguments({ a: '{count}', b: '{quote.price}' }, scope)).toEqual({ a: '3', b: 80 })
  })
})

describe('a rule', () => {
  it('calls a double with the type that its parameters declare, and shows a value in a button as text', () => {
    const loaded = loadWorkspace(
      folderOf({
        'workspace.yaml': 'workspace: w\nkeys: [key]\nagents: [desk.yaml]\n',
        'desk.yaml': `agent: desk
id: desk
published: 1
versions:
  1:
    tools:
      book:
        parameters: { type: object, properties: { seats: { type: integer } } }
        cases: [{ with: { seats: 3 }, output: { price: 80 } }]
    rules:
      - id: book
        when: /(?<seats>\\d+) seats/
        do: [{ call: book, with: { seats: "{seats}" } }, { say: "For {seats}:" }, { button: "{book.price}", payload: "{seats}" }]
`,
      }),
    )
    const version = loaded.ok ? loaded.workspace.agents[0]?.versions.get(1) : undefined
    if (version?.behaviour.kind !== 'scripted') throw new Error('it is scripted')
    const { lines } = performScripted(version.behaviour, {
      ...{ version, message: 'I want 3 seats', first: true, variables: {}, state: {}, context: null, opening: null },
      speaker: { agentName: 'desk' },
    })
    const [call, message] = lines as [Line & { kind: 'call' }, Line & { kind: 'message' }]
    expect(call).toMatchObject({ arguments: { seats: 3 }, output: '{"price":80}', isError: false })
    expect(message.items.at(-1)).toEqual({ type: 'button', text: '80', payload: '3' })
  })
})
