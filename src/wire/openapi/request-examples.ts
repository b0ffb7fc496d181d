import type { JsonObject } from '../../base/json.ts'
import type { OperationId } from '../api/operation.ts'

/** A customer's number that belongs to nobody. */
const number = '+15550100'

/**
 * Example requests by operation. All but the email and the template work as they are with the demo workspace of the
 * local service.
 */
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
