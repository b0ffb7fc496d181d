import { expect, it } from 'vitest'
import type { KnownAgent } from '../../../suite/lint/known-agents.ts'
import { agentsWith, facts, readSuite } from '../../../suite/lint/lint-text.fixture.ts'
import { reach as reachOf } from '../../../suite/lint/reach.ts'
import { planScript } from '../../../suite/plan/plan.ts'
import { called, said } from '../../transcript/entries.fixture.ts'
import { viewTurn } from '../../transcript/turn-view.ts'
import { judgeTools } from './judge-tools.ts'

const line = 'agent: desk\nconversations: [{ name: a, turns: [{ user: hi, expect: { reply: x } }] }]'

/** What is found in a turn that calls two tools, each twice, of an agent with these facts. */
function judged(known: KnownAgent, { laws = '', names = ['desk'] as string[] | null } = {}): string[] {
  const listed = agentsWith({ 'desk default': known, 'far default': facts({ during: ['fax'] }) })
  const agents = { ...listed, ...(names === null ? {} : { names: () => names }) }
  const settings = { versions: ['default'], versionsGiven: true, timeLimitMs: 1_000, stopAfterFailure: true }
  const [plan] = planScript(readSuite(`suite: S\n${laws}${line}`), settings)
  if (plan === undefined) throw new Error('no plan')
  const calls = ['book', 'fax', 'book', 'fax'].map((name, index) => called(name, `c${index}`, {}))
  const view = viewTurn([...calls, said('assistant', 'done')])
  const turn = plan.conversation.turns[0]
  const run = { before: null, turns: [{ kind: 'answered', turn, view }], after: [], session: null } as never
  const outcomes = judgeTools(plan, run, { agents, reach: reachOf(agents, 'desk', ['default']), stored: [] })
  return outcomes.map((each) => (each.kind === 'law' ? `${each.at.column} ${each.finding.message}` : each.kind))
}

const unknown = '44 fax was called, and desk (default) has no such tool; '

it('finds each tool that the version does not have once, at the turn that called it', () => {
  expect(judged(facts({ during: ['book', 'fix'] }))).toEqual([`${unknown}did you mean fix?`])
  expect(judged(facts({ during: ['book', 'search'] }))).toEqual([`${unknown}there are book, search`])
})

it('lets an agent call what it has, and what one has that may take over', () => {
  expect(judged(facts({ during: ['book'], post: ['fax'] }))).toEqual([])
  expect(judged(facts({ during: ['book'] }, { handsOffTo: [{ agent: 'far', version: 'default' }] }))).toEqual([])
})

it('says nothing where there may be more than files name, or where a suite says why it may be', () => {
  const sparse = facts({ during: ['book'] })
  expect(judged(sparse, { names: null })).toEqual([])
  expect(judged({ ...sparse, open: true })).toEqual([])
  expect(judged(facts({ during: ['book'] }, { handsOffTo: [{ agent: 'who', version: 'default' }] }))).toEqual([])
  for (const law of ['tools declared', 'phases follow blueprint'])
    expect(judged(sparse, { laws: `laws: { ${law}: it has its own }\n` })).toEqual([])
})
