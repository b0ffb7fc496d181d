import { describe, expect, it } from 'vitest'
import { called, said } from '../../engine/transcript/entries.fixture.ts'
import { twoWorkspaces } from '../demo-agent.fixture.ts'
import type { VersionedAgent } from '../workspace/agent.ts'
import { analyse } from './analyse.ts'
import type { Scene } from './perform-scripted.ts'

function version(analysis: Record<string, string>, enabled = true): VersionedAgent {
  const base = twoWorkspaces()[0].agents[0]?.versions.get(1) as VersionedAgent
  const query = (name: string, type: string, options: string[] = []) => ({ name, description: '', type, options })
  const queries = [
    query('topic', 'text', ['refund', 'order']),
    query('solved', 'boolean'),
    query('stars', 'number'),
    query('open', 'text'),
  ]
  base.config.analyticsConfig = { ...base.config.analyticsConfig, enabled, queries }
  if (base.behaviour.kind === 'scripted') base.behaviour.analysis = analysis
  return base
}

const scene = { state: { order: '7' }, variables: { name: 'Asha' } } as unknown as Scene
const transcript = [
  said('user', 'Where is my Order?'),
  called('lookup_order', 'call-1'),
  said('assistant', 'It is lost.'),
]

describe('the analysis of a finished session', () => {
  it('is null where analytics are off', () => {
    expect(analyse(version({}, false), scene, transcript)).toBe(null)
  })
  it('has summary, sentiment and a member for each query, found by plain rules', () => {
    expect(analyse(version({}), scene, transcript)).toEqual({
      summary: 'The customer began: "Where is my Order?" 1 message of the customer. Functions: lookup_order.',
      sentiment: 'neutral',
      topic: 'order',
      solved: null,
      stars: null,
      open: null,
    })
  })
  it('says what the script states, with its values and in the type of the query', () => {
    const analysis = {
      sentiment: 'negative',
      solved: 'false',
      stars: '2',
      open: 'order {order} of ${name}',
      topic: 'lost',
    }
    expect(analyse(version(analysis), scene, transcript)).toMatchObject({
      sentiment: 'negative',
      solved: false,
      stars: 2,
      open: 'order 7 of Asha',
      topic: 'lost',
    })
  })
})
