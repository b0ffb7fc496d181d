import { describe, expect, it } from 'vitest'
import type { KnownAgents } from './known-agents.ts'
import { facts, lintScript, lintText, readSuite } from './lint-text.fixture.ts'

const agents: KnownAgents = {
  unlisted: 'nobody lists it',
  source: 'the test',
  tools: () => new Set(['find_order']),
  find(agent, version) {
    if (agent !== 'desk') return { kind: 'no agent', names: ['desk'] }
    if (version === '9') return { kind: 'no version', reason: 'its versions are 1' }
    return { kind: 'known', facts: facts({ during: ['find_order'] }, { variables: ['customer_name'] }) }
  },
}

const suite = (before: string, turn = 'user: Hi', after = 'user: Bye'): string =>
  `suite: S\nagent: desk\nmetadata: { customer_name: Asha }\nconversations:\n  - name: one\n    before:\n      - ${before}\n    turns:\n      - ${turn}\n      - { user: So, expect: { reply: x } }\n    after:\n      - ${after}\n`

describe('steps, those before and after the turns among them', () => {
  it.each([
    ['call: { phoneNumber: "1", agentName: dsk }', 'unknown-agent'],
    ['send: { agentName: Desk }', 'unknown-agent'],
    ['workflow call: { workflow: w, use_case: other }', 'unknown-agent'],
    ['call: { phoneNumber: "1", agentVersion: 9 }', 'unknown-version'],
    ['workflow call: { workflow: w, agent_version: "9" }', 'unknown-version'],
  ])('name agents and versions that exist: %s', (step, code) => {
    const problems = [suite(step), suite('user: Hi', step), suite('user: Hi', 'user: Hi', step)].map((yaml) =>
      lintText(yaml, agents),
    )
    expect(problems.map((each) => each.map((problem) => problem.split(':')[0]))).toEqual([[code], [code], [code]])
  })
  it('suggest the agent that was meant', () => {
    const [problem] = lintScript(readSuite(suite('call: { phoneNumber: "1", agentName: desc }')), agents)
    expect(problem).toMatchObject({
      message: 'the test has no agent "desc", which this step names',
      hint: 'did you mean "desk"?',
      at: { line: 7 },
    })
  })
  it.each([
    'call: { phoneNumber: "1", agentName: desk, agentVersion: draft }',
    'call: { phoneNumber: "1" }',
    'wait: 2 s',
  ])('may say %s', (step) => expect(lintText(suite(step), agents)).toEqual([]))
  it('may name what they like where a refusal is expected, and by a variable', () => {
    const refused = 'send: { agentName: nobody }\n        expect: { error: agentNotFound }'
    expect(lintText(suite('user: Hi', refused), agents)).toEqual([])
    const callStep = 'call: { phoneNumber: "1", agentName: "{{who}}" }\n    variables: { who: desk }'
    expect(lintText(suite('user: Hi', 'user: Hi', callStep), agents)).toEqual([])
  })
  it('capture from tools that the agent has', () => {
    const capture = 'user: Hi\n        capture: { id: calls.find_ordr.output.id }'
    expect(lintText(suite(capture), agents)).toEqual(['unknown-tool: calls.find_ordr.output.id'])
  })
  it('give metadata to the agent', () => {
    const bare = (yaml: string): string => yaml.replace('metadata: { customer_name: Asha }\n', '')
    const lacking = ['warning missing-metadata: desk']
    expect(lintText(bare(suite('user: Hi')), agents)).toEqual(lacking)
    expect(lintText(bare(suite('user: Hi\n        metadata: { customer_name: Ben }')), agents)).toEqual([])
    expect(lintText(bare(suite('send: { metadata: { customer_name: Ben } }')), agents)).toEqual([])
    const queued = 'workflow call: { workflow: w, customer_details: { customer_name: Ben } }'
    expect(lintText(bare(suite(queued)), agents)).toEqual([])
    expect(lintText(bare(suite('send: { metadata: { name: Ben } }')), agents)).toEqual(lacking)
  })
})

describe('budgets of tools', () => {
  const budget = (guardrail: string, own: string): string =>
    `suite: S\nagent: desk\nmetadata: { customer_name: Asha }\nevery turn: { latency: ${guardrail} }\nconversations:\n  - name: one\n    turns: [{ user: Hi, expect: ${own} }]\n`
  const any = '{ turn: 1 s }'
  it('of a turn name tools that the agent has', () => {
    expect(lintText(budget(any, '{ latency: { tools: { find_ordr: 1 s, find_order: 1 s } } }'), agents)).toEqual([
      'unknown-tool: find_ordr',
    ])
  })
  it('of a guardrail are no slip, and are told where nobody has the tool', () => {
    const [problem, ...rest] = lintScript(
      readSuite(budget('{ tools: { find_ordr: 1 s, other: 1 s } }', '{ reply: x }')),
      agents,
    )
    expect([problem?.severity, problem?.message, rest.map(({ severity }) => severity)]).toEqual([
      undefined,
      'the configuration of "desk" (default) lists no function find_ordr, so this limits nothing',
      ['warning'],
    ])
  })
  it('cannot be judged in a turn without the call', () => {
    const problems = lintText(budget(any, '{ calls: none, latency: { tools: { find_order: 1 s } } }'), agents)
    expect(problems).toEqual(['contradiction: find_order'])
  })
})
