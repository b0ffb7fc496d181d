/** What brings a data file from one form to the next, in order. Never change one that was released: add another. */
export const migrations: readonly string[] = [
  `
  CREATE TABLE sessions (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL);
  CREATE TABLE slices (n INTEGER PRIMARY KEY, session TEXT NOT NULL, entries TEXT NOT NULL);
  CREATE INDEX slices_by_session ON slices (session, n);
  CREATE TABLE messages (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, session TEXT NOT NULL, body TEXT NOT NULL);
  CREATE INDEX messages_by_session ON messages (session, n);
  CREATE TABLE calls (
    id TEXT PRIMARY KEY, workspace TEXT NOT NULL, state TEXT NOT NULL, direction TEXT NOT NULL,
    priority INTEGER NOT NULL, due INTEGER, arrival INTEGER NOT NULL, body TEXT NOT NULL
  );
  CREATE INDEX calls_in_order ON calls (state, workspace, priority, due, arrival);
  CREATE TABLE timers (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, due INTEGER NOT NULL, body TEXT NOT NULL);
  CREATE INDEX timers_by_due ON timers (due, n);
  CREATE TABLE facts (key TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID
  `,
]
