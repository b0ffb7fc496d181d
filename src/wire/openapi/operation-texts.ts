import type { JsonObject } from '../../base/json/json.ts'
import type { OperationId } from '../api/operation.ts'

/** The document's texts about the seven operations (Endpoints). */
export const operationTexts: Record<OperationId, { tag: string; summary: string; description: string }> = {
  'session.get': {
    tag: 'Sessions',
    summary: 'Get session details',
    description: 'One session of the workspace of the key, with its transcript.',
  },
  'chat.trigger': {
    tag: 'Chat',
    summary: "Message a customer, or get the agent's reply",
    description:
      'Starts a WhatsApp, web chat or email conversation, now or later. With `doReturnResponse` it answers inline instead and sends nothing to anybody; repeat it with the `sessionId` to go on.',
  },
  'call.trigger': {
    tag: 'Calls',
    summary: 'Trigger a call',
    description:
      'Queues an outbound call. Read both the HTTP status and `responseCode`: the interface is of two minds about failures, and only a `callId` tells that a call was accepted.',
  },
  'workflow.call': {
    tag: 'Workflows',
    summary: 'Trigger a workflow call',
    description: 'Queues an outbound call by way of a workflow. No id comes back.',
  },
  'workflow.delete': {
    tag: 'Workflows',
    summary: 'Delete a call request',
    description: "Takes a customer's call requests out of the queue of a workflow. The body goes with the DELETE.",
  },
  'blueprints.get': {
    tag: 'Agents',
    summary: 'Retrieve agent blueprints',
    description: 'The agents of the workspace with their default configuration, and the workflows mapped to them.',
  },
  'node.trigger': {
    tag: 'Workflows',
    summary: 'Trigger a workflow from a Call API node',
    description: 'Starts a workflow. The path has no `/api`, and the key is a bearer.',
  },
}

export const tags: readonly { name: string; description: string }[] = [
  { name: 'Sessions', description: 'What happened in a conversation.' },
  { name: 'Chat', description: 'WhatsApp, web chat, email, and replies inline.' },
  { name: 'Calls', description: 'Outbound calls.' },
  { name: 'Workflows', description: 'Calls by way of a workflow.' },
  { name: 'Agents', description: 'How agents are set up.' },
]

/** A customer's number that belongs to nobody. */
const number = '+15550100'

/** Example requests; all but the email and the template work unchanged with the demo workspace. */
export const requestExamples: Partial<Record<OperationId, JsonObject>> = {
  'chat.trigger': {
    inline: {
      summary: 'A first message, answered inline by the draft',
      value: {
        agentName: 'order-desk',
        agentVersion: 'draft',
        doReturnResponse: true,
        message: 'Where is my order 1042?',
        metadata: { customer_name: 'Maria', tier: 'gold' },
      },
    },
    goOn: {
      summary: 'The next message of the same conversation',
      value: {
        agentName: 'order-desk',
        doReturnResponse: true,
        sessionId: 'b7f0c1d2',
        message: 'And when does it arrive?',
        chatOptions: { additionalContext: 'Answer in one sentence.' },
      },
    },
    prompt: {
      summary: 'A WhatsApp message that the agent writes, in working hours',
      value: {
        communicationChannel: 'Shop WhatsApp',
        customerNumber: number,
        metadata: { customer_name: 'Maria' },
        whatsappOptions: { messageType: 'prompt', additionalContext: 'Mention the delay.' },
        startWorkingHour: '09:00',
        endWorkingHour: '18:00',
        timezone: 'Europe/Berlin',
      },
    },
    template: {
      summary: 'A WhatsApp template',
      value: {
        communicationChannel: 'Shop WhatsApp',
        customerNumber: number,
        whatsappOptions: {
          messageType: 'template',
          templateId: 'order_shipped',
          templateLanguage: 'en',
          templateVariables: { order: '1042' },
        },
      },
    },
    email: {
      summary: 'An email, word for word, later',
      value: {
        communicationChannel: 'Shop email',
        customerEmail: 'maria@example.com',
        emailOptions: { messageType: 'say', subject: 'Your order', body: 'It is on its way.', cc: 'desk@example.com' },
        scheduleTime: '2026-03-02T09:30:00Z',
      },
    },
  },
  'call.trigger': {
    call: {
      summary: 'A call on a day, in working hours, with two retries',
      value: {
        phoneNumber: number,
        agentName: 'airline-desk',
        communicationChannel: 'Airline hotline',
        metadata: { customer_name: 'Maria' },
        options: { speed: '1.0', dtmfEnabled: 'True', initialMessage: 'Hello ${customer_name}.' },
        noOfRetries: 2,
        retryAfterHours: 1,
        startWorkingHour: '09:30',
        endWorkingHour: '18:00',
        timezone: 'Asia/Kolkata',
        callPriority: 10,
      },
    },
  },
  'workflow.call': {
    call: {
      summary: 'A call of the delivery reminder',
      value: { customer_number: number, customer_details: { customer_name: 'Maria' }, call_priority: 1 },
    },
  },
  'workflow.delete': {
    delete: { summary: "Take a customer's calls out of the queue", value: { customer_number: number } },
  },
  'node.trigger': {
    trigger: {
      summary: 'Start the delivery reminder',
      value: { workflow_id: 'wf-delivery-reminder', customer_number: number, retries_after_in_hrs: 1 },
    },
  },
}
