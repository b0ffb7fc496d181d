import { afterEach, expect, it } from 'vitest'
import { createService } from '../app.ts'
import { createFrozenClock } from '../time/clock.ts'
import type { Agent, VersionedAgent } from '../workspace/agent.ts'
import type { AgentFunction } from '../workspace/agent-function.ts'
import { defaultConfig } from '../workspace/build-agent.ts'
import { bareWorkspace } from '../workspace/workspace.ts'

const open: { close(): void }[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.close()
})

/** An agent with one version, which may hand over to everybody. */
function agentOf(name: string, behaviour: VersionedAgent['behaviour']): Agent {
  const config = defaultConfig()
  config.agentsList = ['desk', 'billing', 'refunds', 'a person'].map((transferTo) => ({
    transferTo,
    useBaseSettings: true,
    agentVersion: 'DEFAULT',
  }))
  const version = { label: '1', number: 1, description: '', config, behaviour }
  return { name, agentId: name, versions: new Map([[1, version]]), published: 1, draft: null }
}

const shared = { tools: [], before: [], after: [], analysis: {} }
const code = (from: AgentFunction): VersionedAgent['behaviour'] => ({ kind: 'code', from, limitMs: 5_000, ...shared })
const handsTo = (agent: string): VersionedAgent['behaviour'] =>
  code(async function* ({ state }) {
    state.asked = agent
    yield { think: `this is for ${agent}` }
    yield { handOff: agent }
  })
const says = (text: string): VersionedAgent['behaviour'] =>
  code(async function* ({ message, state }) {
    yield { call: 'find', output: 'found' }
    yield `${text} ${message} ${state.asked}`
  })
const scripted = (step: object): VersionedAgent['behaviour'] =>
  ({ kind: 'scripted', rules: [], otherwise: [step], onSilence: [], delayMs: 0, ...shared }) as never

/** What stands in the transcript of a message to desk, and of one more. */
async function talk(agents: Record<string, VersionedAgent['behaviour']>): Promise<string[][]> {
  const list = Object.entries(agents).map(([name, behaviour]) => agentOf(name, behaviour))
  const service = createService({
    workspaces: [bareWorkspace({ name: 'w', keys: ['key'], agents: list })],
    clock: createFrozenClock(Date.parse('2026-03-02T10:00:00Z')),
  })
  open.push(service)
  const say = async (message: string, sessionId?: string) => {
    const body = JSON.stringify({ agentName: 'desk', doReturnResponse: true, message, sessionId })
    const headers = { 'x-api-key': 'key', 'content-type': 'application/json' }
    const url = 'http://local/api/chat-agent/trigger'
    const answer = await service.fetch(new Request(url, { method: 'POST', headers, body }))
    return ((await answer.json()) as { data: { sessionId: string; transcript: Entry[] } }).data
  }
  const first = await say('one')
  const second = await say('two', first.sessionId)
  return [first, second].map(({ transcript }) => {
    const times = transcript.map(({ timestamp }) => timestamp)
    expect(times).toEqual([...times].sort())
    return transcript.slice(1).map(({ type, thinking, agentName, content, name }) => {
      if (type === 'thinking') return `thinks ${thinking}`
      return type === 'message' ? `${agentName}: ${content[0]?.text}` : `${type} ${name}`
    })
  })
}

interface Entry {
  type: string
  thinking: string
  agentName: string
  name: string
  timestamp: string
  content: { text: string }[]
}

const trace = (agent: string): string => `thinks (hands over to ${agent} without a word)`
const lookupLines = ['function_call find', 'function_call_output find']

it('the other agent answers in the same turn, and the handoff leaves its trace', async () => {
  const [first, second] = await talk({ desk: handsTo('billing'), billing: says('Billing:') })
  expect(first).toEqual([
    'thinks this is for billing',
    trace('billing'),
    ...lookupLines,
    'billing: Billing: one billing',
  ])
  expect(second).toEqual([...lookupLines, 'billing: Billing: two billing'])
})

it('it may do the same, and so on; scripted agents too', async () => {
  const [first] = await talk({
    desk: scripted({ kind: 'hand off', agent: 'billing' }),
    billing: handsTo('refunds'),
    refunds: scripted({ kind: 'say', text: 'Refunds here.', as: 'assistant' }),
  })
  expect(first).toEqual([trace('billing'), 'thinks this is for refunds', trace('refunds'), 'refunds: Refunds here.'])
})

it('agents that hand the customer round in a circle end the turn without an answer', async () => {
  const [first] = await talk({ desk: handsTo('billing'), billing: handsTo('desk') })
  const thoughts = ['thinks this is for billing', trace('billing'), 'thinks this is for desk', trace('desk')]
  expect(first).toEqual(thoughts)
})

it('a person outside the workspace says nothing', async () => {
  const [first] = await talk({ desk: handsTo('a person') })
  expect(first).toEqual(['thinks this is for a person', trace('a person')])
})
