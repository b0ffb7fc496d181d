import { describe, expect, it } from 'vitest'
import type { Blueprint } from '../../wire/api/blueprint.ts'
import { listedAgents } from './listed-agents.ts'

const blueprint = (agentId: string, number: number, duringCall: string[]): Blueprint => {
  const config = {
    functionSettings: { preCall: ['load'], duringCall, postCall: ['load'] },
    agentsList: [{ transferTo: 'human', useBaseSettings: true, agentVersion: 'DEFAULT' }],
    dynamicVariablesConfig: [{ name: 'tier', description: 'gold or silver' }],
  } as unknown as Blueprint['config']
  return { agentId, config, version: { name: `v${number}`, description: '', number } }
}

describe('listedAgents', () => {
  const agents = listedAgents('the service', [
    blueprint('desk', 3, ['find']),
    blueprint('twice', 1, ['one']),
    blueprint('twice', 2, ['two']),
  ])

  it('knows the published version of an agent whose id is its name', () => {
    const lookup = agents.find('desk', 'default')
    expect(lookup).toEqual({
      kind: 'known',
      facts: {
        tools: new Map([
          ['load', new Set(['pre', 'post'])],
          ['find', new Set(['during'])],
        ]),
        variables: ['tier'],
        prompted: [],
        handsOffTo: [{ agent: 'human', version: 'default' }],
      },
    })
    expect(agents.find('desk', '3')).toEqual(lookup)
  })

  it.each([
    ['desk', 'draft'],
    ['desk', '2'],
    ['Desk', 'default'],
    ['agent-of-another-id', 'default'],
    ['twice', 'default'],
  ])('says nothing of %s at %s', (name, version) => expect(agents.find(name, version)).toEqual({ kind: 'not listed' }))

  it('tells an agent that is listed more than once apart by its numbers', () => {
    const lookup = agents.find('twice', '2')
    expect(lookup.kind === 'known' && [...lookup.facts.tools.keys()]).toEqual(['load', 'two'])
  })
})
