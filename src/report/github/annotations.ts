import { groupBy } from '../../base/group-by.ts'
import { count } from '../../base/text/wording.ts'
import { isGone } from '../../engine/verdict/part-of-run.ts'
import type { Place } from '../../suite/yaml/place.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { plainSaid, plainText } from '../document/door.ts'
import type { Finding, ReportDocument } from '../document/report-document.ts'
import { finishText } from '../text/finish-text.ts'

/** A remark on a line of a suite, as GitHub shows it in a pull request; `file` is null if it concerns no file. */
interface Annotation {
  level: 'error' | 'warning'
  file: string | null
  at: Place
  title: string
  text: string
}

/** GitHub shows at most this many of one level per step, and silently drops the others. */
const mostShown = 10

/** Workflow commands that show on lines of suites what did not pass; `pathOf` gives paths in the repository. */
export function annotate(document: ReportDocument, pathOf: (file: string) => string): string {
  return showAnnotations(annotationsOf(document), pathOf)
}

/** The same for files that are broken, so that nothing began. */
export function annotateProblems(problems: readonly Problem[], pathOf: (file: string) => string): string {
  return showAnnotations(problems.map(ofProblem), pathOf)
}

function showAnnotations(annotations: readonly Annotation[], pathOf: (file: string) => string): string {
  return (['error', 'warning'] as const)
    .flatMap((level) => fitting(annotations.filter((each) => each.level === level)))
    .map((each) => `${formatAnnotation(each, pathOf)}\n`)
    .join('')
}

function fitting(annotations: Annotation[]): Annotation[] {
  const [first] = annotations
  if (first === undefined || annotations.length <= mostShown) return annotations
  const rest = annotations.slice(mostShown - 1)
  const places = rest.flatMap(({ file, at }) => (file === null ? [] : [`${file}:${at.line}`]))
  const text = [`GitHub shows no more than ${mostShown} of a step; the others:`, ...places].join('\n')
  const title = `${count(rest.length, 'more line')} with what did not pass`
  return [...annotations.slice(0, mostShown - 1), { ...first, file: null, title, text }]
}

function ofProblem(problem: Problem): Annotation {
  const { file, at, message, hint, code, severity } = problem
  const text = [`${message} [${code}]`, ...(hint === undefined ? [] : [`hint: ${hint}`])]
    .map((line) => plainSaid(line, 2_000))
    .join('\n')
  const title = isGone(problem) ? 'gone' : 'held against nothing'
  if (severity === 'warning') return { level: severity, file, at, title, text }
  return { level: 'error', file, at, title: 'this file is broken', text }
}

/** A gate that is not open, broken files, and what a person should look at, one of each kind first; not what is to read. */
function annotationsOf({ findings, gate, study, problems = [], warnings = [] }: ReportDocument): Annotation[] {
  const shut = gate === null || gate.verdict === 'open' ? [] : [gate]
  const reported = findings.filter(({ verdict }) => verdict !== 'sample')
  const kinds = groupBy([...reported.entries()], ([index, { alike }]) => alike?.key ?? String(index))
  const inTurn = [...kinds.map(([first]) => first), ...kinds.flatMap(([, ...others]) => others)]
  return [
    ...shut.map(
      ({ reason }): Annotation => ({
        ...{ level: 'error', file: null, at: nowhere, text: plainText(reason) },
        title: `the gate of ${study} is shut`,
      }),
    ),
    ...[...problems.map(({ problem }) => problem), ...warnings].map(ofProblem),
    ...inTurn.map(([, finding]) => ofFinding(finding)),
  ]
}

function ofFinding({ at, failsAt, group, title, verdict, weight, word, what, short = [what] }: Finding): Annotation {
  const head = plainText(word === undefined ? [group, ': ', title] : [word, ': ', title])
  const { file = null, line = 1, column = 1, length = 1 } = failsAt ?? at ?? {}
  const isError = weight === undefined ? verdict !== 'advice' : weight === 'error'
  const text = short.map(plainText).join('\n')
  const place = { line, column, length }
  return { level: isError ? 'error' : 'warning', file, at: place, title: head, text: text || head }
}

const nowhere: Place = { line: 1, column: 1, length: 1 }

/** One command on one line; text can neither end it nor begin another, and control characters show as codes. */
function formatAnnotation({ level, file, at, title, text }: Annotation, pathOf: (file: string) => string): string {
  const place =
    file === null
      ? {}
      : { file: pathOf(file), line: at.line, col: at.column, endColumn: at.column + Math.max(1, at.length) }
  const properties = Object.entries({ ...place, title }).map(
    ([name, value]) =>
      `${name}=${escapeData(plainSaid(String(value), 2_000))
        .replaceAll(':', '%3A')
        .replaceAll(',', '%2C')}`,
  )
  return `::${level} ${properties.join(',')}::${escapeData(finishText(text))}`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
