import { firstLine } from '../../base/text/wording.ts'
import { type AgentSight, changedMembers, type Sighting } from './sighting.ts'
import {
  type AgentWatch,
  addMessage,
  type ChangeKind,
  type Moment,
  type Oddity,
  type PendingChange,
  type WatchState,
  type WatchStep,
  watchOf,
  withWatch,
} from './watch-state.ts'

/** What is odd about a listing has to be seen this often in a row before it counts: a listing may flicker. */
const checksInARow = 2

/** The longest wait before something is judged again, in milliseconds; a clock that jumps may not make it longer. */
const longestWaitMs = 6 * 3_600_000

/** The service listed its agents: what changed is pending now, and what is odd is told in its second check. */
export function noticeListing(before: WatchState, sights: ReadonlyMap<string, AgentSight>, moment: Moment): WatchStep {
  const { outage } = before
  let step: WatchStep = { state: { ...before, outage: null }, messages: [] }
  if (outage !== null && outage.checks >= checksInARow)
    step = addMessage(step, moment, {
      kind: 'reachable again',
      title: `${moment.service} lists its agents again`,
      note: `it did not since ${outage.since}`,
    })
  for (const [agent, sight] of sights) step = noticeAgent(step, agent, sight, moment)
  return step
}

/** The service did not list its agents. Nothing is judged meanwhile; it is told once, in the second check. */
export function noticeOutage(before: WatchState, why: string, moment: Moment): WatchStep {
  const since = before.outage?.since ?? new Date(moment.now).toISOString()
  const checks = (before.outage?.checks ?? 0) + 1
  const step: WatchStep = { state: { ...before, outage: { since, checks } }, messages: [] }
  if (checks !== checksInARow) return step
  const title = `${moment.service} does not list its agents`
  return addMessage(step, moment, { kind: 'unreachable', title, note: `since ${since}: ${firstLine(why)}` })
}

/** The agents whose change is to be judged now. */
export function dueAgents(state: WatchState, now: number): { agent: string; pending: PendingChange }[] {
  return Object.entries(state.agents).flatMap(([agent, { pending, oddity }]) =>
    pending !== null && oddity === null && isDue(pending.notBefore, now) ? [{ agent, pending }] : [],
  )
}

/** The agents whose draft is to be judged now; `everyMs` is how often. What is published is judged first. */
export function dueDrafts({ agents }: WatchState, everyMs: number, now: number): string[] {
  const isDraftDue = ({ draft }: AgentWatch): boolean => draft == null || draft.at + everyMs <= now || draft.at > now // a clock that went back
  return Object.entries(agents).flatMap(([agent, watch]) =>
    watch.judged !== null && watch.pending === null && watch.oddity === null && isDraftDue(watch) ? [agent] : [],
  )
}

/** How long to wait after so many attempts that judged nothing: at once, an hour, then six. */
export const waitAfter = (attempts: number): number => [0, 0, 3_600_000][attempts] ?? longestWaitMs

const isDue = (notBefore: number, now: number): boolean => notBefore <= now || notBefore - now > longestWaitMs

/** What was last seen of an agent, judged or not. */
const lastSeen = ({ pending, judged }: AgentWatch): Sighting | null => pending?.sighting ?? judged

function noticeAgent(before: WatchStep, agent: string, sight: AgentSight, moment: Moment): WatchStep {
  const watch = watchOf(before.state, agent)
  if (sight.kind !== 'seen') return noticeOddity(before, agent, sight.kind, moment)
  const step = noticeReturn(before, agent, watch, moment)
  const { sighting } = sight
  const last = lastSeen(watch)
  const kind = changeBetween(last, sighting)
  const stepWith = (pending: PendingChange | null): WatchStep => ({
    ...step,
    state: withWatch(step.state, agent, { ...watch, pending, oddity: null }),
  })
  if (kind === null) return stepWith(watch.pending)
  if (watch.judged?.print === sighting.print) return stepWith(null) // taken back before it was judged
  const pending = { kind, sighting, since: new Date(moment.now).toISOString(), attempts: 0, notBefore: 0 }
  if (kind !== 'number went back') return stepWith(pending)
  const odd = noticeOddity(step, agent, kind, moment, `from ${last?.number} to ${sighting.number}`)
  const { oddity } = watchOf(odd.state, agent)
  if ((oddity?.checks ?? 0) < checksInARow) return odd
  return { ...odd, state: withWatch(odd.state, agent, { ...watch, pending, oddity: null }) }
}

function changeBetween(last: Sighting | null, next: Sighting): ChangeKind | null {
  if (last === null) return 'first look'
  if (next.number !== last.number) return next.number > last.number ? 'published' : 'number went back'
  return changedMembers(last, next).length > 0 ? 'settings' : null
}

/** What was told to be odd about a listing is over. */
function noticeReturn(step: WatchStep, agent: string, watch: AgentWatch, moment: Moment): WatchStep {
  const version = lastSeen(watch)?.number
  if (version === undefined || (watch.oddity?.checks ?? 0) < checksInARow) return step
  return addMessage(step, moment, {
    kind: 'listing',
    agent,
    version,
    title: `${agent} is listed as it should be again`,
  })
}

const oddWords: Readonly<Record<Oddity, string>> = {
  'not listed': 'is not listed any more, and is not watched until it is',
  'listed twice': 'is listed more than once, so that it is open which is published',
  'odd version': 'is listed with a version that is no whole number, and is not watched until it is',
  'number went back': 'has a published number that went back',
}

function noticeOddity(step: WatchStep, agent: string, kind: Oddity, moment: Moment, more?: string): WatchStep {
  const watch = watchOf(step.state, agent)
  const checks = watch.oddity?.kind === kind ? watch.oddity.checks + 1 : 1
  const noticed: WatchStep = { ...step, state: withWatch(step.state, agent, { ...watch, oddity: { kind, checks } }) }
  if (checks !== checksInARow || lastSeen(watch) === null) return noticed
  const title = `${agent} ${oddWords[kind]}${more === undefined ? '' : `, ${more}`}`
  return addMessage(noticed, moment, { kind: 'listing', agent, version: lastSeen(watch)?.number ?? null, title })
}
