import type { Note } from './annotate.ts'

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

/** What the document says about the envelope and about sessions (Response envelope, Session, States and transitions). */
export const sessionNotes: Record<string, Note> = {
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
    members: {},
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
