import type { OperationId } from '../api/operation.ts'

/** What the document says about an operation. */
export interface OperationText {
  tag: string
  summary: string
  description: string
}

/** What the document says about the seven operations (Endpoints). */
export const operationTexts: Record<OperationId, OperationText> = {
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

/** The tags of the document, in its order. */
export const tags: readonly { name: string; description: string }[] = [
  { name: 'Sessions', description: 'What happened in a conversation.' },
  { name: 'Chat', description: 'WhatsApp, web chat, email, and replies inline.' },
  { name: 'Calls', description: 'Outbound calls.' },
  { name: 'Workflows', description: 'Calls by way of a workflow.' },
  { name: 'Agents', description: 'How agents are set up.' },
]
