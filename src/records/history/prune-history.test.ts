import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, expect, it } from 'vitest'
import { appendHistory, mostRuns } from './append-history.ts'
import { row, runAt } from './history.fixture.ts'
import { readTrends } from './read-trends.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-prune-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('keeps the newest runs of each conversation, and looks for older ones every twentieth run', () => {
  const path = join(folder, 'history.sqlite')
  const often = row({ name: 'often', id: 'suites/often.yaml:1 default' })
  appendHistory(path, runAt(1, row({ name: 'rarely' }), often))
  const database = new DatabaseSync(path)
  const more = mostRuns + 17 // with the first and the next, one short of a multiple of twenty
  database.exec(`
    WITH RECURSIVE copies(id) AS (SELECT 2 UNION ALL SELECT id + 1 FROM copies WHERE id <= ${more})
    INSERT INTO runs SELECT copies.id, kind, started_at, ms, tableread, git_commit, gate FROM runs JOIN copies WHERE runs.id = 1;
    INSERT INTO results SELECT subject, runs.id, n, place, verdict, reason, results.ms, p95_turn_ms, session, script, passed,
      judged, tokens, cost, cause, judge_tokens, judge_cost, ways, agent_print, touched
      FROM results JOIN runs ON runs.id > 1 WHERE n = 1`)
  const count = (table: string): number =>
    Number(Object.values(database.prepare(`SELECT count(*) FROM ${table}`).get() ?? {})[0])
  appendHistory(path, runAt(2, often))
  expect([count('runs'), count('results')]).toEqual([mostRuns + 19, mostRuns + 20])
  appendHistory(path, runAt(3, often))
  expect([count('runs'), count('results')]).toEqual([mostRuns + 1, mostRuns + 1])
  database.close()
  const read = readTrends(path, { choose: (subjects) => subjects, last: 1_000 })
  const trends = read.ok ? read.trends : []
  expect(trends.map(({ name, points }) => [name, points.length])).toEqual([
    ['rarely', 1],
    ['often', mostRuns],
  ])
  expect(trends[1]?.points.at(-1)?.startedAt).toBe(runAt(3).startedAt)
})
