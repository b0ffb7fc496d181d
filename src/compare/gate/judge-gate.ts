import type { AgentCoverage } from '../../engine/coverage/agent-coverage.ts'
import type { Coverage } from '../../engine/coverage/coverage.ts'
import { percentile } from '../../engine/expect/latency.ts'
import { isJudged, sumTally, type Tally } from '../../engine/verdict/verdict.ts'
import {
  type ConversationComparison,
  type LatencyComparison,
  listNames,
  type SideKey,
} from '../model/conversation-comparison.ts'
import { medianDifference } from '../statistics/intervals.ts'
import { evidenceRules } from './evidence-rules.ts'
import {
  type GateFacts,
  type GatePolicy,
  type GateResult,
  type GateRule,
  type LatencyPolicy,
  percent,
} from './gate-policy.ts'
import { isSurelySmaller } from './small-drop.ts'

/**
 * Checks a comparison against a policy, rule by rule. The gate opens only where something was comparable and every rule
 * was judged and holds.
 */
export function judgeGate(policy: GatePolicy, facts: GateFacts): GateResult {
  const rules: GateRule[] = [
    ...countRules(policy, facts.conversations, facts.excused),
    ...pooledRule(policy, facts),
    ...newFailuresRule(policy, facts),
    ...shareRules(policy, facts),
    ...latencyRules(policy.latency, facts.conversations),
    ...(policy.coverage ? [coverageRule(facts.coverage)] : []),
    ...evidenceRules(policy.judgedPairs, facts),
  ]
  const comparable = facts.conversations.some(({ verdict }) => verdict !== 'not comparable')
  const broken = rules.filter(({ verdict }) => verdict === 'broken')
  if (broken.some(({ name }) => name !== 'not comparable')) return { verdict: 'shut', rules }
  if (!comparable || broken.length > 0 || rules.some(({ verdict }) => verdict === 'not judged'))
    return { verdict: 'not judged', rules }
  return { verdict: 'open', rules }
}

/** The rules on shares of the side in question: how many of its runs pass, and how many tool outputs are errors. */
export function shareRules({ passRate, toolErrors }: GatePolicy, { conversations, coverage }: GateFacts): GateRule[] {
  const judged = conversations.flatMap(({ runs }) => runs.b.filter(({ verdict }) => isJudged(verdict)))
  const passed = judged.filter(({ verdict }) => verdict === 'passed').length
  const { errors, outputs } = countOutputs(coverage.b.agents)
  return [
    ...(passRate === null
      ? []
      : [rule('pass rate', `at least ${percent(passRate)}`, passed, judged.length, (share) => share >= passRate)]),
    ...(toolErrors === null
      ? []
      : [rule('tool errors', `at most ${percent(toolErrors)}`, errors, outputs, (share) => share <= toolErrors)]),
  ]
}

function rule(name: string, wanted: string, part: number, of: number, holds: (share: number) => boolean): GateRule {
  if (of === 0) return { name, verdict: 'not judged', wanted, seen: 'nothing to count' }
  const verdict = holds(part / of) ? 'held' : 'broken'
  return { name, verdict, wanted, seen: `${percent(part / of)} (${part} of ${of})` }
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
    ({ certainty, pass }) => certainty === 'unconfirmed' && (pass?.effect ?? 0) < 0,
  ],
  ['notComparable', 'not comparable', ({ verdict }) => verdict === 'not comparable'],
]

/** The rules that limit how many conversations got worse; each names a few of them. Only failures are excused, and no lost judgement is. */
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
    const asked = key === 'notComparable' ? [...conversations, ...excused] : conversations
    const found = asked.filter((each) => test(each) && matters(each))
    return [
      {
        name,
        verdict: found.length > limit ? 'broken' : 'held',
        wanted: limit === 0 ? 'none' : `at most ${limit}`,
        seen: found.length === 0 ? 'none' : `${found.length}: ${listNames(found)}`,
      },
    ]
  })
}

/**
 * The rule that all conversations together must not pass less often, beyond chance: a drop that is spread over many of them, and
 * sure in none. Where there is nothing to take together there is no such rule.
 */
function pooledRule({ allTogether: level, smallestDrop }: GatePolicy, { pooled, baseline }: GateFacts): GateRule[] {
  if (level === null || pooled === null) return []
  const { pairs, passedA, passedB, p } = pooled
  const drop = p <= level && !isSurelySmaller(pooled, smallestDrop)
  const chance = p < 0.001 ? 'less than 0.1 %' : percent(p)
  const counts = `${passedA} of ${pairs} runs passed on ${baseline}, ${passedB} of ${pairs} on the other side`
  return [
    {
      name: 'all together',
      verdict: drop ? 'broken' : 'held',
      wanted: 'no fewer passes beyond chance',
      seen: drop ? `${counts}; of equal sides so in ${chance} of comparisons at most` : counts,
    },
  ]
}

/** The rule that no conversation fails more often in some way, beyond chance, where its pass rate alone does not show it. */
function newFailuresRule(
  { newFailures: level, smallestDrop }: GatePolicy,
  { conversations, newFailures, baseline }: GateFacts,
): GateRule[] {
  if (level === null || newFailures === null) return []
  const sure = newFailures.found.filter(
    (each) => each.adjusted <= newFailures.level && !isSurelySmaller(each, smallestDrop),
  )
  const told = sure.map(({ id, way, a, b, earlier, adjusted }) => {
    const name = conversations.find((each) => each.id === id)?.name ?? id
    const before = earlier === null ? '' : `, ${earlier.count} of ${earlier.of} before`
    const chance = adjusted < 0.001 ? 'less than 0.1 %' : percent(adjusted)
    return `"${name}" fails at ${way} in ${b.count} of ${b.of} runs, on ${baseline} in ${a.count} of ${a.of}${before}; of equal sides so in ${chance} of comparisons at most`
  })
  return [
    {
      name: 'new failures',
      verdict: told.length === 0 ? 'held' : 'broken',
      wanted: 'no way of failing more often beyond chance',
      seen:
        told.length === 0
          ? 'none'
          : [...told.slice(0, 3), ...(told.length > 3 ? [`${told.length - 3} more`] : [])].join('; '),
    },
  ]
}

/**
 * The rule that whatever one side's runs covered must be covered on the other side too: a draft that no longer calls a
 * tool is not tested less by chance.
 */
export function coverageRule(coverage: Record<SideKey, Coverage>): GateRule {
  const onB = new Set(coverage.b.agents.flatMap(shown))
  const lost = [...new Set(coverage.a.agents.flatMap(shown))].filter((each) => !onB.has(each))
  return {
    name: 'coverage',
    verdict: lost.length === 0 ? 'held' : 'broken',
    wanted: 'nothing that one side shows is missing on the other',
    seen: lost.length === 0 ? 'nothing is missing' : `missing: ${lost.join('; ')}`,
  }
}

/** What one agent's runs covered, one line each. */
function shown({ tools, handoffs, content }: AgentCoverage): string[] {
  const seen = (tally: Tally): boolean => sumTally(tally) > 0
  return [
    ...tools.flatMap(({ name, phase, success, error }) => [
      ...(seen(success) ? [`${name}${phase === null ? '' : ` (${phase})`}`] : []),
      ...(seen(error) ? [`${name}${phase === null ? '' : ` (${phase})`} with an error`] : []),
    ]),
    ...handoffs.filter(({ count }) => seen(count)).map(({ name }) => `handoff to ${name}`),
    ...Object.entries(content).flatMap(([kind, tally]) => (seen(tally) ? [`content: ${kind}`] : [])),
  ]
}

type Subject = LatencyComparison['subject']

/**
 * The rules on times, over all runs of all conversations: absolute limits on p50 and p95 of the side in question, and
 * how much slower than the other side it may be. *slower* compares each conversation with itself, and is broken only
 * where the whole confidence interval of the difference lies above the limit.
 */
export function latencyRules(
  policy: GatePolicy['latency'],
  conversations: readonly ConversationComparison[],
): GateRule[] {
  return (['turn', 'reply', 'tool'] as const).flatMap((subject) => {
    const limits = policy[subject]
    return limits === undefined ? [] : rulesOf(subject, limits, conversations)
  })
}

function rulesOf(
  subject: Subject,
  { p50, p95, slower }: LatencyPolicy,
  conversations: readonly ConversationComparison[],
): GateRule[] {
  const times = conversations.flatMap(({ latency }) => latency.filter((each) => each.subject === subject))
  const ofB = times.flatMap(({ turn, b }) => (turn === null ? b : []))
  return [
    ...(p50 === undefined ? [] : [absolute(`latency.${subject} p50`, p50, percentile(ofB, 0.5))]),
    ...(p95 === undefined ? [] : [absolute(`latency.${subject} p95`, p95, percentile(ofB, 0.95))]),
    ...(slower === undefined ? [] : [relative(subject, slower, times)]),
  ]
}

function absolute(name: string, limit: number, ms: number | null): GateRule {
  const wanted = `at most ${limit} ms`
  if (ms === null) return { name, verdict: 'not judged', wanted, seen: 'no times' }
  return { name, verdict: ms <= limit ? 'held' : 'broken', wanted, seen: `${Math.round(ms)} ms` }
}

/**
 * Each turn of a script, or each tool of a conversation, counts once, by its median, so that repeats do not decide the
 * result on their own.
 */
function relative(subject: Subject, slower: number, times: readonly LatencyComparison[]): GateRule {
  const name = `latency.${subject} slower`
  const wanted = `at most ${Math.round(slower * 100)} %`
  const medians = times.flatMap(({ turn, a, b }) => {
    const [left, right] = [percentile(a, 0.5) ?? 0, percentile(b, 0.5)]
    const whole = subject === 'tool' ? turn === null : turn !== null
    return whole && left > 0 && right !== null ? [{ left, right }] : []
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
