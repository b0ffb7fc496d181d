import type { StudyResult } from '../../records/schema/result-shapes.ts'
import type { Gate, ReportDocument } from '../../report/document/report-document.ts'
import { withWarnings } from '../../report/document/with-warnings.ts'
import { documentOf } from '../../report/studies/document-of.ts'
import { formatDocument, formatListing } from '../../report/terminal/document.ts'
import { createPaint } from '../../report/text/paint.ts'
import type { TextOf } from '../../report/text/reporter.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { colours, complain, print, printJson } from '../edge/print.ts'
import { openSinks, type Sinks } from '../edge/sinks.ts'
import type { FlagsOf } from '../flags/flag.ts'
import type { reports } from '../flags/study-flags.ts'
import { reportContext, type StudyReport } from '../formats/reported.ts'
import { annotateLines, filesOf, formatReport, printedFormat, writeReports } from './write-reports.ts'

export type StudyFlags = FlagsOf<typeof reports>

interface Printing {
  textOf?: TextOf
  warnings?: readonly Problem[]
  /** Findings are printed to standard error as compilers do, since editors and other tools read them there. */
  isListed?: boolean
  /** Prints the text for people. @default print */
  write?: (text: string) => void
}

/** `result` is what `--json` holds, `most` the findings shown in full; one failing file stops no other. */
export async function writeStudy(
  study: StudyResult,
  flags: StudyFlags,
  sinks: Sinks,
  { most, ...printing }: Printing & { most?: number } = {},
): Promise<ReportDocument> {
  const { textOf = () => undefined, warnings = [] } = printing
  const result = warnings.length === 0 ? study : { ...study, warnings: [...warnings] }
  const document = await documentOf(result, { textOf, ...(most === undefined ? {} : { most }) })
  await writeDocument({ result, document }, flags, sinks, { ...printing, warnings: [] })
  return document
}

/** The same for what makes a document that is not read from its `--json` again: of lint, imports, histories. */
export async function writeDocument(
  { result, document }: StudyReport,
  flags: StudyFlags,
  sinks: Sinks,
  { textOf = () => undefined, warnings = [], ...printing }: Printing = {},
): Promise<void> {
  // By these two a file of it is known, so that it may be written over.
  const head = 'tableread' in result ? {} : { schemaVersion: 1, tableread: document.tableread }
  const study = {
    result: { ...head, ...result, ...(warnings.length === 0 ? {} : { warnings }) },
    document: withWarnings(document, warnings),
  }
  await writeReports(study, flags, textOf, sinks)
  await sinks.fill(() => annotateLines(study, textOf))
  await printStudy(study, flags, textOf, printing)
}

/** Prints what a study found, in the form that was asked for. */
export async function printStudy(
  study: StudyReport,
  flags: StudyFlags,
  textOf: TextOf,
  { isListed = false, write = print }: Pick<Printing, 'isListed' | 'write'> = {},
): Promise<void> {
  const paint = createPaint(colours(flags.reporter))
  const format = printedFormat(flags)
  if (format === 'json') printJson(study.result)
  else if (format !== null) print(await formatReport(format, study, reportContext(textOf)))
  else if (isForPeople(flags)) {
    if (isListed) complain(formatListing(study.document, paint))
    write(`${formatDocument(isListed ? { ...study.document, findings: [] } : study.document, paint)}\n`)
  }
}

/** Whether standard output has a text for people, and nothing for programs. */
export function isForPeople(flags: StudyFlags): boolean {
  return printedFormat(flags) === null && !filesOf(flags).some(({ file }) => file === '-')
}

/** Writes something to read that is no result: `--print-variants`. Returns the exit code. */
export async function writeSample(sample: object, document: ReportDocument, flags: StudyFlags): Promise<number> {
  const sinks = openSinks()
  await writeDocument({ result: sample, document }, flags, sinks)
  return sinks.end(0)
}

/** The exit code of a study that its gate alone decides; of one that was interrupted, that of the signal. */
export function gateExitCode(gate: Pick<Gate, 'verdict'> | null, interrupted: number | null = null): number {
  return interrupted ?? { open: 0, shut: 1, 'not enough': 3 }[gate?.verdict ?? 'not enough']
}
