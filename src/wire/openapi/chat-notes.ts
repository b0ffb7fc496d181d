import type { Note } from './annotate.ts'

const context = 'With `prompt`: further instructions for the agent.'

/** What the document says about the chat trigger (Trigger chat). */
export const chatNotes: Record<string, Note> = {
  ChatRequest: {
    description:
      'A message to send, now or later, or with `doReturnResponse` a message of the customer to answer inline. Which members are needed together is checked by the service and answered with a 400.',
    members: {
      communicationChannel:
        'The name of an enabled channel, exactly as configured. Needed unless `doReturnResponse` is true.',
      customerNumber: 'WhatsApp: a phone number with country code. Web chat: the id of the user. Needed for both.',
      customerEmail: 'Needed for email channels.',
      agentName: 'Default: the agent of the channel. Needed when `doReturnResponse` is true.',
      agentVersion: 'Default: the version of the channel, or the published one.',
      agentNumber: 'WhatsApp only: one of the numbers of the channel. Default: the service picks one of them.',
      metadata: 'Details of the customer. Prompts and initial messages take them up as `${variable_name}`.',
      attachments: 'Public links to files.',
      whatsappOptions: 'For web chat only its `additionalContext` counts.',
      emailOptions: 'For email channels.',
      scheduleTime: {
        description: 'When to send. A time in the past means at once. Not with `doReturnResponse`.',
        format: 'date-time',
      },
      startWorkingHour: 'A message due earlier in the day waits until this hour. Not with `doReturnResponse`.',
      endWorkingHour:
        'A message due later goes out the next day at `startWorkingHour`, or at midnight without one. Not with `doReturnResponse`.',
      timezone: { description: 'The IANA time zone of the working hours.', default: 'UTC' },
      doReturnResponse: 'True: the reply comes in the answer, and nothing is sent to anybody.',
      message: 'With `doReturnResponse`: what the customer says.',
      sessionId: 'With `doReturnResponse`: the conversation to go on with. Default: a new one.',
      chatOptions: 'With `doReturnResponse`: `additionalContext` holds instructions for this reply only.',
    },
  },
  WhatsappOptions: {
    description: 'How a WhatsApp message is made.',
    members: {
      messageType: {
        description: '`prompt`: the agent writes it. `say`: exactly `message`. `template`: an approved template.',
        default: 'prompt',
      },
      additionalContext: context,
      message: 'With `say`: the text, needed.',
      templateId: 'With `template`: its name, needed.',
      templateLanguage: { description: 'With `template`: the code of its language.', default: 'en' },
      templateVariables: 'With `template`: what to fill its placeholders with.',
    },
  },
  EmailOptions: {
    description: 'How an email is made.',
    members: {
      messageType: { description: '`prompt`: the agent writes it. `say`: exactly `body`.', default: 'prompt' },
      additionalContext: context,
      body: 'With `say`: the text, needed.',
      subject: 'The subject line.',
      cc: 'Addresses, separated by commas.',
      bcc: 'Addresses, separated by commas.',
      replyTo: 'The session of an earlier email, whose thread and recipients it keeps. Default: a new thread.',
    },
  },
  DispatchAnswer: {
    description: 'A message that was sent or planned.',
    members: { sessionId: 'The session it runs in.' },
  },
  InlineChatAnswer: {
    description: 'The reply of the agent.',
    members: {
      sessionId: 'The session, to go on with.',
      transcript: "The customer's message and all that the agent did about it; not the turns before.",
    },
  },
}
