import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../base/json/json.ts'
import { agentsWith, facts, lintScript, readSuite } from './lint-text.fixture.ts'

const parameters: JsonObject = {
  type: 'object',
  properties: { id: { type: 'string' } },
  required: ['id'],
  additionalProperties: false,
}
const takes = new Map([['find', { needs: [], named: new Map(), gives: null, parameters: [parameters] }]])

function told(call: string, more = ''): string[] {
  const text = `suite: S\nagent: desk\nvariables: { id: "1" }\nconversations:\n  - name: one\n    history: [{ user: a }, { call: { ${call} } }, ${more}{ agent: b }]\n    turns: [{ user: c, expect: { reply: d } }]\n`
  return lintScript(readSuite(text), agentsWith({ 'desk default': facts({ during: ['find'] }, { takes }) })).map(
    ({ at, code, message }) => `${at.line} ${code} ${message}`,
  )
}

describe('a call of a history', () => {
  it.each(['find: { with: { id: "1" } }', 'find: { with: { id: "{{id}}" } }'])('may be %s', (call) =>
    expect(told(call)).toEqual([]),
  )
  it('is one that the tool takes', () => {
    expect(told('find: { with: { id: 1 } }')).toEqual([
      '6 unknown-argument find cannot have been called so: its parameters expect a value that must be string at id',
    ])
    expect(told('find: {}')[0]).toContain('cannot have been called so')
  })
  it('stands beside words of an agent that there is', () => {
    const beside = (name: string): string[] => told('find: { with: { id: "1" } }', `{ agent: x, agentName: ${name} }, `)
    expect(beside('dekk')).toEqual(['6 unknown-agent no agent here is called "dekk"'])
    expect(beside('Anna')).toEqual([])
  })
  it('is one of a tool that the agent has', () => {
    expect(told('fnid: { with: { id: "1" } }')[0]).toMatch(/^6 unknown-tool .*fnid/)
  })
})
