import { isSameName } from '../../../base/json/json.ts'
import type { LawName } from '../../../base/law-name.ts'
import { isSameSession } from '../../../wire/api/same-session.ts'
import { alignStored } from '../align-stored.ts'
import type { LawFinding, SessionLawFacts, TurnLawFacts } from '../law.ts'
import { checkHiddenCalls } from './call-laws.ts'
import { checkStoredEntries } from './known-entries.ts'
import { checkStoredTimes } from './time-order.ts'

/** Every law that the stored session breaks, except the relaxed ones. */
export function checkSessionLaws(facts: SessionLawFacts, relaxed: ReadonlySet<LawName>): LawFinding[] {
  const aligned = alignStored(facts.session.transcript, facts.entries)
  const findings = [
    ...checkStoredSession(facts),
    ...checkStoredEntries(facts),
    ...checkStoredTimes(facts),
    ...checkHiddenCalls(facts, aligned.shownAs),
    ...(aligned.parting === null ? [] : [{ law: 'slices add up' as const, ...aligned.parting }]),
    ...checkVersion(facts),
    ...checkBlueprintPhases(facts),
  ]
  return findings.filter(({ law }) => !relaxed.has(law))
}

/** Law `version answers`: a label is free text, so only a clear contradiction counts. */
function checkVersion({ session, version }: Pick<SessionLawFacts, 'session' | 'version'>): LawFinding[] {
  const label = session.agentDetails.version
  if (label === null) return []
  const number = /^v?(\d+)$/i.exec(label.trim())?.[1]
  const contradicts =
    version === 'default'
      ? /^draft$/i.test(label.trim())
      : version === 'draft'
        ? number !== undefined
        : number !== undefined
          ? Number(number) !== Number(version)
          : /^draft$/i.test(label.trim())
  return contradicts
    ? [{ law: 'version answers', message: `version ${version} was asked for, but ${label} answered`, index: null }]
    : []
}

/** Law `phases follow blueprint` (TRN-20): a function that no list names is tolerated. */
function checkBlueprintPhases({ entries, functions }: Pick<SessionLawFacts, 'entries' | 'functions'>): LawFinding[] {
  if (functions === undefined) return []
  const lists = { pre: functions.preCall, during: functions.duringCall, post: functions.postCall }
  return entries.flatMap((entry, index): LawFinding[] => {
    if (
      entry.type !== 'function_call' ||
      entry.phase === null ||
      lists[entry.phase].some((name) => isSameName(name, entry.name))
    )
      return []
    const allowed = Object.entries(lists)
      .filter(([, names]) => names.some((name) => isSameName(name, entry.name)))
      .map(([phase]) => phase)
    if (allowed.length === 0) return []
    return [
      {
        law: 'phases follow blueprint',
        message: `${entry.name} ran in phase ${entry.phase}, but the configuration of its agent lists it under ${allowed.join(' and ')}`,
        index,
      },
    ]
  })
}

/** Law `same session`: an answer belongs to the session that its request continued. */
export function checkAnswerSession({ asked, answered }: Pick<TurnLawFacts, 'asked' | 'answered'>): LawFinding[] {
  if (asked === null || isSameSession(asked, answered)) return []
  const message = `the turn was sent to the session ${asked}, but the answer is of the session ${answered}`
  return [{ law: 'same session', message, index: null }]
}

/** It must also belong to the agent that was requested, or to one that it handed over to. */
function checkStoredSession({
  session,
  asked,
  agents,
}: Pick<SessionLawFacts, 'session' | 'asked' | 'agents'>): LawFinding[] {
  const findings: LawFinding[] = []
  const { sessionId, agentDetails, transcript } = session
  const find = (message: string): number => findings.push({ law: 'same session', message, index: null })
  if (!isSameSession(sessionId, asked)) find(`the session ${asked} was asked for, but the stored one is ${sessionId}`)
  const { name } = agentDetails
  const spoke = transcript.some((entry) => entry.type === 'message' && entry.agentName === name)
  if (agents !== null && !agents.includes(name) && !spoke)
    find(`the stored session is of the agent ${name}, who never spoke in it, instead of ${agents.join(' or ')}`)
  return findings
}
