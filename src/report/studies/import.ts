import { groupBy } from '../../base/group-by.ts'
import { count } from '../../base/text/wording.ts'
import { type At, type Finding, noDuration, type ReportDocument } from '../document/report-document.ts'
import { said, type Words } from '../document/words.ts'

/** Something that could not be imported, and how to mend it; `line` and `column` are 0 for what a service answered. */
interface Refused {
  origin: { file: string; line: number; column: number }
  message: string
  hint: string
}

/** What a suite does not say of its script (`lost`), or says in another way (`changed`). */
interface Note extends Pick<Refused, 'origin'> {
  kind: 'lost' | 'changed'
  what: string
  why: string
}

/** What was imported of sessions and traces, as `import --json` holds it. */
export interface ImportedSessions {
  /** Where the draft is; null: on standard output. */
  output: string | null
  conversations: number
  /** Whether a conversation was made of each turn; `sessions` then counts turns. */
  everyTurn?: boolean
  /** The paths of calls, with how many sessions were kept of those that took it. */
  paths: readonly { path: string; kept: number; sessions: number }[]
  /** How many values of each kind were masked. */
  masked: Readonly<Record<string, number>>
  refused: readonly Refused[]
}

/** Sessions that became a suite: a finding for each that did not. */
export function sessionsDocument(result: ImportedSessions, tableread: string): ReportDocument {
  const { output, conversations, everyTurn = false, paths, masked, refused } = result
  const nothing = refused.length === 0 ? 'nothing was imported: no session was named' : 'nothing was imported'
  if (conversations === 0) return importDocument(tableread, nothing, [], refused.map(refusedFinding))
  const sessions = paths.reduce((sum, each) => sum + each.sessions, 0)
  const unit = everyTurn ? 'turn' : 'session'
  const duplicateCount = sessions - paths.reduce((sum, each) => sum + each.kept, 0)
  const many = paths.filter((each) => each.sessions > each.kept).sort((a, b) => b.sessions - a.sessions)
  const hidden = Object.entries(masked).map(([kind, number]) => `${number} ${kind}`)
  const whole = `${count(conversations, 'conversation')} from ${count(sessions, unit)}, ${count(paths.length, 'path')} of calls`
  const notes = [
    ...(everyTurn && duplicateCount > 0 ? [`left out as duplicates of a path: ${count(duplicateCount, 'turn')}`] : []),
    ...many.slice(0, most).map((each): Words => [`${each.kept} stands for ${each.sessions}: `, said(each.path, 100)]),
    ...(many.length > most
      ? [`and ${many.length - most} more paths that several ${unit}s took (--keep all keeps every ${unit})`]
      : []),
    ['masked: ', hidden.length === 0 ? 'nothing was found' : said(hidden.join(', '))],
    ...(refused.length === 0 ? [] : [`not imported: ${refused.length}, each listed`]),
    'check the draft for leftover personal data, then write reviewed: true under masking:',
  ]
  return importDocument(tableread, withOutput(whole, output), notes, refused.map(refusedFinding))
}

const most = 10

interface ImportedScripts {
  suites: readonly { conversations: number; skipped: number; notes: readonly Note[] }[]
  refused: readonly Refused[]
  /** Files beside the scripts, which nobody named, that are none. */
  aside: readonly Refused[]
}

/** What a tool knows of a talk beside what is said: told once for each kind, since there is one for most turns. */
const internals = /^(slot_was_(?:not_)?set|flow_\w+|pattern_\w+|active_loop|intent|entities):/

/** Scripts that became suites: a finding for whatever is lost or changed, and for what became none. */
export function scriptsDocument(
  { suites, refused, aside }: ImportedScripts,
  output: string | null,
  tableread: string,
): ReportDocument {
  const notes = suites.flatMap((suite) => suite.notes)
  const alike = groupBy(notes, (note) => internals.exec(note.what)?.[1] ?? JSON.stringify(note))
  const findings = [
    ...alike.map(([first, ...others]) => noteFinding(first, others.length + 1)),
    ...[...refused, ...aside].map(refusedFinding),
  ]
  const nothing = refused.length === 0 ? 'nothing was imported: no script was found' : 'nothing was imported'
  if (suites.length === 0) return importDocument(tableread, nothing, [], findings)
  const conversations = suites.reduce((sum, suite) => sum + suite.conversations, 0)
  const skipped = suites.reduce((sum, suite) => sum + suite.skipped, 0)
  const lossCount = notes.filter(({ kind }) => kind === 'lost').length
  const whole = `${count(conversations, 'conversation')} in ${count(suites.length, 'suite')}`
  const facts = [
    ...(skipped === 0 ? [] : [`skipped until somebody fills in a TODO: ${skipped}`]),
    ...(notes.length === 0 ? [] : [`left out: ${lossCount}, changed: ${notes.length - lossCount}, each listed`]),
    ...(refused.length === 0 ? [] : [`not imported: ${refused.length}, each listed`]),
    ...(aside.length === 0 ? [] : [`beside them, no scripts: ${aside.length}, each listed`]),
  ]
  return importDocument(tableread, withOutput(whole, output), facts, findings)
}

function importDocument(
  tableread: string,
  title: Words,
  notes: readonly Words[],
  findings: readonly Finding[],
): ReportDocument {
  return {
    ...{ study: 'import', tableread, ...noDuration(), target: '', cases: [], lists: [], gate: null, footer: [] },
    ...{ headline: ['Import: ', title], findings, most: findings.length },
    tables: [{ title, notes, columns: [], rows: [] }],
  }
}

const withOutput = (whole: string, output: string | null): Words =>
  output === null ? whole : [whole, ', written to ', said(output)]

/** A place in a file; null for what a service answered, which is in no file. */
function placeOf(origin: Refused['origin']): At | null {
  const { file, line, column } = origin
  return line === 0 ? null : { file, line, column, address: `${file}:${line}:${column}` }
}

function noteFinding({ origin, kind, what, why }: Note, times: number): Finding {
  return {
    ...{
      case: origin.file,
      group: said(origin.file),
      label: '',
      at: placeOf(origin),
      verdict: 'advice',
      weight: 'warning',
    },
    word: kind,
    title: ['"', said(what, 120), '": ', said(why), ...(times === 1 ? [] : [` (${times} of these)`])],
    ...{ what: '', lines: [], evidence: '', runs: [] },
  }
}

function refusedFinding({ origin, message, hint }: Refused): Finding {
  const own = origin.line === 0 ? [said(origin.file), ': '] : []
  return {
    ...{ case: origin.file, group: said(origin.file), label: '', at: placeOf(origin), verdict: 'errored' },
    ...{ title: [...own, said(message, 1_000)], what: said(hint), lines: [], evidence: '', runs: [] },
  }
}
