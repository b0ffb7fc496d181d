// @module-tag stress
import { afterEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/base/json/json.ts'
import { judgeTurn, ran, verdicts } from '../../src/engine/expect/judge-turn.fixture.ts'
import { performRun } from '../../src/engine/perform-run.ts'
import { capture } from '../../src/engine/run/capture.ts'
import { said } from '../../src/engine/transcript/entries.fixture.ts'
import { viewTurn } from '../../src/engine/transcript/turn-view.ts'
import { fakeClient, plansOf } from '../../src/engine/verdict/fake-client.fixture.ts'
import { parseScript } from '../../src/suite/language/script/parse.ts'

/** Names that every object inherits, and those through which it inherits them. */
const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__']

/** An object with its own member of that name, as JSON.parse creates it. */
const owning = (name: string, value: unknown): JsonObject =>
  JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`)

/** Records metadata as it is sent, because the next turn changes it. */
function noted(notes: string[], metadata: unknown): [] {
  notes.push(JSON.stringify(metadata))
  return []
}

const before = [Object.prototype, Array.prototype, Function.prototype].map((each) => Object.getOwnPropertyNames(each))
afterEach(() => {
  const now = [Object.prototype, Array.prototype, Function.prototype].map((each) => Object.getOwnPropertyNames(each))
  expect(now).toEqual(before)
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

describe.each(names)('the name %s', (name) => {
  it.each([
    `with: { ${name}: { present: true } }`,
    `with: { ${name}: { type: object } }`,
    `with: { ${name}: { not: { equals: 1 } , present: true } }`,
    `with: { ${name}: { fields: { constructor: { present: true } } } }`,
    `with: { a.${name}: { present: true } }`,
    `arguments: { contains: ${name} }`,
    `exactly: { a: { b: 1 }, ${name}: { present: true } }`,
    `returns: { ${name}: { present: true } }`,
    `returns: { json: { ${name}: { present: true } } }`,
    `returns: { fields: { ${name}: { any: [{ type: object }, { present: true }] } } }`,
  ])('is no member of what does not have it: %s', (condition) => {
    expect(verdicts(`{ calls: [{ find: { ${condition} } }] }`, ran('find', { a: { b: 1 } }))).toEqual(['failed'])
  })

  it('is absent where nobody gave it', () => {
    const yaml = `{ calls: [{ find: { with: { ${name}: { present: false } }, returns: { ${name}: { present: false } } } }] }`
    expect(verdicts(yaml, ran('find', { a: 1 }))).toEqual(['passed'])
  })

  it('is not taken for a member by a JSON Schema', () => {
    const schema = (more: string): string =>
      `{ calls: [{ find: { returns: { schema: { type: object, properties: { ${name}: { type: string } }${more} } } } }] }`
    if (name === '__proto__')
      return expect(() => verdicts(schema(''), ran('find'))).toThrow('is not held against a schema')
    expect(verdicts(schema(''), ran('find'))).toEqual(['passed'])
    expect(verdicts(schema(`, required: [${name}]`), ran('find'))).toEqual(['failed'])
    const entriesWith = (value: unknown) => ran('find', {}, JSON.stringify(owning(name, value)))
    const verdictRows = [1, 'x'].map((value) => verdicts(schema(`, required: [${name}]`), entriesWith(value)))
    expect(verdictRows).toEqual([['failed'], ['passed']])
  })

  it('is a member like any other where it was given', () => {
    const args = owning(name, { polluted: 'yes' })
    const entries = ran('find', args, JSON.stringify(args))
    for (const kind of ['with', 'exactly', 'returns']) {
      const judged = (value: string): string[] =>
        verdicts(`{ calls: [{ find: { ${kind}: { ${name}: { polluted: ${value} } } } }] }`, entries)
      expect([judged('yes please'), judged('"yes"')]).toEqual([['failed'], ['passed']])
    }
    expect(verdicts('{ calls: [{ find: { exactly: {} } }] }', entries)).toEqual(['failed'])
    expect(
      verdicts(`{ calls: [{ find: { returns: { equals: { ${name}: { polluted: "yes" } } } } }] }`, entries),
    ).toEqual(['passed'])
    expect(verdicts('{ calls: [{ find: { returns: { equals: {} } } }] }', entries)).toEqual(['failed'])
  })

  it('is a tool like any other', () => {
    expect(verdicts(`{ calls: [{ ${name}: {} }] }`, ran('find'))).toEqual(['failed'])
    expect(verdicts(`{ calls: [${name}] }`, ran(name))).toEqual(['passed'])
    expect(verdicts(`{ calls: { never: [${name}] } }`, ran(name))).toEqual(['failed'])
    const outcomes = judgeTurn(`{ calls: [{ ${name}: { with: { id: 2 } } }] }`, ran(name, { id: 1 }))
    expect(outcomes[0]).toMatchObject({ verdict: 'failed', closest: { name } })
  })

  it('is captured only from what has it', () => {
    const plain = viewTurn([said('user', 'hi'), ...ran('find', { a: 1 })])
    for (const path of [name, `calls.${name}`, `calls.find.${name}`, `calls.find.arguments.${name}`])
      expect(capture(path, plain)).toMatchObject({ ok: false })
    const view = viewTurn([said('user', 'hi'), ...ran(name, owning(name, 'x'))])
    expect(capture(`calls.${name}.arguments.${name}`, view)).toEqual({ ok: true, value: 'x' })
  })

  it('is no variable that nobody gave', () => {
    const parsed = parseScript(
      `suite: S\nagent: desk\nconversations: [{ name: c, turns: [{ user: "{{${name}}}", expect: { reply: ok } }] }]\n`,
      's.yaml',
    )
    expect(parsed.ok ? [] : parsed.problems.map(({ code }) => code)).toEqual(['unknown-variable'])
  })

  it('is sent as metadata, and works as a variable and as a capture', async () => {
    const plans = plansOf(`suite: S
agent: desk
metadata: { ${name}: { polluted: "suite" } }
variables: { ${name}: { polluted: given } }
conversations:
  - name: c
    turns:
      - { user: "a {{${name}}}", capture: { ${name}: calls.${name}.arguments.${name} } }
      - { user: "b {{${name}}}", metadata: { ${name}: "{{${name}}}" }, expect: { calls: { never: [constructor, find] } } }
`)
    const notes: string[] = []
    const { client, sent } = fakeClient(({ message = '', metadata }, turn) => [
      ...noted(notes, metadata),
      said('user', message, turn * 2_000),
      ...(turn === 0 ? ran(name, owning(name, 'caught')) : []),
      said('assistant', 'ok', turn * 2_000 + 1_000),
    ])
    const result = await performRun(plans, {
      ...{ client, target: 'fake', tableread: '0', concurrency: 1, reconcile: false, functions: new Map() },
      ...{ keepPassed: true, problems: [], listen: () => {} },
    })
    expect(sent.map(({ message }) => message)).toEqual(['a {"polluted":"given"}', 'b caught'])
    expect(notes).toEqual(
      [owning(name, { polluted: 'suite' }), owning(name, 'caught')].map((each) => JSON.stringify(each)),
    )
    expect(result.conversations.map(({ verdict }) => verdict)).toEqual(['passed'])
    expect(result.coverage.agents[0]?.tools.map((tool) => tool.name)).toEqual([name])
    expect(result.coverage.agents[0]?.metadata.map((each) => each.name)).toEqual([name])
  })
})
