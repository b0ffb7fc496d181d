import { groupBy } from '../base/group-by.ts'
import { knownMembers } from '../base/json/known-members.ts'
import { describeBreakdown, firstLine } from '../base/text/wording.ts'
import type { ConversationResult } from '../engine/verdict/conversation-result.ts'
import { describeStumble } from '../engine/verdict/describe-stumble.ts'
import { turnsWithoutUsage } from '../engine/verdict/describe-usage.ts'
import { findCrash } from '../engine/verdict/find-crash.ts'
import { type LawContext, lawsNotJudged } from '../engine/verdict/laws/laws-not-judged.ts'
import { isJudged } from '../engine/verdict/verdict.ts'
import type { Plan } from '../suite/plan/plan.ts'
import { describeFailure } from '../wire/client/describe-failure.ts'
import { compareTranscripts } from './compare-transcripts.ts'
import { describeOutcome, type Why } from './describe-outcome.ts'
import { createFeatureReader } from './features/feature-reader.ts'
import { observeConversation } from './features/observe-conversation.ts'
import type { LawsNotJudged } from './features/read-aspects.ts'
import { placeRunTimes, type RunTime, timesOfRun } from './features/run-times.ts'
import { findChanges } from './find-changes.ts'
import { isSurelySmaller } from './gate/small-drop.ts'
import { afterLook } from './model/after-look.ts'
import { type Certainty, type ComparisonVerdict, evidenceOf, type JudgeEvidence } from './model/comparison-verdict.ts'
import type {
  ConversationComparison,
  EarlierRuns,
  LatencyComparison,
  RunSummary,
  SideKey,
} from './model/conversation-comparison.ts'
import type { ConversationRuns } from './pairing.ts'
import { listDifferences } from './review/list-differences.ts'
import type { CalledVerdict } from './statistics/call-verdicts.ts'
import { medianDifference, signChance } from './statistics/intervals.ts'
import { judgeEvidence } from './statistics/judge-error.ts'
import { pairsToTell } from './statistics/pairs-needed.ts'
import { wayOfFailing } from './way-of-failing.ts'

/** The sides' labels, the conversations that differ from themselves, and the share of pairs that must be judged. */
interface ComparisonContext {
  labels: Record<SideKey, string>
  noisy: ReadonlySet<string>
  judgedPairs: number
  /** What decides whether a drop matters; null where every drop does. */
  telling: Telling | null
  /** Earlier runs of side a, by the conversation's id. */
  earlier?: ReadonlyMap<string, EarlierRuns>
  /** Whether a look chose the conversations that ran in pairs. */
  quick: boolean
  /** Names the commit since which a conversation is new or changed. */
  changedSince: (plan: Plan) => string | null
  /** How the runs of each side were carried out. */
  laws: Record<SideKey, LawContext>
}

/** Assembles everything known about one conversation, once its verdict over the pairs has been called. */
export function compareConversation(
  { pairing, begins, look = 0, hidden, a, b }: ConversationRuns,
  called: CalledVerdict,
  { labels, noisy, judgedPairs, telling, earlier, quick, changedSince, laws }: ComparisonContext,
): ConversationComparison {
  const { conversation, file, suite, agent, tags } = pairing.plans.a
  const judged = ({ verdict }: ConversationResult): boolean => isJudged(verdict)
  const troubles = new Set<string>()
  const orNone = <T>(look: () => T[]): T[] => {
    try {
      return look()
    } catch (error) {
      troubles.add(describeBreakdown(error))
      return []
    }
  }
  const read = createFeatureReader()
  const after = afterLook({ a, b }, look)
  const { continues } = pairing
  const isOnlyLook = quick && look === 0 && continues === undefined // not selected, it differs in words at most, as any two runs do
  const changes =
    called.verdict === 'not comparable' || isOnlyLook
      ? []
      : orNone(() => findChanges(after.a.filter(judged), after.b.filter(judged), read))
  const hasOutcome = troubles.size === 0 || called.verdict !== 'same' // unknown behaviour: no verdict
  const { verdict, certainty } = hasOutcome
    ? decideVerdict(called, { noisy: noisy.has(pairing.id), changed: changes.length > 0, varies: variesIn({ a, b }) })
    : { verdict: 'not comparable' as const, certainty: null }
  const pair = chooseShown(verdict, called.pass?.effect ?? 0, a, b)
  const runs = { a: a.map(summariseRun), b: b.map(summariseRun) }
  const evidence = evidenceOf(called.pass?.pairs ?? 0, Math.max(pairing.pairs, after.a.length), judgedPairs)
  const facts = { verdict, certainty, runs, pass: called.pass, evidence }
  const turns = orNone(() => (pair.a === null || pair.b === null ? [] : compareTranscripts(pair.a, pair.b)))
  // What took a conversation up is compared by its turns alone: its history is no side's doing.
  const latency = continues === undefined ? orNone(() => compareLatency(a, b)) : []
  const lawsOn = (side: SideKey): LawsNotJudged => {
    return (turn) => lawsNotJudged(pairing.plans[side], turn, laws[side])
  }
  const [observed] =
    called.verdict === 'not comparable' || continues !== undefined
      ? []
      : orNone(() => [
          observeConversation(
            { a, b, begins, lawsNotJudged: { a: lawsOn('a'), b: lawsOn('b') } },
            look + pairing.pairs,
            read,
          ),
        ])
  const differences =
    called.verdict === 'not comparable'
      ? []
      : orNone(() =>
          listDifferences(a, b, { changes, ways: (called.pass?.effect ?? 0) < 0 ? wayOfFailing : null }, read),
        )
  const judges = judgeEvidence(after.a, after.b)
  const why = reasonsFor(called, { verdict, certainty }, judges, telling)
  const neverPassed = called.pass !== null && called.pass.neitherPassed === called.pass.pairs
  const from = continues === undefined ? '' : `from ${labels[continues.history]}'s history: `
  const outcome = hasOutcome ? [`${from}${describeOutcome(facts, labels, why)}`] : []
  return {
    id: pairing.id,
    file,
    at: conversation.at,
    suite,
    name: conversation.name.value,
    agent: agent.value,
    tags,
    ...facts,
    firstPairs: look + pairing.pairs,
    ...knownMembers({ look: look === 0 ? null : look, continues, hidden, judges, earlier: earlier?.get(pairing.id) }),
    excused: pairing.excused,
    ...knownMembers({ changedSince: neverPassed ? changedSince(pairing.plans.a) : null }),
    reason: [...outcome, ...[...troubles].map((why) => `what differs could not be shown: ${why}`)].join('; '),
    shown: { a: pair.a, b: pair.b },
    turns,
    changes,
    ...(differences.length === 0 ? {} : { differences }),
    ...knownMembers({ parts: verdict === 'same' ? null : observed?.parts, seen: observed?.seen }),
    latency,
  }
}

/** From what needed pairs are computed: the smallest drop that matters, the number of conversations, the level. */
interface Telling {
  smallest: number
  conversations: number
  alpha: number
}

/** What a settled verdict rests on besides its pairs, in view of the smallest drop that matters. */
export function reasonsFor(
  { withinNoise, byJudges, byLost, pass }: CalledVerdict,
  { verdict, certainty }: Pick<ConversationComparison, 'verdict' | 'certainty'>,
  judges: JudgeEvidence | null,
  telling: Telling | null,
): Why {
  const own = { withinNoise: withinNoise && certainty === null, judges, byJudges, byLost }
  if (telling === null) return own
  const { smallest } = telling
  const isOpen = pass !== null && verdict !== 'regressed' && verdict !== 'improved'
  const pairs = isOpen ? pairsToTell(pass, smallest, telling) : null
  const isWorse = verdict === 'regressed' || (certainty === 'unconfirmed' && (pass?.effect ?? 0) < 0)
  const smaller = isWorse && isSurelySmaller({ pass }, smallest) ? smallest : null
  return { ...own, more: pairs === null ? null : { pairs, smallest }, smaller }
}

/** Whether a side passes and fails, in pairs left out too: a failure must not go because the other run was lost. */
export function variesIn(runs: Record<SideKey, readonly Pick<RunSummary, 'verdict'>[]>): boolean {
  const hasVerdict = (side: SideKey, verdict: string): boolean => runs[side].some((run) => run.verdict === verdict)
  return (['a', 'b'] as const).some((side) => hasVerdict(side, 'passed') && hasVerdict(side, 'failed'))
}

/** The final verdict of a conversation, given whether the agent's behaviour differs, and whether a side varies. */
export function decideVerdict(
  called: CalledVerdict,
  { noisy, changed, varies }: { noisy: boolean; changed: boolean; varies: boolean },
): { verdict: ComparisonVerdict; certainty: Certainty | null } {
  if (called.verdict === 'same' && varies) return { verdict: 'flaky', certainty: null }
  const certainty = certaintyOf(called, noisy)
  const other = certainty === 'unconfirmed' || (called.verdict === 'same' && changed)
  return { verdict: other ? 'changed' : called.verdict, certainty }
}

/** A break in too few pairs is no regression yet; nor is it noise where noise was not tried often enough. */
function certaintyOf({ certainty, withinNoise, pass }: CalledVerdict, noisy: boolean): Certainty | null {
  return withinNoise && !noisy && pass?.breakRisk != null ? 'unconfirmed' : certainty
}

export function summariseRun(result: ConversationResult): RunSummary {
  const { verdict, reason, sessionId, startedAt, ms, turns, failure, usage, judging, cause } = result
  const turn = turns.find((each) => each.verdict !== 'passed')?.index ?? null
  const trouble = turns.find((each) => each.failure !== null)?.failure ?? failure
  const stumble = trouble === null ? describeStumble(result) : firstLine(describeFailure(trouble))
  const crash = findCrash(result)
  const why = reason ?? (verdict === 'errored' ? stumble : crash)
  const unused = usage === undefined ? [] : turnsWithoutUsage(result)
  const withoutUsage = unused.length === 0 ? null : unused
  const more = knownMembers({ way: wayOfFailing(result), cause, crash, usage, withoutUsage, judging })
  return { verdict, reason: why, sessionId, startedAt, ms, turn, ...more }
}

/** Compares times of all runs: turns and replies, each and together, and tools by the ordinal of their call. */
function compareLatency(a: readonly ConversationResult[], b: readonly ConversationResult[]): LatencyComparison[] {
  const [leftTimes, right] = [placeTimes(a), placeTimes(b)]
  const subjects = new Map<string, Pick<LatencyComparison, 'subject' | 'tool' | 'turn'>>()
  for (const { subject, tool, turn } of [...leftTimes.values(), ...right.values()])
    for (const at of subject === 'tool' ? [null] : [null, turn])
      subjects.set(`${subject} ${tool} ${at}`, { subject, tool, turn: at })
  return [...subjects.values()].sort(inOrder).map(({ subject, tool, turn }) => {
    const belongs = (time: RunTime): boolean =>
      time.subject === subject && time.tool === tool && (turn === null || time.turn === turn)
    const pairs = [...leftTimes].flatMap(([place, time]) => {
      const other = right.get(place)
      const [run = ''] = place.split(' ')
      return other === undefined || !belongs(time) ? [] : [{ run, a: time.ms, b: other.ms }]
    })
    const timesOf = (side: SideKey): number[] => pairs.map((pair) => pair[side])
    // Times within a run are not independent, so each pair of runs has one sign: that of its median difference.
    const ofRuns = groupBy(pairs, ({ run }) => run).map((times) => middle(times.map(({ a, b }) => b - a)))
    const msOf = (times: Map<string, RunTime>): number[] => [...times.values()].filter(belongs).map(({ ms }) => ms)
    return {
      subject,
      tool,
      turn,
      a: msOf(leftTimes),
      b: msOf(right),
      ...medianDifference(timesOf('a'), timesOf('b')),
      ...(ofRuns.length === 0 ? {} : { p: signChance(ofRuns) }),
    }
  })
}

function middle(differences: readonly number[]): number {
  const same = differences.map(() => 0)
  return medianDifference(same, differences).difference ?? 0
}

/** The times of all runs, keyed by run and place in the run. */
function placeTimes(runs: readonly ConversationResult[]): Map<string, RunTime> {
  return new Map(
    runs.flatMap((result, run) =>
      [...placeRunTimes(timesOfRun(result))].map(([place, time]) => [`${run} ${place}`, time] as const),
    ),
  )
}

const subjects = ['turn', 'reply', 'tool']

function inOrder(
  a: Pick<LatencyComparison, 'subject' | 'tool' | 'turn'>,
  b: Pick<LatencyComparison, 'subject' | 'tool' | 'turn'>,
): number {
  if (a.subject !== b.subject) return subjects.indexOf(a.subject) - subjects.indexOf(b.subject)
  if (a.tool !== b.tool) return String(a.tool) < String(b.tool) ? -1 : 1
  return (a.turn ?? -1) - (b.turn ?? -1)
}

type ShownPair = Record<SideKey, ConversationResult | null>

/** The pair that illustrates a verdict best: passed on a and failed on b, else one that differs, else the first. */
function chooseShown(
  verdict: ComparisonVerdict,
  effect: number,
  a: readonly ConversationResult[],
  b: readonly ConversationResult[],
): ShownPair {
  const pairs = a.map((run, index): ShownPair => ({ a: run, b: b[index] ?? null }))
  const pairOf = (wantedA: string, wantedB: string): ShownPair | undefined =>
    pairs.find((pair) => pair.a?.verdict === wantedA && pair.b?.verdict === wantedB)
  const unjudged = pairs.find((pair) => !isJudged(pair.a?.verdict) || !isJudged(pair.b?.verdict))
  const worse = pairOf('passed', 'failed')
  const better = pairOf('failed', 'passed')
  const telling = verdict === 'not comparable' ? unjudged : effect < 0 ? (worse ?? better) : (better ?? worse)
  const failing = verdict === 'flaky' ? pairs.find((pair) => pair.b?.verdict === 'failed') : undefined
  return (
    telling ??
    failing ??
    pairs.find((pair) => isJudged(pair.a?.verdict) && isJudged(pair.b?.verdict)) ??
    pairs[0] ?? { a: null, b: null }
  )
}
