/** What brings a history from one form to the next, in order. Never change one that was released: add another. */
export const migrations: readonly string[] = [
  `
  CREATE TABLE runs (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, started_at TEXT NOT NULL, ms REAL NOT NULL, tableread TEXT NOT NULL,
    git_commit TEXT
  );
  CREATE TABLE subjects (
    id INTEGER PRIMARY KEY, suite TEXT NOT NULL, name TEXT NOT NULL, agent TEXT NOT NULL, version TEXT NOT NULL,
    target TEXT NOT NULL, UNIQUE (suite, name, agent, version, target)
  );
  CREATE TABLE results (
    subject INTEGER NOT NULL REFERENCES subjects, run INTEGER NOT NULL REFERENCES runs, n INTEGER NOT NULL,
    place TEXT NOT NULL, verdict TEXT NOT NULL, reason TEXT, ms REAL NOT NULL, p95_turn_ms REAL, session TEXT, script TEXT,
    passed INTEGER NOT NULL, judged INTEGER NOT NULL, PRIMARY KEY (subject, run, n)
  ) WITHOUT ROWID
  `,
]
