import { type Captured, captureAll } from './captures.ts'
import { askChecks } from './checks.ts'
import { type Bench, benchOf, type Criterion, judgeAll } from './criteria.ts'
import type { Expectation } from './expectation.ts'
import { type CallsExpected, judgeHidden } from './hidden.ts'
import { judgeCalls, judgeTime } from './judge-calls.ts'
import { judge, type Sight } from './judge-matcher.ts'
import { expectsNoMessage, judgeReply } from './judge-reply.ts'
import { judgeStoredLaws, judgeTurnLaws, knowsAll, type Note } from './laws.ts'
import { unlessItRests } from './nothing.ts'
import { anything, every, fails, holds, type Outcome, unjudged } from './outcome.ts'
import { at, Broken, type PlainMap, plainJson } from './plain.ts'
import { readScript, type Script, type SessionSpec, type Turn } from './script.ts'
import { type Doings, openStage, type Stage } from './stage.ts'
import { callsOf, type Entries, lastTime, messagesOf, saidByUser, timeOf } from './transcript.ts'
import { fillText, type Variables } from './variables.ts'

export type Verdict = 'passed' | 'failed' | 'errored' | 'broken' | 'not reached'

/** The verdicts that the docs allow, usually just one, and everything judged on the way there. */
export interface Evaluated {
  verdicts: ReadonlySet<Verdict>
  notes: readonly { name: string; outcome: Outcome }[]
  why: readonly string[]
}

interface Talk {
  script: Script
  stage: Stage
  notes: { name: string; outcome: Outcome }[]
  why: string[]
  verdicts: Set<Verdict>
  bench: Bench
  /** What was expected of the calls of each turn, for when the stored session is there. */
  asked: CallsExpected[]
}

/** The verdict on a suite of one conversation and what the agent does in it, by the docs alone. */
export function evaluate(suite: string, doings: Doings): Evaluated {
  const bench: Bench = { outcomes: [], advised: false, decided: false }
  const talk = {
    stage: openStage(doings),
    notes: [],
    why: [] as string[],
    verdicts: new Set<Verdict>(),
    bench,
    asked: [],
  }
  try {
    const script = readScript(suite, doings.environment)
    play({ ...talk, script })
  } catch (error) {
    if (!(error instanceof Broken)) throw error
    return { verdicts: new Set(['broken']), notes: [{ name: 'broken', outcome: fails }], why: [error.message] }
  }
  return talk
}

/** Plays turn by turn. Where an outcome is open, it collects every verdict that the outcome can lead to. */
function play(talk: Talk): void {
  const { script, stage, verdicts, why, bench } = talk
  const history: PlainMap[] = []
  let answered: Entries = []
  let [variables, last, soFar]: [Variables, Entries | null, Outcome] = [script.variables, null, holds]
  const conclude = (outcome: Outcome): void => {
    const whole = every([soFar, outcome, benchOf(bench)])
    if (whole & fails) verdicts.add('failed')
    if (whole & unjudged) verdicts.add('errored')
    if (!(whole & holds)) return
    const alone = bench.advised && !bench.decided && !decides(script)
    if (alone) verdicts.add('errored')
    if (!alone || isLimited(script)) verdicts.add('passed')
  }
  /** Judges are asked about every answer, however the talk ended. */
  const addJudged = (): void => {
    if (benchOf(bench) & fails) verdicts.add('failed')
    if (benchOf(bench) & unjudged) verdicts.add('errored')
  }
  for (const [index, turn] of script.turns.entries()) {
    if (turn.requires !== null) {
      const outcome = noteOf(talk)('requires', judgeBefore(talk, turn.requires, last, variables))
      if (last !== null)
        talk.asked.push({
          turn: index - 1,
          entries: last,
          expected: turn.requires,
          sight: sightOf(talk, variables, last),
        })
      why.push(`turn ${index + 1} requires: ${outcome}`)
      if (outcome & fails) verdicts.add('not reached').add('failed')
      if (outcome & unjudged) verdicts.add('errored')
      const id = stage.sessionId()
      if (outcome !== holds && id !== null && mayFailStored(talk, stage.stored(), id, history)) verdicts.add('failed')
      if (outcome === fails) {
        addJudged()
        return
      }
      soFar = every([soFar, outcome])
    }
    const { outcome, entries, captured, moved = false } = playTurn(talk, turn, variables, history)
    const expected = [...script.everyTurn, ...(turn.expect === null ? [] : [turn.expect])]
    if (entries !== null)
      for (const each of expected)
        talk.asked.push({ turn: index, entries, expected: each, sight: sightOf(talk, variables, entries) })
    why.push(`turn ${index + 1}: ${outcome}`)
    if (typeof captured !== 'string') variables = { ...variables, ...captured }
    last = entries
    if (entries !== null) {
      history.push(...entries)
      const criteria = [...script.everyTurn.flatMap(({ judge }) => judge), ...(turn.expect?.judge ?? [])]
      answered = entries
      const entriesFor = ({ looksAt }: Criterion): Entries => (looksAt === 'conversation' ? [...history] : entries)
      judgeAll(bench, criteria, entriesFor, variables, noteOf(talk))
      for (const { check } of expected) askChecks(bench, check, entries, noteOf(talk))
    }
    if (moved) verdicts.add('failed').add('errored').add('passed')
    if (outcome & fails && script.stopAfterFailure) verdicts.add('failed')
    if (outcome & unjudged) verdicts.add('errored')
    soFar = every([soFar, outcome])
    if (outcome === fails && script.stopAfterFailure) {
      addJudged()
      return
    }
    if (typeof captured === 'string' && (captured === 'unclear' || index + 1 < script.turns.length)) {
      verdicts.add('failed').add('errored')
      if (captured === 'unclear') verdicts.add('passed').add('not reached')
      addJudged()
      return
    }
  }
  const id = stage.sessionId()
  if (id === null) {
    conclude(script.session === null ? holds : unjudged)
    return
  }
  judgeAll(
    bench,
    script.session?.judge ?? [],
    ({ looksAt }) => (looksAt === 'turn' ? answered : history),
    variables,
    noteOf(talk),
  )
  askChecks(bench, script.session?.check ?? [], answered, noteOf(talk))
  const outcome = judgeStored(() => judgeSession(talk, stage.stored(), id, history, variables), soFar)
  why.push(`session: ${outcome}`)
  conclude(outcome)
}

/** Whether anything but judges decides: words, calls, refusals, or the stored session. */
function decides({ everyTurn, turns, session }: Script): boolean {
  const expected = [...everyTurn, ...turns.flatMap(({ expect }) => expect ?? [])]
  return (
    expected.some(({ reply, calls, error }) => (reply ?? calls ?? error) !== null) ||
    (session !== null && (session.calls !== null || session.members.length > 0))
  )
}

/** Whether the suite has expectations that may decide, although the docs do not say so. */
function isLimited({ everyTurn, turns }: Script): boolean {
  const expected = [...everyTurn, ...turns.flatMap(({ expect }) => expect ?? [])]
  return expected.some(({ latency }) => latency !== null) || turns.some(({ requires }) => requires !== null)
}

/** If the last turn failed to yield a value, expectations of the session that need it cannot be judged. */
function judgeStored(judgeIt: () => Outcome, soFar: Outcome): Outcome {
  try {
    return judgeIt()
  } catch (error) {
    if (error instanceof Broken && soFar !== holds) return unjudged
    throw error
  }
}

/** What a turn requires of the one before. What is missing from a turn that could not be read may still be there. */
function judgeBefore(talk: Talk, requires: Expectation, before: Entries | null, variables: Variables): Outcome {
  if (before === null) return anything
  const outcome = judgeExpectation(requires, before, sightOf(talk, variables, before))
  return knowsAll(before, talk.script.relaxed) ? outcome : unjudged | (outcome & fails)
}

interface Played {
  outcome: Outcome
  entries: Entries | null
  captured: Captured
  /** Another session answered while the law against that is relaxed: the docs do not say which one is stored. */
  moved?: boolean
}

function playTurn(talk: Talk, turn: Turn, variables: Variables, history: Entries): Played {
  const { script, stage } = talk
  const message = turn.user === null ? null : fillText(turn.user, variables)
  const askedFor = stage.sessionId()
  const answer = stage.say(message)
  const error = turn.expect?.error ?? null
  if ('refused' in answer) {
    if (error === null) return { outcome: fails | unjudged, entries: null, captured: 'missing' }
    const { status, errorCode } = answer.refused
    const sight = sightOf(talk, variables, [])
    const whole = plainJson({ status, errorCode, message: 'ok' })
    const judged = judge(error, error.kind === 'members' ? whole : errorCode, sight)
    const outcome = noteOf(talk)('error', unlessItRests(judged, [error], variables))
    return { outcome, entries: null, captured: {} }
  }
  const entries = answer.transcript
  const sight = sightOf(talk, variables, entries)
  const silent = turn.expect?.reply === 'none' || expectsNoMessage(turn.expect?.reply ?? null, sight)
  const lawful = { said: message, entries, before: history, askedFor, answeredBy: answer.sessionId, silent }
  const expected = [...script.everyTurn, ...(turn.expect === null ? [] : [turn.expect])]
  const outcomes = [
    ...judgeTurnLaws(lawful, script.relaxed, noteOf(talk)),
    ...expected.map((each) => judgeExpectation(each, entries, sight)),
  ]
  const isSame = askedFor === null || askedFor === answer.sessionId
  const captured = captureAll(turn.capture, entries, isSame ? answer.sessionId : null, variables)
  for (const { pattern } of Object.values(turn.capture))
    noteOf(talk)(pattern === null ? 'capture' : 'capture part', captured === 'missing' ? fails : holds)
  const outcome = every([...outcomes, captured === 'missing' ? fails | unjudged : holds])
  const moved = askedFor !== null && askedFor !== answer.sessionId && script.relaxed.includes('same session')
  if (knowsAll(entries, script.relaxed)) return { outcome, entries, captured, moved }
  noteOf(talk)('law known entries', unjudged)
  // The docs do not say which kind an item of an unknown type belongs to.
  const hasContent = expected.some(({ reply }) => reply !== null && reply !== 'none' && reply.content !== null)
  return { outcome: unjudged | (hasContent ? fails : outcome & fails), entries, captured }
}

/** The outcome of a turn's expectations, given its entries. */
export function judgeExpectation(
  { reply, calls, latency, error }: Expectation,
  entries: Entries,
  sight: Sight,
): Outcome {
  const outcomes = [
    error === null ? holds : fails,
    reply === null ? holds : judgeReply(reply, entries, sight),
    calls === null ? holds : judgeCalls(calls, callsOf(entries), sight),
  ]
  if (latency === null) return every(outcomes)
  const { tool, tools } = latency
  const timed = callsOf(entries).flatMap(({ name, output }) => {
    const limit = tools[name] ?? tool
    return limit === null ? [] : [judgeTime(limit, output?.ms ?? null, sight)]
  })
  const idle =
    (tool !== null && timed.length === 0) ||
    Object.keys(tools).some((name) => !callsOf(entries).some((call) => call.name === name))
  if (idle) outcomes.push(holds | unjudged)
  const users = saidByUser(entries)
  const from = users.map(timeOf)[0] ?? null
  const to = messagesOf(entries).map(timeOf).at(-1) ?? null
  const span = from === null || to === null ? null : to - from
  return every([
    ...outcomes,
    ...timed,
    latency.reply === null ? holds : judgeTime(latency.reply, span, sight) | (users.length === 0 ? anything : 0),
  ])
}

/** Whether the stored session of a talk that ended early may fail; the docs leave its expectations open there. */
function mayFailStored(talk: Talk, stored: PlainMap, sessionId: string, history: Entries): boolean {
  const { agent, version, relaxed, session } = talk.script
  const laws = judgeStoredLaws(stored, { sessionId, agent, version }, history, relaxed, noteOf(talk))
  const entries = (stored.transcript ?? []) as unknown as Entries
  const beside = every(judgeHidden(talk.asked, entries, history, talk.script.turns[0]?.user === null))
  return session !== null || (every([...laws, beside]) & fails) > 0
}

const memberOf: Record<string, string> = {
  agent: 'agentDetails.name',
  'agent version': 'agentDetails.version',
  variables: 'dynamicVariables',
  'channel type': 'communicationChannelType',
}

function judgeSession(
  talk: Talk,
  stored: PlainMap,
  sessionId: string,
  history: Entries,
  variables: Variables,
): Outcome {
  const { script } = talk
  const laws = judgeStoredLaws(
    stored,
    { sessionId, agent: script.agent, version: script.version },
    history,
    script.relaxed,
    noteOf(talk),
  )
  const entries = (stored.transcript ?? []) as unknown as Entries
  const opens = script.turns[0]?.user === null
  const beside = noteOf(talk)('hidden calls', every(judgeHidden(talk.asked, entries, history, opens)))
  if (script.session === null) return every([...laws, beside])
  const sight = sightOf(talk, variables, entries)
  const { calls } = script.session
  const judged = calls === null ? holds : noteOf(talk)('session calls', judgeCalls(calls, callsOf(entries), sight))
  return every([...laws, beside, ...judgeMembers(script.session, stored, sight), judged])
}

const judgeMembers = ({ members }: SessionSpec, stored: PlainMap, sight: Sight): Outcome[] =>
  members.map(([name, matcher]) => {
    const value = at(stored, memberOf[name] ?? name)
    const missing = name === 'analysis' && (value ?? null) === null
    const outcome = missing ? unjudged : unlessItRests(judge(matcher, value, sight), [matcher], sight.variables)
    sight.note?.(`session ${name}`, outcome)
    return outcome
  })

const sightOf = (talk: Talk, variables: Variables, entries: Entries): Sight => ({
  variables,
  now: lastTime(entries),
  note: noteOf(talk),
})

const noteOf =
  ({ notes }: Talk): Note =>
  (name, outcome) => {
    notes.push({ name, outcome })
    return outcome
  }
