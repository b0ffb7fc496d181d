import type { Session } from '../../wire/api/session.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { Talk } from './talk.ts'

/** A talk with an agent called desk, found in sessions.json. */
export function talkOf(transcript: TranscriptEntry[], more: Partial<Session> = {}): Talk {
  return {
    session: sessionOf(transcript, more),
    origin: { file: 'sessions.json', line: 1, column: 1 },
    stored: true,
    leftOut: [],
  }
}

/** A session as the fetch returns it. */
export function sessionOf(transcript: TranscriptEntry[], more: Partial<Session> = {}): Session {
  const moment = '2026-01-01T00:00:00.000Z'
  return {
    sessionId: 's-1',
    agentDetails: { name: 'desk', number: null, email: null, version: '3' },
    communicationChannelType: 'webChat',
    transcript,
    status: 'active',
    time: moment,
    createdAt: moment,
    updatedAt: moment,
    ...more,
  }
}

/** Options of `importTalks` for tests that do not care. */
export const plain: {
  suite: string
  schema: string
  agent: null
  keep: number
  recordings: boolean
  exact: boolean
  custom: []
} = {
  suite: 'Imported',
  schema: './suite.json',
  agent: null,
  keep: 1,
  recordings: false,
  exact: true,
  custom: [],
}
