import { isSameName, sameJson } from '../../../base/json.ts'
import type { LawName } from '../../../base/law-name.ts'
import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import { identify } from '../identify.ts'
import type { Finding, SessionLawFacts } from '../law.ts'
import { checkLateCalls } from './call-laws.ts'
import { checkStoredEntries } from './known-entries.ts'
import { checkStoredSession } from './same-session.ts'
import { checkStoredTimes } from './time-order.ts'

/** Every law that the stored session breaks, except the relaxed ones. */
export function checkSessionLaws(facts: SessionLawFacts, relaxed: ReadonlySet<LawName>): Finding[] {
  const findings = [
    ...checkStoredSession(facts),
    ...checkStoredEntries(facts),
    ...checkStoredTimes(facts),
    ...checkLateCalls(facts),
    ...checkSlices(facts),
    ...checkVersion(facts),
    ...checkBlueprintPhases(facts),
  ]
  return findings.filter(({ law }) => !relaxed.has(law))
}

/**
 * Law `version answers`: the label of the stored session agrees with the version asked for. A label is free text, so
 * only a clear contradiction counts: a different number, a draft instead of the published version, a bare number
 * instead of the draft.
 */
function checkVersion({ session, version }: Pick<SessionLawFacts, 'session' | 'version'>): Finding[] {
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

/** Law `phases follow blueprint`: a function runs in a phase whose list names it (TRN-20); one that no list names is tolerated. */
function checkBlueprintPhases({ entries, functions }: Pick<SessionLawFacts, 'entries' | 'functions'>): Finding[] {
  if (functions === undefined) return []
  const lists = { pre: functions.preCall, during: functions.duringCall, post: functions.postCall }
  return entries.flatMap((entry, index): Finding[] => {
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
        message: `${entry.name} ran in phase ${entry.phase}, but the blueprint lists it under ${allowed.join(' and ')}`,
        index,
      },
    ]
  })
}

/** Law `slices add up`: the turns' slices, one after the other, are the stored transcript (CHA-04); calls of the phase post may follow (TRN-21). */
function checkSlices({ session, entries }: Pick<SessionLawFacts, 'session' | 'entries'>): Finding[] {
  const stored = session.transcript
  const finding = (message: string, index: number): Finding[] => [{ law: 'slices add up', message, index }]
  for (const [index, entry] of entries.entries()) {
    const kept = stored[index]
    if (kept === undefined)
      return finding(`the stored session ends before entry ${index + 1} of the turns (${nameOf(entry)})`, index)
    if (!isSame(entry, kept))
      return finding(
        `entry ${index + 1} was ${nameOf(entry)} in the turn, but the stored session holds ${nameOf(kept)}`,
        index,
      )
  }
  const extra = stored.slice(entries.length).find((entry) => !('phase' in entry) || entry.phase !== 'post')
  return extra === undefined
    ? []
    : finding(`the stored session holds ${nameOf(extra)} that no turn showed`, stored.indexOf(extra))
}

/** Compares the raw entries first, which is faster: two readings of one entry seldom differ. */
function isSame(entry: TranscriptEntry, kept: TranscriptEntry): boolean {
  return sameJson(entry, kept) || identify(entry) === identify(kept)
}

function nameOf(entry: TranscriptEntry): string {
  if (entry.type === 'message') return `a message of the role ${entry.role}`
  if (entry.type === 'function_call' || entry.type === 'function_call_output')
    return `${entry.type} ${entry.name} (${entry.call_id})`
  return `an entry of the type ${entry.type}`
}
