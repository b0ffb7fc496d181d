import { expect, it } from 'vitest'
import { createClient } from '../../wire/client/client.ts'
import { type Transport, TransportError } from '../../wire/client/transport.ts'
import { knownFunctions } from './known-functions.ts'

const answering =
  (status: number, body: unknown): Transport =>
  async () => ({ status, headers: { 'content-type': 'application/json' }, text: JSON.stringify(body) })

async function ask(transport: Transport): Promise<{ agents: number; told: string[] }> {
  const lines: string[] = []
  const client = createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'key', transport })
  const functions = await knownFunctions(client, (line) => lines.push(line))
  return { agents: functions.size, told: lines }
}

it('says that a listing which breaks the contract leaves the law without anything to look at', async () => {
  const { agents, told } = await ask(answering(200, { responseCode: 200, message: 'ok', data: { agents: [{}] } }))
  expect(agents).toBe(0)
  expect(told).toEqual([
    'what the service lists of its agents cannot be read, so the law "phases follow blueprint" is not looked at: the answer breaks the contract of the service (HTTP 200) at data.agents[0].agentId',
  ])
})

it('says so of a key that may not read them', async () => {
  const { told } = await ask(answering(403, { responseCode: 403, message: 'no', data: null }))
  expect(told).toEqual([
    'what the service lists of its agents cannot be read, so the law "phases follow blueprint" is not looked at: HTTP 403',
  ])
})

it('says nothing of a listing that is empty', async () => {
  const { agents, told } = await ask(
    answering(200, { responseCode: 200, message: 'ok', data: { agents: [], workflowList: [] } }),
  )
  expect({ agents, told }).toEqual({ agents: 0, told: [] })
})

it('says nothing where no conversation can be judged either', async () => {
  const { told } = await ask(answering(401, { responseCode: 401, message: 'no', data: null }))
  const page = await ask(async () => ({ status: 200, headers: { 'content-type': 'text/html' }, text: '<html>' }))
  const down = await ask(() => Promise.reject(new TransportError('unreachable', 'ECONNREFUSED')))
  expect([told, page.told, down.told]).toEqual([[], [], []])
})
