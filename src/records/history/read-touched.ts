import { isJsonObject } from '../../base/json/json.ts'
import { parseIfJson } from '../../base/json/json-text.ts'
import { joinTouched, type TouchedParts } from '../../engine/verdict/touched.ts'
import { type HistoryRead, readHistory } from './database.ts'
import type { EarlierAsked } from './read-earlier.ts'

/** How many days a run counts for: what a service answers with may change without its agents. */
export const mostDays = 30

/** How many of its newest runs are read of each conversation. */
const mostRuns = 200

/** What conversations touched in the last days, by id, where nothing but passes was seen. Creates no file. */
export function readTouched(
  path: string,
  subjects: readonly TouchedAsked[],
  version: string,
  now: number = Date.now(),
): HistoryRead<ReadonlyMap<string, TouchedParts>> {
  const since = new Date(now - mostDays * 86_400_000).toISOString()
  return readHistory<ReadonlyMap<string, TouchedParts>>(path, new Map(), (database) => {
    const statement = database.prepare(touchedRows)
    return new Map(
      subjects.flatMap(
        ({ id, suite, name, agent, target, script, agentPrint, otherPrint }): [string, TouchedParts][] => {
          const rows = statement.all(suite, name, agent, target, script, since, version, mostRuns) as unknown as Row[]
          const own = rows.filter(({ print }) => print !== null && (print === agentPrint || print === otherPrint))
          if (own.some(({ verdict }) => verdict !== 'passed')) return []
          const all = joinTouched(rows.flatMap(({ print, touched }) => parseTouched(touched, print === agentPrint)))
          return all.whole ? [[id, all]] : []
        },
      ),
    )
  })
}

/** A conversation as the trusted agent plays it; `otherPrint` is the fingerprint of the other one, null if not known. */
interface TouchedAsked extends EarlierAsked {
  otherPrint: string | null
}

interface Row {
  verdict: string
  print: string | null
  touched: string
}

/** Anything that is not valid is ignored. A run of another agent adds to what is known, but is no record of this one. */
function parseTouched(text: string, isOfAgent: boolean): TouchedParts[] {
  const value = parseIfJson(text)
  if (!isJsonObject(value)) return []
  const { tools, agents, whole } = value
  return isTexts(tools) && isTexts(agents) ? [{ tools, agents, whole: whole === true && isOfAgent }] : []
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

const touchedRows = `
  SELECT verdict, agent_print AS print, coalesce(touched, '') AS touched
  FROM results JOIN subjects ON subjects.id = results.subject JOIN runs ON runs.id = results.run
  WHERE suite = ? AND name = ? AND agent = ? AND target = ? AND script = ? AND started_at >= ? AND tableread = ?
  ORDER BY run DESC LIMIT ?`
