import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { performConversation } from '../../engine/perform/perform-conversation.ts'
import { said } from '../../engine/transcript/entries.fixture.ts'
import { conversation, planSuite, suite } from '../../suite/builder/index.ts'
import { matchers } from '../vitest/matchers.ts'
import { openService } from './open-service.ts'

expect.extend(matchers)

const folder = mkdtempSync(join(tmpdir(), 'tableread-open-service-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

async function agentsOf(settings?: Parameters<typeof openService>[0]): Promise<string[]> {
  const { client, close } = await openService(settings)
  const answer = await client.listBlueprints()
  await close()
  if (!answer.ok) throw new Error('the service did not answer')
  return answer.data.agents.map(({ agentId }) => agentId).sort()
}

describe('openService', () => {
  it('opens the local service with its demo agents', async () => {
    expect(await agentsOf()).toContain('order-desk')
  })
  it('opens the workspace of a config, and one that is named', async () => {
    write('desk.yaml', 'agent: desk\nid: desk\npublished: 1\nversions: { 1: { otherwise: [{ say: Hello! }] } }\n')
    write('workspace.yaml', 'workspace: w\nkeys: [k]\nagents: [desk.yaml]\n')
    const config = write('tableread.config.yaml', 'workspace: .\n')
    expect([await agentsOf({ config }), await agentsOf({ workspace: folder })]).toEqual([['desk'], ['desk']])
  })
  it('asks the service of the environment, or the one that is named before it', async () => {
    const first = await openService()
    vi.stubEnv('TABLEREAD_TARGET', 'http://127.0.0.1:9')
    vi.stubEnv('TABLEREAD_API_KEY', 'tableread-demo-key')
    expect((await openService()).baseUrl).toBe('http://127.0.0.1:9')
    expect(await agentsOf({ target: first.baseUrl })).toContain('order-desk')
    await first.close()
  })
  it('closes what it opened', async () => {
    const { baseUrl, close } = await openService()
    await close()
    await expect(fetch(baseUrl)).rejects.toThrow()
  })
  it('tells who performs or judges with its client which tools there are', async () => {
    const never = suite('S', { agent: 'order-desk' }, [
      conversation('greets')
        .user('Hello')
        .expect({ calls: { never: ['lokup_order'] } }),
    ])
    const { client, baseUrl, close } = await openService()
    vi.stubEnv('TABLEREAD_API_KEY', 'tableread-demo-key')
    const far = await openService({ target: baseUrl })
    for (const each of [client, far.client])
      for (const plan of planSuite(never)) {
        const { verdict, problems } = await performConversation(plan, { client: each, reconcile: true })
        expect([verdict, problems[0]?.message, problems[0]?.hint]).toEqual([
          'broken',
          expect.stringContaining('lokup_order, so this forbids nothing'),
          'did you mean lookup_order?',
        ])
      }
    expect(() => expect([said('user', 'Hello')]).not.toHaveCalled('lokup_order')).toThrow(
      /no agent of the workspace demo.* has the tool lokup_order, so this forbids nothing \[idle-guardrail\]\n {2}did you mean lookup_order\?/,
    )
    await far.close()
    await close()
  })
  it('refuses a live service without a key', async () => {
    vi.stubEnv('TABLEREAD_API_KEY', '')
    await expect(openService({ target: 'https://api.example.com' })).rejects.toThrow('there is no API key')
  })
})
