import type { LocalState, OutboxRow, QueueRow, SessionRow } from '../../src/pages/console/local-state.ts'
import type { Session } from '../../src/wire/api/session.ts'
import type { Message, TranscriptEntry } from '../../src/wire/api/transcript-entry.ts'

/** Text that tries to run scripts, to reverse the line and to colour a terminal. */
export const hostile = '<img src=x onerror="window.ran=1"><script>window.ran=2</script> \u202egnp.exe \u001b[31mred'

/** A time on the day of the canned clock. */
export const at = (time: string): string => `2026-01-05T${time}Z`

export function sessionRow(sessionId: string, more: Partial<SessionRow> = {}): SessionRow {
  return {
    sessionId,
    workspace: 'demo',
    agentName: 'order-desk',
    version: '3',
    channelType: 'webChat',
    channelName: 'Shop web chat',
    participant: 'Ada Lovelace',
    status: 'active',
    createdAt: at('09:10:00.000'),
    updatedAt: at('09:12:30.000'),
    turns: 2,
    firstWords: null,
    ...more,
  }
}

export function queueRow(callId: string, more: Partial<QueueRow> = {}): QueueRow {
  return {
    callId,
    sessionId: callId,
    workspace: 'demo',
    workflowId: null,
    customerNumber: '4915155501042',
    agentName: 'airline-desk',
    priority: 10,
    due: at('09:30:00.000'),
    attempt: 1,
    state: 'queued',
    ...more,
  }
}

export function outboxRow(id: string, more: Partial<OutboxRow> = {}): OutboxRow {
  return {
    id,
    sessionId: 'sess-mail',
    workspace: 'demo',
    channelType: 'email',
    channelName: 'Shop email',
    agentName: 'order-desk',
    from: 'desk@shop.example',
    to: 'ada@customers.example',
    cc: [],
    bcc: [],
    subject: null,
    text: 'Your parcel left today.',
    template: null,
    attachments: [],
    metadata: null,
    due: at('09:11:00.000'),
    sentAt: at('09:11:00.000'),
    status: 'sent',
    ...more,
  }
}

export function said(role: Message['role'], text: string, time: string, more: Partial<Message> = {}): Message {
  return {
    type: 'message',
    role,
    content: [{ type: 'text', text }],
    senderId: null,
    senderName: null,
    agentName: role === 'user' ? null : 'order-desk',
    metadata: null,
    timestamp: at(time),
    ...more,
  }
}

export const transcript: TranscriptEntry[] = [
  { type: 'thinking', thinking: 'They will ask about an order.', timestamp: at('09:10:00.100') },
  said('user', 'Where is my order 1042?', '09:10:01.000', { senderId: 'ada-7' }),
  {
    type: 'function_call',
    name: 'lookup_order',
    call_id: 'call-1',
    arguments: { order_id: '1042', fields: ['status', 'carrier', 'expected_on', 'address'] },
    phase: 'during',
    timestamp: at('09:10:01.400'),
  },
  {
    type: 'function_call',
    name: 'notify_carrier',
    call_id: 'call-2',
    arguments: { carrier: 'Parcel & Co' },
    phase: 'during',
    timestamp: at('09:10:01.410'),
  },
  {
    type: 'function_call_output',
    name: 'notify_carrier',
    call_id: 'call-2',
    output: 'timeout after 3 attempts',
    is_error: true,
    executionTimeMs: 3012,
    phase: 'during',
    timestamp: at('09:10:04.420'),
  },
  {
    type: 'function_call_output',
    name: 'lookup_order',
    call_id: 'call-1',
    output: '{"status":"shipped","carrier":"Parcel & Co","expected_on":"2026-01-07","tracking":12345678901234567890}',
    is_error: false,
    executionTimeMs: 42,
    phase: 'during',
    timestamp: at('09:10:01.450'),
  },
  said('assistant', 'Your order 1042 has shipped.\nIt should be with you on Wednesday.', '09:10:05.000', {
    content: [
      { type: 'text', text: 'Your order 1042 has shipped.\nIt should be with you on Wednesday.' },
      { type: 'image', mimeType: 'image/png', url: 'https://files.example/label.png?s=1', caption: 'Shipping label' },
      { type: 'audio', mimeType: 'audio/ogg', url: 'https://files.example/note.ogg' },
      { type: 'file', mimeType: 'application/pdf', url: 'javascript:window.ran=3', filename: 'invoice.pdf' },
      { type: 'button', text: 'Track it', payload: 'track:1042' },
      { type: 'button', text: 'Talk to a person', payload: 'handover' },
    ],
  }),
  said('backgroundAgent', 'The customer sounds patient.', '09:10:05.500', { agentName: 'mood-watch' }),
  said('user', hostile, '09:10:20.000', { senderId: 'ada-7', metadata: { subject: hostile } }),
  said('assistant', hostile, '09:10:21.250'),
  { type: 'summary', summary: 'Ada asked where order 1042 is.', timestamp: at('09:10:22.000') },
]

/** A session as the API returns it; its customer is listed under a custom name of the deployment. */
export function session(sessionId: string, more: Partial<Session> = {}): Session {
  const customer = { id: 'ada-7', name: 'Ada Lovelace', number: null, email: 'ada@customers.example' }
  return {
    sessionId,
    agentDetails: { name: 'order-desk', number: null, email: 'desk@shop.example', version: '3' },
    ...{ shopper: customer },
    dynamicVariables: { tier: 'gold', note: hostile, basket: { items: 3, total: 41.5 } },
    communicationChannelType: 'webChat',
    communicationChannelName: 'Shop web chat',
    transcript,
    analysis: null,
    status: 'active',
    time: at('09:10:00.000'),
    createdAt: at('09:10:00.000'),
    updatedAt: at('09:12:30.000'),
    ...more,
  }
}

/** A service with a lot going on. */
export function busyState(): LocalState {
  return {
    clock: { now: at('09:12:31.000'), kind: 'frozen' },
    workspaces: [
      {
        name: 'demo',
        agents: [
          { name: 'order-desk', agentId: 'agent-01', published: 3, versions: [1, 2, 3], draft: true },
          { name: 'airline-desk', agentId: 'agent-02', published: null, versions: [], draft: true },
        ],
        channels: [
          { name: 'Shop web chat', type: 'webChat', enabled: true },
          { name: 'Airline hotline', type: 'outboundSipTrunk', enabled: false },
        ],
      },
    ],
    sessionCount: 4,
    sessions: [
      sessionRow('2b9c1c0e-6f0f-4c47-9a52-0d9f7a3e1a10'),
      sessionRow('sess-call', {
        agentName: 'airline-desk',
        version: 'draft',
        channelType: 'outboundSipTrunk',
        channelName: 'Airline hotline',
        participant: '+4915155501042',
        status: 'call_in_progress',
      }),
      sessionRow('sess-mail', { channelType: 'email', channelName: 'Shop email', status: 'completed', turns: 12 }),
      sessionRow('sess-hostile', { participant: hostile, status: 'agent_errored', updatedAt: '2026-01-04T23:50:00Z' }),
    ],
    queue: [
      queueRow('sess-call', { state: 'connected', due: at('09:12:00.000'), workflowId: 'wf-flight-change' }),
      queueRow('call-later', { priority: 1, attempt: 2, customerNumber: hostile }),
      queueRow('call-never', { due: null }),
    ],
    outbox: [
      outboxRow('msg-3', { status: 'waiting', sentAt: null, due: at('18:00:00.000'), text: '' }),
      outboxRow('msg-2', {
        subject: 'Your order 1042',
        text: `Dear Ada,\n\nyour parcel left today.\n\n${hostile}`,
        cc: ['team@shop.example', 'archive@shop.example'],
        attachments: ['https://files.example/invoice.pdf', 'javascript:window.ran=4'],
        metadata: { order_id: '1042' },
      }),
      outboxRow('msg-1', {
        channelType: 'waChat',
        channelName: 'Shop WhatsApp',
        from: '+4930555010',
        to: '+4915155501042',
        text: 'Hello Ada, your order 1042 is on its way.',
        template: { name: 'order_shipped', language: 'en', variables: { name: 'Ada', order: '1042' } },
        status: 'failed',
      }),
    ],
    faults: [{ kind: 'latency', operation: 'triggerChat', ms: 800, every: 2 }],
  }
}

/** A service that has just started. */
export function emptyState(): LocalState {
  return {
    clock: { now: at('09:12:31.000'), kind: 'system' },
    workspaces: [],
    sessionCount: 0,
    sessions: [],
    queue: [],
    outbox: [],
    faults: [],
  }
}
