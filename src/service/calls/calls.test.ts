import { describe, expect, it } from 'vitest'
import type { Session } from '../../wire/api/session.ts'
import type { FunctionCall, Message } from '../../wire/api/transcript-entry.ts'
import { createService } from '../app.ts'
import { createFrozenClock } from '../time/clock.ts'
import { readWorkspace } from '../workspace/load-workspace.ts'

const say = (text: string) => [{ say: text }]

/** A workspace with one agent: a greeting plus the given members. Customer 1 talks, customer 2 falls silent. */
function open(version: object) {
  const loaded = readWorkspace(
    {
      workspace: 'w',
      keys: ['k'],
      channels: [{ name: 'lines', type: 'outboundSipTrunk', numbers: ['15550100'] }],
      customers: [
        { number: '15550201', name: 'Asha', says: ['one two', 'three'] },
        { number: '15550202', says: ['Hm.'], afterwards: 'stays silent' },
      ],
      agents: [
        {
          agent: 'a',
          id: 'a',
          published: 1,
          versions: { 1: { 'initial message': 'Hi ${name}.', otherwise: say('Yes.'), ...version } },
        },
      ],
    },
    'test',
  )
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  const service = createService({
    workspaces: [loaded.workspace],
    clock: createFrozenClock(Date.parse('2026-03-02T10:00:00Z')),
  })
  const send = async (path: string, body?: object) => {
    const request = new Request(`http://127.0.0.1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-api-key': 'k', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: answers are looked into member by member
    return (await (await service.fetch(request)).json()) as any
  }
  return {
    async finish(phoneNumber: string, body: object = {}): Promise<Session> {
      const { callId } = (
        await send('/api/call/trigger', { phoneNumber, agentName: 'a', metadata: { name: 'Asha' }, ...body })
      ).data
      await send('/_local/clock', { advance: '1 h' })
      return (await send(`/api/session/fetch/${callId}`)).data
    },
  }
}

/** Who said what and which functions ran, in order. */
const story = ({ transcript }: Session): string[] =>
  transcript.flatMap((entry) => {
    if (entry.type === 'function_call') return [`${(entry as FunctionCall).phase} ${(entry as FunctionCall).name}`]
    if (entry.type !== 'message') return []
    const { role, content } = entry as Message
    return [`${role}: ${content.map((item) => ('text' in item ? item.text : item.type)).join(' ')}`]
  })

const pipeline = (settings: object) => ({ blueprint: { pipelineSettings: settings } })

describe('a call', () => {
  it('lets the agent open where its blueprint says that it speaks first', async () => {
    const session = await open({ 'first speaker': 'agent' }).finish('15550201')
    expect(story(session)).toEqual([
      'assistant: Hi Asha.',
      'user: one two',
      'assistant: Yes.',
      'user: three',
      'assistant: Yes.',
    ])
    expect([session.status, session.communicationChannelName, session.agentDetails.number]).toEqual([
      'call_hangup',
      'lines',
      '15550100',
    ])
  })
  it('lets the customer speak first where it says so', async () => {
    expect(story(await open({ 'first speaker': 'user' }).finish('15550201'))[0]).toBe('user: one two')
  })
  it('runs the listed functions of each phase, also those that no step calls', async () => {
    const functions = { pre: ['load', 'check'], during: ['look'], post: ['log'] }
    const tools = Object.fromEntries(['load', 'check', 'look', 'log', 'hidden'].map((name) => [name, { output: {} }]))
    const rules = [{ id: 'r', when: 'three', do: [{ call: 'look' }, { call: 'hidden' }, { say: 'Looked.' }] }]
    const session = await open({ functions, tools, rules, before: [{ call: 'check', with: { a: 1 } }] }).finish(
      '15550201',
    )
    expect(story(session).filter((line) => !line.includes(':'))).toEqual([
      'pre load',
      'pre check',
      'during look',
      'during hidden',
      'post log',
    ])
    const outputs = session.transcript.filter((entry) => entry.type === 'function_call_output')
    expect(outputs.filter((entry) => 'is_error' in entry && entry.is_error)).toMatchObject([
      { name: 'hidden', output: 'Error: there is no tool "hidden": functions: of the agent leaves it out' },
    ])
  })
  it('takes the time that speaking takes', async () => {
    const { transcript, duration } = await open({ 'first speaker': 'agent' }).finish('15550201')
    const times = (transcript as Message[]).map(({ timestamp }) => Date.parse(timestamp))
    // two words take 800 ms to speak, then half a second passes; two more words, and the answer
    expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 1_300, 2_101, 3_001, 3_402])
    expect(duration).toBe(4.3)
  })
  it('ends when the customer says nothing for as often as the blueprint allows', async () => {
    const session = await open({
      'on silence': say('Hello?'),
      ...pipeline({ silenceTime: 7, silenceTurns: 2 }),
    }).finish('15550202')
    expect(story(session)).toEqual(['user: Hm.', 'assistant: Yes.', 'assistant: Hello?', 'assistant: Hello?'])
    const times = (session.transcript as Message[]).map(({ timestamp }) => Date.parse(timestamp))
    expect((times[3] ?? 0) - (times[2] ?? 0)).toBeGreaterThanOrEqual(7_000)
    expect(session.status).toBe('call_hangup')
  })
  it('ends after its longest duration, in the middle of whatever it is', async () => {
    const session = await open({ 'first speaker': 'agent', ...pipeline({ maxDuration: 2 }) }).finish('15550201')
    expect([session.duration, session.status, story(session)]).toEqual([
      2,
      'call_hangup',
      ['assistant: Hi Asha.', 'user: one two', 'assistant: Yes.'],
    ])
  })
  it('ends when the agent says so', async () => {
    const rules = [{ id: 'r', when: 'one', do: [{ say: 'Bye.' }, { end: true }] }]
    expect(story(await open({ rules }).finish('15550201'))).toEqual(['user: one two', 'assistant: Bye.'])
  })
  it('has the overrides of its own request alone', async () => {
    const { finish } = open({ 'first speaker': 'user', rules: [{ id: 'c', when: 'one', do: say('{context}') }] })
    const options = { initialMessage: 'Namaste ${name}!', additionalContext: 'be brief' }
    expect(story(await finish('15550201', { options })).slice(0, 3)).toEqual([
      'assistant: Namaste Asha!',
      'user: one two',
      'assistant: be brief',
    ])
    expect(story(await finish('15550201'))[0]).toBe('user: one two')
  })
})
