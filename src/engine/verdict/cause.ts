import type { LawName } from '../../base/law-name.ts'
import { firstLine } from '../../base/text/wording.ts'
import { describeFailure } from '../../wire/client/describe-failure.ts'
import type { Failure } from '../../wire/client/failure.ts'
import { describeBudget, keeps } from '../expect/latency.ts'
import type { Mismatch, Outcome } from '../expect/outcome/outcome.ts'
import type { Aside, ConversationRun, Stop } from '../run/conversation-run.ts'
import { viewTurn } from '../transcript/turn-view.ts'
import { type Cause, type CauseKind, causeKinds } from './cause-kind.ts'
import type { ConversationResult, TurnResult } from './conversation-result.ts'
import { causeOfFailure, isOutOfTime } from './failure-cause.ts'
import type { Verdict } from './verdict.ts'

export interface CauseEvidence
  extends Pick<ConversationResult, 'verdict' | 'reason' | 'turns' | 'outcomes' | 'failure' | 'problems'> {
  run?: Pick<ConversationRun, 'stop' | 'before' | 'after' | 'disturbed'>
  /** The first turn from which it is unclear what the conversation answers (see `findDoubt`). */
  doubtFrom?: number
  /** The names of captured values: an empty one means that the agent's answer lacked it. */
  captured?: readonly string[]
  /** What has set the time limit of its turns, in words, where somebody has for the whole run. */
  timeLimitFrom?: string
}

/** Only what led to the verdict counts: the first turn decides, then the order of `causeKinds`; judges come last. */
export function causeOf(evidence: CauseEvidence): Cause | null {
  return tellers[evidence.verdict](evidence)
}

/** Adds the cause of a result's verdict if it is missing, and removes it if the verdict needs none. */
export function withCause(result: ConversationResult): ConversationResult {
  const { cause: knownCause, verdict } = result
  if (verdict === 'passed' && knownCause === undefined) return result
  const cause = causeOf(result)
  if (cause !== null) return knownCause === undefined ? { ...result, cause } : result
  const { cause: _, ...rest } = result
  return knownCause === undefined ? result : rest
}

/** Turns a result into one that could not be judged, blaming this layer. */
export function erroredBy(kind: CauseKind, result: ConversationResult, reason: string): ConversationResult {
  return { ...result, verdict: 'errored', reason, cause: { kind, why: reason } }
}

const tellers = {
  passed: () => null,
  skipped: () => null,
  'expected fail': () => null,
  failed: causeOfFailing,
  flaky: causeOfFailing,
  errored: causeOfErrored,
  broken: ({ problems, reason }) => ({ kind: 'script', why: problems[0]?.message ?? reason ?? 'the script is wrong' }),
  unsafe: ({ reason }) => ({ kind: 'script', why: reason ?? 'a request was not sent, since it is unsafe' }),
  'not reached': ({ reason }) => ({ kind: 'budget', why: reason ?? 'the run ended before it could begin' }),
} satisfies Record<Verdict, (evidence: CauseEvidence) => Cause | null>

/** A possible cause and its turn: -1 before the first turn, `afterwards` for the whole session. */
interface Suspect extends Cause {
  turn: number
}

/** The positions of causes in the whole session, and in judging, which comes when all is over. */
const [afterwards, atLast] = [Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER]

interface Found {
  outcome: Outcome
  turn: TurnResult | null
}

function findingsOf({ turns, outcomes }: CauseEvidence): Found[] {
  const ofTurns = turns.flatMap((turn) => turn.outcomes.map((outcome): Found => ({ outcome, turn })))
  return [...ofTurns, ...outcomes.map((outcome): Found => ({ outcome, turn: null }))]
}

/** Their violation means that a different agent or session answered, so nothing in the answer counts as the agent's. */
const elsewhere: ReadonlySet<LawName> = new Set(['same session', 'version answers'])

function causeOfFailing(evidence: CauseEvidence): Cause {
  const { doubtFrom = afterwards + 1, reason } = evidence
  const findings = findingsOf(evidence).filter(({ turn }) => (turn?.index ?? afterwards) < doubtFrom)
  const broken = findings.filter(({ outcome }) => outcome.verdict === 'failed')
  const other = broken.find(({ outcome }) => outcome.kind === 'law' && elsewhere.has(outcome.finding.law))
  const agent = { kind: 'agent', why: reason ?? 'an expectation is broken' } as const
  if (other !== undefined) return pick([suspectOf(other, evidence)]) ?? agent
  const first = Math.min(...broken.map(({ turn }) => turn?.index ?? afterwards))
  const unread = findings.filter(({ outcome }) => outcome.kind === 'law' && outcome.verdict === 'not judged')
  const here = [...broken, ...unread].filter(({ turn }) => (turn?.index ?? afterwards) === first)
  return pick(here.map((each) => suspectOf(each, evidence))) ?? agent
}

const unread = 'the stored session could not be read: '

function causeOfErrored(evidence: CauseEvidence): Cause {
  const { reason, turns, failure, run, doubtFrom = afterwards, timeLimitFrom } = evidence
  if (run?.disturbed != null) return { kind: 'script', why: run.disturbed }
  const suspects: Suspect[] = [
    ...asideOf(run?.before ?? null, -1, evidence),
    ...turns.flatMap(({ failure: why, index, verdict }) =>
      why === null || verdict === 'passed'
        ? []
        : [{ turn: index, ...tellFailure(why, `turn ${index + 1}: `, timeLimitFrom) }],
    ),
    ...findingsOf(evidence).flatMap((finding) =>
      finding.outcome.verdict === 'not judged' ? [suspectOf(finding, evidence)] : [],
    ),
    ...stopOf(run?.stop ?? null, evidence),
    ...(failure === null
      ? []
      : [{ turn: doubtFrom, ...tellFailure(failure, failure.kind === 'unknown' ? '' : unread) }]),
    ...asideOf(run?.after ?? null, afterwards, evidence),
  ]
  return pick(suspects) ?? { kind: 'script', why: reason ?? 'there was nothing to judge' }
}

/** Picks the earliest turn and, within a turn, the layer that invalidates the others. */
function pick(suspects: readonly Suspect[]): Cause | null {
  const [first] = suspects.toSorted(
    (one, other) => one.turn - other.turn || causeKinds.indexOf(one.kind) - causeKinds.indexOf(other.kind),
  )
  return first === undefined ? null : { kind: first.kind, why: first.why }
}

type Told = [kind: CauseKind, why: string]

interface Scene {
  turn: TurnResult | null
  captured: readonly string[]
}

function suspectOf({ outcome, turn }: Found, { captured = [] }: CauseEvidence): Suspect {
  const table = outcome.verdict === 'failed' ? ofFailed : ofOpen
  const tell = table[outcome.kind] as (outcome: Outcome, scene: Scene) => Told
  const [kind, why] = tell(outcome, { turn, captured })
  const place = outcome.kind === 'judge' && outcome.verdict === 'not judged' ? atLast : (turn?.index ?? afterwards)
  return { kind, why: turn === null ? why : `turn ${turn.index + 1}: ${why}`, turn: place }
}

/** Blames the script, unless the message involves a value that should have been captured from an answer. */
function unlessCaptured(why: string, { captured }: Pick<Scene, 'captured'>): Told {
  return [captured.some((name) => why.includes(`{{${name}}}`)) ? 'agent' : 'script', why]
}

/** Who is to blame for a broken law: the service writes the transcript; the agent writes its content. */
const ofLaws: Record<LawName, 'agent' | 'service'> = {
  'known entries': 'service',
  'same session': 'service',
  'time order': 'service',
  'message echoed': 'service',
  'outputs paired': 'service',
  'unique call ids': 'service',
  'no open call': 'service',
  'phases agree': 'service',
  'phases follow blueprint': 'agent',
  'tools declared': 'agent',
  'agent answers': 'agent',
  'no empty message': 'agent',
  'no placeholder': 'agent',
  grounded: 'agent',
  'slices add up': 'service',
  'version answers': 'service',
}

type OutcomeTable = { [K in Outcome['kind']]: (outcome: Outcome & { kind: K }, scene: Scene) => Told }

function toldByLaw({ finding: { law, message } }: Outcome & { kind: 'law' }): Told {
  return [ofLaws[law], `${message} (law "${law}")`]
}

/** Members of a stored session that only the service writes. */
const writtenByService: ReadonlySet<string> = new Set([
  'agent version',
  'channel type',
  'retryAttemptNo',
  'recordingUrl',
])

const ofFailed = {
  reply: ({ subject }) => ['agent', `${subject === 'reply' ? 'the reply' : subject} is not as expected`],
  item: ({ item, seen }) => ['agent', seen === 0 ? `the reply holds no ${item}` : `the ${item} is not as expected`],
  call: toldByCall,
  'unexpected call': ({ call }) => ['agent', `${call?.name ?? 'a tool'} was called, which is ruled out`],
  'call count': ({ name }) => ['agent', `the number of calls${name === null ? '' : ` of ${name}`} is not as expected`],
  latency: toldByTime,
  error: ({ answered }, { turn }) => {
    if (answered) return ['service', 'the service answered what it should have refused']
    const layer = turn?.failure?.kind === 'refused' ? turn.failure.layer : undefined
    return [layer ?? 'service', 'the service refused the turn differently than expected']
  },
  law: toldByLaw,
  session: ({ subject }) => [
    writtenByService.has(subject) ? 'service' : 'agent',
    `${subject} of the stored session is not as expected`,
  ],
  local: ({ subject }) => ['agent', `the ${subject} is not as expected`],
  goal: ({ ended, why }) => [
    'agent',
    `the simulated user ${ended === 'gave up' ? ended : `is ${ended} without what it wants`}${why === null ? '' : `: ${why}`}`,
  ],
  check: ({ check, message }) => ['agent', `${check} does not hold${message === null ? '' : `: ${message}`}`],
  judge: ({ judgement: { says } }) => ['agent', `a judge with a licence finds a criterion ${says}`],
  capture: ({ reason }) => ['agent', reason],
  value: ({ subject, reason }, scene) => unlessCaptured(`${subject} could not be judged: ${reason}`, scene),
} satisfies OutcomeTable

/** Blames the agent for a call, unless it may be the expected one and the service does not give its phase. */
function toldByCall({ name, closest, mismatches, inPhase, made }: Outcome & { kind: 'call' }): Told {
  const isUnphased = mismatches.length > 0 && mismatches.every((each) => each.path === 'phase' && each.actual == null)
  const mayBe = inPhase !== undefined && made.some((call) => call.name === name && call.phase === null)
  if (closest === null ? mayBe : isUnphased) return ['service', withoutPhase(name)]
  return ['agent', `${name} was ${closest === null ? 'not called as' : 'called differently than'} expected`]
}

function withoutPhase(name: string): string {
  return `${name} was called, and the service does not say in which phase`
}

/** Unless the transcript shows that it was in time and only the client waited longer. */
function toldByTime({ subject, tool, limit, over }: Outcome & { kind: 'latency' }, { turn }: Scene): Told {
  const what = tool ?? `the ${subject}`
  const own = subject === 'turn' && over === undefined ? (viewTurn(turn?.entries ?? []).replyMs ?? null) : null
  return own !== null && keeps(own, limit)
    ? ['service', `the time of ${what} is not ${describeBudget(limit)}, and by the transcript the agent's own is`]
    : ['agent', `the time of ${what} is not ${describeBudget(limit)}`]
}

const ofOpen = {
  reply: ({ subject }) => ['script', `${subject} could not be judged`],
  item: ({ item }) => ['script', `the ${item} could not be judged`],
  call: ({ name, mismatches }) => openCall(name, mismatches),
  'unexpected call': ({ call }) => {
    const name = call?.name ?? 'a tool'
    return call?.phase === null
      ? ['service', withoutPhase(name)]
      : ['script', `${name} was called, and whether it is ruled out cannot be told`]
  },
  'call count': ({ name, mismatches }) => openCall(name ?? 'a tool', mismatches),
  latency: ({ subject, tool, index, over }, { turn }) => {
    const why = `the time of ${tool ?? `the ${subject}`} is not known`
    const failure = subject === 'turn' ? turn?.recovered?.breaks.at(-1) : undefined
    if (failure !== undefined) return [causeOfFailure(failure), `${why}: ${firstLine(describeFailure(failure))}`]
    if (over !== undefined) return ['service', why]
    if (subject === 'tool' && index === undefined) return ['agent', `${tool ?? 'a tool'} was not called`]
    const isSilent = subject === 'reply' && viewTurn(turn?.entries ?? []).assistant.length === 0
    return isSilent ? ['agent', 'the agent did not reply'] : ['service', why]
  },
  error: () => ['script', 'the refusal could not be judged'],
  law: toldByLaw,
  session: ({ subject, reason }) => [
    reason === undefined || subject === 'duration' ? 'service' : 'script',
    reason ?? `the stored session has no ${subject} yet`,
  ],
  goal: () => ['service', 'whether the simulated user has what it wants could not be read'],
  local: ({ subject }) => ['script', `${subject} is shown by the local service alone`],
  check: ({ check, message }) => ['script', `${check} is not judged${message === null ? '' : `: ${message}`}`],
  judge: ({ judgement: { why, says, votes } }, scene) => {
    if (says === 'cannot tell') return ['judge', 'the judges cannot tell whether a criterion is met']
    const unasked = votes.find(({ halted }) => halted === true)
    if (unasked !== undefined) return ['budget', `a criterion is not judged: ${unasked.reason}`]
    const reasonText = `a criterion is not judged: ${why ?? 'nobody says why'}`
    return why?.startsWith('{{') === true ? unlessCaptured(reasonText, scene) : ['judge', reasonText]
  },
  capture: ({ reason }) => ['agent', reason],
  value: ({ subject, reason, beside }, scene) => {
    const why = `${subject} could not be judged: ${reason}`
    return beside === undefined ? unlessCaptured(why, scene) : ['service', why]
  },
} satisfies OutcomeTable

/** Blames a layer for an unknown detail of a call: phases and times come from the service, arguments from the agent. */
function openCall(name: string, [first]: readonly Mismatch[]): Told {
  if (first?.doubt !== undefined) return ['script', `${first.path} of ${name} could not be judged: ${first.doubt}`]
  if (first?.path === 'phase') return ['service', withoutPhase(name)]
  if (first?.path === 'executionTimeMs')
    return ['service', `${name} was called, and the service does not say how long it took`]
  return ['agent', `${name} was called, and ${first?.path ?? 'what counts of it'} is missing, or given twice`]
}

/** A limit that somebody has set for the run says how long they wait, and not that the service is at fault. */
function tellFailure(failure: Failure, where: string, timeLimitFrom?: string): Cause {
  if (timeLimitFrom !== undefined && isOutOfTime(failure))
    return {
      kind: 'budget',
      why: `${where}${firstLine(describeFailure(failure))}, the limit that ${timeLimitFrom} sets`,
    }
  return { kind: causeOfFailure(failure), why: `${where}${firstLine(describeFailure(failure))}` }
}

type StopTable = { [K in Stop['kind']]: (stop: Stop & { kind: K }, evidence: CauseEvidence) => Told | null }

/** Who is to blame if a conversation ended before its last turn; null where its turns show it. */
const ofStops = {
  judged: () => null,
  diverged: () => null,
  unanswered: () => null,
  unprepared: () => null,
  uncaptured: ({ reason }) => ['agent', reason],
  unfilled: ({ reason }, { captured = [] }) => unlessCaptured(reason, { captured }),
  interrupted: () => ['budget', 'the run was interrupted'],
  halted: ({ reason }) => ['budget', reason],
  unable: ({ reason }) => ['script', reason],
  'no history': ({ reason, failure }) => [
    failure === undefined ? 'script' : causeOfFailure(failure),
    `its history: ${reason}`,
  ],
  'simulated user': ({ law, why }) => ['simulated user', `${law}: ${why}`],
} satisfies StopTable

function stopOf(stop: Stop | null, evidence: CauseEvidence, where = `turn ${(stop?.index ?? 0) + 1}: `): Suspect[] {
  if (stop === null) return []
  const tell = ofStops[stop.kind] as (stop: Stop, evidence: CauseEvidence) => Told | null
  const words = tell(stop, evidence)
  return words === null
    ? []
    : [{ turn: stop.index, kind: words[0], why: stop.kind === 'no history' ? words[1] : `${where}${words[1]}` }]
}

function asideOf(aside: Aside | null, turn: number, evidence: CauseEvidence): Suspect[] {
  if (aside?.stop == null) return []
  const last = aside.turns.at(-1)
  const where = turn < 0 ? 'before the first turn, ' : 'after the last turn, '
  const line = `${where}line ${last?.turn.at.line ?? 0}: `
  if (last?.kind === 'unanswered') return [{ turn, ...tellFailure(last.answer.failure, line) }]
  return stopOf(aside.stop, evidence, where).map((each) => ({ ...each, turn }))
}
