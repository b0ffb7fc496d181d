import { count, firstLine } from '../../base/text/wording.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { type Finding, noDuration, type ReportDocument } from '../document/report-document.ts'
import { shownProblems } from '../document/shown-problems.ts'
import { verbatim, type Words } from '../document/words.ts'

/** Why a verb ended before there was a result: what its `--json` holds then, which no verb reads as a result. */
export interface NoResult {
  kind: 'no result'
  schemaVersion: 1
  tableread: string
  /** The words that call the verb: `judge calibrate`. */
  verb: string
  exitCode: number
  /** What standard error said. */
  message: string
  /** The mistakes of files, if that was the cause. */
  problems: readonly Problem[]
}

/** Why there is no result, for people: a case that could not be judged, or one for each broken file. */
export function noResultDocument({ tableread, verb, exitCode, message, problems }: NoResult): ReportDocument {
  const lines = message.split('\n').map((line) => verbatim(line))
  const [what = '', ...rest] = lines
  const name = 'there is no result'
  const [first] = problems
  const finding: Finding = {
    ...{ case: verb, group: `tableread ${verb}`, title: name, label: '', at: null, verdict: 'errored', what },
    ...{ weight: 'error', lines: rest, evidence: '', runs: [] },
  }
  return {
    ...{ study: verb, tableread, ...noDuration(), target: '', most: 1, tables: [], lists: [], gate: null },
    headline: first === undefined ? ['No result: ', verbatim(firstLine(message))] : mistakes(first, problems.length),
    outcome: 'shut',
    problems: shownProblems(problems, () => undefined),
    cases:
      problems.length > 0
        ? []
        : [
            {
              id: verb,
              suite: `tableread ${verb}`,
              name,
              at: null,
              verdict: 'errored',
              kind: 'no result',
              reason: what,
            },
          ],
    findings: problems.length > 0 ? [] : [finding],
    footer: [`tableread ${verb} ended with exit code ${exitCode}, before anything was judged`],
  }
}

/** What is wrong, and where: a file's first mistake stands for the others. */
const mistakes = ({ file, at, message }: Problem, all: number): Words => [
  ...['No result: ', verbatim(`${file}:${at.line}`), ': ', verbatim(firstLine(message))],
  ...(all > 1 ? [`, and ${count(all - 1, 'mistake')} more`] : []),
]
