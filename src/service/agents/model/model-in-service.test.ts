import type { Fixture } from '@copilotkit/aimock'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { JsonObject } from '../../../base/json/json.ts'
import { accessModels } from '../../../wire/models/model-access.ts'
import { keyOfDouble, type ModelDouble, openModelDouble } from '../../../wire/models/model-double.fixture.ts'
import { createService, type Service } from '../../app.ts'
import { createFrozenClock } from '../../time/clock.ts'
import type { AgentTool } from '../../workspace/agent.ts'
import { defaultConfig } from '../../workspace/build-agent.ts'
import { bareWorkspace } from '../../workspace/workspace.ts'
import { usualLimits } from './allowance.ts'
import { modelAgent } from './model-agent.ts'
import { type VersionModel, versionSettings } from './version-settings.ts'

let double: ModelDouble
const open: Service[] = []
beforeAll(async () => {
  double = await openModelDouble()
})
afterEach(() => {
  for (const service of open.splice(0)) service.close()
})
afterAll(() => double.close())

const tool = (name: string, rest: Partial<AgentTool> = {}): AgentTool => ({
  name,
  description: '',
  parameters: { type: 'object', properties: { order_id: { type: 'string' } }, required: ['order_id'] },
  timeMs: 20,
  cases: [{ with: {}, output: { state: 'sent' }, isError: false }],
  ...rest,
})

/** A service with a model agent, `desk`; the workspace folder is that of the test's files. */
function serve(fields: Partial<VersionModel> = {}, more: AgentTool[] = []): Service {
  const config = defaultConfig()
  config.agentInstructions.systemContext = [{ system: 'You serve ${name}.' }]
  config.agentInstructions.initialMessage.messageContent = 'Hello ${name}!'
  config.agentsList = [{ transferTo: 'billing', useBaseSettings: true, agentVersion: 'DEFAULT' }]
  const load = tool('load_customer', {
    phase: 'pre',
    parameters: { type: 'object', properties: { name: { type: 'string' } } },
    cases: [{ with: {}, output: { tier: 'gold' }, isError: false }],
  })
  const tools = [load, tool('lookup_order'), ...more]
  const models = accessModels({}, { folder: process.cwd(), env: double.env, retryMs: 5 })
  const settings = { model: double.settings.compatible, mayEnd: false, limits: usualLimits, foldAfter: null, ...fields }
  const from = modelAgent(versionSettings(config, tools, settings), models)
  const behaviour = { kind: 'code' as const, from, tools, before: [], after: [], limitMs: 5_000, analysis: {} }
  const version = { label: '1', number: 1, description: '', config, behaviour }
  const agent = { name: 'desk', agentId: 'a-1', versions: new Map([[1, version]]), published: 1, draft: null }
  const service = createService({
    workspaces: [bareWorkspace({ name: 'demo', keys: ['key'], agents: [agent] })],
    clock: createFrozenClock(Date.parse('2026-03-02T10:00:00Z')),
  })
  open.push(service)
  return service
}

async function say(service: Service, message: string | undefined, more: JsonObject = {}) {
  const body = { agentName: 'desk', doReturnResponse: true, ...(message === undefined ? {} : { message }), ...more }
  const headers = { 'x-api-key': 'key', 'content-type': 'application/json' }
  const answer = await service.fetch(
    new Request('http://localhost/api/chat-agent/trigger', { method: 'POST', headers, body: JSON.stringify(body) }),
  )
  const {
    message: reply,
    data,
    errorCode,
  } = (await answer.json()) as {
    message: string
    errorCode?: string
    data: { sessionId: string; transcript: JsonObject[] } | null
  }
  const lines = (data?.transcript ?? []).map(
    ({ type, role, name, content, output, is_error, thinking, summary, agentName, phase }) =>
      type === 'message'
        ? `${role === 'user' ? 'user' : agentName}: ${(content as { text: string }[])[0]?.text}`
        : type === 'thinking'
          ? `thinks: ${thinking}`
          : type === 'summary'
            ? `summary: ${summary}`
            : `${phase} ${name}${output === undefined ? '' : ` ${is_error ? 'fails' : 'gives'} ${output}`}`,
  )
  return { status: answer.status, told: reply, errorCode, sessionId: data?.sessionId ?? '', lines }
}

const calls = (match: Fixture['match'], args: JsonObject | string, more: object = {}): Fixture => {
  const toolCalls = [{ name: 'lookup_order', arguments: typeof args === 'string' ? args : JSON.stringify(args) }]
  return { match, response: { toolCalls, ...more } }
}

it('a session: functions before it, thought, calls with their outputs, words; and it goes on where it was', async () => {
  double.answer(
    calls(
      { userMessage: '1042', hasToolResult: false, systemMessage: ['You serve Asha.', '{"tier":"gold"}'] },
      { order_id: '1042' },
      { reasoning: 'An order.', content: 'I look.' },
    ),
    { match: { toolResultContains: 'sent', userMessage: '1042' }, response: { content: 'It is on its way.' } },
    { match: { userMessage: 'Thanks' }, response: { content: 'Bye, Asha.' } },
  )
  const service = serve()
  const first = await say(service, 'Where is 1042?', { metadata: { name: 'Asha' } })
  expect(first.lines).toEqual([
    'pre load_customer',
    'pre load_customer gives {"tier":"gold"}',
    'user: Where is 1042?',
    'thinks: An order.',
    'desk: I look.',
    'during lookup_order',
    'during lookup_order gives {"state":"sent"}',
    'desk: It is on its way.',
  ])
  const { sessionId } = first
  expect((await say(service, 'Thanks', { sessionId })).lines).toEqual(['user: Thanks', 'desk: Bye, Asha.'])
  const roles = double.last().body.messages.map(({ role }) => role)
  expect(roles).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user'])
})

it('an agent that opens says its initial message', async () => {
  double.answer()
  expect((await say(serve(), undefined, { metadata: { name: 'Asha' } })).lines.at(-1)).toBe('desk: Hello Asha!')
})

it('arguments that the schema refuses are an output with is_error, and the model mends them', async () => {
  double.answer(
    calls({ hasToolResult: false }, { order: 1042 }),
    calls({ toolResultContains: 'the arguments of lookup_order are refused' }, '{"order_id":'),
    calls({ toolResultContains: 'no JSON object' }, { order_id: '1042' }),
    { match: { toolResultContains: 'sent' }, response: { content: 'It is on its way.' } },
  )
  const { lines } = await say(serve(), 'Where is 1042?')
  expect(lines.filter((line) => line.includes(' fails '))).toHaveLength(2)
  expect(lines.at(-1)).toBe('desk: It is on its way.')
})

it('an agent that is handed to speaks from then on', async () => {
  const toolCalls = [{ name: 'hand_off', arguments: '{"agent":"billing","say":"I hand you over."}' }]
  double.answer(
    { match: { userMessage: 'bill' }, response: { toolCalls } },
    { match: {}, response: { content: 'Billing here.' } },
  )
  const service = serve()
  const { sessionId, lines } = await say(service, 'My bill is wrong')
  expect(lines.at(-1)).toBe('desk: I hand you over.')
  expect((await say(service, 'Hello?', { sessionId })).lines.at(-1)).toBe('billing: Billing here.')
})

it('functions after the conversation have arguments of the model where only the conversation holds them', async () => {
  const end = [{ name: 'end_conversation', arguments: '{"say":"Bye."}' }]
  const outcome = [{ name: 'log_outcome', arguments: '{"outcome":"solved"}' }]
  double.answer(
    { match: { userMessage: 'Call log_outcome now' }, response: { toolCalls: outcome } },
    { match: {}, response: { toolCalls: end } },
  )
  const needs = (name: string, member: string): AgentTool =>
    tool(name, { phase: 'post', parameters: { type: 'object', properties: { [member]: {} }, required: [member] } })
  const service = serve({ mayEnd: true }, [needs('close_case', 'name'), needs('log_outcome', 'outcome')])
  const { sessionId, lines } = await say(service, 'Thanks', { metadata: { name: 'Asha' } })
  expect(lines.at(-1)).toBe('desk: Bye.')
  const stored = await service.fetch(
    new Request(`http://localhost/api/session/fetch/${sessionId}`, { headers: { 'x-api-key': 'key' } }),
  )
  const { data } = (await stored.json()) as { data: { status: string; transcript: JsonObject[] } }
  const after = data.transcript.filter(({ type, phase }) => type === 'function_call' && phase === 'post')
  expect(data.status).toBe('completed')
  const called = after.map(({ name, arguments: args }) => [name, args])
  expect(called).toEqual([
    ['log_outcome', { outcome: 'solved' }],
    ['close_case', { name: 'Asha' }],
  ])
})

it('a folded history is an entry of its turn, and stands for what was before it from then on', async () => {
  double.answer(
    { match: { systemMessage: 'You write the notes' }, response: { content: 'Asha greeted twice.' } },
    { match: {}, response: { content: 'Yes.' } },
  )
  const service = serve({ foldAfter: 3 })
  const { sessionId } = await say(service, 'One')
  await say(service, 'Two', { sessionId })
  expect((await say(service, 'Three', { sessionId })).lines).toEqual([
    'user: Three',
    'summary: Asha greeted twice.',
    'desk: Yes.',
  ])
  expect((await say(service, 'Four', { sessionId })).lines).toEqual(['user: Four', 'desk: Yes.'])
  const [system, ...rest] = double.last().body.messages
  expect(system?.content).toContain('Asha greeted twice.')
  expect(rest.map(({ content }) => content)).toEqual(['Three', 'Yes.', 'Four'])
})

it.each<[string, Fixture[], Partial<VersionModel>, RegExp]>([
  [
    'a key that is refused',
    [{ match: {}, response: { error: { message: keyOfDouble }, status: 401 } }],
    {},
    /refused the key of GATEWAY_KEY/,
  ],
  [
    'an endless loop',
    [calls({}, { order_id: '1' })],
    { limits: { ...usualLimits, steps: 4 } },
    /came to no answer \(limits: steps\): lookup_order 4 times/,
  ],
  [
    'a broken answer',
    [{ match: {}, response: { content: 'x' }, chaos: { malformedRate: 1 } }],
    {},
    /is no answer of a model/,
  ],
])('%s refuses the turn with its reason, and nothing of it is stored', async (_, fixtures, fields, pattern) => {
  double.answer({ match: { userMessage: 'Hi' }, response: { content: 'Hello.' } })
  const service = serve(fields)
  const { sessionId } = await say(service, 'Hi')
  double.answer(...fixtures)
  const refused = await say(service, 'Where is 1042?', { sessionId })
  expect([refused.status, refused.errorCode]).toEqual([502, 'localAgentErrored'])
  expect(refused.told).toMatch(pattern)
  expect(refused.told).not.toContain(keyOfDouble)
  double.answer({ match: { userMessage: 'Again' }, response: { content: 'Yes.' } })
  await say(service, 'Again', { sessionId })
  expect(double.last().body.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
})

it('a host that is busy for longer than a turn refuses it, and those after it, without being asked again', async () => {
  const response = { error: { message: 'slow' }, status: 429, retryAfter: 60 }
  double.answer({ match: {}, response })
  const service = serve({ limits: { ...usualLimits, timeMs: 4_000 } })
  for (const message of ['Hi', 'Again']) {
    const refused = await say(service, message)
    expect([refused.status, refused.errorCode]).toEqual([502, 'localAgentErrored'])
    expect(refused.told).toMatch(
      /takes no more requests for qwen3 now \(429\) and asks to wait 1 min 0 s, and only \S+ s of 4\.0 s was left/,
    )
  }
  expect(double.requests()).toHaveLength(1)
})
