import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../base/json/json.ts'
import { draftOf, finishDraft, type RequestDraft } from '../world/contract-request.ts'
import type { Subject, World } from '../world/world.ts'
import { judgeRequest } from './oracle.ts'

const channel = { enabled: true, numbers: [], email: null, agent: 'desk', version: null, templates: null }
const own = {
  name: 'own',
  lines: 1,
  agents: [
    {
      name: 'desk',
      agentId: null,
      versions: [1],
      published: 1,
      draft: false,
      messages: [],
      repeatsContext: null,
      ends: null,
      greetsWith: null,
    },
  ],
  channels: [
    { ...channel, name: 'WA', type: 'waChat' as const, numbers: ['15550101'] },
    { ...channel, name: 'Lines', type: 'outboundSipTrunk' as const, numbers: ['15550102'] },
    { ...channel, name: 'Off', type: 'waChat' as const, enabled: false },
  ],
  workflows: [{ workflowId: 'wf', agent: 'desk', number: null }],
}
const subject: Subject = {
  name: 'test',
  headers: {},
  hosts: { base: 'http://a', workflow: 'http://b' },
  keys: { own: 'k', other: null },
  own,
  other: { ...own, name: 'other', workflows: [] },
  send: () => Promise.reject(new Error('nothing is sent here')),
  reach: 'everything',
  control: null,
}
const world: World = {
  subject,
  sessions: [
    { id: 'mine', workspace: 'own', kind: 'inline', agent: 'desk' },
    { id: 'theirs', workspace: 'other', kind: 'inline', agent: 'desk' },
  ],
  watch: () => undefined,
}
const inline = { doReturnResponse: true, agentName: 'desk', message: 'Hello' }
const allowed = (body: JsonObject, more: Partial<RequestDraft> = {}): readonly string[] =>
  judgeRequest(finishDraft({ ...draftOf('chat.trigger', body), ...more }), world).allowed

describe('the oracle', () => {
  it.each<[string, JsonObject, string[]]>([
    ['an inline reply', inline, ['accepted']],
    ['a continued session', { ...inline, sessionId: 'mine' }, ['accepted']],
    ['a foreign session', { ...inline, sessionId: 'theirs' }, ['403 forbidden']],
    ['an unknown session', { ...inline, sessionId: 'nobody' }, ['404 sessionNotFound']],
    ['scheduling beside an inline reply', { ...inline, startWorkingHour: '09:00' }, ['400 incompatibleOptions']],
    ['a flag in text', { ...inline, doReturnResponse: 'true' }, ['422 validationError']],
    ['two rules broken', { doReturnResponse: true, message: 7 }, ['400 agentNameRequired', '422 validationError']],
    ['a dispatch', { communicationChannel: 'WA', customerNumber: '+15550100001' }, ['accepted']],
    ['no addressee', { communicationChannel: 'WA' }, ['400 customerNumberRequired']],
    [
      'a channel for calls',
      { communicationChannel: 'Lines', customerNumber: '15550100001' },
      ['400 unsupportedChannelType'],
    ],
    ['a disabled channel', { communicationChannel: 'Off', customerNumber: '15550100001' }, ['404 channelNotFound']],
    ['null, of which the interface is silent', { ...inline, metadata: null }, ['accepted', 'refused']],
  ])('of %s', (_, body, expected) => expect([...allowed(body)].sort()).toEqual(expected.sort()))

  it('leaves a request without a key no code that needs a look into the workspace', () => {
    expect(allowed({ communicationChannel: 'Nowhere', customerNumber: '1555010' }, { credential: 'missing' })).toEqual([
      '401 apiKeyMissing',
    ])
  })
  it('accepts nothing that breaks a must rule, whatever open points say', () => {
    expect(allowed({ ...inline, sessionId: 'nobody', metadata: null })).not.toContain('accepted')
  })
})
