import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { plainText } from './door.ts'
import { joinWords, said, type Words } from './words.ts'

/** What any study found, in reading order: every format's one model, built from its `--json`, no personal data. */
export interface ReportDocument {
  /** The study: `attack`, `compare`, `vary`, `teeth`. */
  study: string
  /** One line: `Attack: 3 of 40 talks harmed`. */
  headline: Words
  tableread: string
  /** ISO 8601. */
  startedAt: string
  ms: number
  /** The service as reports name it. */
  target: string
  /** How it went as a whole, where no gate says so. */
  outcome?: Gate['verdict']
  /** Facts about the whole by name, for JUnit and CTRF. */
  facts?: Readonly<Record<string, string>>
  /** Files that could not be read, each with the lines that show it. */
  problems?: readonly { problem: Problem; lines: readonly string[] }[]
  /** Names that suites use and nothing knows, for a format that shows them at their places. */
  warnings?: readonly Problem[]
  /** What was judged, one by one or in groups: the tests of JUnit and CTRF. */
  cases: readonly Case[]
  findings: readonly Finding[]
  /** The most findings to show in full where room is short; the others are counted. */
  most: number
  /** What shows the others. @default '--json has all' */
  others?: string
  /** What says how it looks as a whole. */
  tables: readonly Table[]
  /** What else there is to know: what was not judged, not tried, accepted. */
  lists: readonly List[]
  gate: Gate | null
  /** What it took, and how to see it again: in one line. */
  footer: readonly Words[]
  /** What a person can do about it, where it is read far from a command line. */
  next?: Words
}

/** Where something stands; `line` and `column` count from 1. */
export interface At {
  file: string
  line: number
  column?: number
  /** How many characters it takes. */
  length?: number
  /** By which the command line selects it, if that says more: `suites/a.yaml:12#3`. */
  address?: string
}

/** Something that was judged; `errored` could not be, and `skipped` was not to be. */
export interface Case {
  /** Unique in the document; findings name it. */
  id: string
  suite: string
  name: string
  /** What it was judged on, which the name of its suite says: `draft`, `default against draft`. */
  version?: string
  at: At | null
  verdict: 'passed' | 'failed' | 'errored' | 'skipped'
  /** Why it has that verdict; null where there is nothing to say. */
  reason: Words | null
  /** The study's own verdict, and the kind of what is wrong: `changed (not confirmed)`, `unconfirmed break`. */
  status?: string
  kind?: string
  /** Where it fails, if that is not where its first finding stands. */
  failsAt?: At
  /** ISO 8601; absent if nothing began. */
  startedAt?: string
  ms?: number
  /** Facts by name, for JUnit and CTRF. */
  facts?: Readonly<Record<string, string | readonly string[]>>
}

/** One thing that a person should look at. */
export interface Finding {
  /** The case that it belongs to. */
  case: string
  /** Findings in a row with the same group stand under one heading. */
  group: Words
  title: Words
  /** One word or two: a family, a place. */
  label: Words
  /** Null if it stands in no file, as what breaks a rule of the interface. */
  at: At | null
  /** Where it fails, if that is not where it stands. */
  failsAt?: At
  /** `failed` is the agent's fault, `errored` could not be judged, `advice` is something to write, `sample` to read. */
  verdict: 'failed' | 'errored' | 'advice' | 'sample'
  /** The study's own verdict on it: `regressed (hard break)`; and how grave it is, if `verdict` does not say that. */
  word?: string
  /** Whether a person decided about it, which its word then says. */
  isDecided?: true
  weight?: FindingWeight
  /** What those have in common that broke alike, one of which represents the others, and how much is wrong in it. */
  alike?: { key: string; count: number }
  /** What it is, in one line. */
  what: Words
  /** What to say of it where there is little room, line by line. @default what */
  short?: readonly Words[]
  /** What each side said where they part, in the words of a talk, line by line. */
  example?: readonly Words[]
  /** What shows it, line by line: a talk, a difference, a suggestion. */
  lines: readonly Words[]
  /** How sure it is, and how often it was seen. */
  evidence: Words
  /** The conversations that show it: one, or two to hold side by side (the trusted one first). */
  runs: readonly ConversationResult[]
}

/** How grave a finding is. */
export type FindingWeight = 'error' | 'warning' | 'note' | 'good'

/** A table, or with no columns only its title and notes. `right` columns are numbers. */
export interface Table {
  title?: Words
  /** What stands below it, line by line. */
  notes?: readonly Words[]
  /** A table that is laid out already, instead of rows. */
  lines?: readonly Words[]
  /** It may be collapsed, since it only explains. */
  isDetail?: true
  /** The most rows to show where room is short. */
  most?: number
  columns: readonly Column[]
  rows: readonly (readonly Words[])[]
}

export interface Column {
  name: string
  right?: true
}

export interface List {
  title: string
  items: readonly Words[]
}

export interface Gate {
  verdict: 'open' | 'shut' | 'not enough'
  reason: Words
  /** What it consists of, if it has rules. */
  rules?: readonly GateFinding[]
}

/** What people call it: nothing is published either by a gate that has not seen enough. */
export const gateWords: Record<Gate['verdict'], string> = {
  open: 'open',
  shut: 'shut',
  'not enough': 'shut, not enough evidence',
}

/** A rule of a gate: what it wants, and what was seen. */
export interface GateFinding {
  name: Words
  /** What it is called where it held. @default its name */
  title?: Words
  verdict: 'held' | 'broken' | 'not judged'
  wanted: Words
  seen: Words
  /** It held and is told all the same. */
  isTold?: true
  /** It counts cases that the report has failing or errored by themselves. */
  countsCases?: true
}

/** Rules to tell (not held, or always told), and the others in one line, if a rule on what none was of says so. */
export function foldRules(rules: readonly GateFinding[]): { told: GateFinding[]; held: Words | null } {
  const findings = rules.filter(({ verdict, isTold }) => verdict !== 'held' || isTold === true)
  const ruleWords = rules
    .filter((each) => !findings.includes(each))
    .map(({ name, title = name, seen }): Words => (plainText(seen) === 'none' ? [title, ' (none)'] : title))
  if (ruleWords.length === 0) return { told: findings, held: null }
  const more = findings.some(({ verdict }) => verdict === 'held') ? 'more ' : ''
  return {
    told: findings,
    held: [
      `${ruleWords.length} ${more}${ruleWords.length === 1 ? 'rule' : 'rules'} held: `,
      joinWords(ruleWords, ', '),
    ],
  }
}

/** Where a finding stands, as the command line takes it; nothing if it stands in no file. */
export function placeOf(at: At | null): Words {
  return at === null ? '' : said(at.address ?? `${at.file}:${at.line}`)
}

/** Where another broke alike: the line of its check if that is not the check of the first, else where it stands. */
export function placeBeside({ at, failsAt }: Pick<Finding, 'at' | 'failsAt'>, first: Pick<Finding, 'failsAt'>): Words {
  const [check, ...others] = [failsAt, first.failsAt, at].map((each) =>
    each ? `${each.file}:${each.line}` : undefined,
  )
  return check === undefined || others.includes(check) ? placeOf(at) : said(check)
}

/** When that began which takes no time of its own, as lint does: when it is reported. JUnit and CTRF have to say it. */
export function noDuration(): Pick<ReportDocument, 'startedAt' | 'ms'> {
  return { startedAt: new Date().toISOString(), ms: 0 }
}

/** The most items of a list that are shown where room is short. */
export const mostItems = 20
