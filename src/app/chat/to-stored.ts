import type { Talk } from '../../import/sessions/talk.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { ChatTalk, ChatTurn } from './chat-talk.ts'

/** A talk as a session that took place, for what makes suites of these. */
export function toStored({ agent, version, metadata, sessionId, turns, unanswered }: ChatTalk): Talk {
  const time = new Date().toISOString()
  const messages = unanswered === 1 ? '1 message that nothing answered' : `${unanswered} messages that nothing answered`
  return {
    session: {
      sessionId: sessionId ?? 'chat',
      agentDetails: { name: agent, number: null, email: null, version },
      ...(Object.keys(metadata).length === 0 ? {} : { dynamicVariables: metadata }),
      communicationChannelType: 'webChat',
      transcript: turns.flatMap(userFirst),
      status: 'active',
      time,
      createdAt: time,
      updatedAt: time,
    },
    origin: { file: 'chat', line: 0, column: 0 },
    stored: false,
    leftOut: unanswered === 0 ? [] : [messages],
  }
}

/** Functions that ran before the message of a turn would seem to belong to the turn before it. */
function userFirst({ user, entries }: ChatTurn): TranscriptEntry[] {
  const said = user === null ? undefined : entries.find((entry) => entry.type === 'message' && entry.role === 'user')
  return said === undefined ? entries : [said, ...entries.filter((entry) => entry !== said)]
}
