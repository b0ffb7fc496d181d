import type { SessionRecord } from './session-record.ts'

/** Where sessions live. A record that was put can be fetched at once (SES-07); the behaviour suite in store.fixture.ts holds for every store. */
export interface Store {
  put(record: SessionRecord): void
  /** The session of any workspace; the caller compares the workspace. */
  get(sessionId: string): SessionRecord | undefined
}
