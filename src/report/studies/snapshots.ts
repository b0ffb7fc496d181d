import { quotePath } from '../../base/json/quoting.ts'
import type { TextDifference } from '../../compare/model/turn-comparison.ts'
import { addressOf } from '../../engine/verdict/conversation-result.ts'
import { nameVerdict } from '../../engine/verdict/verdict.ts'
import type { LineDifference } from '../../records/snapshots/compare-snapshots.ts'
import type { ObsoleteSnapshot } from '../../records/snapshots/find-obsolete.ts'
import { type SnapshotOutcome, whyOtherValues } from '../../records/snapshots/judge-snapshot.ts'
import { holdsStandIn } from '../../records/snapshots/value-digits.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import type { At, Case, Finding, FindingWeight, ReportDocument } from '../document/report-document.ts'
import { shownProblems } from '../document/shown-problems.ts'
import { joinWords, said, type Tone, toned, verbatim, type Words } from '../document/words.ts'
import { describeCause } from '../failures/format-verdict.ts'
import type { TextOf } from '../text/reporter.ts'
import { shortDifference } from './differences.ts'

export interface SnapshotReport {
  tableread: string
  target: string
  outcomes: readonly SnapshotOutcome[]
  obsolete: readonly ObsoleteSnapshot[]
  /** Whether the obsolete files were removed. */
  pruned: boolean
  problems: readonly Problem[]
  /** Tools that scripts name and nothing knows. */
  warnings: readonly Problem[]
}

const states = ['same', 'changed', 'missing', 'not comparable', 'errored', 'broken', 'unsafe', 'skipped'] as const

/** What `snapshots --json` holds. */
export function snapshotsResult(report: SnapshotReport): object {
  const { tableread, target, outcomes, obsolete, pruned, problems, warnings } = report
  const totals = Object.fromEntries(
    states.map((state) => [state, outcomes.filter((each) => each.state === state).length]),
  )
  return {
    ...{ schemaVersion: 1, tableread, target },
    totals: { ...totals, written: outcomes.filter(({ written }) => written).length, obsolete: obsolete.length },
    problems,
    ...(warnings.length === 0 ? {} : { warnings }),
    conversations: outcomes.map((outcome) => {
      const reasons = reasonsOf(outcome)
      return { ...outcome, reason: reasons.length === 0 ? null : reasons.join('; ') }
    }),
    ...{ obsolete, pruned },
  }
}

interface Known {
  /** ISO 8601. */
  startedAt: string
  ms: number
  /** The flags with which the command does it again, quoted. */
  again: readonly string[]
  textOf: TextOf
}

/** How transcripts compare with their snapshots: a case for each conversation, a finding for each that is not the same. */
export function snapshotsDocument(report: SnapshotReport, { startedAt, ms, again, textOf }: Known): ReportDocument {
  const { tableread, target, outcomes, obsolete, pruned, problems } = report
  const findings = outcomes.filter(({ state, written }) => state !== 'same' || written).map(findingOf)
  const worst = outcomes.filter(({ written }) => !written).map(({ state }) => verdicts[state])
  return {
    ...{ study: 'snapshots', tableread, startedAt, ms, target, findings, most: findings.length, gate: null },
    headline: ['Snapshots: ', countStates(report)],
    outcome: worst.includes('failed')
      ? 'shut'
      : problems.length > 0 || worst.includes('errored')
        ? 'not enough'
        : 'open',
    problems: shownProblems(problems, textOf),
    cases: outcomes.map(caseOf),
    tables: [{ title: countStates(report), notes: listNext(report, again), columns: [], rows: [] }],
    lists: [
      {
        title: pruned ? 'removed, since no conversation claims them' : 'obsolete',
        items: obsolete.map(({ path, reason }) => [said(path), ': ', said(reason)]),
      },
    ],
    footer: [['against ', said(target)]],
  }
}

const verdicts: Record<SnapshotOutcome['state'], Case['verdict']> = {
  ...{ same: 'passed', changed: 'failed', missing: 'errored', 'not comparable': 'errored' },
  ...{ errored: 'errored', broken: 'errored', unsafe: 'errored', skipped: 'skipped' },
}

const tones: Record<SnapshotOutcome['state'], Tone> = {
  ...{ same: 'good', changed: 'bad', missing: 'warn', 'not comparable': 'warn' },
  ...{ errored: 'warn', broken: 'bad', unsafe: 'warn', skipped: 'dim' },
}

const weights: Partial<Record<Tone, FindingWeight>> = { good: 'good', bad: 'error', warn: 'warning' }

function placeIn(outcome: SnapshotOutcome): At {
  return { file: outcome.file, ...outcome.at, address: addressOf(outcome) }
}

function wordOf({ state, written }: SnapshotOutcome): string {
  if (!written) return nameVerdict(state)
  return state === 'missing' ? 'written (new)' : `written (was ${state})`
}

function caseOf(outcome: SnapshotOutcome): Case {
  const { agent, id, name, path, state, suite, version, written } = outcome
  const [reason] = reasonsOf(outcome)
  return {
    ...{ id: `${id} ${version}`, suite, name, version, at: placeIn(outcome), status: wordOf(outcome) },
    verdict: written ? 'passed' : verdicts[state],
    reason: state === 'same' && !written ? null : said(reason ?? `${wordOf(outcome)}: ${path}`, longest),
    facts: { agent, snapshot: path },
  }
}

const longest = 1_000

function findingOf(outcome: SnapshotOutcome): Finding {
  const { cause, id, name, path, reason, state, suite, version, written } = outcome
  const [why, ...more] = written ? [] : reasonsOf(outcome)
  const verdict = written ? 'advice' : verdicts[state]
  const isKept = !['skipped', 'unsafe', 'broken', 'errored'].includes(state)
  return {
    ...{ case: `${id} ${version}`, group: said(suite), title: said(name), label: ['[', said(version), ']'] },
    ...{ at: placeIn(outcome), word: wordOf(outcome), weight: written ? 'good' : (weights[tones[state]] ?? 'note') },
    verdict: verdict === 'failed' || verdict === 'errored' ? verdict : 'advice',
    what: why === undefined ? '' : said(why, longest),
    lines: [
      ...more.map((each) => said(each, longest)),
      ...(written || cause === undefined
        ? []
        : [[toned('dim', 'cause'), ' ', said(describeCause(cause, [reason]), longest)]]),
      ...(isKept ? [toned('dim', said(path))] : []),
      ...(written ? [] : differencesOf(outcome)),
    ],
    ...{ evidence: '', runs: [] },
  }
}

function reasonsOf(outcome: SnapshotOutcome): string[] {
  return [whyOtherValues(outcome), outcome.reason].filter((each) => each !== null)
}

/** How many lines to show around a difference. */
const context = 1

/** Differing lines by turn, with context: `-` removed, `+` added, `~` words `[-so-]` `{+so+}`, `!` another value. */
function differencesOf({ lines, otherValues = [] }: SnapshotOutcome): Words[] {
  const differs = (line: LineDifference): boolean => line.kind !== 'same' || holdsStandIn(line.text, otherValues)
  const near = lines.map((_, index) => lines.slice(Math.max(0, index - context), index + context + 1).some(differs))
  let [section, skipped] = ['', false]
  return lines.flatMap((line, index): Words[] => {
    if (near[index] !== true) {
      skipped = true
      return []
    }
    const gap = skipped && line.section === section ? [toned('dim', '    …')] : []
    const head = line.section === section ? gap : [toned('strong', said(line.section))]
    section = line.section
    skipped = false
    return [...head, ...linesOf(line, differs(line)).map((words): Words => ['  ', words])]
  })
}

/** A line of a snapshot, whole: an entry of several lines goes on below. */
function linesOf(line: LineDifference, isOther: boolean): Words[] {
  switch (line.kind) {
    case 'same':
      return isOther ? markedLine('bad', '!', line.text) : markedLine('dim', ' ', line.text, 240)
    case 'removed':
      return markedLine('bad', '-', line.text)
    case 'added':
      return markedLine('good', '+', line.text)
    case 'changed':
      return isMostlyNew(line.words)
        ? [
            ...markedLine('bad', '-', sideOf(line.words, 'added')),
            ...markedLine('good', '+', sideOf(line.words, 'removed')),
          ]
        : [['~ ', shortDifference(line.words, Number.POSITIVE_INFINITY)]]
  }
}

function markedLine(tone: Tone, mark: string, text: string, most = Number.POSITIVE_INFINITY): Words[] {
  return text.split('\n').map((each, index) => toned(tone, [index === 0 ? `${mark} ` : '    | ', verbatim(each, most)]))
}

const sideOf = (words: TextDifference, otherKind: string): string =>
  words.map(({ kind, text }) => (kind === otherKind ? '' : text)).join('')

/** Texts that share almost nothing are easier to read one below the other. */
function isMostlyNew(words: TextDifference): boolean {
  const lengthOf = (kinds: readonly string[]): number =>
    words.reduce((sum, { kind, text }) => sum + (kinds.includes(kind) ? text.length : 0), 0)
  return lengthOf(['same']) * 2 < Math.min(lengthOf(['same', 'removed']), lengthOf(['same', 'added']))
}

function countStates({ outcomes, obsolete, pruned }: SnapshotReport): Words {
  const counts = states.flatMap((state) => {
    const count = outcomes.filter((each) => each.state === state).length
    return count === 0 ? [] : [toned(tones[state], `${count} ${nameVerdict(state)}`)]
  })
  const writtenCount = outcomes.filter((each) => each.written).length
  const parts: Words[] = [
    ...counts,
    ...(writtenCount === 0 ? [] : [`${writtenCount} written`]),
    ...(obsolete.length === 0 ? [] : [`${obsolete.length} ${pruned ? 'removed' : 'obsolete'}`]),
  ]
  return parts.length === 0 ? 'nothing ran' : joinWords(parts, ', ')
}

/** What a person may do next. */
function listNext({ outcomes, obsolete, pruned }: SnapshotReport, again: readonly string[]): Words[] {
  const openOutcomes = outcomes.filter(({ written }) => !written)
  const open = openOutcomes.filter(
    ({ state, reason }) => reason === null && (state === 'changed' || state === 'missing'),
  )
  const [first] = open.length > 0 ? open : openOutcomes.filter(({ state }) => state === 'not comparable')
  const bare = openOutcomes.filter((each) => each.withoutDigits === true).length
  return [
    ...(first === undefined ? [] : [['take what is right: ', commandFor(first, again)]]),
    ...(bare === 0 ? [] : [describeBare(bare)]),
    ...(obsolete.length === 0 || pruned ? [] : ['remove what is obsolete: tableread snapshots --prune']),
  ].map((words) => toned('dim', words))
}

/** About snapshots that were taken before they kept digits for private values. */
function describeBare(number: number): string {
  const whose =
    number === 1 ? 'the private values of one conversation' : `the private values of ${number} conversations`
  const since = number === 1 ? 'its snapshot has' : 'their snapshots have'
  return `${whose} could be any, since ${since} no digits for them yet: tableread snapshots --update writes them`
}

function commandFor(outcome: SnapshotOutcome, again: readonly string[]): Words {
  const words = [quotePath(addressOf(outcome)), '-v', outcome.version, '--update', ...again].join(' ')
  return ['npx tableread snapshots ', verbatim(words)]
}
