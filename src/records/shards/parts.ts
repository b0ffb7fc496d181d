import { unique } from '../../base/group-by.ts'
import { listSome } from '../../base/text/wording.ts'
import type { RunResult } from '../../engine/run-result.ts'
import { nameService, readEmbedded } from '../../engine/target-name.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { LeftOutParts, Shard } from '../../engine/verdict/part-of-run.ts'
import { fingerprintDigits } from '../../suite/plan/fingerprint-script.ts'
import type { Problem } from '../../suite/yaml/problem.ts'

/** A result as it was read from a file. */
export interface ShardResult<T> {
  file: string
  result: T
}

/** The merged result, or why the parts cannot be merged. */
export type MergeOutcome<T> = { ok: true; result: T } | { ok: false; message: string; hint: string }

interface Sharded {
  tableread: string
  startedAt: string
  ms: number
  shard?: Shard
  conversations: readonly { id: string; name: string }[]
}

type ShardPart<T> = ShardResult<T> & { shard: Shard }

/** Sorts parts by shard if each is there at most once and all were cut from the same conversations; else what is wrong. */
export function checkShards<T extends Sharded>(parts: readonly ShardResult<T>[]): MergeOutcome<ShardPart<T>[]> {
  const shards: ShardPart<T>[] = []
  for (const part of parts) {
    if (part.result.shard === undefined)
      return refuse(`${part.file} is the result of a whole run, not of a shard`, 'run with --shard 1/2, --shard 2/2 …')
    shards.push({ ...part, shard: part.result.shard })
  }
  const [first] = shards
  if (first === undefined) return refuse('there is nothing to merge', 'name the result of each shard')
  const cut = shards.find(({ shard }) => shard.of !== first.shard.of)
  if (cut !== undefined)
    return refuse(
      `${first.file} is shard ${show(first.shard)}, but ${cut.file} is shard ${show(cut.shard)}`,
      'merge the shards of one run',
    )
  const other = shards.find(({ result }) => result.tableread !== first.result.tableread)
  if (other !== undefined)
    return refuse(
      `${first.file} is of Tableread ${first.result.tableread}, but ${other.file} of ${other.result.tableread}`,
      'run every shard with the same version of Tableread',
    )
  const divided = shards.find(({ shard }) => shard.durations !== first.shard.durations)
  if (divided !== undefined)
    return refuse(
      `${first.file} was cut by ${showCut(first.shard)}, but ${divided.file} by ${showCut(divided.shard)}`,
      'give every shard the same file with --durations: fetch it once, before the shards begin',
    )
  const otherShard = shards.find(({ shard }) => shard.counts !== first.shard.counts)
  if (otherShard !== undefined)
    return refuse(
      `${first.file} was compared with ${showCounts(first.shard)}, but ${otherShard.file} with ${showCounts(otherShard.shard)}`,
      'run every shard with the same flags',
    )
  return countShards(shards, first)
}

function countShards<T extends Sharded>(shards: ShardPart<T>[], first: ShardPart<T>): MergeOutcome<ShardPart<T>[]> {
  const files = new Map<number, string>()
  for (const { file, shard } of shards) {
    const same = files.get(shard.index)
    if (same !== undefined) return refuse(`${same} and ${file} are both shard ${show(shard)}`, 'name each shard once')
    files.set(shard.index, file)
  }
  const stranger = shards.find(({ shard }) => shard.whole !== first.shard.whole || shard.total !== first.shard.total)
  if (stranger !== undefined)
    return refuse(
      `${first.file} and ${stranger.file} were cut from different conversations (${first.shard.total} and ${stranger.shard.total})`,
      'run every shard on the same commit with the same paths, filters and versions',
    )
  const unmarked = shards.find(({ shard }) => shard.scripts === undefined)
  if (unmarked !== undefined)
    return refuse(`${unmarked.file} does not say which scripts its conversations had`, 'run that shard again')
  for (const other of shards) {
    const differing = namesOfDiffering(first, other, shards)
    if (differing.length > 0)
      return refuse(
        `${first.file} and ${other.file} ran different scripts of ${listSome(differing, 5)}`,
        'run every shard on the same commit: with the same suites, included files, config and flags',
      )
  }
  const judged = shards.find(({ shard }) => shard.judges !== first.shard.judges)
  if (judged !== undefined)
    return refuse(
      `${first.file} and ${judged.file} were judged by other judges or checks, or with other licences: what counts in one may not in the other`,
      'run every shard on the same commit: with the same config, modules of checks and file of licences, and the labels that it names',
    )
  const agentParts = shards.filter(({ shard: { agents } }) => agents !== undefined)
  const otherwise = agentParts.find(({ shard }) => shard.agents !== agentParts[0]?.shard.agents)
  if (otherwise !== undefined)
    return refuse(
      `${agentParts[0]?.file} and ${otherwise.file} ran other agents: files of the workspace, or modules that they name, differ`,
      'run every shard on the same commit, with the same workspace',
    )
  return { ok: true, result: shards.sort((a, b) => a.shard.index - b.shard.index) }
}

function namesOfDiffering<T extends Sharded>(
  { shard: { scripts: one = '', total } }: ShardPart<T>,
  { shard: { scripts: other = '' } }: ShardPart<T>,
  shards: readonly ShardPart<T>[],
): string[] {
  if (one === other) return []
  const names: string[] = []
  for (const { shard, result } of shards)
    for (const { id, name } of result.conversations) names[shard.positions[id] ?? total] = JSON.stringify(name)
  const digitsAt = (scripts: string, index: number): string =>
    scripts.slice(index * fingerprintDigits, (index + 1) * fingerprintDigits)
  return Array.from({ length: total }, (_, index) => index)
    .filter((index) => digitsAt(one, index) !== digitsAt(other, index))
    .map((index) => names[index] ?? `conversation ${index + 1}`)
}

const show = ({ index, of }: Shard): string => `${index}/${of}`
const showCut = ({ durations }: Shard): string => (durations === undefined ? 'turns' : `the durations ${durations}`)
const showCounts = ({ counts }: Shard): string => counts ?? 'as many pairs as its scripts say'

export function refuse(message: string, hint: string): { ok: false; message: string; hint: string } {
  return { ok: false, message, hint }
}

/** The shards that are not among the parts, and why, as a member of the merged result; none where all are there. */
export function missingMember(
  parts: readonly { shard: Shard }[],
  reasons: readonly string[] = [],
): Pick<LeftOutParts, 'missingShards'> {
  const [first] = parts
  const { of = 0, total = 0 } = first?.shard ?? {}
  const indexes = Array.from({ length: of }, (_, at) => at + 1).filter(
    (at) => !parts.some((each) => each.shard.index === at),
  )
  if (indexes.length === 0) return {}
  const why = reasons.length === 0 ? {} : { reasons: unique(reasons) }
  return { missingShards: { indexes, of, conversations: total - countIn(parts), ...why } }
}

const countIn = (parts: readonly { shard: Shard }[]): number =>
  parts.reduce((sum, { shard }) => sum + Object.keys(shard.positions).length, 0)

/** Puts the members of all parts back into the order of the whole run; reports a file that was edited by hand. */
export function inOrder<T extends Sharded, M extends { id: string }>(
  parts: readonly ShardPart<T>[],
  membersOf: (result: T) => readonly M[],
): MergeOutcome<M[]> {
  const members: M[] = []
  for (const { file, result, shard } of parts) {
    for (const member of membersOf(result)) {
      const position = shard.positions[member.id]
      if (position === undefined || position >= shard.total || position in members)
        return damaged(`${file} holds "${member.id}", which is not of its shard or of another one too`)
      members[position] = member
    }
  }
  const { missingShards } = missingMember(parts)
  const total = (parts[0]?.shard.total ?? 0) - (missingShards?.conversations ?? 0)
  const present = Object.values(members)
  return present.length === total
    ? { ok: true, result: present }
    : damaged(`the files hold ${present.length} of ${total} conversations`)
}

/** Removes duplicates: every shard reads every file and so reports the same problems. */
export function mergeProblems(parts: readonly { problems: readonly Problem[] }[]): Problem[] {
  const byText = new Map(parts.flatMap(({ problems }) => problems.map((problem) => [JSON.stringify(problem), problem])))
  return [...byText.values()]
}

/** From the first start to the last end. */
export function spanOf(parts: readonly { startedAt: string; ms: number }[]): { startedAt: string; ms: number } {
  const starts = parts.map(({ startedAt }) => Date.parse(startedAt))
  const ends = parts.map(({ startedAt, ms }) => Date.parse(startedAt) + ms)
  const from = Math.min(...starts)
  return { startedAt: new Date(from).toISOString(), ms: Math.max(...ends) - from }
}

/** Merges targets: embedded services have a port each; any other service must be the same for all. */
export function mergeTargets(parts: readonly { file: string; target: string }[]): MergeOutcome<string> {
  const [first, ...others] = parts.map(({ file, target }) => ({
    file,
    target,
    name: readEmbedded(target) === null ? target : nameService(target),
  }))
  const other = others.find(({ name }) => name !== first?.name)
  if (first === undefined || other !== undefined)
    return refuse(
      `${first?.file} ran against ${first?.target}, but ${other?.file} against ${other?.target}`,
      'run every shard against the same service',
    )
  return { ok: true, result: others.every(({ target }) => target === first.target) ? first.target : first.name }
}

const damaged = (message: string): ReturnType<typeof refuse> => refuse(message, 'run that shard again')

/** Beyond this many conversations, the page drops what was said in passed ones: no browser could open it. */
export const mostWhole = 5_000

/** Drops what was said in passed conversations, so that many shards fit into memory; measurements stay. */
export function slimPassed(result: RunResult): RunResult {
  return { ...result, conversations: result.conversations.map(slim) }
}

function slim(result: ConversationResult): ConversationResult {
  if (result.verdict !== 'passed') return result
  const turns = result.turns.map((turn) => ({
    ...turn,
    entries: [],
    outcomes: turn.outcomes.filter(({ kind }) => kind === 'latency' || kind === 'judge'),
  }))
  const { history: _, ...own } = result
  return { ...own, turns, afterTurns: [] }
}
