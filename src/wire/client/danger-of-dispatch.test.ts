import { describe, expect, it } from 'vitest'
import { dangerUnder } from './guard.ts'
import type { LiveSafety } from './live-safety.ts'
import type { WireRequest } from './transport.ts'

const sinks = {
  file: 'sinks.yaml',
  phoneNumbers: ['15550100', '4930901820'],
  emails: ['qa@example.com', 'ops@example.com'],
  workflows: ['wf-1'],
  sessions: ['s-1'],
}
const both: LiveSafety = { dispatch: true, sinks, tools: [] }

const post = (path: string, body: unknown, method: 'POST' | 'DELETE' = 'POST'): WireRequest => ({
  method,
  url: `https://api.example.com${path}`,
  headers: { 'x-api-key': 'k', 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
  timeLimitMs: 1_000,
})
const chat = (body: object | string): WireRequest => post('/api/chat-agent/trigger', body)
const message = { communicationChannel: 'wa-main', customerNumber: '+15550100', agentName: 'desk' }
const email = { communicationChannel: 'mail', customerEmail: 'qa@example.com', agentName: 'desk' }

describe('what reaches somebody, on a live service', () => {
  it.each<[string, WireRequest]>([
    ['a message to a number with a plus', chat(message)],
    ['one without', chat({ ...message, customerNumber: '15550100' })],
    [
      'one with details and a time',
      chat({ ...message, metadata: { name: 'Ada', born: '2001-02-03' }, scheduleTime: '2030-01-01T00:00:00Z' }),
    ],
    [
      'an email with copies',
      chat({ ...email, emailOptions: { cc: 'ops@example.com, qa@example.com', bcc: '', subject: 'Hello 15550199' } }),
    ],
    ['an answer to an email', chat({ ...email, emailOptions: { replyTo: 's-1' } })],
    [
      'an inline talk of a known customer, turn two',
      chat({ doReturnResponse: true, agentName: 'd', customerNumber: '15550100', sessionId: 'any' }),
    ],
    [
      'a call',
      post('/api/call/trigger', {
        phoneNumber: '+15550100',
        agentName: 'desk',
        options: { transferNumber: '4930901820' },
      }),
    ],
    [
      'a workflow call',
      post('/api/workflow/call/wf-1', { customer_number: '15550100', customer_details: { name: 'Ada' } }),
    ],
    ['its deletion', post('/api/workflow/call/wf-1', { customer_number: '15550100' }, 'DELETE')],
    ['a node trigger', post('/workflow/trigger', { workflow_id: 'wf-1', customer_number: '+15550100' })],
  ])('may with the flag and the list: %s', (_, request) => {
    expect(dangerUnder(request, both)).toBeNull()
  })

  it.each<[string, LiveSafety, RegExp]>([
    [
      'neither',
      { dispatch: false, sinks: null, tools: [] },
      /give --allow-dispatch, and list them in a file \(--owned-sinks/,
    ],
    ['the list alone', { dispatch: false, sinks, tools: [] }, /sinks\.yaml count only with --allow-dispatch/],
    [
      'the flag alone',
      { dispatch: true, sinks: null, tools: 'all' },
      /--allow-dispatch counts only with a list.*--owned-sinks/,
    ],
  ])('must not with %s, and it is said what is missing', (_, safety, reason) => {
    expect(dangerUnder(chat(message), safety)).toMatch(reason)
    expect(dangerUnder(post('/api/call/trigger', { phoneNumber: '15550100', agentName: 'd' }), safety)).toMatch(reason)
  })

  it.each<[string, WireRequest, RegExp]>([
    [
      'another number',
      chat({ ...message, customerNumber: '15550199' }),
      /customerNumber is not on the list.*add it to sinks\.yaml/,
    ],
    ['a number with spaces', chat({ ...message, customerNumber: '1 555 0100' }), /customerNumber is not on the list/],
    ['a number that is a number', chat({ ...message, customerNumber: 15550100 }), /not the text of an address/],
    ['two numbers', chat({ ...message, customerNumber: '15550100,15550199' }), /customerNumber/],
    ['nobody', chat({ communicationChannel: 'wa', agentName: 'd' }), /there is no customerNumber or customerEmail/],
    ['another customer beside an owned one', chat({ ...message, customerEmail: 'eve@example.com' }), /customerEmail/],
    ['a copy', chat({ ...email, emailOptions: { cc: 'qa@example.com, eve@example.com' } }), /emailOptions\.cc/],
    ['a blind copy', chat({ ...email, emailOptions: { bcc: 'Eve <qa@example.com>' } }), /emailOptions\.bcc/],
    ['a copy in another case', chat({ ...email, emailOptions: { cc: 'QA@example.com' } }), /emailOptions\.cc/],
    ['a thread of somebody', chat({ ...email, emailOptions: { replyTo: 's-2' } }), /replyTo belongs to/],
    ['options that are a text', chat({ ...email, emailOptions: '{"replyTo":"s-2"}' }), /emailOptions is not an object/],
    ['options in a list', chat({ ...email, emailOptions: [{ replyTo: 's-2' }] }), /emailOptions is not an object/],
    ['a session of somebody', chat({ ...message, sessionId: 's-2' }), /sessionId belongs to/],
    [
      'a member twice',
      chat('{"customerNumber":"15550199","customerNumber":"15550100","agentName":"d"}'),
      /read in one way only/,
    ],
    ['a member in another case', chat({ ...message, CustomerNumber: '15550199' }), /CustomerNumber is no member/],
    ['a flag that is a text', chat({ ...message, doReturnResponse: 'no' }), /neither true nor false/],
    ['a recipient inside', chat({ ...message, metadata: { to: ['15550199'] } }), /metadata\.to is not on the list/],
    ['a contact with anything', chat({ ...message, metadata: { contact: { who: 'eve' } } }), /metadata\.contact\.who/],
    [
      'a member of the interface inside',
      chat({ ...message, metadata: { customer: { number: '15550100' } } }),
      /could be read as customernumber/,
    ],
    [
      'an address under any name',
      chat({ ...message, metadata: { note: 'write to eve@example.com' } }),
      /metadata\.note holds/,
    ],
    [
      'a number under any name',
      chat({ ...message, metadata: { note: 'call +1 (555) 01-99' } }),
      /metadata\.note holds/,
    ],
    ['a number as a name', chat({ ...message, metadata: { '+15550199': true } }), /a name in metadata/],
    ['a form in a text', chat({ ...message, metadata: { note: 'to=eve' } }), /in which to could be read/],
    ['JSON in a text', chat({ ...message, metadata: '{"cc":"eve"}' }), /metadata\.cc/],
    ['JSON in the message', chat({ ...message, message: '{"customerNumber":"15550199"}' }), /message\.customerNumber/],
    [
      'a number to transfer to',
      post('/api/call/trigger', { phoneNumber: '15550100', agentName: 'd', options: { transferNumber: '112' } }),
      /transferNumber/,
    ],
    [
      'a number to call from',
      post('/api/call/trigger', { phoneNumber: '15550100', agentName: 'd', agentNumber: '15550177' }),
      /agentNumber/,
    ],
    ['another workflow', post('/api/workflow/call/wf-2', { customer_number: '15550100' }), /workflow wf-2 is not/],
    ['a path in a workflow', post('/api/workflow/call/wf-1%2f..', { customer_number: '15550100' }), /no operation/],
    [
      'another workflow of a node',
      post('/workflow/trigger', { workflow_id: 'wf-2', customer_number: '15550100' }),
      /workflow wf-2/,
    ],
    ['an operation that is none', post('/api/call/cancel', { phoneNumber: '15550100' }), /no operation/],
    ['a query', post('/api/call/trigger?to=1', { phoneNumber: '15550100', agentName: 'd' }), /a query/],
  ])('must not, even with both: %s', (_, request, reason) => {
    expect(dangerUnder(request, both)).toMatch(reason)
  })

  it('tells no address in a reason', () => {
    const reason = dangerUnder(chat({ ...message, customerNumber: '15550199' }), both)
    expect(reason).not.toContain('15550199')
  })
})
