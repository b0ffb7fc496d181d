import { unique } from '../../base/group-by.ts'
import { count, listSome } from '../../base/text/wording.ts'
import { type DryRun, turnMs } from '../../suite/lint/dry-run.ts'
import { formatProblem, starProblem } from '../../suite/yaml/format-problem.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { plainText } from '../document/door.ts'
import { type Case, type Finding, noDuration, type ReportDocument } from '../document/report-document.ts'
import { said, toned, verbatim, type Words } from '../document/words.ts'
import type { TextOf } from '../text/reporter.ts'

/** What `tableread lint` found; with problems as reports show them, the document of its `--json`. */
export interface LintReport {
  /** How many suite files were read, not counting the files they include. */
  suites: number
  /** How many of them have a mistake, or include a file with one. */
  broken: number
  problems: readonly Problem[]
  /** What the agents were read from; null if they could not be read. */
  source: string | null
  /** Why they could not be read, or why nothing could be checked for some; null otherwise. */
  reason: string | null
  /** The agents that conversations were checked against, and those that nothing is known about. */
  held: readonly string[]
  unchecked: readonly string[]
  /** Scalars that are read as patterns, although they could have been meant as texts: `/order/i`. */
  patterns: readonly string[]
  dryRun: DryRun
}

interface Known {
  tableread: string
  /** The suite files that were read. */
  files: Iterable<string>
  /** The agents were asked for and could not be read, which makes no pass. */
  isUnread: boolean
  /** How many slips were mended in the files. */
  mended: number
  textOf: TextOf
}

/** The problems of suites: a case for each file, a finding for each problem. */
export function lintDocument(report: LintReport, facts: Known): ReportDocument {
  const { files, isUnread, mended, tableread, textOf } = facts
  const { problems, reason, source } = report
  const rows = problems.map((problem) => findingOf(problem, textOf(problem.file)))
  const errors = rows.filter(({ verdict }) => verdict === 'errored')
  // Why they could not be read is a finding then.
  const [sound = '', ...others] = lintLines(isUnread ? { ...report, source: '', held: [], unchecked: [] } : report)
  const [why = '', ...more] = linesOf(reason)
  const [agents, unread] = unreadAgents(why, more)
  const findings = isUnread ? [...rows, unread] : rows
  return {
    ...{ study: 'lint', tableread, ...noDuration(), lists: [], gate: null, footer: [] },
    target: source ?? '',
    headline: isUnread && errors.length === 0 ? ['Nothing was judged: ', why] : ['Lint: ', sound],
    outcome: errors.length > 0 || isUnread ? 'shut' : 'open',
    cases: [
      ...unique([...files, ...problems.map(({ file }) => file)]).map((file) => caseOf(file, errors)),
      ...(isUnread ? [agents] : []),
    ],
    ...{ findings, most: findings.length },
    tables: [
      {
        ...{ title: [mended > 0 ? `mended ${count(mended, 'slip')}; ` : '', sound], notes: others },
        ...{ columns: [], rows: [] },
      },
    ],
  }
}

function caseOf(file: string, errors: readonly Finding[]): Case {
  const [first] = errors.filter((finding) => finding.case === file)
  return {
    id: file,
    suite: 'lint',
    name: file,
    at: { file, line: 1 },
    ...(first === undefined
      ? { verdict: 'passed', reason: null }
      : { verdict: 'errored', kind: 'broken', status: 'broken', reason: first.title }),
  }
}

/** That the agents could not be read: the case, and the finding that says why. */
function unreadAgents(why: Words, more: readonly Words[]): [Case, Finding] {
  const name = 'the agents could not be read'
  const unjudged = { at: null, verdict: 'errored' } as const
  return [
    { id: 'agents', suite: 'lint', name, reason: why, ...unjudged },
    {
      ...{ case: 'agents', group: 'lint', title: name, label: '', what: '', weight: 'error', ...unjudged },
      ...{ short: [why, ...more], lines: [why, ...more].map((line) => ['   ', line]), evidence: '', runs: [] },
    },
  ]
}

/** Why the agents could not be read, line by line. */
const linesOf = (reason: string | null): Words[] => (reason ?? '').split('\n').map((line) => said(line.trim(), longest))

function findingOf(problem: Problem, text: string | undefined): Finding {
  const { at, code, file, hint = '', message, severity } = starProblem(problem)
  const isError = severity === undefined
  return {
    ...{ case: file, group: said(file), title: said(message, longest), label: said(code), what: said(hint, longest) },
    at: { file, ...at, address: `${file}:${at.line}:${at.column}` },
    ...{ verdict: isError ? 'errored' : 'advice', weight: isError ? 'error' : 'warning' },
    ...(isError ? {} : { word: 'warning' }),
    short: [[said(message, longest), ' [', said(code), ']'], ...(hint === '' ? [] : [['hint: ', said(hint, longest)]])],
    lines: excerptOf(problem, text),
    ...{ evidence: '', runs: [] },
  }
}

const longest = 2_000

/** The lines at the place, which stand between what a problem is and its hint. */
function excerptOf(problem: Problem, text: string | undefined): Words[] {
  const { hint: _, ...own } = problem
  return formatProblem(own, text)
    .split('\n')
    .slice(1)
    .map((line) => verbatim(line))
}

/** What was found, what it was checked against, and what a run would send. */
function lintLines(report: LintReport): Words[] {
  return [
    describeProblems(report),
    ...describeAgents(report),
    ...describePatterns(report),
    ...(report.dryRun.conversations === 0 && report.broken > 0 ? [] : [describeDryRun(report.dryRun)]),
  ]
}

/** The same as a text. */
export const describeLint = (report: LintReport): string => lintLines(report).map(plainText).join('\n')

function describeProblems({ suites, broken, problems }: LintReport): Words {
  const errors = problems.filter(({ severity }) => severity === undefined).length
  const warnings = problems.length - errors
  const sound = suites - broken
  return [
    toned(broken === 0 && errors === 0 ? 'good' : 'bad', count(sound, 'sound suite')),
    broken === 0 ? '' : `, ${broken} broken by ${count(errors, 'problem')}`,
    broken > 0 || errors === 0 ? '' : `, ${count(errors, 'problem')} beside the suites`,
    warnings === 0 ? '' : `, ${count(warnings, 'warning')}`,
  ]
}

function describeAgents({ source, reason, held, unchecked }: LintReport): Words[] {
  if (source === null) {
    const [why = '', ...more] = linesOf(reason)
    return [['not checked against any agent: ', why], ...more]
  }
  const all = count(held.length + unchecked.length, 'agent')
  if (unchecked.length === 0) return held.length === 0 ? [] : [[`checked against ${all} of `, said(source)]]
  const why = [said(reason ?? '', longest), ' (', said(source), ')']
  return [
    [
      `checked against ${held.length} of ${all}; nothing could be checked for `,
      said(unchecked.join(', ')),
      ': ',
      ...why,
    ],
  ]
}

function describePatterns({ patterns: [first, ...others] }: LintReport): Words[] {
  if (first === undefined) return []
  const kind = others.length === 0 ? 'a pattern' : 'patterns'
  return [[`read as ${kind}, not as text: `, said(listSome([first, ...others], 5), longest)]]
}

/** `a run would send 84 turns in 28 sessions: 14 conversations x 2 versions (default, draft)`. */
export function describeDryRun({ turns, steps, conversations, sessions, ...dryRun }: DryRun): Words {
  const { repeated, versions, estimateMs } = dryRun
  const sent = steps === 0 ? count(turns, 'turn') : `${count(turns, 'turn')} and ${count(steps, 'step')}`
  const product = sessions === conversations * versions.length ? ' x ' : ', against '
  const on = [`${product}${count(versions.length, 'version')} (`, said(versions.join(', ')), ')']
  return [
    `a run would send ${sent} in ${count(sessions, 'session')}: ${count(conversations, 'conversation')}`,
    versions.length === 0 ? '' : on,
    repeated ? ', some of them repeated' : '',
    turns === 0 ? '' : `; at ${turnMs / 1_000} s a turn about ${describeLength(estimateMs)}`,
  ]
}

function describeLength(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}
