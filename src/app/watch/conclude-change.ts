import { waitAfter } from './notice-changes.ts'
import { changedMembers } from './sighting.ts'
import {
  addMessage,
  type ChangeJudgement,
  type Moment,
  type PendingChange,
  type Regression,
  type WatchState,
  type WatchStep,
  watchOf,
  withWatch,
} from './watch-state.ts'

/** After this many attempts it is told that a change cannot be judged, once. */
const attemptsToTell = 3

/** Told to do worse, and still so in every run: not over because what it is held against fails by now as well. */
export function holdToAlarm(judgement: ChangeJudgement, alarm: Regression | null): ChangeJudgement {
  if (judgement.verdict !== 'good' || alarm === null) return judgement
  const findings = alarm.findings.filter(({ conversation }) => judgement.failing.includes(conversation))
  if (findings.length === 0) return judgement
  const gateNote = `no worse than ${judgement.against}, which fails there by now as well`
  return {
    ...judgement,
    verdict: 'regressed',
    findings,
    note: judgement.note === null ? gateNote : `${judgement.note}; ${gateNote}`,
  }
}

/** A pending change was judged, or could not be: the state that follows, and what is to be told of it. */
export function concludeChange(
  before: WatchState,
  agent: string,
  judgement: ChangeJudgement,
  moment: Moment,
): WatchStep {
  const watch = watchOf(before, agent)
  const { pending, regressed, judged } = watch
  if (pending === null) return { state: before, messages: [] }
  const { sighting } = pending
  const about = { agent, version: sighting.number, changed: changedIn(pending, judged ?? sighting) }
  if (judgement.verdict === 'not judged') {
    const attempts = pending.attempts + 1
    const notBefore = moment.now + waitAfter(attempts)
    const state = withWatch(before, agent, { ...watch, pending: { ...pending, attempts, notBefore } })
    const step: WatchStep = { state, messages: [] }
    if (attempts !== attemptsToTell) return step
    const title = `${agent}: version ${sighting.number} could not be judged in ${attemptsToTell} checks`
    return addMessage(step, moment, { kind: 'not judged', title, ...about, note: judgement.note })
  }
  const now = regressionAfter(judgement, { before: regressed, version: sighting.number, moment })
  const { verdict, failing } = judgement
  const good = verdict === 'regressed' ? watch.good : sighting
  const { failedFirst: earlier = [], ...rest } = watch
  const failedFirst = verdict === 'recorded' ? failing : earlier.filter((name) => failing.includes(name))
  const mark = failedFirst.length === 0 ? {} : { failedFirst }
  const next = { ...rest, ...mark, pending: null, judged: sighting, good, regressed: now }
  const state = withWatch(before, agent, next)
  return withNews({ state, messages: [] }, moment, { before: regressed, judgement, about })
}

/** The draft was held against what is published, or there is none: the state that follows, and what is to be told of it. */
export function concludeDraft(
  before: WatchState,
  agent: string,
  judgement: ChangeJudgement | null,
  moment: Moment,
): WatchStep {
  const watch = watchOf(before, agent)
  const regression = watch.draft?.regressed ?? null
  if (judgement === null || judgement.verdict === 'not judged') {
    const draft = { at: moment.now, regressed: judgement === null ? null : regression }
    return { state: withWatch(before, agent, { ...watch, draft }), messages: [] }
  }
  const regressed = regressionAfter(judgement, { before: regression, version: null, moment })
  const state = withWatch(before, agent, { ...watch, draft: { at: moment.now, regressed } })
  const about = { agent, version: null, changed: [] }
  return withNews({ state, messages: [] }, moment, { before: regression, judgement, about })
}

type Verdict = Exclude<ChangeJudgement, { verdict: 'not judged' }>

function regressionAfter(
  { verdict, against, findings, report }: Verdict,
  { before, version, moment }: { before: Regression | null; version: number | null; moment: Moment },
): Regression | null {
  if (verdict !== 'regressed') return null
  return { since: before?.since ?? new Date(moment.now).toISOString(), version, against, findings, report }
}

/** Tells what regressed where that is new, and once that it is over. */
function withNews(
  step: WatchStep,
  moment: Moment,
  {
    before,
    judgement: { verdict, against, findings, note, report },
    about,
  }: {
    before: Regression | null
    judgement: Verdict
    about: { agent: string; version: number | null; changed: string[] }
  },
): WatchStep {
  const name = `${about.agent}: ${about.version === null ? 'the draft' : `version ${about.version}`}`
  const words = { ...about, against, findings: [...findings], report }
  if (verdict !== 'regressed') {
    if (before === null) return step
    const since = `it was not since ${before.since}`
    const title = `${name} is good again`
    return addMessage(step, moment, {
      ...{ kind: 'good again', title, ...words },
      note: note === null ? since : `${since}; ${note}`,
    })
  }
  const ids = new Set(before?.findings.map(({ conversation }) => conversation))
  const isNews = before === null || findings.some(({ conversation }) => !ids.has(conversation))
  return isNews ? addMessage(step, moment, { kind: 'regressed', title: `${name} regressed`, ...words, note }) : step
}

function changedIn({ kind, sighting }: PendingChange, judged: PendingChange['sighting']): string[] {
  return kind === 'first look' ? [] : changedMembers(judged, sighting)
}
