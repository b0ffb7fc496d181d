import { describe, expect, it } from 'vitest'
import { planScript } from '../plan/plan.ts'
import { type MadeCall, namesInSchema, namesInValue } from './check-arguments.ts'
import { checkToolsAfter } from './check-tools.ts'
import { agentsWith, facts, lintText, readSuite } from './lint-text.fixture.ts'
import { reach } from './reach.ts'

const suite = (calls: string, more = '', settings = ''): string =>
  `suite: Desk\nagent: desk\n${settings}conversations:\n  - name: one\n${more}    turns:\n      - user: Hi\n        expect: { calls: ${calls} }\n`
const of = (refund: string, use = 'never'): string => `{ ${use}: [{ refund: ${refund} }] }`

/** Every place of the language that names an argument, with a misspelt one. */
const misspelt: [where: string, yaml: string][] = [
  ['under never', suite(of('{ with: { amuont: { more than: 100 } } }'))],
  ['by a pattern', suite('{ never: [{ "ref*": { with: { amuont: 100 } } }] }')],
  ['under exactly', suite(of('{ exactly: { amuont: 100 } }'))],
  ['in a negation', suite(of('{ with: { customer: { not: { nmae: Mia } } } }'))],
  ['of a member', suite(of('{ with: { customer: { nmae: Mia } } }'))],
  ['during', suite(`{ during: ${of('{ with: { amuont: 100 } }')} }`)],
  ['of the session', suite('[find]', `    session: { calls: ${of('{ with: { amuont: 100 } }')} }\n`)],
  ['of all arguments', suite(of('{ arguments: { amuont: 100 } }'))],
  ['of one value', suite(of('{ arguments: { equals: { amuont: 100 } } }'))],
  ['of a schema', suite(of('{ arguments: { schema: { type: object, properties: { amuont: { const: 1 } } } } }'))],
  ['with a letter nobody sees', suite(of('{ with: { "amu\u200bont": 100 } }').replace('amu\u200bont', 'amount\u200b'))],
  ['of a foreign letter', suite(of('{ with: { \u0430mount: 100 } }'))],
  ['in what it returns', suite(of('{ returns: { stauts: ok } }'))],
  ['in an item it returns', suite(of('{ returns: { lines: { each: { skuu: ok } } } }'))],
  ['in some item it returns', suite(of('{ returns: { lines: { contains: { skuu: ok } } } }'))],
  ['in either of what it returns', suite(of('{ returns: { any: [{ stauts: ok }, lost] } }'))],
  ['in a guardrail', suite('[find]', '', `every turn: { calls: ${of('{ with: { amuont: 100 } }')} }\n`)],
]
const expected: [where: string, yaml: string][] = [
  ['in order', suite(of('{ with: { amuont: 100 } }', 'in order'))],
  ['in any order', suite(of('{ with: { amuont: 100 } }', 'any order'))],
  ['in what is not to be', suite(of('{ arguments: { not: { amuont: 100 } } }', 'in order'))],
  ['in what is not to be there', suite(of('{ with: { amuont: { present: false } } }', 'in order'))],
  ['with a count', suite(of('{ with: { amuont: 100 }, times: 0 }', 'in order'))],
]

const parameters = {
  properties: { amount: { type: 'number' }, customer: { properties: { name: {}, email: {} } }, note: {} },
}
const gives = namesInValue({ status: 'ok', lines: [{ sku: 'x' }] })
const takes = new Map([['refund', { needs: [], named: namesInSchema(parameters), gives }]])
const desk = { ...facts({ during: ['find', 'refund'] }), takes }

describe('arguments that a script names', () => {
  it.each(misspelt)('finds a misspelt one that forbids nothing, %s', (_, yaml) => {
    const [problem, ...more] = lintText(yaml, agentsWith({ 'desk default': desk }))
    expect([problem, more]).toEqual([expect.stringMatching(/^idle-guardrail: /), []])
  })
  it.each(expected)('finds a misspelt one that is expected, %s', (_, yaml) => {
    expect(lintText(yaml, agentsWith({ 'desk default': desk }))).toEqual(['unknown-argument: amuont'])
  })
  it.each([
    [of('{ with: { force: true } }'), 'idle-guardrail: force'],
    [of('{ with: { note2: x } }'), 'idle-guardrail: note2'],
    [of('{ with: { customer: { age: 3 } } }'), 'idle-guardrail: age'],
    [of('{ returns: { colour: red } }'), 'idle-guardrail: colour'],
    [of('{ arguments: { equals: { force: true } } }'), 'idle-guardrail: equals'],
    [of('{ arguments: { not: { force: true } } }', 'in order'), 'unknown-argument: force'],
    [of('{ with: { force: { present: false } } }', 'in order'), 'unknown-argument: force'],
    [of('{ with: { force: true }, times: 0 }', 'in order'), 'unknown-argument: force'],
  ])('warns of one near to none, where not finding it lets everything pass: %s', (calls, problem) => {
    const agents = agentsWith({ 'desk default': desk })
    expect(lintText(suite(calls), agents)).toEqual([`warning ${problem}`])
    const elsewhere = new Map([
      ['refund', namesInValue({ arguments: { force: 1, note2: 1, customer: { age: 1 } }, returns: { colour: 1 } })],
    ])
    expect(lintText(suite(calls), { ...agents, arguments: () => elsewhere })).toEqual([])
  })
  it.each([
    of('{ with: { amount: 100, customer: { name: Mia } } }'),
    of('{ with: { force: { present: false } } }'),
    of('{ arguments: { not: { force: true } } }'),
    of('{ with: { force: true } }', 'in order'),
    '{ count: 1, reference: [{ refund: { with: { force: 1 } } }] }',
    of('{ with: { note: { from: Mia } } }'),
    of('{ with: { customer: { any: [Mia, { name: Mia }] } } }'),
    '{ never: [{ find: { with: { amuont: 100 } } }] }',
  ])('takes any other: %s', (calls) => {
    expect(lintText(suite(calls), agentsWith({ 'desk default': desk }))).toEqual([])
  })

  const ran = (yaml: string, deskFacts: typeof desk | null, calls: MadeCall[]): string[] => {
    const defaults = { versions: ['default'], versionsGiven: true, timeLimitMs: 1_000, stopAfterFailure: true }
    const [plan] = planScript(readSuite(yaml), defaults)
    if (plan === undefined) throw new Error('no plan')
    const agents = agentsWith(deskFacts === null ? {} : { 'desk default': deskFacts })
    return checkToolsAfter(plan, reach(agents, 'desk', ['default']), calls, new Set()).errors.map(({ code }) => code)
  }
  const call = {
    name: 'refund',
    arguments: { amount: 250, customer: { name: 'Mia' } },
    output: { json: { status: 'ok', lines: [{ sku: 'x' }] } },
  }
  it.each(misspelt)('is a mistake of the script where a call shows how it is called, %s', (_, yaml) => {
    expect(ran(yaml, null, [call])).toEqual(['idle-guardrail'])
  })
  it('is none where a call has that very name', () => {
    const [[, yaml] = ['', '']] = misspelt
    expect(ran(yaml, desk, [{ name: 'refund', arguments: { amuont: 250 } }])).toEqual([])
    expect(ran(yaml, desk, [])).toEqual(['idle-guardrail'])
    expect(ran(yaml, null, [])).toEqual([])
  })
})
