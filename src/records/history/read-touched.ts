import { isJsonObject } from '../../base/json.ts'
import { joinTouched, type Touched } from '../../engine/verdict/touched.ts'
import { type Database, type HistoryRead, readHistory } from './database.ts'
import type { EarlierAsked } from './read-earlier.ts'

/** How many days a run counts for: what a service answers with may change without its agents. */
export const mostDays = 30

/** How many of its newest runs are read of each conversation. */
const mostRuns = 200

/**
 * What conversations touched in the runs of the last days, by id: together in all runs of the script, whichever agent
 * played it, but only where one of those with this agent got to its end. Creates no file.
 */
export function readTouched(
  path: string,
  asked: readonly EarlierAsked[],
  now: number = Date.now(),
): HistoryRead<ReadonlyMap<string, Touched>> {
  const since = new Date(now - mostDays * 86_400_000).toISOString()
  return readHistory<ReadonlyMap<string, Touched>>(path, new Map(), (database) => read(database, asked, since))
}

interface Row {
  print: string | null
  touched: string
}

function read(database: Database, asked: readonly EarlierAsked[], since: string): ReadonlyMap<string, Touched> {
  const statement = database.prepare(touchedRows)
  return new Map(
    asked.flatMap(({ id, suite, name, agent, target, script, agentPrint }): [string, Touched][] => {
      const rows = statement.all(suite, name, agent, target, script, since, mostRuns) as unknown as Row[]
      const seen = rows.flatMap(({ print, touched }) => parseTouched(touched, print === agentPrint))
      const all = joinTouched(seen)
      return all.whole ? [[id, all]] : []
    }),
  )
}

/** Anything that is not valid is ignored. A run of another agent adds to what is known, but is no record of this one. */
function parseTouched(text: string, isOfAgent: boolean): Touched[] {
  const value: unknown = JSON.parse(text)
  if (!isJsonObject(value)) return []
  const { tools, agents, whole } = value
  return isTexts(tools) && isTexts(agents) ? [{ tools, agents, whole: whole === true && isOfAgent }] : []
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

const touchedRows = `
  SELECT agent_print AS print, touched
  FROM results JOIN subjects ON subjects.id = results.subject JOIN runs ON runs.id = results.run
  WHERE suite = ? AND name = ? AND agent = ? AND target = ? AND script = ? AND started_at >= ? AND json_valid(touched)
  ORDER BY run DESC LIMIT ?`
