import { remembering } from '../../../base/memoize.ts'
import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import type { LawFinding, SessionLawFacts, TurnLawFacts } from '../law.ts'

type Facts = Pick<TurnLawFacts, 'turn' | 'memory'> & { view: Pick<TurnLawFacts['view'], 'entries'> }

/** Law `time order` (TRN-02, TRN-03): within a turn and from turn to turn; an overlap is reported once. */
export function checkTimeOrder({ view, turn, memory }: Facts): LawFinding[] {
  const findings = checkTimes(view.entries)
  const first = view.entries.findIndex((entry) => !Number.isNaN(momentOf(entry)))
  const began = momentOf(view.entries[first])
  const { latest } = memory
  if (latest !== null && began < latest.ms) {
    const early = `${latest.ms - began} ms earlier than the end of ${latest.turn}`
    findings.unshift({ law: 'time order', message: `entry ${first + 1} of ${turn} is ${early}`, index: first })
  }
  const ended = lastMoment(view.entries)
  if (ended !== null) memory.latest = { ms: ended, turn }
  return findings
}

export function checkStoredTimes({ session, entries }: Pick<SessionLawFacts, 'session' | 'entries'>): LawFinding[] {
  return checkTimes(session.transcript)
    .filter(({ index }) => index !== null && index >= entries.length)
    .map((finding) => ({ ...finding, message: `in the stored session, ${finding.message}` }))
}

function checkTimes(entries: readonly TranscriptEntry[]): LawFinding[] {
  const findings: LawFinding[] = []
  let latest = Number.NEGATIVE_INFINITY
  let index = -1
  for (const entry of entries) {
    index += 1
    if (entry.type === 'unknown') continue
    const time = readMoment(entry.timestamp)
    if (Number.isNaN(time))
      findings.push({ law: 'time order', message: `entry ${index + 1} has no date: ${entry.timestamp}`, index })
    else if (time < latest)
      findings.push({
        law: 'time order',
        message: `entry ${index + 1} (${entry.type}) is ${latest - time} ms earlier than one before it`,
        index,
      })
    else latest = time
    if (entry.type === 'function_call_output' && entry.executionTimeMs !== null && entry.executionTimeMs < 0)
      findings.push({
        law: 'time order',
        message: `the output of ${entry.name} says that it took ${entry.executionTimeMs} ms`,
        index,
      })
  }
  return findings
}

function lastMoment(entries: readonly TranscriptEntry[]): number | null {
  let latest: number | null = null
  for (const entry of entries) {
    const ms = momentOf(entry)
    if (!Number.isNaN(ms) && (latest === null || ms > latest)) latest = ms
  }
  return latest
}

/** NaN where there is no timestamp. */
function momentOf(entry: TranscriptEntry | undefined): number {
  return entry === undefined || entry.type === 'unknown' ? Number.NaN : readMoment(entry.timestamp)
}

/** NaN for no ISO 8601. `Date.parse` accepts other texts, makes 31 June 1 July, and drops parts of milliseconds. */
const readMoment: (text: string) => number = remembering(1_000, (text) => {
  if (usual.test(text)) return Date.parse(text)
  const match = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d:\d\d(?::\d\d)?)(?:[.,](\d+))?\s?([Zz]|[+-]\d\d(?::?\d\d)?)?$/.exec(
    text,
  )
  if (match === null) return Number.NaN
  const [, year = '', month = '', day = '', time = '', fraction = '', zone = 'Z'] = match
  if (Number(day) > new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()) return Number.NaN
  const offset = zone.replace(/^([+-]\d\d):?(\d\d)?$/, (_, hours: string, minutes = '00') => `${hours}:${minutes}`)
  return Date.parse(`${year}-${month}-${day}T${time}${offset.toUpperCase()}`) + Number(`0.${fraction || 0}`) * 1_000
})

/** What `Date.parse` reads as it is meant: of every month, the days that all months have. */
const usual = /^\d{4}-\d\d-(?:[01]\d|2[0-8])T(?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d{1,3})?Z$/
