import { existsSync } from 'node:fs'
import { lookAt } from '../../base/files/files.ts'
import type { Comparison } from '../../compare/comparison.ts'
import type { RunResult } from '../../engine/run-result.ts'
import { type HistoryDatabase, readHistory, type Trouble } from './database.ts'
import { type HistorySubject, subjectKey, subjectOfResult, subjectOfSide } from './run-record.ts'
import { buildTrend, type KeptPoint, type Trend } from './trend.ts'

/** Trends, or why there are none; `missing` means that no run was ever stored. */
export type TrendsRead =
  | { ok: true; trends: Trend[] }
  | { ok: false; trouble: Trouble | { kind: 'missing'; message: string } }

/** A conversation that the history knows; `id` is `file:line version`, as its newest run named it. */
export type KnownSubject = HistorySubject & { id: string }

export interface TrendsAsked {
  choose: (known: readonly KnownSubject[]) => readonly KnownSubject[]
  last: number
}

/** How conversations fared, in the order first met, versions together. Creates no file, never throws over a bad one. */
export function readTrends(path: string, { choose, last }: TrendsAsked): TrendsRead {
  if (!existsSync(path)) return { ok: false, trouble: { kind: 'missing', message: 'there is no such file' } }
  const stats = lookAt(path)
  if (stats?.isFile() === true && stats.size === 0)
    return { ok: false, trouble: { kind: 'missing', message: 'the file is empty' } }
  const reading = readHistory(path, [], (database) => read(database, choose, last))
  return reading.ok ? { ok: true, trends: reading.read } : reading
}

function read(database: HistoryDatabase, choose: TrendsAsked['choose'], last: number): Trend[] {
  const rows = database.prepare(allSubjects).all() as (KnownSubject & { key: number })[]
  const keys = new Map(rows.map(({ key, ...subject }): [KnownSubject, number] => [subject, key]))
  const points = database.prepare(newestPoints)
  points.setReturnArrays(true)
  return choose([...keys.keys()]).flatMap((subject) => {
    const key = keys.get(subject)
    if (key === undefined) return []
    const cells = points.all(key, last + 1) as unknown as unknown[][] // as arrays, in half the time of objects
    return [buildTrend(subject, cells.slice(0, last).reverse().map(toPoint), cells.length <= last)]
  })
}

/** The members of a point, in the order of the columns of `newestPoints`. */
const members = `startedAt verdict reason passed judged ms p95TurnMs sessionId commit script
  tokens cost cause judgeTokens judgeCost agentPrint tableread gate`.split(/\s+/)
const leftOutIfNull = new Set(['tokens', 'cost', 'cause', 'judgeTokens', 'judgeCost', 'gate'])

function toPoint(cells: readonly unknown[]): KeptPoint {
  const point: Record<string, unknown> = {}
  for (const [at, name] of members.entries())
    if (cells[at] !== null || !leftOutIfNull.has(name)) point[name] = cells[at]
  return point as unknown as KeptPoint
}

const allSubjects = `
  SELECT id AS key, suite, name, agent, version, target,
    (SELECT place FROM results WHERE subject = subjects.id ORDER BY run DESC, n DESC LIMIT 1) AS id
  FROM subjects ORDER BY min(subjects.id) OVER (PARTITION BY suite, name, agent), key`

const newestPoints = `
  SELECT started_at, verdict, reason, passed, judged, results.ms, p95_turn_ms, session, git_commit, script,
    tokens, cost, cause, judge_tokens, judge_cost, agent_print, tableread, gate
  FROM results JOIN runs ON runs.id = results.run WHERE subject = ? ORDER BY run DESC, n DESC LIMIT ?`

/** How a result's conversations fared over their `last` newest runs; for a comparison, versions of both sides. */
export function readTrendsOf(path: string, result: RunResult | Comparison, last: number): TrendsRead {
  const keys = new Set(subjectsOf(result).map(subjectKey))
  return readTrends(path, { choose: (subjects) => subjects.filter((subject) => keys.has(subjectKey(subject))), last })
}

function subjectsOf(result: RunResult | Comparison): HistorySubject[] {
  if (!('kind' in result)) return result.conversations.map((each) => subjectOfResult(each, result.target))
  const { a, b } = result.sides
  return result.conversations.flatMap((each) => [subjectOfSide(each, a), subjectOfSide(each, b)])
}
