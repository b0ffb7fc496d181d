import { type HistoryRead, readHistory } from './database.ts'
import type { HistorySubject } from './run-record.ts'

/** How the newest run that reached each conversation ended, by id; comparisons do not count. Creates no file. */
export function readLatest(
  path: string,
  subjects: readonly (HistorySubject & { id: string })[],
): HistoryRead<ReadonlyMap<string, 'passed' | 'not passed'>> {
  return readHistory<ReadonlyMap<string, 'passed' | 'not passed'>>(path, new Map(), (database) => {
    const statement = database.prepare(latest)
    return new Map(
      subjects.flatMap(({ id, suite, name, agent, version, target }) => {
        const rows = statement.all(suite, name, agent, version, target) as { run: number; verdict: string }[]
        const newest = rows.filter(({ run }) => run === rows[0]?.run)
        if (newest.length === 0) return []
        return [[id, newest.every(({ verdict }) => fine.has(verdict)) ? 'passed' : 'not passed'] as const]
      }),
    )
  })
}

const fine: ReadonlySet<string> = new Set(['passed', 'expected fail', 'skipped'])

/** Conversations of one name in a suite share a subject, so the newest run may have several rows. */
const latest = `
  SELECT run, verdict FROM results JOIN subjects ON subjects.id = results.subject JOIN runs ON runs.id = results.run
  WHERE kind = 'run' AND suite = ?1 AND name = ?2 AND agent = ?3 AND version = ?4 AND (target = ?5 OR (?5 = 'local' AND target LIKE 'local %'))
  ORDER BY run DESC LIMIT 100`
