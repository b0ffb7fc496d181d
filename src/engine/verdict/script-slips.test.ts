import { expect, it } from 'vitest'
import { agentsWith, facts, readSuite } from '../../suite/lint/lint-text.fixture.ts'
import { reach } from '../../suite/lint/reach.ts'
import { planScript } from '../../suite/plan/plan.ts'
import { called, gave, said } from '../transcript/entries.fixture.ts'
import type { TurnResult } from './conversation-result.ts'
import { findForgotten, findMisnamed, findUnknownTools } from './script-slips.ts'

const plansOf = (agent: string, expected: string) =>
  planScript(
    readSuite(`suite: S\n${agent}\nconversations: [{ name: a, turns: [{ user: hi, expect: ${expected} }] }]`),
    { versions: ['default'], versionsGiven: true, timeLimitMs: 1_000, stopAfterFailure: true },
  )
const [plan] = plansOf('agent: desk', '{ reply: x }')
const agents = agentsWith({ 'desk default': facts({ during: ['book'] }, { variables: ['name', 'tier'] }) })

it.each([
  ['${name}', true, ['name']],
  ['Dear ${tier}, ${name}', true, ['name', 'tier']],
  ['${street}', true, []],
  ['${name}', false, []],
])(
  'an argument %j of a call, where the conversation fails (%s), shows what metadata was forgotten',
  (who, fails, lost) => {
    if (plan === undefined) throw new Error('no plan')
    const turn = { outcomes: [], entries: [called('book', 'c1', { to: [{ who }] })] } as unknown as TurnResult
    const found = findForgotten(plan, [turn], fails, reach(agents, 'desk', ['default']))
    expect(found.map(({ hint }) => hint)).toEqual(lost.map((each) => `write metadata: { ${each}: … }`))
  },
)

it.each<[string, string[], string?]>([
  ['order-dsk', ['did you mean order-desk?']],
  ['{ not: biling }', ['did you mean billing?']],
  ['{ none: [biling, order-desk] }', ['did you mean billing?']],
  ['order-desk', []],
  ['Grace', []],
  ['biling', [], 'biling'],
])('an agentName %s is a slip of an agent here: %j', (agentName, hints, speaker = 'order-desk') => {
  const [named] = plansOf(`agent: order-desk`, `{ reply: { contains: x, agentName: ${agentName} } }`)
  const here = facts({}, { handsOffTo: [{ agent: 'billing', version: 'default' }] })
  const turn = { outcomes: [], entries: [said('assistant', 'x', 0, speaker)] } as unknown as TurnResult
  if (named === undefined) throw new Error('no plan')
  expect(
    findMisnamed(named, [turn], reach(agentsWith({ 'order-desk default': here }), 'order-desk', ['default'])).map(
      ({ hint }) => hint,
    ),
  ).toEqual(hints)
})

it('takes a tool to be the one that is named, however its accents are written', () => {
  const [named] = plansOf('agent: desk', '{ calls: { never: [caf\u00e9] } }')
  if (named === undefined) throw new Error('no plan')
  const turn = { kind: 'answered', view: { entries: [called('cafe\u0301', 'c1', {})] } }
  const run = { before: null, turns: [turn], after: [], session: null, stop: null, expected: null } as never
  expect(findUnknownTools(named, run, agents, reach(agents, 'desk', ['default']))).toEqual({ errors: [], warnings: [] })
})

it.each([
  ['another tool gave back', '{"ram":16}', []],
  ['nobody gave back', '{"disk":16}', ['did you mean RAM?']],
])('judges a member that %s and is no member of what the tool returns', (_, other, hints) => {
  const [named] = plansOf('agent: desk', '{ calls: [{ book: { returns: { ram: 16 } } }] }')
  if (named === undefined) throw new Error('no plan')
  const pairs = [
    called('book', 'c1', {}),
    gave('book', 'c1', '{"RAM":8}'),
    called('find', 'c2', {}),
    gave('find', 'c2', other),
  ]
  const run = { before: null, turns: [{ kind: 'answered', view: { entries: pairs } }], after: [], session: null }
  const { errors } = findUnknownTools(named, { ...run, stop: null, expected: null } as never, agents, undefined)
  expect(errors.map(({ hint }) => hint)).toEqual(hints)
})
