import { count } from '../../base/text/wording.ts'
import type { BisectResult, ConversationBisection, Suspect } from '../../compare/bisect/result.ts'
import { nameVerdict } from '../../engine/verdict/verdict.ts'
import { alignWords } from '../document/align-words.ts'
import type { Case, Finding, ReportDocument, Table } from '../document/report-document.ts'
import { said, toned, type Words } from '../document/words.ts'
import { describeCause } from '../failures/format-verdict.ts'
import { formatRate, formatTime } from '../text/figures.ts'

/** What a bisection found: a case and a finding for each conversation. */
export function bisectionDocument(result: BisectResult): ReportDocument {
  const { bad, conversations, good, ms, startedAt, tableread, target, turns } = result
  const total = conversations.filter(({ outcome }) => outcome.kind === 'found').length
  return {
    ...{ study: 'bisect', tableread, startedAt, ms, target, most: conversations.length, lists: [], gate: null },
    headline: [
      'Bisect: ',
      `${total} of ${count(conversations.length, 'break')} found from `,
      said(good),
      ' to ',
      said(bad),
    ],
    cases: conversations.map(caseOf),
    findings: conversations.map(findingOf),
    tables: conversations.length > 1 ? [tableOf(conversations)] : [],
    footer: [`${count(turns, 'turn')} in ${formatTime(ms)}`],
  }
}

/** A conversation whose break was found fails; one whose search came to no end is no pass. */
function caseOf({ agent, at, file, id, name, outcome, sentence, suite }: ConversationBisection): Case {
  return {
    ...{ id, suite, name, at: { file, line: at.line, address: id }, reason: said(sentence), status: outcome.kind },
    verdict: outcome.kind === 'found' ? 'failed' : 'errored',
    facts: { agent, ...(outcome.kind === 'found' ? { first: outcome.first, before: outcome.before } : {}) },
  }
}

function findingOf(conversation: ConversationBisection): Finding {
  const { at, file, id, missing, name, outcome, sentence, suite, suspects, versions, warnings } = conversation
  const isFound = outcome.kind === 'found'
  const [what = '', ...hints] = sentence.split('\n')
  const rows = versions.map(({ version, passed, failed, reason, sessionId }): Words[] => [
    isFound && version === outcome.first ? toned('bad', '>') : '',
    said(version),
    toned(passed > failed ? 'good' : 'bad', `${passed} of ${passed + failed}`),
    said(reason ?? ''),
    sessionId === null ? '' : toned('dim', ['session ', said(sessionId)]),
  ])
  return {
    ...{ case: id, group: said(suite), title: said(name), label: '', at: { file, line: at.line, address: id } },
    verdict: isFound ? 'failed' : 'errored',
    what: isFound ? toned('strong', said(what)) : toned('warn', said(what)),
    lines: [
      ...hints.map((hint): Words => said(hint.trim())),
      ...alignWords(rows, [1]),
      ...causeOf(conversation).map((cause): Words => [toned('dim', 'cause'), ' ', said(cause)]),
      ...(missing.length === 0 || suspects !== undefined ? [] : [said(describeMissing(missing))]),
      ...(suspects ?? []).flatMap(suspectLines),
      ...warnings.map((warning) => toned('warn', ['! ', said(warning)])),
    ],
    ...{ evidence: '', runs: [] },
  }
}

/** The cause of the first bad version's failure, or of the good end's, or of why nothing could be judged. */
function causeOf({ outcome, versions }: ConversationBisection): string[] {
  const ofVersion = outcome.kind === 'found' ? outcome.first : 'version' in outcome ? outcome.version : undefined
  const tried = versions.find(({ version }) => version === ofVersion)?.cause
  const cause = tried ?? ('cause' in outcome ? outcome.cause : undefined)
  return cause === undefined ? [] : [describeCause(cause, ['reason' in outcome ? outcome.reason : null])]
}

const describeMissing = (missing: readonly string[]): string =>
  missing.length === 1
    ? `version ${missing[0]} between them does not exist`
    : `versions ${missing.join(', ')} between them do not exist`

const mostLines = 60

/** A commit that may be the culprit, with its changes. */
function suspectLines({ version, commit, subject, authorDate, skipped, diff }: Suspect): Words[] {
  const lines = diff.split('\n')
  const more = lines.length - mostLines
  return [
    '',
    [said(version), '  ', said(subject), '  ', toned('dim', said(authorDate))],
    ...(skipped === null ? [] : [toned('warn', ['  could not be played: ', said(skipped)])]),
    ...(diff === ''
      ? [toned('dim', '  these files do not differ from the commit before it')]
      : lines.slice(0, mostLines).map(patchLine)),
    ...(more > 0 ? [toned('dim', ['  … ', `${more} more lines: git show `, said(commit)])] : []),
  ]
}

/** A line of a patch, whose indentation carries meaning. */
function patchLine(line: string): Words {
  const [indent = ''] = /^[+\- ]?[ \t]*/.exec(line) ?? []
  const text = ['  ', indent.replaceAll('\t', '  '), said(line.slice(indent.length))]
  if (/^\+(?!\+\+ )/.test(line)) return toned('good', text)
  return toned(/^-(?!-- )/.test(line) ? 'bad' : 'dim', text)
}

function tableOf(conversations: readonly ConversationBisection[]): Table {
  return {
    columns: [
      { name: 'conversation' },
      { name: 'first bad' },
      { name: 'sure', right: true },
      { name: 'turns', right: true },
    ],
    rows: conversations.map(({ name, outcome, turns }) =>
      outcome.kind === 'found'
        ? [said(name), toned('bad', said(outcome.first)), formatRate(outcome.confidence), String(turns)]
        : [said(name), toned('warn', nameVerdict(outcome.kind)), '', String(turns)],
    ),
  }
}
