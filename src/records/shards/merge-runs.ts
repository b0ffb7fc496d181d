import { groupByKey } from '../../base/group-by.ts'
import { type AgentCoverage, listTallies, type NamedTally, tallyNamed } from '../../engine/coverage/agent-coverage.ts'
import { contentKinds, createContentCoverage } from '../../engine/coverage/content-coverage.ts'
import type { Coverage } from '../../engine/coverage/coverage.ts'
import { mergeTools, type UncoveredTools } from '../../engine/coverage/tool-coverage.ts'
import { concludeRun, type RunResult } from '../../engine/run-result.ts'
import { createTally, type Tally } from '../../engine/verdict/verdict.ts'
import type { Phase } from '../../wire/api/transcript-entry.ts'
import {
  checkShards,
  inOrder,
  type MergeOutcome,
  mergeProblems,
  mergeTargets,
  missingMember,
  type ShardResult,
  spanOf,
} from './parts.ts'

/** The results of the shards of one run as the result of that run: its order, totals, coverage, and why some are missing. */
export function mergeRuns(
  parts: readonly ShardResult<RunResult>[],
  reasons?: readonly string[],
): MergeOutcome<RunResult> {
  const checked = checkShards(parts)
  if (!checked.ok) return checked
  const results = checked.result.map(({ result }) => result)
  const target = mergeTargets(checked.result.map(({ file, result }) => ({ file, target: result.target })))
  if (!target.ok) return target
  const notCompared = results.find((each) => each.notCompared !== undefined)?.notCompared
  const merged = inOrder(checked.result, (result) => result.conversations)
  if (!merged.ok) return merged
  return {
    ok: true,
    result: concludeRun(merged.result, {
      tableread: results[0]?.tableread ?? '',
      ...spanOf(results),
      target: target.result,
      problems: mergeProblems(results),
      coverage: mergeCoverage(results.map(({ coverage }) => coverage)),
      leastPassing: leastOf(results),
      leftOutByOnly: Math.max(...results.map(({ leftOutByOnly }) => leftOutByOnly ?? 0)),
      ...(notCompared === undefined ? {} : { notCompared }),
      ...missingMember(checked.result, reasons),
    }),
  }
}

/** The highest pass rate that a shard asked for; null if one asked for none, since every failure counts there. */
function leastOf(results: readonly RunResult[]): number | null {
  const least = results.flatMap(({ passRate }) => passRate?.least ?? [])
  return least.length < results.length ? null : Math.max(...least)
}

/** Merges the coverage of several runs. A tool is uncovered if no run called it. */
export function mergeCoverage(parts: readonly Coverage[]): Coverage {
  const agents = groupByKey(
    parts.flatMap((part) => part.agents),
    ({ agent, version }) => `${agent}\n${version}`,
  )
  return { agents: [...agents.keys()].sort().flatMap((key) => mergeAgent(agents.get(key) ?? [])) }
}

function mergeAgent(parts: readonly AgentCoverage[]): AgentCoverage[] {
  const [first] = parts
  if (first === undefined) return []
  const content = createContentCoverage()
  for (const part of parts) for (const kind of contentKinds) addTo(content[kind], part.content[kind])
  const tools = mergeTools(parts.flatMap((part) => part.tools))
  return [
    {
      agent: first.agent,
      version: first.version,
      conversations: sum(parts.map((part) => part.conversations)),
      tools,
      uncovered: mergeUncovered(parts, tools),
      handoffs: mergeNamed(parts.flatMap((part) => part.handoffs)),
      metadata: mergeNamed(parts.flatMap((part) => part.metadata)),
      content,
    },
  ]
}

/** A part that listed no blueprints does not know the tools; the others supply them, and its calls still count. */
function mergeUncovered(parts: readonly AgentCoverage[], tools: AgentCoverage['tools']): UncoveredTools | null {
  const toolGaps = parts.flatMap(({ uncovered }) => uncovered ?? [])
  const [first] = toolGaps
  if (first === undefined) return null
  const never = (phase: Phase): string[] => {
    const called = new Set(tools.flatMap((tool) => (tool.phase === phase || tool.phase === null ? [tool.name] : [])))
    return first[phase].filter((name) => !called.has(name) && toolGaps.every((each) => each[phase].includes(name)))
  }
  return { pre: never('pre'), during: never('during'), post: never('post') }
}

function mergeNamed(parts: readonly NamedTally[]): NamedTally[] {
  const tallies = new Map<string, Tally>()
  for (const { name, count } of parts) addTo(tallyNamed(tallies, name), count)
  return listTallies(tallies)
}

function sum(tallies: readonly Tally[]): Tally {
  const total = createTally()
  for (const tally of tallies) addTo(total, tally)
  return total
}

function addTo(total: Tally, { passed, failed, other }: Tally): void {
  total.passed += passed
  total.failed += failed
  total.other += other
}
