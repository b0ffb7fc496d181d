import { waitAfter } from './notice-changes.ts'
import { changedMembers } from './sighting.ts'
import {
  type Judgement,
  type Moment,
  type PendingChange,
  type Step,
  tell,
  type WatchState,
  watchOf,
  withWatch,
} from './watch-state.ts'

/** After this many attempts it is told that a change cannot be judged, once. */
const attemptsToTell = 3

/** A pending change was judged, or could not be: the state that follows, and what is to be told of it. */
export function concludeChange(before: WatchState, agent: string, judgement: Judgement, moment: Moment): Step {
  const watch = watchOf(before, agent)
  const { pending, regressed, judged } = watch
  if (pending === null) return { state: before, messages: [] }
  const { sighting } = pending
  const about = { agent, version: sighting.number, changed: changedIn(pending, judged ?? sighting) }
  if (judgement.verdict === 'not judged') {
    const attempts = pending.attempts + 1
    const notBefore = moment.now + waitAfter(attempts)
    const state = withWatch(before, agent, { ...watch, pending: { ...pending, attempts, notBefore } })
    const step: Step = { state, messages: [] }
    if (attempts !== attemptsToTell) return step
    const title = `${agent}: version ${sighting.number} could not be judged in ${attemptsToTell} checks`
    return tell(step, moment, { kind: 'not judged', title, ...about, note: judgement.note })
  }
  const { verdict, against, findings, note, report } = judgement
  const settled = { ...watch, pending: null, judged: sighting }
  const said = { ...about, against, findings: [...findings], note, report }
  if (verdict === 'good') {
    const step: Step = {
      state: withWatch(before, agent, { ...settled, good: sighting, regressed: null }),
      messages: [],
    }
    if (regressed === null) return step
    const title = `${agent}: version ${sighting.number} is good again`
    const since = `it was not since ${regressed.since}`
    return tell(step, moment, { kind: 'good again', title, ...said, note: note === null ? since : `${since}; ${note}` })
  }
  const names = findings.map(({ conversation }) => conversation)
  const isNews = regressed === null || names.some((name) => !regressed.findings.includes(name))
  const since = regressed?.since ?? new Date(moment.now).toISOString()
  const state = withWatch(before, agent, { ...settled, regressed: { since, findings: names } })
  const step: Step = { state, messages: [] }
  if (!isNews) return step
  return tell(step, moment, { kind: 'regressed', title: `${agent}: version ${sighting.number} regressed`, ...said })
}

function changedIn({ kind, sighting }: PendingChange, judged: PendingChange['sighting']): string[] {
  return kind === 'first look' ? [] : changedMembers(judged, sighting)
}
