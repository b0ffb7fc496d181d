import { unique } from '../../base/group-by.ts'
import { count, listSome, percent, showChance } from '../../base/text/wording.ts'
import type { AgentCoverage } from '../../engine/coverage/agent-coverage.ts'
import type { Coverage } from '../../engine/coverage/coverage.ts'
import { percentile } from '../../engine/expect/latency.ts'
import { describeMissing } from '../../engine/verdict/part-of-run.ts'
import { isJudged, sumTally, type Tally } from '../../engine/verdict/verdict.ts'
import { idlePromptHint } from '../blueprint/idle-prompt.ts'
import { firstRuns } from '../model/after-look.ts'
import { describeShort } from '../model/comparison-verdict.ts'
import {
  type ConversationComparison,
  isUnproven,
  isWhole,
  type LatencyComparison,
  listNames,
  type SideKey,
} from '../model/conversation-comparison.ts'
import { medianDifference } from '../statistics/intervals.ts'
import { countLost } from '../statistics/lost-runs.ts'
import type { NewFailure } from '../statistics/new-failures.ts'
import { evidenceRules } from './evidence-rules.ts'
import type { GateFacts, GatePolicy, GateResult, GateRule, LatencyPolicy } from './gate-policy.ts'
import { isUnchanged, notRunRule } from './not-run.ts'
import { oneSideRule } from './one-side.ts'
import { reviewRules } from './review-rules.ts'
import { describeSmaller, isSurelySmaller } from './small-drop.ts'

/** Checks a comparison rule by rule; the gate opens only where something was comparable and every rule holds. */
export function judgeGate(policy: GatePolicy, facts: GateFacts): GateResult {
  const rules: GateRule[] = [
    ...countRules(policy, facts.conversations, facts.excused),
    ...reviewRules(policy, facts),
    ...pooledRule(policy, facts),
    ...newFailuresRule(policy, facts),
    ...shareRules(policy, facts),
    ...latencyRules(policy.latency, facts.conversations, countLost(facts.conversations.filter(isWhole)).lost.b),
    ...(policy.coverage ? [coverageRule(facts.coverage)] : []),
    ...evidenceRules(policy.judgedPairs, facts),
    ...unprovenRule(facts.conversations),
    ...unreadRule(facts.unread),
    ...missingRule(facts.missingShards),
    ...promptRule(facts.agents),
    ...packagesRule(facts.agents),
    ...oneSideRule(facts.alone),
    ...guardrailRule(facts.warnings),
    ...notRunRule(facts),
  ]
  const approved = (facts.excused ?? []).filter(({ review }) => review?.decision === 'approved')
  const comparable =
    isUnchanged(facts.changed) ||
    [...facts.conversations, ...approved].some(({ verdict }) => verdict !== 'not comparable')
  const broken = rules.filter(({ verdict }) => verdict === 'broken')
  if (broken.some(({ name }) => name !== 'not comparable')) return { verdict: 'shut', rules }
  if (!comparable || broken.length > 0 || rules.some(({ verdict }) => verdict === 'not judged'))
    return { verdict: 'not judged', rules }
  return { verdict: 'open', rules }
}

/** The rule that what is new or changed in a suite passed at least once; left out where it holds. */
function unprovenRule(conversations: readonly ConversationComparison[]): GateRule[] {
  const unproven = conversations.filter((each) => isUnproven(each, conversations))
  if (unproven.length === 0) return []
  const each = unproven.map(({ name, changedSince }) => `"${name}" is new or changed since ${changedSince}`)
  const seen = `${listSome(each, 3)}, and no run of either side passed: mend the conversation or the agent, or mark it "expected fail"`
  return [{ name: 'new conversations', verdict: 'not judged', wanted: 'each passes at least once', seen }]
}

/** The rule that every suite could be read; left out where it holds. */
function unreadRule(unread: readonly string[] = []): GateRule[] {
  if (unread.length === 0) return []
  return [{ name: 'broken suites', verdict: 'not judged', wanted: 'none', seen: listSome(unread, 3) }]
}

/** The rule that every shard left a result; left out where it holds. */
function missingRule(missing: GateFacts['missingShards']): GateRule[] {
  if (missing === undefined) return []
  return [{ name: 'missing shards', verdict: 'not judged', wanted: 'none', seen: describeMissing(missing) }]
}

/** That the prompts in question were played: what no run reads is not shown to be good. Left out where it holds. */
function promptRule(agents: GateFacts['agents'] = []): GateRule[] {
  const idle = agents.filter(({ idlePrompt }) => idlePrompt === true).map(({ agent }) => agent)
  if (idle.length === 0) return []
  const seen = `the prompt of ${listSome(idle, 3)} differs and was not played, since what answers is not given it: ${idlePromptHint}`
  return [{ name: 'prompt', verdict: 'not judged', wanted: 'played where it differs', seen }]
}

/** How much was the same on both sides although it differs: it breaks no rule, and is told beside them. */
function packagesRule(agents: GateFacts['agents'] = []): GateRule[] {
  const differing = unique(agents.flatMap(({ packages = [] }) => packages))
  if (differing.length === 0) return []
  const seen = `${listSome(differing, 3)}: both sides ran with what is installed now, and what breaks there fails on both`
  return [{ name: 'packages', verdict: 'held', wanted: 'the same on both sides', seen }]
}

/** That guardrails name what the versions have: one of what is gone may let the same pass under another name. */
function guardrailRule(warnings: GateFacts['warnings'] = []): GateRule[] {
  const stale = warnings.filter(({ code }) => code === 'stale-guardrail')
  if (stale.length === 0) return []
  const seen = listSome(
    stale.map(({ file, at, message }) => `${file}:${at.line}: ${message}`),
    3,
    '; ',
  )
  return [{ name: 'guardrails', verdict: 'not judged', wanted: 'none of what only the published version has', seen }]
}

/** The rules on shares of the side in question: how many of its runs pass, and how many tool outputs are errors. */
export function shareRules({ passRate, toolErrors }: GatePolicy, { conversations, coverage }: GateFacts): GateRule[] {
  // What failed at a look has more runs than the rest: each counts by its look, or the rate would be too low.
  const alike = conversations.filter(isWhole).map(({ runs, look }) => ({ runs: firstRuns(runs, look) }))
  const judged = alike.flatMap(({ runs }) => runs.b.filter(({ verdict }) => isJudged(verdict)))
  const passed = judged.filter(({ verdict }) => verdict === 'passed').length
  const lossCount = countLost(alike).lost.b
  const { errors, outputs } = countOutputs(coverage.b.agents)
  const rules: GateRule[] = []
  if (passRate !== null) {
    const gateRule = rule(
      'pass rate',
      `at least ${percent(passRate)}`,
      passed,
      judged.length,
      (share) => share >= passRate,
    )
    rules.push(ifLostFailed(gateRule, { passed, of: judged.length + lossCount, lost: lossCount, passRate }))
  }
  if (toolErrors !== null)
    rules.push(rule('tool errors', `at most ${percent(toolErrors)}`, errors, outputs, (share) => share <= toolErrors))
  return rules
}

function rule(name: string, wanted: string, part: number, of: number, holds: (share: number) => boolean): GateRule {
  if (of === 0) return { name, verdict: 'not judged', wanted, seen: 'nothing to count' }
  return heldIf(holds(part / of), name, wanted, `${percent(part / of)} (${part} of ${of})`)
}

/** A pass rate that holds only because lost runs drop out of it is not judged: with them it may be too low. */
function ifLostFailed(
  gateRule: GateRule,
  { passed, of, lost, passRate }: { passed: number; of: number; lost: number; passRate: number },
): GateRule {
  if (gateRule.verdict !== 'held' || lost === 0) return gateRule
  const withSeen = `${gateRule.seen}; ${percent(passed / of)} if the ${count(lost, 'run')} that could not be judged had failed`
  return { ...gateRule, verdict: passed / of >= passRate ? 'held' : 'not judged', seen: withSeen }
}

function countOutputs(agents: readonly AgentCoverage[]): { errors: number; outputs: number } {
  const tools = agents.flatMap((agent) => agent.tools)
  const errors = tools.reduce((sum, { error }) => sum + sumTally(error), 0)
  return { errors, outputs: errors + tools.reduce((sum, { success }) => sum + sumTally(success), 0) }
}

type Test = (conversation: ConversationComparison) => boolean

const countedRules: [
  keyof GatePolicy & ('hardBreaks' | 'regressions' | 'unconfirmed' | 'notComparable'),
  string,
  Test,
][] = [
  ['hardBreaks', 'hard breaks', ({ verdict, certainty }) => verdict === 'regressed' && certainty === 'hard break'],
  ['regressions', 'regressions', ({ verdict, certainty }) => verdict === 'regressed' && certainty === 'statistical'],
  [
    'unconfirmed',
    'unconfirmed breaks',
    ({ certainty, pass, evidence }) =>
      certainty === 'unconfirmed' &&
      (pass?.effect ?? 0) < 0 &&
      (evidence === undefined || describeShort(evidence) === null),
  ],
  ['notComparable', 'not comparable', ({ verdict }) => verdict === 'not comparable'],
]

/** Rules on how many got worse, naming a few. Only failures are excused, never what could not be judged. */
export function countRules(
  policy: GatePolicy,
  conversations: readonly ConversationComparison[],
  excused: readonly ConversationComparison[] = [],
): GateRule[] {
  return countedRules.flatMap(([key, name, test]): GateRule[] => {
    const limit = policy[key]
    if (limit === null) return []
    const matters = (each: ConversationComparison): boolean =>
      key === 'notComparable' || !isSurelySmaller(each, policy.smallestDrop)
    const subjects = key === 'notComparable' ? [...conversations, ...excused] : conversations
    const all = subjects.filter(test)
    const [counting, spared] = [all.filter(matters), all.filter((each) => !matters(each))]
    const list = (some: readonly ConversationComparison[]): string => `${some.length}: ${listNames(some)}`
    const wanted = limit === 0 ? 'none' : `at most ${limit}`
    const gateRule = heldIf(counting.length <= limit, name, wanted, counting.length === 0 ? 'none' : list(counting))
    return [spare(gateRule, policy.smallestDrop, spared.length === 0 ? null : list(spared), all.length > limit)]
  })
}

/** Adds what a rule ignores as too small a drop, if anything; `isDecisive` where it would be broken otherwise. */
function spare(rule: GateRule, smallest: number | null, what: string | null, isDecisive: boolean): GateRule {
  if (smallest === null || what === null) return rule
  const smaller = { ...rule, seen: `${rule.seen}; ${describeSmaller(smallest)}: ${what}` }
  return isDecisive && rule.verdict === 'held' ? { ...smaller, smallestDrop: smallest } : smaller
}

/** All together must not pass less often beyond chance: a spread drop is sure in none. Absent without pool. */
function pooledRule({ allTogether: level, smallestDrop }: GatePolicy, { pooled, baseline }: GateFacts): GateRule[] {
  if (level === null || pooled === null) return []
  const { pairs, passedA, passedB, p } = pooled
  const isSmaller = isSurelySmaller(pooled, smallestDrop)
  const drop = p <= level && !isSmaller
  const counts = `${passedA} of ${pairs} runs passed on ${baseline}, ${passedB} of ${pairs} on the other side`
  const seen = drop ? `${counts}; equal sides come out like this in ${showChance(p)} of comparisons` : counts
  const together = heldIf(!drop, 'all together', 'no fewer passes beyond chance', seen)
  return [spare(together, smallestDrop, p <= level && isSmaller ? 'the drop of all together' : null, true)]
}

/** No conversation may fail in some way more often beyond chance where its pass rate alone does not show it. */
function newFailuresRule(
  { newFailures: level, smallestDrop }: GatePolicy,
  { conversations, newFailures, baseline }: GateFacts,
): GateRule[] {
  if (level === null || newFailures === null) return []
  const all = newFailures.found.filter(({ adjusted }) => adjusted <= newFailures.level)
  const sure = all.filter((each) => !isSurelySmaller(each, smallestDrop))
  const describe = ({ id, way, a, b, earlier, adjusted }: NewFailure): string => {
    const name = conversations.find((each) => each.id === id)?.name ?? id
    const before = earlier === null ? '' : `, ${earlier.count} of ${earlier.of} before`
    return `"${name}" fails at ${way} in ${b.count} of ${b.of} runs, on ${baseline} in ${a.count} of ${a.of}${before}; equal sides come out like this in ${showChance(adjusted)} of comparisons`
  }
  const list = (some: readonly NewFailure[]): string => listSome(some.map(describe), 3, '; ')
  const holds = sure.length === 0
  const wanted = 'no way of failing more often beyond chance'
  const failures = heldIf(holds, 'new failures', wanted, holds ? 'none' : list(sure))
  const spared = all.filter((each) => !sure.includes(each))
  return [spare(failures, smallestDrop, spared.length === 0 ? null : list(spared), true)]
}

/** What one side covered the other must too: a tool that a draft no longer calls is no accident of testing. */
export function coverageRule(coverage: Record<SideKey, Coverage>): GateRule {
  const onB = new Set(coverage.b.agents.flatMap(namesShown))
  const losses = [...new Set(coverage.a.agents.flatMap(namesShown))].filter((each) => !onB.has(each))
  const seen = losses.length === 0 ? 'nothing is missing' : `missing: ${losses.join('; ')}`
  return heldIf(losses.length === 0, 'coverage', 'nothing that one side shows is missing on the other', seen)
}

const heldIf = (holds: boolean, name: string, wanted: string, seen: string): GateRule => {
  return { name, verdict: holds ? 'held' : 'broken', wanted, seen }
}

/** What one agent's runs covered, one line each. */
function namesShown({ tools, handoffs, content }: AgentCoverage): string[] {
  const hasRuns = (tally: Tally): boolean => sumTally(tally) > 0
  return [
    ...tools.flatMap(({ name, phase, success, error }) => [
      ...(hasRuns(success) ? [`${name}${phase === null ? '' : ` (${phase})`}`] : []),
      ...(hasRuns(error) ? [`${name}${phase === null ? '' : ` (${phase})`} with an error`] : []),
    ]),
    ...handoffs.filter(({ count }) => hasRuns(count)).map(({ name }) => `handoff to ${name}`),
    ...Object.entries(content).flatMap(([kind, tally]) => (hasRuns(tally) ? [`content: ${kind}`] : [])),
  ]
}

type Subject = LatencyComparison['subject']

/** Rules on times: absolute p50 and p95, and *slower*, broken only where the whole interval lies above the limit. */
export function latencyRules(
  policy: GatePolicy['latency'],
  conversations: readonly ConversationComparison[],
  lossCount = 0,
): GateRule[] {
  return (['turn', 'reply', 'tool'] as const).flatMap((subject) => {
    const limits = policy[subject]
    return limits === undefined ? [] : rulesOf(subject, limits, conversations, lossCount)
  })
}

function rulesOf(
  subject: Subject,
  { p50, p95, slower }: LatencyPolicy,
  conversations: readonly ConversationComparison[],
  lossCount: number,
): GateRule[] {
  const times = conversations.flatMap(({ latency }) => latency.filter((each) => each.subject === subject))
  const ofB = times.flatMap(({ turn, b }) => (turn === null ? b : []))
  return [
    ...(p50 === undefined ? [] : [absolute(`latency.${subject} p50`, p50, [ofB, 0.5], lossCount)]),
    ...(p95 === undefined ? [] : [absolute(`latency.${subject} p95`, p95, [ofB, 0.95], lossCount)]),
    ...(slower === undefined ? [] : [relative(subject, slower, times)]),
  ]
}

/** A limit that holds only because lost runs, such as turns that timed out, have no times is not judged. */
function absolute(
  name: string,
  limit: number,
  [times, rank]: [readonly number[], number],
  lossCount: number,
): GateRule {
  const wanted = `at most ${limit} ms`
  const ms = percentile(times, rank)
  if (ms === null) return { name, verdict: 'not judged', wanted, seen: 'no times' }
  const seen = `${Math.round(ms)} ms`
  const atWorst = percentile([...times, ...new Array<number>(lossCount).fill(Number.POSITIVE_INFINITY)], rank) ?? ms
  if (ms > limit || atWorst <= limit) return heldIf(ms <= limit, name, wanted, seen)
  const more = `more if the ${count(lossCount, 'run')} that could not be judged had been slow`
  return { name, verdict: 'not judged', wanted, seen: `${seen}; ${more}` }
}

/** Each turn of a script, or tool of a conversation, counts once, by its median, whatever the repeats. */
function relative(subject: Subject, slower: number, times: readonly LatencyComparison[]): GateRule {
  const name = `latency.${subject} slower`
  const wanted = `at most ${Math.round(slower * 100)} %`
  const medians = times.flatMap(({ turn, a, b }) => {
    const [leftTime, right] = [percentile(a, 0.5) ?? 0, percentile(b, 0.5)]
    const whole = subject === 'tool' ? turn === null : turn !== null
    return whole && leftTime > 0 && right !== null ? [{ left: leftTime, right }] : []
  })
  const ratio = percentile(
    medians.map(({ left, right }) => right / left - 1),
    0.5,
  )
  if (ratio === null) return { name, verdict: 'not judged', wanted, seen: 'no times on both sides' }
  const units = subject === 'tool' ? 'tools' : 'turns'
  const seen = `${ratio < 0 ? '' : '+'}${Math.round(ratio * 100)} % at the median of ${medians.length} ${units}`
  const { interval } = medianDifference(
    medians.map(({ left }) => left * (1 + slower)),
    medians.map(({ right }) => right),
  )
  if (interval === null) return { name, verdict: 'not judged', wanted, seen: `${seen}, too few to be sure` }
  return { name, verdict: interval[0] > 0 ? 'broken' : 'held', wanted, seen }
}
