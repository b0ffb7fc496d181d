import { compareTranscripts } from '../../compare/compare-transcripts.ts'
import type { Body, Card, ShownPair, ShownRun, Study } from '../../pages/report/report-document.ts'
import { plainSaid, plainText, spansOf } from '../document/door.ts'
import type { Case, Finding, ReportDocument } from '../document/report-document.ts'
import { said } from '../document/words.ts'
import type { TextOf } from '../text/reporter.ts'
import { makeNotes } from './make-notes.ts'
import { searchText, spokenText } from './search-text.ts'

/** The labels of two runs that show a finding. */
const pairLabels = ['original', 'variant'] as const

/** The data of a study's page: what it found as a whole, and a card for each finding and each case without one. */
export function pageOfStudy(
  document: ReportDocument,
  textOf: TextOf,
): { result: Study; cards: { card: Card; body: () => Body }[] } {
  const { study, headline, startedAt, ms, tableread, target, gate, tables, lists, footer, findings, cases } = document
  const ids = new Set(findings.map((finding) => finding.case))
  const otherCases = cases.filter(({ id, verdict }) => verdict !== 'passed' && !ids.has(id))
  const cards = [
    ...findings.map((finding, index) => ({
      card: findingCard(finding, index),
      body: (): Body => findingBody(finding, textOf),
    })),
    ...otherCases.map((each) => ({
      card: caseCard(each),
      body: (): Body => ({
        ...{ kind: 'finding', trends: [], at: placeText(each.at), lines: [], evidence: [], shown: null },
        what: spansOf(each.reason ?? ''),
      }),
    })),
  ]
  const result: Study = {
    ...{ study, startedAt, ms, tableread, target, problems: [], headline: spansOf(headline) },
    gate:
      gate === null
        ? null
        : { verdict: gate.verdict === 'not enough' ? 'not judged' : gate.verdict, reason: spansOf(gate.reason) },
    tables: tables.map(({ title = '', notes = [], lines = [], columns, rows }) => ({
      title: spansOf(title),
      notes: notes.map((note) => spansOf(note)),
      lines: lines.map((line) => spansOf(line)),
      columns: [...columns],
      rows: rows.map((row) => row.map((cell) => spansOf(cell))),
    })),
    lists: lists.map(({ title, items }) => ({ title, items: items.map((item) => spansOf(item)) })),
    footer: footer.map((words) => spansOf(words)),
  }
  return { result, cards }
}

const placeText = (at: { file: string; line: number } | null): string =>
  at === null ? '' : plainSaid(`${at.file}:${at.line}`)

const noCard = {
  agent: '',
  version: null,
  certainty: null,
  excused: null,
  runs: [],
  flakyOverRuns: false,
  causes: [],
  judged: [],
}

function findingCard({ group, title, label, at, verdict, what, lines, evidence, runs }: Finding, index: number): Card {
  const [suite = '', name = '', tag = '', reason = ''] = [group, title, label, what].map(plainText)
  const id = placeText(at)
  const searchable = [suite, name, tag, reason, id, ...lines.map(plainText), plainText(evidence), spokenText(runs)]
  return {
    ...{ key: `${id} ${index}`, id, name, suite, tags: [tag], verdict: verdict === 'sample' ? 'advice' : verdict },
    ...{ ...noCard, reason, search: searchText(searchable) },
  }
}

function caseCard({ id, suite, name, at, verdict, reason }: Case): Card {
  const [group = '', title = '', why = ''] = [said(suite), said(name), reason ?? ''].map(plainText)
  const place = placeText(at)
  return {
    ...{ key: id, id: place, name: title, suite: group, tags: [], verdict, reason: why, ...noCard },
    search: searchText([group, title, why, place]),
  }
}

function findingBody({ at, what, lines, evidence, runs }: Finding, textOf: TextOf): Body {
  return {
    ...{ kind: 'finding', trends: [], at: placeText(at), shown: shownRuns(runs, textOf) },
    ...{ what: spansOf(what), lines: lines.map((line) => spansOf(line)), evidence: spansOf(evidence) },
  }
}

function shownRuns([a, b]: Finding['runs'], textOf: TextOf): ShownRun | ShownPair | null {
  if (a === undefined) return null
  const notes = makeNotes(a, textOf)
  if (b === undefined) return { kind: 'run', conversation: a, notes }
  return {
    kind: 'pair',
    labels: pairLabels,
    conversation: { shown: { a, b }, turns: compareTranscripts(a, b), agent: a.agent, file: a.file },
    notes: { a: notes, b: makeNotes(b, textOf) },
  }
}
