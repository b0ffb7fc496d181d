import { expect, it } from 'vitest'
import { agentsWith, facts, readSuite } from '../../suite/lint/lint-text.fixture.ts'
import { reach } from '../../suite/lint/reach.ts'
import { planScript } from '../../suite/plan/plan.ts'
import { called, said } from '../transcript/entries.fixture.ts'
import type { TurnResult } from './conversation-result.ts'
import { findForgotten, findMisnamed } from './script-slips.ts'

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
