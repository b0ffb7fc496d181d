import { writeCtrf } from '../../report/ctrf/write-ctrf.ts'
import type { ReportDocument } from '../../report/document/report-document.ts'
import { headOfDocument, suitesOfDocument } from '../../report/junit/document-suites.ts'
import type { TextOf } from '../../report/junit/run-junit.ts'
import { writeJunit } from '../../report/junit/write-junit.ts'
import { formatDocumentMarkdown } from '../../report/markdown/document-markdown.ts'
import { formatDocument } from '../../report/terminal/document.ts'
import { formatJson } from '../../report/text/finish-text.ts'
import { createPaint } from '../../report/text/paint.ts'
import { writeGiven } from './given-files.ts'
import { colours, print, printJson } from './print.ts'
import { openSinks, type Sinks } from './sinks.ts'
import { annotateLines, type FileFlags, writeHtmlReport, writeOtlp } from './write-reports.ts'

/** The flags that say how a study is reported: the same for each study. */
export interface StudyFlags extends FileFlags {
  reporter?: 'default' | 'plain' | 'json' | 'junit'
}

/**
 * Writes what a study found to the files that were asked for, and prints it. `result` is what its `--json` holds, and
 * `document` the same for people. A file that cannot be written does not stop the others.
 */
export async function writeStudy(
  result: object,
  document: ReportDocument,
  { reporter = 'default', json, junit, ctrf, otlp, markdown, html }: StudyFlags,
  sinks: Sinks,
  { textOf = () => undefined }: { textOf?: TextOf } = {},
): Promise<void> {
  const files = { json, junit, ctrf, markdown }
  for (const kind of ['json', 'junit', 'ctrf', 'markdown'] as const) {
    const file = files[kind]
    if (typeof file !== 'string' || file === '-') continue
    await sinks.fill(() => writeGiven(file, formats[kind](result, document), { report: { flag: `--${kind}`, kind } }))
  }
  if (otlp !== undefined) await sinks.fill(() => writeOtlp(otlp, document))
  if (html !== undefined) await sinks.fill(() => writeHtmlReport(html, '--html', document, { textOf }))
  await sinks.fill(() => annotateLines(document, process.env))
  if (json === true || reporter === 'json') printJson(result)
  else if (reporter === 'junit') print(formats.junit(result, document))
  else if (markdown === '-') print(formats.markdown(result, document))
  else print(`${formatDocument(document, createPaint(colours(reporter)))}\n`)
}

/** Writes something to read that is no result: `--print-variants`. Returns the exit code. */
export async function writeSample(sample: object, document: ReportDocument, flags: StudyFlags): Promise<number> {
  const sinks = openSinks()
  await writeStudy(sample, document, flags, sinks)
  return sinks.exitCode(0)
}

const formats = {
  json: (result: object) => `${formatJson(result)}\n`,
  junit: (_: object, document: ReportDocument) => writeJunit(suitesOfDocument(document), document.ms),
  ctrf: (_: object, document: ReportDocument) => writeCtrf(suitesOfDocument(document), headOfDocument(document)),
  markdown: (_: object, document: ReportDocument) => formatDocumentMarkdown(document),
}
