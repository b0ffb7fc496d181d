import { describe, expect, it } from 'vitest'
import type { BlueprintSources } from '../../compare/blueprint/see-blueprint.ts'
import type { Pairing } from '../../compare/pairing.ts'
import { printAgents } from './agent-prints.ts'
import type { SideService } from './sides.ts'

const pairing = (agent: string, version: string): Pairing =>
  ({ id: 's.yaml:3', plans: { a: { agent: { value: agent }, version } } }) as unknown as Pairing
const print = async (
  agent: string,
  version: string,
  service: Partial<SideService>,
  sources: BlueprintSources | null = null,
): Promise<string | undefined> => {
  const pairings = [pairing(agent, version)]
  return (await printAgents('a', service as SideService, { pairings, sources, revisions: [] })).get('s.yaml:3')
}

describe('the fingerprint of an agent', () => {
  it('of a workspace is what its files say of the version, and the same each time', async () => {
    const [published, draft] = [
      await print('order-desk', 'default', { workspace: null }),
      await print('order-desk', 'draft', { workspace: null }),
    ]
    expect(published).toMatch(/^[0-9a-f]{16}$/)
    expect(draft).not.toBe(published)
    expect(await print('order-desk', 'default', { workspace: null })).toBe(published)
    expect(await print('nobody', 'default', { workspace: null })).toBeUndefined()
  })
  it('of a service is the number, or the blueprint that it lists, and none of what it does not show', async () => {
    const listed = [{ agentId: 'desk', version: { number: 4 }, config: { systemContext: 'Be kind' } }]
    const sources = { listed, findKept: () => null } as unknown as BlueprintSources
    expect(await print('desk', '3', {}, sources)).toBe('version 3')
    expect(await print('desk', 'default', {}, sources)).toMatch(/^version 4 [0-9a-f]{16}$/)
    expect(await print('desk', 'draft', {}, sources)).toBeUndefined()
    expect(await print('desk', 'default', {})).toBeUndefined()
  })
})
