import { leaseMs } from '../../records/history/watch-store.ts'
import type { Blueprint } from '../../wire/api/blueprint.ts'
import { concludeChange, concludeDraft, holdToAlarm } from './conclude-change.ts'
import { deliverMessages, type Sending } from './deliver-messages.ts'
import type { WatchMessage } from './message-shape.ts'
import { dueAgents, dueDrafts, noticeListing, noticeOutage } from './notice-changes.ts'
import { type Issue, renderIssue } from './render-issue.ts'
import { type Sighting, sightAgent } from './sighting.ts'
import {
  type AgentWatch,
  type ChangeJudgement,
  newState,
  type PendingChange,
  type Regression,
  type WatchState,
  type WatchStep,
  watchOf,
} from './watch-state.ts'

/** What a check needs of the world, so that tests can have another one. */
export interface CheckWorld extends Sending {
  /** The origin of the service. */
  service: string
  /** The agents that suites talk to. */
  agents: readonly string[]
  /** What the service lists; a text says why it does not. */
  list: () => Promise<readonly Blueprint[] | string>
  judge: (agent: string, pending: PendingChange, watch: AgentWatch) => Promise<ChangeJudgement>
  /** How often drafts are held against what is published, in milliseconds; null: never. */
  draftsEveryMs: number | null
  /** Null where no draft is saved. */
  judgeDraft: (agent: string, published: Sighting) => Promise<ChangeJudgement | null>
  /** Takes out what is private. */
  conceal: (message: WatchMessage) => WatchMessage
}

/** A change, and what was found out about it. */
interface ChangeJudged {
  agent: string
  change: PendingChange['kind'] | 'draft'
  /** The number that it is about, or that the draft was held against. */
  version: number
  judgement: ChangeJudgement
}

/** How an agent stands: the number that was judged last, and what is wrong with it, with its draft, or open. */
export interface Standing {
  version: number | null
  regressed: Regression | null
  draftRegressed: Regression | null
  problem: string | null
}

/** What a check found. */
export interface Check {
  schemaVersion: 1
  /** ISO 8601. */
  at: string
  service: string
  /** Set where another process is at it: nothing was done. */
  isHeld: boolean
  /** Why the service did not list its agents; null where it did. */
  unlisted: string | null
  changes: readonly ChangeJudged[]
  /** How each agent stands after the check. */
  standing: Readonly<Record<string, Standing>>
  /** What a tracker should say of each agent. */
  issues: readonly Issue[]
  /** What was new to tell. */
  messages: readonly WatchMessage[]
  /** Why messages were not delivered, how many wait, and how many for receivers that were not given this time. */
  undelivered: { reasons: readonly string[]; waiting: number; unaddressed: number }
}

/** The exit code of a check: 1 something regressed, 3 something could not be judged or nothing was, 0 nothing new or all of it good. */
export function checkExitCode({ isHeld, unlisted, changes, standing }: Check): 0 | 1 | 3 {
  const hasVerdict = (verdict: ChangeJudgement['verdict']): boolean =>
    changes.some(({ judgement }) => judgement.verdict === verdict)
  if (hasVerdict('regressed')) return 1
  if (isHeld) return 3
  const isOpen = Object.values(standing).some(({ problem }) => problem !== null)
  return unlisted !== null || isOpen || hasVerdict('not judged') || hasVerdict('recorded') ? 3 : 0
}

/** Signals that another process took over: what this one found counts for nothing. */
class LeaseLost extends Error {}

/** State and messages of a step are stored before anything is sent: the process may be killed at any time. */
export async function checkService(world: CheckWorld): Promise<Check> {
  const { store, service, now } = world
  const check: Check = {
    ...{ schemaVersion: 1, at: new Date(now()).toISOString(), service, isHeld: false, unlisted: null, changes: [] },
    ...{ standing: {}, issues: [], messages: [], undelivered: { reasons: [], waiting: 0, unaddressed: 0 } },
  }
  if (!store.hold(now())) return { ...check, isHeld: true }
  const beating = setInterval(() => store.hold(now()), leaseMs / 4)
  beating.unref()
  try {
    return await checkHeld(world, check)
  } catch (error) {
    if (error instanceof LeaseLost) return { ...check, isHeld: true }
    throw error
  } finally {
    clearInterval(beating)
    store.release()
  }
}

async function checkHeld(world: CheckWorld, check: Check): Promise<Check> {
  const { store, agents, now, service, receivers, conceal, draftsEveryMs } = world
  const moment = () => ({ now: now(), service })
  const allMessages: WatchMessage[] = []
  const stored = store.read()
  let state: WatchState = stored === null ? newState(now()) : JSON.parse(stored)
  const keep = (step: WatchStep): void => {
    const messages = step.messages.map(conceal)
    const outgoing = messages.map((each) => ({ id: each.id, body: JSON.stringify(each) }))
    const keys = receivers.map(({ key }) => key)
    if (!store.commit(JSON.stringify(step.state), outgoing, keys)) throw new LeaseLost()
    state = step.state
    allMessages.push(...messages)
  }
  await deliverMessages(world) // what an earlier process left
  const listing = await world.list()
  const unlisted = typeof listing === 'string' ? listing : null
  const changes: ChangeJudged[] = []
  if (typeof listing === 'string') keep(noticeOutage(state, listing, moment()))
  else {
    keep(noticeListing(state, new Map(agents.map((name) => [name, sightAgent(name, listing)])), moment()))
    for (const { agent, pending } of dueAgents(state, now())) {
      if (!agents.includes(agent)) continue
      const watch = watchOf(state, agent)
      const judgement = holdToAlarm(await world.judge(agent, pending, watch), watch.regressed)
      keep(concludeChange(state, agent, judgement, moment()))
      changes.push({ agent, change: pending.kind, version: pending.sighting.number, judgement })
    }
    for (const agent of draftsEveryMs === null ? [] : dueDrafts(state, draftsEveryMs, now())) {
      const { judged, draft } = watchOf(state, agent)
      if (!agents.includes(agent) || judged === null) continue
      const draftJudgement = await world.judgeDraft(agent, judged)
      const judgement = draftJudgement === null ? null : holdToAlarm(draftJudgement, draft?.regressed ?? null)
      keep(concludeDraft(state, agent, judgement, moment()))
      if (judgement === null) continue
      changes.push({ agent, change: 'draft', version: judged.number, judgement })
    }
  }
  const reasons = await deliverMessages(world)
  const waiting = store.waiting(receivers.map(({ key }) => key))
  const undelivered = { reasons, waiting, unaddressed: store.waiting() - waiting }
  const standing = standingOf(state, agents)
  const issues = Object.entries(standing).flatMap(([agent, { regressed, draftRegressed }]) => {
    const { failedFirst, draft } = watchOf(state, agent)
    // What this history never saw whole is no reason to close what another one opened.
    return [
      ...(regressed === null && failedFirst !== undefined ? [] : [renderIssue(service, agent, regressed)]),
      ...(draft === null ? [] : [renderIssue(service, `${agent}, draft`, draftRegressed)]),
    ]
  })
  return { ...check, unlisted, changes, standing, issues, messages: allMessages, undelivered }
}

function standingOf(state: WatchState, agents: readonly string[]): Check['standing'] {
  return Object.fromEntries(
    agents.map((agent) => {
      const { judged, oddity, pending, regressed, draft } = watchOf(state, agent)
      const problem = oddity?.kind ?? (pending === null ? null : `version ${pending.sighting.number} is not judged yet`)
      const draftRegressed = draft?.regressed ?? null
      return [agent, { version: judged?.number ?? null, regressed, draftRegressed, problem }]
    }),
  )
}
