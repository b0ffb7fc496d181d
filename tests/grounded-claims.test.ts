import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProject, type Project, runVitest } from './vitest/run-vitest.ts'
import { runWarm } from './warm/run-warm.ts'

/** An agent that makes up a price, and claims to have done what it has not. */
const agent = `agent: desk
id: desk
published: 1
versions:
  1:
    tools: { get_order: { output: { total: 321.18 } }, issue_refund: { output: { refunded: true } } }
    functions: { during: [get_order, issue_refund] }
    rules:
      - { id: price, when: /price/, do: [{ call: get_order }, { say: "It comes to $321.78." }] }
      - { id: refund, when: /refund/, do: [{ say: "Your refund was issued." }] }
      - { id: sound, when: /both/, do: [{ call: get_order }, { call: issue_refund }, { say: "Your refund of $321.18 was issued." }] }
`
const workspace = `workspace: small
keys: [small-key]
agents: [agents/desk.yaml]
claims: { /refund was issued/i: issue_refund }
`
const suite = `suite: Desk
agent: desk
laws: { grounded: on }
conversations:
  - name: makes a price up
    turns: [{ user: The price please, expect: { reply: { present: true } } }]
  - name: has refunded nothing
    turns: [{ user: A refund please, expect: { reply: { present: true } } }]
  - name: does both
    turns: [{ user: Do both please, expect: { reply: { present: true } } }]
`
const nearest = '"$321.78", which nothing before it says: the nearest is "321.18" in the output of get_order'
const claimed = /refund was issued/i

function entry(role: 'user' | 'assistant', text: string): object {
  const nobody = { senderId: null, senderName: null, metadata: null, timestamp: '2026-01-01T00:00:00Z' }
  return { type: 'message', role, content: [{ type: 'text', text }], agentName: null, ...nobody }
}

const session = {
  ...{ sessionId: 's-1', status: 'completed', communicationChannelType: 'webChat', communicationChannelName: null },
  agentDetails: { name: 'desk', number: null, email: null, version: '1' },
  ...{ dynamicVariables: null, analysis: null, user: { id: 'u-1', name: null, number: null, email: null } },
  transcript: [
    entry('user', 'The price please, and a refund'),
    entry('assistant', 'It comes to $321.78. Your refund was issued.'),
  ],
  ...{ time: '2026-01-01T00:00:00Z', createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
}

let project: Project
const take = (file: string): string => readFileSync(join(project.folder, file), 'utf8')
const tableread = (line: string) =>
  runWarm(line.split(' '), {
    folder: project.folder,
    env: { NO_COLOR: '1', TABLEREAD_HISTORY: 'off', TABLEREAD_JOURNAL: 'off', TABLEREAD_API_KEY: undefined },
  })

beforeAll(() => {
  project = createProject(
    {
      'shop/workspace.yaml': workspace,
      'shop/agents/desk.yaml': agent,
      'suites/desk.yaml': suite,
      'session.json': JSON.stringify(session),
      'tableread.config.yaml': 'workspace: shop\nlaws: { grounded: on }\n',
    },
    { workspace: 'shop', versions: ['default'] },
  )
})
afterAll(() => project.remove())

interface Told {
  conversations: { name: string; verdict: string; cause?: { kind: string } }[]
}

const verdicts = (file: string) =>
  (JSON.parse(take(file)) as Told).conversations.map(({ verdict, cause }) => [verdict, cause?.kind])
const expected = [
  ['failed', 'agent'],
  ['failed', 'agent'],
  ['passed', undefined],
]

describe('what an agent makes up, and what it only says that it did', () => {
  it('stands in every report of a run', async () => {
    const { code, out } = await tableread('run --json r.json --markdown r.md --junit r.xml --html r.html -r plain')
    expect(code).toBe(1)
    expect(verdicts('r.json')).toEqual(expected)
    for (const [name, text] of [
      ['the terminal', out],
      ['Markdown', take('r.md')],
      ['JUnit', take('r.xml').replaceAll('&quot;', '"').replaceAll('&#34;', '"')],
      ['HTML', take('r.html').replaceAll('\\"', '"')],
    ] as const) {
      expect(text, name).toContain(nearest)
      expect(text, name).toMatch(claimed)
      expect(text, name).toContain('issue_refund')
    }
  })

  it('is found in a replay, and in what is recorded', async () => {
    expect((await tableread('record --json a.json')).code).toBe(1)
    const { code, out } = await tableread('replay --offline --json b.json -r plain')
    expect([code, verdicts('a.json'), verdicts('b.json')]).toEqual([1, expected, expected])
    expect(out).toContain(nearest)
    expect(out).toContain('issue_refund')
  })

  it('is found in sessions that took place, by what the config and the workspace say', async () => {
    const { code, out } = await tableread('score session.json --json s.json -r plain')
    expect([code, verdicts('s.json')]).toEqual([1, [['failed', 'agent']]])
    expect(out).toContain('"$321.78", which nothing before it says')
    expect(out).toContain('issue_refund')
    const ruling = suite.replace('agent: desk\n', 'agent: desk\nclaims: { /comes to/: get_order }\n')
    writeFileSync(join(project.folder, 'claims.yaml'), ruling)
    const ruled = await tableread('score session.json --suite claims.yaml -r plain')
    expect([ruled.code, ruled.out + ruled.err]).toEqual([1, expect.stringContaining('get_order')])
  })

  it('fails the tests of Vitest, with the same words', { tags: 'stress' }, async () => {
    const { tests, code, output } = await runVitest(project, {})
    expect(code).toBe(1)
    expect(tests.map(({ title, status }) => `${title} ${status}`).sort()).toEqual([
      'does both passed',
      'has refunded nothing failed',
      'makes a price up failed',
    ])
    expect(output).toContain(nearest)
  })
})
