import { describe, expect, it } from 'vitest'
import type { KnownAgents } from './known-agents.ts'
import { agentsWith, facts, lintScript, readSuite } from './lint-text.fixture.ts'

const desk = facts({ pre: ['load'], during: ['find', 'book'], post: ['log'] })
const agents = (certain: boolean) => ({
  ...agentsWith({ 'desk default': desk }),
  shows: () => ({ certain, why: 'its calls cannot be seen' }),
})

const suite = (expected: string, more = '', settings = ''): string =>
  `suite: Desk\nagent: desk\n${settings}conversations:\n  - name: one\n${more}    turns:\n      - user: Hi\n        expect: ${expected}\n`

const unseen = (yaml: string, certain = true): (string | undefined)[] =>
  lintScript(readSuite(yaml), agents(certain))
    .filter(({ code }) => code === 'unseen-calls')
    .map(({ severity = 'error' }) => severity)

describe('calls that nobody can see', () => {
  it.each([
    ['{ calls: [find] }'],
    ['{ calls: none }'],
    ['{ calls: { never: [find] } }'],
    ['{ calls: { exactly: [find] } }'],
    ['{ calls: { any order: [find] } }'],
    ['{ calls: { count: { at most: 2 } } }'],
    ['{ calls: { during: none } }'],
    ['{ calls: [{ find: { times: 0 } }] }'],
    ['{ latency: { tools: { find: 1 s } } }'],
  ])('are a problem under %s', (expected) => {
    expect(unseen(suite(expected))).toEqual(['error'])
    expect(unseen(suite(expected), false)).toEqual(['warning'])
  })

  it.each([
    ['{ reply: x }'],
    ['{ calls: { pre: [load] } }'],
    ['{ calls: { post: none } }'],
    ['{ calls: [{ load: { phase: pre } }] }'],
    ['{ latency: 3 s }'],
  ])('are none under %s, which the service runs and shows itself', (expected) =>
    expect(unseen(suite(expected))).toEqual([]),
  )

  it('are told once a conversation where an answer may yet show them, with the other lines', () => {
    const twice = `${suite('{ calls: none }')}      - { user: Hi, expect: { calls: [find] } }\n`
    expect([unseen(twice).length, unseen(twice, false).length]).toEqual([2, 1])
    expect(lintScript(readSuite(twice), agents(false))[0]?.hint).toContain('the same in line 8')
  })

  it('are looked for in guardrails, claims, captures and the session too', () => {
    const say = (more: string, settings = ''): unknown => unseen(suite('{ reply: x }', more, settings))
    expect(say('', 'every turn: { calls: { never: [find] } }\n')).toEqual(['error'])
    expect(say('', 'claims: { /booked/: book }\n')).toEqual(['error'])
    expect(say('    session: { calls: { never: [find] } }\n')).toEqual(['error'])
    expect(unseen(`${suite('{ reply: x }')}        capture: { id: calls.find.output.id }\n`)).toEqual(['error'])
  })
})

describe('agents that are expected to answer where nobody hands over', () => {
  const keeps = { ...agentsWith({ 'desk default': desk }), keepsTalk: () => 'cannot hand off' }
  const messagesOf = (expected: string): string[] =>
    lintScript(readSuite(suite(expected)), keeps).flatMap(({ code, message }) =>
      code === 'unknown-agent' ? [message] : [],
    )

  it('are a problem', () => {
    const never = ['"desk" (default) cannot hand off, so "billing" never answers']
    expect(messagesOf('{ reply: { agentName: billing } }')).toEqual(never)
  })

  it.each(['{ reply: { agentName: desk } }', '{ reply: { agentName: { not: billing } } }', '{ reply: x }'])(
    'are none under %s',
    (expected) => expect(messagesOf(expected)).toEqual([]),
  )
})

describe('names of agents', () => {
  const deskAgents = { ...agentsWith({ 'human-desk default': desk }), names: () => ['human-desk', 'humane-desk'] }
  const found = (name: string, known: KnownAgents = deskAgents): string[] =>
    lintScript(readSuite(suite(`{ reply: { agentName: ${name} } }`).replace('agent: desk', 'agent: human-desk')), known)
      .filter(({ code }) => code === 'unknown-agent')
      .map(({ severity = 'error', hint }) => `${severity}: ${hint}`)
  const near = 'error: did you mean human-desk?'
  const far = 'warning: there are human-desk, humane-desk'

  it.each([
    ['human-dsk', near],
    ['{ not: human-dsk }', near],
    ['{ not: "human-\u200bdesk" }', near],
    ['{ not: hum\u0430n-desk }', near],
    ['{ not: { one of: [human-dsk] } }', near],
    ['{ not: { contains: human-dsk } }', near],
    ['{ not: { contains: [hmuan] } }', near],
    ['{ not: { starts with: hmuan } }', near],
    ['{ not: { ends with: dsek } }', near],
    ['{ not: { matches: /^human-dsk$/i } }', near],
    ['{ not: { contains: human-dsk, ignore: case } }', near],
    ['{ not: supervisor }', far],
    ['{ not: { contains: supervisor } }', far],
    ['{ not: { matches: /super.*/ } }', far],
    ['{ none: [supervisor] }', far],
  ])('are told where nobody has them: %s', (name, problem) => {
    expect(found(name)).toEqual([problem])
    const open = { ...deskAgents, names: undefined }
    expect(found(name, open as unknown as KnownAgents)).toEqual(problem === far ? [] : [near])
  })

  it.each([
    ['humane-desk'],
    ['{ not: humane-desk }'],
    ['{ not: { contains: humane } }'],
    ['{ not: { matches: /HUMANE/i } }'],
    ['{ not: { contains: HUMANE, ignore: case } }'],
    ['supervisor'],
    ['{ present: true }'],
  ])('are none where an agent has them, or nothing is ruled out: %s', (name) => expect(found(name)).toEqual([]))
})
