import type { Note } from './annotate.ts'
import { scheduleNotes as schedule } from './schedule-notes.ts'

const flag = (what: string): string => `${what}: the text \`True\` or \`False\`.`

/** What the document says about the call trigger (Trigger call). */
export const callNotes: Record<string, Note> = {
  AgentVersion: {
    description:
      '`default` (published), `draft` (latest saved), or a version number of at least 0, as a number or in digits.',
    members: {},
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
