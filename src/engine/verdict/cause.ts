import type { LawName } from '../../base/law-name.ts'
import { firstLine } from '../../base/wording.ts'
import { describeFailure } from '../../wire/client/describe-failure.ts'
import type { Failure } from '../../wire/client/failure.ts'
import { describeBudget, keeps } from '../expect/latency.ts'
import type { Mismatch, Outcome } from '../expect/outcome.ts'
import type { Aside, ConversationRun, Stop } from '../run/conversation-run.ts'
import { viewTurn } from '../transcript/turn-view.ts'
import { type Cause, type CauseKind, causeKinds } from './cause-kind.ts'
import type { ConversationResult, TurnResult } from './conversation-result.ts'
import { causeOfFailure } from './failure-cause.ts'
import type { Verdict } from './verdict.ts'

/** What a cause is told from: a result, and what is known beside it of the run that it is of. */
export interface Evidence
  extends Pick<ConversationResult, 'verdict' | 'reason' | 'turns' | 'outcomes' | 'failure' | 'problems'> {
  run?: Pick<ConversationRun, 'stop' | 'before' | 'after' | 'disturbed'>
  /** The turn from which on nobody knows what the conversation answers (see `findDoubt`). */
  doubtFrom?: number
  /** The names of captured values: where one of them is empty, an answer of the agent lacks it. */
  captured?: readonly string[]
}

/**
 * The one layer to which a conversation owes its verdict; null for a verdict that needs none. Only what gave the verdict
 * counts: broken expectations and laws where it failed, what could not be judged where it is errored. Of those the first turn
 * tells, and within a turn the order of `causeKinds`; what judges leave open comes last, since they are asked last.
 */
export function causeOf(evidence: Evidence): Cause | null {
  return tellers[evidence.verdict](evidence)
}

/** The result with the cause of its verdict, where it has none yet, and without one where its verdict needs none. */
export function withCause(result: ConversationResult): ConversationResult {
  const { cause: known, verdict } = result
  if (verdict === 'passed' && known === undefined) return result
  const cause = causeOf(result)
  if (cause !== null) return known === undefined ? { ...result, cause } : result
  const { cause: _, ...rest } = result
  return known === undefined ? result : rest
}

/** The result as one that could not be judged, for a reason of this layer. */
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
} satisfies Record<Verdict, (evidence: Evidence) => Cause | null>

/** A cause that may be the one, and the turn it is about: -1 before the first, `afterwards` for the whole session. */
interface Suspect extends Cause {
  turn: number
}

/** Where what is about the whole session stands, and what judges say, who are asked when all is over. */
const [afterwards, atLast] = [Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER]

/** An outcome with the turn that it is about; null for the whole session. */
interface Found {
  outcome: Outcome
  turn: TurnResult | null
}

function findingsOf({ turns, outcomes }: Evidence): Found[] {
  const ofTurns = turns.flatMap((turn) => turn.outcomes.map((outcome): Found => ({ outcome, turn })))
  return [...ofTurns, ...outcomes.map((outcome): Found => ({ outcome, turn: null }))]
}

/** Laws whose violation says that somebody else answered than was asked, so that no word of it is the agent's. */
const elsewhere: ReadonlySet<LawName> = new Set(['same session', 'version answers'])

function causeOfFailing(evidence: Evidence): Cause {
  const { doubtFrom = afterwards + 1, reason } = evidence
  const found = findingsOf(evidence).filter(({ turn }) => (turn?.index ?? afterwards) < doubtFrom)
  const broken = found.filter(({ outcome }) => outcome.verdict === 'failed')
  const other = broken.find(({ outcome }) => outcome.kind === 'law' && elsewhere.has(outcome.finding.law))
  const said = { kind: 'agent', why: reason ?? 'an expectation is broken' } as const
  if (other !== undefined) return pick([suspectOf(other, evidence)]) ?? said
  const first = Math.min(...broken.map(({ turn }) => turn?.index ?? afterwards))
  const unread = found.filter(({ outcome }) => outcome.kind === 'law' && outcome.verdict === 'not judged')
  const here = [...broken, ...unread].filter(({ turn }) => (turn?.index ?? afterwards) === first)
  return pick(here.map((each) => suspectOf(each, evidence))) ?? said
}

function causeOfErrored(evidence: Evidence): Cause {
  const { reason, turns, failure, run, doubtFrom = afterwards } = evidence
  if (run?.disturbed != null) return { kind: 'script', why: run.disturbed }
  const suspects: Suspect[] = [
    ...asideOf(run?.before ?? null, -1, evidence),
    ...turns.flatMap(({ failure: why, index, verdict }) =>
      why === null || verdict === 'passed' ? [] : [{ turn: index, ...tellFailure(why, `turn ${index + 1}: `) }],
    ),
    ...findingsOf(evidence).flatMap((found) =>
      found.outcome.verdict === 'not judged' ? [suspectOf(found, evidence)] : [],
    ),
    ...stopOf(run?.stop ?? null, evidence),
    ...(failure === null ? [] : [{ turn: doubtFrom, ...tellFailure(failure, storedPart(failure)) }]),
    ...asideOf(run?.after ?? null, afterwards, evidence),
  ]
  return pick(suspects) ?? { kind: 'script', why: reason ?? 'there was nothing to judge' }
}

/** A turn in doubt is told by its own words; any other failure of the session is of reading it. */
function storedPart({ kind }: Failure): string {
  return kind === 'unknown' ? '' : 'the stored session could not be read: '
}

/** The first turn's; within a turn, what makes the others worthless. */
function pick(suspects: readonly Suspect[]): Cause | null {
  const [first] = suspects.toSorted(
    (one, other) => one.turn - other.turn || causeKinds.indexOf(one.kind) - causeKinds.indexOf(other.kind),
  )
  return first === undefined ? null : { kind: first.kind, why: first.why }
}

/** What an outcome says of the layers. */
type Told = [kind: CauseKind, why: string]

/** What else is known where an outcome stands. */
interface Scene {
  turn: TurnResult | null
  captured: readonly string[]
}

function suspectOf({ outcome, turn }: Found, { captured = [] }: Evidence): Suspect {
  const table = outcome.verdict === 'failed' ? ofFailed : ofOpen
  const tell = table[outcome.kind] as (outcome: Outcome, scene: Scene) => Told
  const [kind, why] = tell(outcome, { turn, captured })
  const place = outcome.kind === 'judge' && outcome.verdict === 'not judged' ? atLast : (turn?.index ?? afterwards)
  return { kind, why: turn === null ? why : `turn ${turn.index + 1}: ${why}`, turn: place }
}

/** What a script says wrongly, unless it says it by a value that an answer of the agent should have held. */
function unlessCaptured(why: string, { captured }: Pick<Scene, 'captured'>): Told {
  return [captured.some((name) => why.includes(`{{${name}}}`)) ? 'agent' : 'script', why]
}

/** Whose a broken law is. Whoever writes the transcript is the service; what is said in it is the agent's. */
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

/** Members of a stored session that the service alone writes. */
const writtenByService: ReadonlySet<string> = new Set([
  'agent version',
  'channel type',
  'retryAttemptNo',
  'recordingUrl',
])

/** Whose a broken expectation is. */
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
    return [layer ?? 'service', 'the service refused the turn otherwise than expected']
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
  judge: ({ judgement: { says } }) => ['agent', `a judge with a licence finds a criterion ${says}`],
  capture: ({ reason }) => ['agent', reason],
  value: ({ subject, reason }, scene) => unlessCaptured(`${subject} could not be judged: ${reason}`, scene),
} satisfies OutcomeTable

/** A call is the agent's, unless it may be the expected one and the service does not say in which phase it was made. */
function toldByCall({ name, closest, mismatches, inPhase, made }: Outcome & { kind: 'call' }): Told {
  const isUnphased = mismatches.length > 0 && mismatches.every((each) => each.path === 'phase' && each.actual == null)
  const mayBe = inPhase !== undefined && made.some((call) => call.name === name && call.phase === null)
  if (closest === null ? mayBe : isUnphased) return ['service', withoutPhase(name)]
  return ['agent', `${name} was ${closest === null ? 'not called as' : 'called otherwise than'} expected`]
}

function withoutPhase(name: string): string {
  return `${name} was called, and the service does not say in which phase`
}

/**
 * A time over its limit is the agent's, unless the transcript says that the agent was in time, and only the client waited for
 * longer.
 */
function toldByTime({ subject, tool, limit, over }: Outcome & { kind: 'latency' }, { turn }: Scene): Told {
  const what = tool ?? `the ${subject}`
  const own = subject === 'turn' && over === undefined ? (viewTurn(turn?.entries ?? []).replyMs ?? null) : null
  return own !== null && keeps(own, limit)
    ? ['service', `the time of ${what} is not ${describeBudget(limit)}, and by the transcript the agent's own is`]
    : ['agent', `the time of ${what} is not ${describeBudget(limit)}`]
}

/** Whose it is that something could not be judged. */
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
    const lost = subject === 'turn' ? turn?.recovered?.breaks.at(-1) : undefined
    if (lost !== undefined) return [causeOfFailure(lost), `${why}: ${firstLine(describeFailure(lost))}`]
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
  judge: ({ judgement: { why, says, votes } }, scene) => {
    if (says === 'cannot tell') return ['judge', 'the judges cannot tell whether a criterion is met']
    const unasked = votes.find(({ halted }) => halted === true)
    if (unasked !== undefined) return ['budget', `a criterion is not judged: ${unasked.reason}`]
    const told = `a criterion is not judged: ${why ?? 'nobody says why'}`
    return why?.startsWith('{{') === true ? unlessCaptured(told, scene) : ['judge', told]
  },
  capture: ({ reason }) => ['agent', reason],
  value: ({ subject, reason }, scene) => unlessCaptured(`${subject} could not be judged: ${reason}`, scene),
} satisfies OutcomeTable

/** What is not known of a call: the service tells phases and times, and what was said to the tool is the agent's. */
function openCall(name: string, [first]: readonly Mismatch[]): Told {
  if (first?.doubt !== undefined) return ['script', `${first.path} of ${name} could not be judged: ${first.doubt}`]
  if (first?.path === 'phase') return ['service', withoutPhase(name)]
  if (first?.path === 'executionTimeMs')
    return ['service', `${name} was called, and the service does not say how long it took`]
  return ['agent', `${name} was called, and ${first?.path ?? 'what counts of it'} is missing, or given twice`]
}

function tellFailure(failure: Failure, where: string): Cause {
  return { kind: causeOfFailure(failure), why: `${where}${firstLine(describeFailure(failure))}` }
}

type StopTable = { [K in Stop['kind']]: (stop: Stop & { kind: K }, evidence: Evidence) => Told | null }

/** Whose it is that a conversation ended before its last turn; null where its turns say it. */
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
  'simulated user': ({ law, why }) => ['simulated user', `${law}: ${why}`],
} satisfies StopTable

function stopOf(stop: Stop | null, evidence: Evidence, where = `turn ${(stop?.index ?? 0) + 1}: `): Suspect[] {
  if (stop === null) return []
  const tell = ofStops[stop.kind] as (stop: Stop, evidence: Evidence) => Told | null
  const told = tell(stop, evidence)
  return told === null ? [] : [{ turn: stop.index, kind: told[0], why: `${where}${told[1]}` }]
}

/** Why the turns before the first or after the last one ended early. */
function asideOf(aside: Aside | null, turn: number, evidence: Evidence): Suspect[] {
  if (aside?.stop == null) return []
  const last = aside.turns.at(-1)
  const where = turn < 0 ? 'before the first turn, ' : 'after the last turn, '
  const line = `${where}line ${last?.turn.at.line ?? 0}: `
  if (last?.kind === 'unanswered') return [{ turn, ...tellFailure(last.answer.failure, line) }]
  return stopOf(aside.stop, evidence, where).map((each) => ({ ...each, turn }))
}
