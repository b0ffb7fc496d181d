import { expect, it } from 'vitest'
import { agentsWith, facts, readSuite } from '../../suite/lint/lint-text.fixture.ts'
import { planScript } from '../../suite/plan/plan.ts'
import { called } from '../transcript/entries.fixture.ts'
import type { TurnResult } from './conversation-result.ts'
import { findForgotten } from './script-slips.ts'

const script = readSuite(
  'suite: S\nagent: desk\nconversations: [{ name: a, turns: [{ user: hi, expect: { reply: x } }] }]',
)
const [plan] = planScript(script, {
  ...{ versions: ['default'], versionsGiven: true, timeLimitMs: 1_000, stopAfterFailure: true },
})
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
    const found = findForgotten(plan, [turn], fails, agents)
    expect(found.map(({ hint }) => hint)).toEqual(lost.map((each) => `write metadata: { ${each}: … }`))
  },
)
