import { describe, expect, it } from 'vitest'
import { createService, type Service } from '../app.ts'
import { readWorkspace } from './load-workspace.ts'

const bare = { 'not filled in': true, functions: { pre: ['load'], during: ['look'] } }
const agent = {
  ...{ agent: 'desk', id: 'desk', published: 1 },
  versions: {
    1: {
      ...bare,
      tools: {
        load: { 'not filled in': true },
        look: { cases: [{ with: { id: '1' }, output: 'here' }], 'not filled in': true },
      },
    },
    2: {
      ...{ 'based on': 1, name: 'Autumn', blueprint: { ttsService: { style: 'calm' }, more: { a: 1 } } },
      rules: [{ id: 'look', when: '/(?<id>\\d)/', do: [{ call: 'look', with: { id: '{id}' } }, { say: '{look}' }] }],
    },
    3: { 'based on': 2, 'whole blueprint': true, tools: { look: { output: 'filled' } } },
  },
  draft: { ...bare, otherwise: [{ say: 'hello' }] },
}

function serve(published: number): Service {
  const read = readWorkspace({ workspace: 'w', keys: ['k-1234567'], agents: [{ ...agent, published }] }, 'w')
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return createService({ workspaces: [read.workspace] })
}

async function ask(
  service: Service,
  path: string,
  body?: object,
): Promise<{ status: number; data: unknown; message: string }> {
  const request = new Request(`http://localhost${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-api-key': 'k-1234567', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const response = await service.fetch(request, 'both')
  return { status: response.status, ...((await response.json()) as { data: unknown; message: string }) }
}

const talk = (version: string | number, message: string) =>
  ask(serve(1), '/api/chat-agent/trigger', {
    doReturnResponse: true,
    agentName: 'desk',
    agentVersion: version,
    message,
  })

describe('what is not filled in', () => {
  it('is a version that refuses every turn, and stores nothing of it', async () => {
    const refused = await talk(1, 'hi')
    expect([refused.status, refused.data]).toEqual([502, null])
    expect(refused.message).toMatch(/^desk has no behaviour yet in version 1: write a model:/)
  })
  it('is over once something answers, in the version or in one that is based on it', async () => {
    expect((await talk('draft', 'hi')).status).toBe(200)
    expect((await talk(2, 'hi')).status).toBe(200)
  })
  it('is a double that fails for whatever no case is for', async () => {
    const outputs = async (version: number, message: string): Promise<unknown[]> => {
      const { transcript } = (await talk(version, message)).data as { transcript: { type: string }[] }
      return transcript.filter(({ type }) => type === 'function_call_output')
    }
    const unfilled = { output: 'this double is not filled in yet', is_error: true }
    expect(await outputs(2, '2')).toMatchObject([
      { name: 'load', ...unfilled },
      { name: 'look', ...unfilled },
    ])
    expect(await outputs(2, '1')).toMatchObject([{ name: 'load' }, { output: 'here', is_error: false }])
    expect(await outputs(3, '2')).toMatchObject([{ output: 'filled', is_error: false }])
  })
})

it('a blueprint has members that nobody documents, unless it is whole, and the name of its version', async () => {
  const list = async (version: number): Promise<object | undefined> => {
    const { agents } = (await ask(serve(version), '/api/agent/blueprints')).data as { agents: object[] }
    return agents[0]
  }
  const config = { ttsService: { style: 'calm', voiceName: 'plain' }, more: { a: 1 } }
  expect(await list(2)).toMatchObject({ version: { name: 'Autumn' }, config })
  const whole = (await list(3)) as { config: { ttsService: object } }
  expect(whole).toMatchObject({ version: { name: 'desk v3' } })
  expect([Object.hasOwn(whole.config, 'more'), Object.hasOwn(whole.config.ttsService, 'style')]).toEqual([false, false])
})
