import { existsSync, lstatSync } from 'node:fs'
import { hashJson } from '../../base/json/hash-json.ts'
import type { Comparison } from '../../compare/comparison.ts'
import type { RunResult } from '../../engine/run-result.ts'
import { describeEmptyShard, type Shard } from '../../engine/verdict/part-of-run.ts'
import { chooseShard } from '../../records/shards/choose-shard.ts'
import {
  type ConversationTime,
  type Durations,
  durationKey,
  durationsOfResult,
  formatDurations,
  indexDurations,
  readDurations,
} from '../../records/shards/durations.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { RunSettled } from '../config/settings.ts'
import { warn } from '../edge/print.ts'
import { UsageError } from '../edge/usage-error.ts'
import { readGiven, writeGiven } from '../files/given-files.ts'
import type { GivenFlags } from '../flags/shared-flags.ts'
import type { CompareFlags } from '../flags/study-flags.ts'
import { markAgents, markJudges } from './mark-judges.ts'

export interface ShardFlags
  extends GivenFlags<'shard' | 'durations' | 'turnBudget'>,
    Pick<CompareFlags, 'repeat' | 'untilSure' | 'quick'> {}

/** A shard of the conversations, or all of them. */
export interface ShardItems<T> {
  items: readonly T[]
  /** Null if all of them. */
  shard: Shard | null
  /** A shard without work is no mistake: there are fewer conversations than shards. 0, unless a suite is broken. */
  tellEmpty(problems: readonly unknown[]): boolean
}

/** Returns what cuts that shard. @throws UsageError for an invalid shard, and for a file without durations */
export function readShardFlags(flags: ShardFlags): CutShard {
  const { shard, durations } = flags
  if (shard === undefined) return async (items) => ({ items, shard: null, tellEmpty: () => false })
  const wantedShard = readShard(shard)
  const durationOf = durations === undefined ? null : open(durations)
  return async (all, plansOf, settings) => {
    const { items, shard } = chooseShard(all, wantedShard, plansOf, durationOf)
    const plans = all.flatMap(plansOf)
    const judges = await markWhole(plans, settings)
    const markOf = await markAgents(settings)
    const agents = markOf === null ? {} : { agents: hashJson(plans.map(markOf)) }
    const counts = writeCounts(flags)
    return {
      items,
      shard: { ...shard, ...agents, ...(judges === null ? {} : { judges }), ...(counts === '' ? {} : { counts }) },
      tellEmpty(problems) {
        const empty = problems.length > 0 ? null : describeEmptyShard(shard)
        if (empty !== null) warn(empty)
        return empty !== null
      },
    }
  }
}

type CutShard = <T extends { id: string }>(
  items: readonly T[],
  plansOf: (item: T) => readonly [Plan, ...Plan[]],
  settled: Pick<RunSettled, 'judges' | 'checks' | 'folder' | 'redact' | 'target' | 'workspace' | 'revisions'>,
) => Promise<ShardItems<T>>

/** The flags that say how often a comparison runs each conversation, as one would write them. */
function writeCounts({ repeat, untilSure = false, quick = false, turnBudget }: ShardFlags): string {
  const flags = [
    ...(repeat === undefined ? [] : [`--repeat ${Number(repeat)}`]),
    ...(untilSure ? ['--until-sure'] : []),
    ...(quick ? ['--quick'] : []),
    ...(turnBudget === undefined ? [] : [`--turn-budget ${Number(turnBudget)}`]),
  ]
  return flags.join(' ')
}

/** Identifies judges, licences and checks of all conversations, whichever shard has them; null if there are none. */
async function markWhole(plans: readonly Plan[], settings: Parameters<CutShard>[2]): Promise<string | null> {
  const markOf = await markJudges(plans, settings)
  const marks = plans.map(markOf)
  return marks.every((mark) => mark === '') ? null : hashJson(marks)
}

/** Whether nothing is at the path. A dangling link, or a path through a file, is a mistake rather than a first run. */
function isAbsent(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) === undefined
  } catch {
    return false
  }
}

/** The first run has no durations, which stops nothing: merge refuses a shard cut without beside one cut with. */
function open(file: string): Durations | null {
  if (isAbsent(file)) {
    warn(`there is no ${file} yet, so the shards are cut by their turns`)
    return null
  }
  const read = readDurations(readGiven(file))
  if (!read.ok) throw new UsageError(`${file}: ${read.message}`, read.hint)
  return indexDurations(read.durations)
}

/** Reads `--shard 2/3`. @throws UsageError for anything else, and for a shard that does not exist */
function readShard(text: string): Pick<Shard, 'index' | 'of'> {
  const [, index, of] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? []
  if (index !== undefined && of !== undefined && Number(index) <= Number(of))
    return { index: Number(index), of: Number(of) }
  throw new UsageError(`--shard ${text} is not a shard`, 'write 2/3 for the second of three; the first is 1/3')
}

/** Keeps earlier entries of what could not be judged; drops what is not in the result. @throws UsageError */
export function writeDurationsOf(file: string, result: RunResult | Comparison): void {
  const names = new Set(result.conversations.map(({ suite, name }) => JSON.stringify([suite, name])))
  const durations = durationsOfResult(result)
  const measured = new Set(durations.map(durationKey))
  const earlier = readEarlier(file).filter(
    (each) => names.has(JSON.stringify([each.suite, each.name])) && !measured.has(durationKey(each)),
  )
  writeDurations(file, [...durations, ...earlier])
}

export function writeDurations(file: string, durations: readonly ConversationTime[]): void {
  writeGiven(file, formatDurations(durations), { report: { flag: '--write-durations', kind: 'durations' } })
}

function readEarlier(file: string): ConversationTime[] {
  if (!existsSync(file)) return []
  const read = readDurations(readGiven(file))
  if (read.ok) return read.durations
  throw new UsageError(`${file} is there and would be lost: ${read.message}`, 'name another file, or remove it')
}
