import { describe, expect, it } from 'vitest'
import { agentsWith, facts, lintScript, lintText, readSuite } from './lint-text.fixture.ts'

const agents = agentsWith({ 'desk default': facts({}, { variables: ['name', 'tier'] }) })
const suite = (settings: string, ...conversations: string[]): string =>
  `suite: Desk\nagent: desk\n${settings}conversations:\n${conversations.map((extra, index) => `  - name: c${index}\n${extra}`).join('')}`
const turns = '    turns: [{ user: Hi, expect: { reply: x } }]\n'

describe('metadata that is missing', () => {
  it('is fine when suite, conversation and turn give it together', () => {
    const yaml = suite(
      'metadata: { name: Asha }\n',
      `    metadata: { tier: gold }\n${turns}`,
      '    turns: [{ user: Hi, metadata: { tier: null }, expect: { reply: x } }]\n',
    )
    expect(lintText(yaml, agents)).toEqual([])
  })

  it('is warned of where a request is filled with it, of an agent that lists nothing', () => {
    const far = { ...agentsWith({}), fills: () => ['tone'] }
    const [problem, ...more] = lintScript(readSuite(suite('', turns, turns)), far)
    const message = 'the agent "desk" fills {{metadata.tone}} into its requests, which no metadata gives here'
    expect([problem, more]).toMatchObject([{ code: 'missing-metadata', severity: 'warning', message }, []])
    expect(lintText(suite('metadata: { tone: dry }\n', turns), far)).toEqual([])
  })

  it('is warned of once at the agent when nobody gives it', () => {
    const problems = lintScript(readSuite(suite('metadata: { name: Asha }\n', turns, turns)), agents)
    expect(problems).toMatchObject([
      {
        code: 'missing-metadata',
        severity: 'warning',
        at: { line: 2, column: 8 },
        message: 'the agent "desk" has the variable ${tier}, which no metadata gives here',
        hint: 'write metadata: { tier: … }',
      },
    ])
  })

  it('may be there under a name that is misspelt', () => {
    const [found] = lintScript(readSuite(suite('metadata: { name: Asha, teir: gold }\n', turns)), agents)
    expect(found?.hint).toBe('write tier for teir under metadata')
  })

  it('is warned of at each conversation when others give it', () => {
    const conversation = `    metadata: { tier: gold }\n${turns}`
    expect(lintText(suite('metadata: { name: Asha }\n', turns, conversation, turns), agents)).toEqual([
      'warning missing-metadata: c0',
      'warning missing-metadata: c2',
    ])
  })

  it('belongs to the agent of the conversation', () => {
    const other = `    agent: other\n${turns}`
    expect(lintText(suite('metadata: { name: Asha, tier: gold }\n', turns, other), agents)).toEqual([])
  })
})
