import { hashJson } from '../../base/json/hash-json.ts'
import { isJsonObject, type JsonValue } from '../../base/json/json.ts'
import type { Comparison } from '../../compare/comparison.ts'
import type { RunResult } from '../../engine/run-result.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'

/** The time of a conversation, over all its attempts. It is identified as in the history, but without the service. */
export interface ConversationTime {
  suite: string
  name: string
  agent: string
  version: string
  /** A whole number of milliseconds. */
  ms: number
}

/** A file of durations, indexed: machines that cut shards by the same durations cut them the same way. */
export interface Durations {
  /** Equal for equal durations, whatever their order. */
  hash: string
  /** Null for a conversation that was never measured. */
  of: (subject: Omit<ConversationTime, 'ms'>) => number | null
}

/** Indexes durations for lookup. */
export function indexDurations(list: readonly ConversationTime[]): Durations {
  const msByKey = new Map(sortDurations(list).map((each) => [durationKey(each), each.ms]))
  return {
    hash: hashJson([...msByKey].map(([key, ms]) => [key, ms])),
    of: (subject) => msByKey.get(durationKey(subject)) ?? null,
  }
}

/** One duration for each conversation, the longest if there are several, in a fixed order. */
function sortDurations(list: readonly ConversationTime[]): ConversationTime[] {
  const longest = new Map<string, ConversationTime>()
  for (const each of list) {
    const key = durationKey(each)
    if (each.ms > (longest.get(key)?.ms ?? -1)) longest.set(key, each)
  }
  return [...longest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
}

/** A lookup key: equal for the same conversation. */
export function durationKey({ suite, name, agent, version }: Omit<ConversationTime, 'ms'>): string {
  return JSON.stringify([suite, name, agent, version])
}

/** Verdicts with a typical run time: what could not be judged may have ended at once, or at a limit. */
const telling: readonly Verdict[] = ['passed', 'failed', 'expected fail', 'flaky']

/** The time each conversation of a result took, over all its attempts, or over all its runs on a side. */
export function durationsOfResult(result: RunResult | Comparison): ConversationTime[] {
  if (!('kind' in result))
    return result.conversations.flatMap(({ suite, name, agent, version, ms, verdict }) =>
      telling.includes(verdict) ? [{ suite, name, agent, version, ms: Math.round(ms) }] : [],
    )
  return result.conversations.flatMap(({ suite, name, agent, runs }) =>
    (['a', 'b'] as const).flatMap((key) => {
      const side = result.sides[key]
      if (runs[key].length === 0 || !runs[key].every(({ verdict }) => telling.includes(verdict))) return []
      const ms = Math.round(runs[key].reduce((sum, run) => sum + run.ms, 0))
      return [{ suite, name, agent: side.agent ?? agent, version: side.version, ms }]
    }),
  )
}

/** Writes durations: JSON, a line for each conversation in a fixed order, so that changes are easy to read. */
export function formatDurations(list: readonly ConversationTime[]): string {
  const lines = sortDurations(list).map(({ suite, name, agent, version, ms }) =>
    JSON.stringify({ suite, name, agent, version, ms }),
  )
  return `{"kind":"durations","schemaVersion":1,"conversations":[${lines.map((line) => `\n${line}`).join(',')}\n]}\n`
}

type DurationsRead = { ok: true; durations: ConversationTime[] } | { ok: false; message: string; hint: string }

export function readDurations(text: string): DurationsRead {
  let value: JsonValue
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    return refuse(`this is not valid JSON: ${(error as Error).message}`)
  }
  if (!isJsonObject(value) || value.kind !== 'durations' || !Array.isArray(value.conversations))
    return refuse('this is no file of durations')
  if (value.schemaVersion !== 1)
    return {
      ok: false,
      message: `the durations have schemaVersion ${JSON.stringify(value.schemaVersion)}, and this Tableread reads 1`,
      hint: 'use the version of Tableread that wrote them, or a newer one',
    }
  const durations: ConversationTime[] = []
  for (const [index, each] of value.conversations.entries()) {
    if (!isDuration(each))
      return refuse(
        `conversations[${index}] has no suite, name, agent and version as text with ms as a number of at least 0`,
      )
    durations.push(each)
  }
  return { ok: true, durations }
}

function isDuration(value: JsonValue): value is JsonValue & ConversationTime {
  if (!isJsonObject(value)) return false
  const { suite, name, agent, version, ms } = value
  return [suite, name, agent, version].every((each) => typeof each === 'string') && typeof ms === 'number' && ms >= 0
}

function refuse(message: string): DurationsRead {
  return { ok: false, message, hint: '`tableread merge` and `tableread history` write one with --write-durations' }
}
