import { describe, expect, it } from 'vitest'
import { planScript } from '../plan/plan.ts'
import { type MadeCall, namesInSchema } from './check-arguments.ts'
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
  ['in a guardrail', suite('[find]', '', `every turn: { calls: ${of('{ with: { amuont: 100 } }')} }\n`)],
]
const expected: [where: string, yaml: string][] = [
  ['in order', suite(of('{ with: { amuont: 100 } }', 'in order'))],
  ['in any order', suite(of('{ with: { amuont: 100 } }', 'any order'))],
  ['with a count', suite(of('{ with: { amuont: 100 }, times: 0 }', 'in order'))],
]

const parameters = {
  properties: { amount: { type: 'number' }, customer: { properties: { name: {}, email: {} } }, note: {} },
}
const takes = new Map([['refund', { needs: [], named: namesInSchema(parameters), gives: null }]])
const desk = { ...facts({ during: ['find', 'refund'] }), takes }

describe('arguments that a script names', () => {
  it.each(misspelt)('finds a misspelt one that forbids nothing, %s', (_, yaml) => {
    const [problem, ...more] = lintText(yaml, agentsWith({ 'desk default': desk }))
    expect([problem, more]).toEqual([expect.stringMatching(/^idle-guardrail: (amuont|nmae)/), []])
  })
  it.each(expected)('finds a misspelt one that is expected, %s', (_, yaml) => {
    expect(lintText(yaml, agentsWith({ 'desk default': desk }))).toEqual(['unknown-argument: amuont'])
  })
  it.each([
    of('{ with: { amount: 100, customer: { name: Mia } } }'),
    of('{ with: { force: true } }'),
    of('{ with: { note2: x } }'),
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
  const call = { name: 'refund', arguments: { amount: 250, customer: { name: 'Mia' } } }
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
