import { isJsonObject } from '../../base/json/json.ts'
import { type HistoryDatabase, readHistory, type Trouble } from './database.ts'
import type { HistorySubject, WaysSeen } from './run-record.ts'

/** A conversation whose earlier runs are asked for: the same script, played by the same agent. */
export interface EarlierAsked extends Omit<HistorySubject, 'version'> {
  /** Identifies its runs in the answer. */
  id: string
  script: string
  agentPrint: string
}

/** What earlier comparisons and runs showed of each conversation, by its id; or why nothing is known. */
export type EarlierRead = { ok: true; ways: Map<string, WaysSeen[]> } | { ok: false; trouble: Trouble }

/** How many of the newest comparisons count, and how many plain runs; each plain run counts as one. */
const most = { compare: 20, run: 200 }

/** This many consecutive plain runs are grouped like one comparison, so that drift between groups shows. */
const together = 10

/** How conversations failed in earlier comparisons and runs, any side and version. Creates no file, never throws. */
export function readEarlier(path: string, subjects: readonly EarlierAsked[]): EarlierRead {
  if (subjects.length === 0) return { ok: true, ways: new Map() }
  const reading = readHistory(path, new Map<string, WaysSeen[]>(), (database) => read(database, subjects))
  return reading.ok ? { ok: true, ways: reading.read } : reading
}

function read(database: HistoryDatabase, subjects: readonly EarlierAsked[]): Map<string, WaysSeen[]> {
  const statement = database.prepare(earlierWays)
  return new Map(
    subjects.map(({ id, suite, name, agent, target, script, agentPrint }) => {
      const seenBy = (kind: keyof typeof most): WaysSeen[] => {
        const rows = statement.all(kind, suite, name, agent, target, script, agentPrint, most[kind]) as {
          ways: string
        }[]
        return rows.flatMap(({ ways }) => parseWays(ways))
      }
      return [id, [...seenBy('compare'), ...inBlocks(seenBy('run'))]]
    }),
  )
}

function inBlocks(runs: readonly WaysSeen[]): WaysSeen[] {
  const blocks: WaysSeen[] = []
  for (let from = 0; from < runs.length; from += together) {
    const block: WaysSeen = { of: 0, failed: {} }
    for (const { of, failed } of runs.slice(from, from + together)) {
      block.of += of
      for (const [way, count] of Object.entries(failed)) block.failed[way] = (block.failed[way] ?? 0) + count
    }
    blocks.push(block)
  }
  return blocks
}

/** Anything that is not a valid count is ignored. */
function parseWays(text: string): WaysSeen[] {
  const value: unknown = JSON.parse(text)
  if (!isJsonObject(value) || !isCount(value.of) || !isJsonObject(value.failed)) return []
  const failed = Object.entries(value.failed).filter((each): each is [string, number] => isCount(each[1]))
  return value.of === 0 ? [] : [{ of: value.of, failed: Object.fromEntries(failed) }]
}

/** Far more runs than a comparison makes of one conversation: a higher number was not written by Tableread. */
const mostRuns = 10_000

const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= mostRuns

const earlierWays = `
  SELECT ways FROM results JOIN subjects ON subjects.id = results.subject JOIN runs ON runs.id = results.run
  WHERE kind = ? AND suite = ? AND name = ? AND agent = ? AND target = ? AND script = ? AND agent_print = ? AND json_valid(ways)
  ORDER BY run DESC LIMIT ?`
