import { hashJson } from '../../base/json/hash-json.ts'
import { knownMembers } from '../../base/json/known-members.ts'
import type { Comparison } from '../../compare/comparison.ts'
import {
  type ConversationComparison,
  isWhole,
  type RunSummary,
  type Side,
  type SideKey,
} from '../../compare/model/conversation-comparison.ts'
import { wayOfFailing } from '../../compare/way-of-failing.ts'
import { percentile } from '../../engine/expect/latency.ts'
import type { RunResult } from '../../engine/run-result.ts'
import { type ConversationResult, turnTime } from '../../engine/verdict/conversation-result.ts'
import { describeStumble } from '../../engine/verdict/describe-stumble.ts'
import type { TouchedParts } from '../../engine/verdict/touched.ts'
import { isJudged, type Verdict } from '../../engine/verdict/verdict.ts'
import { type Plan, refillPlan } from '../../suite/plan/plan.ts'
import { isPlace } from '../../suite/yaml/place.ts'
import { totalUsage, type Usage } from '../../wire/api/usage.ts'
import { type HistoryRow, type HistoryRun, nameTarget, subjectOfSide, type WaysSeen } from './run-record.ts'

/** What history keeps of a run. Rows are made as they are read: those of a long run would fill the memory. */
export function historyOfRun(
  result: RunResult,
  { scripts, prints, touched }: KnownOfRuns,
  about: AboutRows,
): HistoryRun {
  const { startedAt, ms, tableread } = result
  const target = nameTarget(result.target)
  const ran = result.conversations.filter(({ verdict }) => verdict !== 'not reached')
  const reasons = about.conceal(ran.map(describeStumble))
  const rows = function* (): Generator<HistoryRow> {
    for (const [index, each] of ran.entries()) {
      const rowFacts = {
        script: scripts.get(each.id) ?? null,
        print: prints.get(each.id),
        touched: touched?.get(each.id),
      }
      yield { ...rowOfResult(each, target, rowFacts), reason: reasons[index] ?? null }
    }
  }
  const conversations = { length: ran.length, [Symbol.iterator]: rows }
  return { kind: 'run', startedAt, ms, tableread, commit: about.commit, conversations }
}

/** What is known of the runs of one side, by the id of the conversation. */
interface KnownOfRuns {
  scripts: Pick<ReadonlyMap<string, string>, 'get'>
  prints: Pick<ReadonlyMap<string, string>, 'get'>
  touched?: ReadonlyMap<string, TouchedParts>
}

/** What else goes into the history. */
export interface AboutRows {
  /** The commit of the working folder. */
  commit: string | null
  /** Redacts the reasons of all rows, with one name for equal values. */
  conceal: (reasons: (string | null)[]) => (string | null)[]
}

interface KnownOfRow {
  script: string | null
  print: string | undefined
  touched: TouchedParts | undefined
}

/** What models of agents and judges used in some runs, in the history's form. */
function spentIn(
  runs: readonly { usage?: readonly Usage[]; judging?: readonly Usage[] }[],
): Pick<HistoryRow, 'tokens' | 'cost' | 'judgeTokens' | 'judgeCost'> {
  const agents = sumOf(runs.flatMap(({ usage = [] }) => usage))
  const judges = sumOf(runs.flatMap(({ judging = [] }) => judging))
  return { ...agents, ...knownMembers({ judgeTokens: judges.tokens, judgeCost: judges.cost }) }
}

/** The totals; a cost that covers only part of the tokens is left out. */
function sumOf(usage: readonly Usage[]): { tokens?: number; cost?: number } {
  if (usage.length === 0) return {}
  const { inputTokens, outputTokens, cost, unpriced } = totalUsage(usage)
  return { tokens: inputTokens + outputTokens, ...(cost === null || unpriced.length > 0 ? {} : { cost }) }
}

/** What the history keeps of one conversation. `target` is the service as the history names it. */
function rowOfResult(
  result: ConversationResult,
  target: string,
  { script, print, touched }: KnownOfRow,
): Omit<HistoryRow, 'reason'> {
  const { id, suite, name, agent, version, verdict, ms, sessionId, attempts } = result
  const times = result.turns.flatMap((turn) => (turn.failure !== null ? [] : (turnTime(turn) ?? [])))
  const once = verdict === 'passed' ? 1 : 0
  const judged = verdict === 'passed' || verdict === 'failed' || verdict === 'expected fail' ? 1 : 0
  return {
    ...{ suite, name, agent, version, target, id, verdict, ms, sessionId, script },
    p95TurnMs: percentile(times, 0.95),
    passed: attempts?.passed ?? once,
    judged: attempts === undefined ? judged : attempts.passed + attempts.failed,
    ...spentIn([result]),
    ...(attempts === undefined && judged > 0 ? { ways: waysIn([runOf(result)]) } : {}),
    ...knownMembers({ cause: result.cause?.kind, agentPrint: print, touched }),
  }
}

/** A single run as if it were part of a comparison, where an expected failure is a failure. */
function runOf(result: ConversationResult): Pick<RunSummary, 'verdict' | 'way'> {
  const verdict = result.verdict === 'expected fail' ? 'failed' : result.verdict
  const way = wayOfFailing({ ...result, verdict })
  return way === null ? { verdict } : { verdict, way }
}

/** What history keeps of a comparison: a row for each conversation and side; `scripts` are hashes by its ids. */
export function historyOfComparison(
  comparison: Comparison,
  { scripts, prints, touched }: { [Key in keyof KnownOfRuns]: Record<SideKey, NonNullable<KnownOfRuns[Key]>> },
  about: AboutRows,
): HistoryRun {
  const { startedAt, ms, tableread, sides } = comparison
  const rows = comparison.conversations.filter(isWhole).flatMap((each) =>
    (['a', 'b'] as const).flatMap((key) =>
      rowOfSide(each, key, sides[key], {
        script: scripts[key].get(each.id) ?? null,
        print: prints[key].get(each.id),
        touched: touched?.[key].get(each.id),
      }),
    ),
  )
  const reasons = about.conceal(rows.map(({ reason }) => reason))
  const conversations = rows.map((row, index) => ({ ...row, reason: reasons[index] ?? null }))
  const gate = comparison.gate.verdict
  return { kind: 'compare', startedAt, ms, tableread, commit: about.commit, gate, conversations }
}

function rowOfSide(
  compared: ConversationComparison,
  key: SideKey,
  side: Side,
  { script, print, touched }: KnownOfRow,
): HistoryRow[] {
  const { id, runs, shown } = compared
  const ran = runs[key].filter(({ verdict }) => verdict !== 'not reached')
  const passed = ran.filter(({ verdict }) => verdict === 'passed').length
  const failed = ran.filter(({ verdict }) => verdict === 'failed' || verdict === 'expected fail').length
  const last = ran.at(-1)
  if (last === undefined) return []
  const verdict: Verdict =
    passed + failed === 0 ? last.verdict : failed === 0 ? 'passed' : passed > 0 ? 'flaky' : 'failed'
  const result = shown[key]
  const telling = ran.findLast((run) => run.verdict === 'failed') ?? last
  return [
    {
      ...subjectOfSide(compared, side),
      id: `${id} ${side.version}`,
      verdict,
      reason: result === null || verdict === 'passed' ? null : describeStumble(result),
      ms: ran.reduce((sum, run) => sum + run.ms, 0) / ran.length,
      p95TurnMs: percentile(result?.turns.flatMap((turn) => turnTime(turn) ?? []) ?? [], 0.95),
      sessionId: telling.sessionId,
      script,
      passed,
      judged: passed + failed,
      ...spentIn(ran),
      ways: waysIn(runs[key].slice(0, compared.look ?? compared.firstPairs ?? 0)),
      ...knownMembers({ cause: verdict === 'passed' ? null : telling.cause?.kind, agentPrint: print, touched }),
    },
  ]
}

/** How runs failed. Pass only the first ones: further ones depend on how they came out, and would show more. */
function waysIn(runs: readonly Pick<RunSummary, 'verdict' | 'way'>[]): WaysSeen {
  const judged = runs.filter(({ verdict }) => isJudged(verdict))
  const failed: Record<string, number> = {}
  for (const { way } of judged) if (way !== undefined) failed[way] = (failed[way] ?? 0) + 1
  return { of: judged.length, failed }
}

/** What is neither said nor expected, or stands beside it in the hash. */
const aside: ReadonlySet<string> = new Set<keyof Plan['conversation']>([
  'name',
  'tags',
  'skip',
  'only',
  'expectedFail',
  'failingSeeds',
  'repeat',
  'seeds',
  'clock',
])

/** Sixteen hex digits of what a conversation says and expects; not comments, layout, places, environment, repeats. */
export function hashPlan(plan: Plan): string {
  const plain = refillPlan(plan, {})
  const { agent, conversation, metadata, variables, customer, everyTurn, relaxed, clock, grounded, claims } = plain
  const script = {
    agent,
    said: Object.fromEntries(Object.entries(conversation).filter(([name]) => !aside.has(name))),
    metadata,
    written: Object.entries(variables),
    customer,
    everyTurn,
    relaxed: [...relaxed].sort(),
    ...knownMembers({ grounded, claims }),
  }
  return hashJson(clock === null ? script : { ...script, clock }, (name, member) => name === 'at' && isPlace(member))
}
