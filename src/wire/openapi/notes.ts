import { isJsonObject, type JsonObject } from '../../base/json/json.ts'

/** The notes on a schema and its members: a text becomes the description, an object is merged in as it is. */
export interface SchemaNote {
  description: string
  members?: Record<string, string | JsonObject>
}

/** Writes a note into its schema. @throws Error for a member that the schema lacks: the interface has moved on */
export function annotate(name: string, schema: JsonObject, { description, members }: SchemaNote): JsonObject {
  if (members === undefined) return { description, ...schema }
  const properties = { ...(isJsonObject(schema.properties) ? schema.properties : {}) }
  for (const [member, note] of Object.entries(members)) {
    const before = properties[member]
    if (!isJsonObject(before)) throw new Error(`the note on ${name}.${member} is about a member that does not exist`)
    properties[member] = { ...before, ...(typeof note === 'string' ? { description: note } : note) }
  }
  return { description, ...schema, properties }
}

/** Notes on members that schedule a call, in any operation (Trigger call, Trigger workflow call, Workflow trigger). */
export const schedule: Record<'details' | 'retryHours', string> &
  Record<'at' | 'retries' | 'start' | 'end' | 'zone' | 'priority' | 'date' | 'version', JsonObject> = {
  details: 'Details of the customer. Prompts and initial messages take them up as `${variable_name}`.',
  at: {
    description: 'When to place the call, in UTC. Default: at once.',
    format: 'date-time',
    examples: ['2026-03-02T09:30:00Z'],
  },
  retries: { description: 'How often a call that fails is tried again.', examples: [2] },
  retryHours: 'Hours between one attempt and the next.',
  start: { description: 'A call due earlier in the day waits until this hour.', examples: ['09:30'] },
  end: { description: 'A call due later in the day moves to `start` of the next day.', examples: ['18:00'] },
  zone: { description: 'The IANA time zone of the working hours.', default: 'Asia/Kolkata' },
  priority: { description: 'From 1, the highest, to 100, the lowest.', default: 10 },
  date: {
    description: 'A call that was not placed on this day expires and is never placed.',
    format: 'date',
    examples: ['2026-03-02'],
  },
  version: {
    description: 'The version of the agent: `default` (published) or a number. `draft` is for chats (CAL-08).',
    default: 'default',
  },
}

const instant = (description: string): { description: string; format: string } => ({ description, format: 'date-time' })

const statuses = [
  '`active`: in progress',
  '`completed`: ended normally',
  '`call_in_queue`: waiting to be placed',
  '`call_placed`: not yet answered',
  '`call_in_progress`: connected',
  '`call_errored`: an error of the call',
  '`call_expired`: expired before it was answered',
  '`call_hangup`: hung up, completed',
  '`agent_errored`: an error of the agent',
  '`call_canceled`: canceled',
  '`could_not_connect`: no connection',
].join('; ')

/** The notes on the envelope and on sessions (Response envelope, Session, States and transitions). */
export const sessionNotes: Record<string, SchemaNote> = {
  Envelope: {
    description: 'What every answer is wrapped in.',
    members: {
      responseCode: 'The HTTP status once more.',
      message: 'What happened, for people.',
      data: 'What was asked for; null in an error.',
      errorCode: 'What went wrong, for programs. Errors only, and not all of them.',
    },
  },
  LocalErrorCode: {
    description: 'An error code of the local service, for what the interface leaves open.',
  },
  Session: {
    description:
      'One session. `duration`, `retryAttemptNo` and `recordingUrl` are there for SIP calls only, and left out otherwise.',
    members: {
      sessionId: 'Its id.',
      agentDetails: 'The agent; `version` is the label of the version that answers.',
      'the service': 'The customer. The key is the one the interface prints; other deployments may use another.',
      dynamicVariables: 'The custom variables of the session.',
      communicationChannelType: 'The kind of its channel.',
      communicationChannelName: 'The name of its channel.',
      transcript: 'What was said and done, in the order of time.',
      analysis: 'What an AI found after the session; depends on the analytics of the agent.',
      status: `What became of it. ${statuses}.`,
      time: instant('When it started.'),
      createdAt: instant('When its record was made.'),
      updatedAt: instant('When its record last changed.'),
      duration: 'SIP calls only: seconds.',
      retryAttemptNo: 'SIP calls only: 0 for the first attempt, 1 or more for a retry.',
      recordingUrl: 'SIP calls only: a signed link to the recording, which expires.',
    },
  },
  Participant: {
    description: 'The customer of a session.',
    members: { id: 'A phone number, an email address or an id of your own.' },
  },
}

const context = 'With `prompt`: further instructions for the agent.'

/** The notes on the chat trigger (Trigger chat). */
export const chatNotes: Record<string, SchemaNote> = {
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

const flag = (what: string): string => `${what}: the text \`True\` or \`False\`.`

/** The notes on the call trigger (Trigger call). */
export const callNotes: Record<string, SchemaNote> = {
  AgentVersion: {
    description:
      '`default` (published), `draft` (latest saved), or a version number of at least 0, as a number or in digits.',
  },
  CallRequest: {
    description: 'A call to place.',
    members: {
      phoneNumber: {
        description: 'Whom to call; country code included, with or without `+`.',
        examples: ['+15550100'],
      },
      agentName: 'The agent to use.',
      agentVersion: schedule.version,
      metadata: schedule.details,
      communicationChannel: 'An outbound SIP channel; one of its numbers is picked at random.',
      agentNumber: 'The number to call from. Default: an outbound number of the workspace.',
      options: 'What this one call does differently from the settings of the agent.',
      noOfRetries: schedule.retries,
      retryAfterHours: schedule.retryHours,
      startWorkingHour: schedule.start,
      endWorkingHour: schedule.end,
      timezone: schedule.zone,
      callPriority: schedule.priority,
      callOnDate: schedule.date,
      scheduleTime: schedule.at,
    },
  },
  CallOptions: {
    description: 'Settings of one call, all of them texts. The interface shows no list of the values allowed.',
    members: {
      transcriptLanguage: 'The language to transcribe.',
      allowedOverallInterruptions: flag('Whether the customer may interrupt the agent'),
      allowedInterruptionsInitially: flag('Whether the customer may interrupt the first message'),
      ttsLanguage: 'The language of the voice.',
      ttsGender: 'The gender of the voice.',
      voiceId: 'The voice.',
      speed: { description: 'The speed of the voice, a number in a text.', examples: ['1.0'] },
      transferNumber: 'Where the agent transfers the call to.',
      communicationMethod: { description: 'How the two sides talk.', examples: ['two_way'] },
      dtmfEnabled: flag('Whether keys pressed are heard'),
      initialMessage: 'What the agent says first; may hold `${variable_name}`.',
      additionalContext: 'Further instructions for the agent.',
    },
  },
  CallAnswer: {
    description: 'The call that was accepted.',
    members: { callId: 'The id of the call.' },
  },
}
