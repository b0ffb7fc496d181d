import { describe, expect, it } from 'vitest'
import { planScript } from '../plan/plan.ts'
import type { KnownAgents } from './known-agents.ts'
import { lintPlans } from './lint-plans.ts'
import { agentsWith, facts, lintScript, lintText, readSuite } from './lint-text.fixture.ts'

const suite = (name: string, agent = 'desk', conversation = 'greets'): string =>
  `suite: ${name}\nagent: ${agent}\nconversations:\n  - name: ${conversation}\n    turns: [{ user: Hi, expect: { reply: x } }]\n`
const defaults = { versions: ['default'], versionsGiven: false, timeLimitMs: 1_000, stopAfterFailure: true }

function lintFiles(texts: Record<string, string>, agents: KnownAgents | null = null) {
  const scripts = Object.entries(texts).map(([file, text]) => readSuite(text, file))
  const plans = scripts.flatMap((script) => planScript(script, defaults))
  return lintPlans(scripts, plans, agents)
}

describe('agents and versions', () => {
  it('finds an agent that is not there, with a suggestion or the names there are', () => {
    const none = agentsWith({}, { kind: 'no agent', names: ['order-desk', 'billing'] })
    expect(lintScript(readSuite(suite('S', 'orderdesk')), none)).toMatchObject([
      {
        code: 'unknown-agent',
        message: 'the test has no agent "orderdesk"',
        hint: 'did you mean "order-desk"?',
        at: { line: 2, column: 8 },
      },
    ])
    expect(lintScript(readSuite(suite('S', 'pharmacy')), none)[0]?.hint).toBe('there are order-desk, billing')
  })

  it('finds a version that is not there, where the script or else the command line asks for it', () => {
    const none = agentsWith({}, { kind: 'no version', reason: 'its versions are 1' })
    expect(lintText(suite('S'), none, ['draft'])).toEqual(['unknown-version: desk'])
    const yaml = suite('S').replace('conversations', 'agent version: 7\nconversations')
    expect(lintFiles({ 'a.yaml': yaml }, none).problems).toMatchObject([
      { message: 'the agent "desk" has no version 7', at: { line: 3, column: 16 }, hint: 'its versions are 1' },
    ])
  })

  it('says which agents nothing was held against', () => {
    const files = { 'a.yaml': suite('A'), 'b.yaml': suite('B', 'other', 'waves') }
    expect(lintFiles(files, agentsWith({ 'desk default': facts({}) }))).toEqual({
      problems: [],
      held: ['desk'],
      unchecked: ['other'],
    })
  })
})

describe('names of conversations in several files', () => {
  it('are a problem with one suite name, a warning without', () => {
    const { problems } = lintFiles({ 'a.yaml': suite('A'), 'b.yaml': suite('A'), 'c.yaml': suite('C') })
    expect(problems).toMatchObject([
      {
        file: 'b.yaml',
        code: 'duplicate-name',
        message: 'a.yaml:4 already has a conversation of this name in a suite of this name',
      },
      { file: 'c.yaml', code: 'duplicate-name', severity: 'warning' },
    ])
    expect(problems[0]).not.toHaveProperty('severity')
  })

  it('are fine when they differ', () => {
    expect(lintFiles({ 'a.yaml': suite('A'), 'b.yaml': suite('A', 'desk', 'waves') }).problems).toEqual([])
  })
})

it('names others beside what is marked only where there are some', () => {
  const onlySuite = (name: string): string =>
    suite(name, 'desk', name).replace('    turns', '    only: true\n    turns')
  const messagesOf = (texts: Record<string, string>) =>
    lintFiles(texts).problems.flatMap(({ code, message }) => (code === 'only-left-in' ? [message] : []))
  const alone = '"only: true" leaves out every conversation but "A"'
  expect(messagesOf({ 'a.yaml': onlySuite('A') })).toEqual([alone])
  expect(messagesOf({ 'a.yaml': onlySuite('A'), 'b.yaml': onlySuite('B') })[0]).toBe(`${alone} and others marked so`)
})
