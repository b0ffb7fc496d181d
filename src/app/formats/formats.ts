import { variableOf } from '../../base/secrets/environment.ts'
import type { Comparison } from '../../compare/comparison.ts'
import type { RunResult } from '../../engine/run-result.ts'
import type { ReportDocument } from '../../report/document/report-document.ts'
import type { JunitCase, JunitSuite } from '../../report/junit/write-junit.ts'
import { documentOf } from '../../report/studies/document-of.ts'
import type { TextOf } from '../../report/text/reporter.ts'
import { pathInRepository } from './path-in-repository.ts'
import type { FormatContext, ReportSubject } from './reported.ts'

type Text = string | Iterable<string>
type Writer = (reported: ReportSubject, context: FormatContext, file: string) => Text | Promise<Text>

export interface Format {
  /** The page of the docs that says more, from docs/commands.md. */
  page?: string
  /** The argument of its flag; one that may be left out prints it. */
  argument: '<file>' | '[file]'
  help: string
  /** What a file of it is called in messages, and how one begins, precisely enough to tell ours from others. */
  called: string
  begins: RegExp
  /** How the names of its files end by convention. */
  ending: string
  /** How it gets to standard output besides: `-r` and its name, or `-` for the file. */
  printedBy?: 'reporter' | 'dash'
  /** It holds what was said in conversations that passed, which a run keeps only if it must. */
  holdsPassed?: true
  /** The verbs of whose finding it would say nothing, each with the reason. */
  without?: Readonly<Record<string, string>>
  write: Writer
  /** The same as documents for a collector, if the flag takes the address of one. */
  post?: Writer
}

const noRequests = 'it sends nothing, so that there are no spans'
const noTests = {
  history: 'each run has reported its own verdicts',
  import: 'it judges nothing, so that there are no tests to report',
}

/** Every format, by the name of its flag. Flags, their help, files, `report`, the docs and the tests follow. */
export const formats = {
  json: {
    argument: '[file]',
    help: 'write the result as JSON: to standard output, or to a file beside the report',
    ...{ called: 'JSON of Tableread', ending: 'json', printedBy: 'reporter', holdsPassed: true },
    begins: /^\s*\{(?=.*"schemaVersion":\s*\d)(?=.*"tableread":\s*")|^\s*\{\s*"subject":.*"results":/s,
    write: async (reported, { wholeOf }) => {
      const { formatJson } = await import('../../report/text/finish-text.ts')
      const { jsonParts } = await import('../../report/text/json-parts.ts')
      return 'document' in reported ? `${formatJson(reported.result)}\n` : jsonParts(reported, wholeOf)
    },
  },
  junit: {
    argument: '<file>',
    help: 'write JUnit XML to a file beside the report',
    ...{ called: 'JUnit XML of Tableread', ending: 'xml', printedBy: 'reporter', without: noTests },
    begins: /^\s*(?:<\?xml[^>]*>\s*)?<testsuites name="tableread"/,
    write: async (reported, context) => {
      const { writeJunit } = await import('../../report/junit/write-junit.ts')
      const { document, suites } = await suitesOf(reported, context)
      return writeJunit(suites, document.ms)
    },
  },
  ctrf: {
    argument: '<file>',
    help: 'write a CTRF report (Common Test Report Format, JSON) to a file beside the report',
    page: 'reports.md#reports',
    ...{ called: 'CTRF report of Tableread', ending: 'ctrf.json', without: noTests },
    begins: /^\s*\{\s*"reportFormat":\s*"CTRF"(?=.*"generatedBy":\s*"tableread )/s,
    write: async (reported, context) => {
      const { headOfDocument, writeCtrf } = await import('../../report/ctrf/write-ctrf.ts')
      const { document, suites } = await suitesOf(reported, context)
      return writeCtrf(suites, headOfDocument(document))
    },
  },
  otlp: {
    argument: '<file>',
    help: 'write OpenTelemetry spans (OTLP/JSON) to a file, or post them to the address of a collector',
    page: 'opentelemetry.md',
    ...{ called: 'file of spans of Tableread', ending: 'otlp.json', holdsPassed: true },
    begins: /^\s*\{\s*"resourceSpans":\s*\[\s*\{\s*"resource":(?=.*"stringValue":\s*"tableread")/s,
    without: {
      ...{ lint: noRequests, import: noRequests },
      snapshots: 'it keeps no transcripts; tableread run --otlp writes their spans',
      history: 'it holds verdicts, not transcripts; tableread run --otlp writes their spans',
      pull: 'it talks to no agent, so that there are no spans',
    },
    write: async (reported, context) =>
      (await import('../../report/otlp/write-otlp.ts')).otlpParts(pageOf(reported), context),
    post: async (reported, context) =>
      (await import('../../report/otlp/write-otlp.ts')).otlpRequests(pageOf(reported), context),
  },
  markdown: {
    argument: '<file>',
    help: 'write a summary as Markdown, for a pull request or a job; - is standard output',
    ...{ called: 'Markdown of Tableread', ending: 'md', printedBy: 'dash' },
    begins: /^(?:<!-- tableread -->|## Teeth: )/,
    write: async (reported, context) =>
      (await import('../../report/markdown/document-markdown.ts')).formatDocumentMarkdown(
        await documentIn(reported, context.textOf),
        undefined,
        variableOf(process.env, 'TABLEREAD_REPORT_URL'),
      ),
  },
  html: {
    argument: '<file>',
    help: 'write the report as one HTML file that needs no network',
    ...{ called: 'HTML report of Tableread', ending: 'html', holdsPassed: true },
    begins: /^<!doctype html>.*<title>Tableread report<\/title>/is,
    write: async (reported, context, file) =>
      (await import('./html-report.ts')).htmlReport(pageOf(reported), context, file),
  },
} as const satisfies Record<string, Format>

export type FormatName = keyof typeof formats

/** In the order of the help. */
export const formatNames: readonly FormatName[] = Object.keys(formats) as FormatName[]

export const formatOf = (name: FormatName): Format => formats[name]

export type PrintedFormat = {
  [F in FormatName]: (typeof formats)[F] extends { printedBy: 'reporter' } ? F : never
}[FormatName]

export const printedFormats: readonly PrintedFormat[] = formatNames.filter(
  (name): name is PrintedFormat => formatOf(name).printedBy === 'reporter',
)

/** The flags that name files for reports, and the addresses of collectors: one for each format. */
export type FileFlags = {
  [F in FormatName]?: (typeof formats)[F]['argument'] extends '[file]' ? true | string : string
}

type FormatFlags = {
  readonly [F in FormatName]: { readonly written: `--${F} ${(typeof formats)[F]['argument']}`; readonly help: string }
}
export const formatFlags: FormatFlags = Object.fromEntries(
  formatNames.map((name) => {
    const { argument, help, page } = formatOf(name)
    return [name, { written: `--${name} ${argument}`, help, ...(page === undefined ? {} : { page }) }]
  }),
) as FormatFlags

/** A run or a comparison as it is, since its own page and spans are those of its turns; of a study, its document. */
const pageOf = (reported: ReportSubject): RunResult | Comparison | ReportDocument =>
  'document' in reported ? reported.document : reported

const documents = new WeakMap<RunResult | Comparison, Promise<ReportDocument>>()

/** What a result says to people: made once, whatever asks for it. */
export function documentIn(reported: ReportSubject, textOf: TextOf): Promise<ReportDocument> | ReportDocument {
  if ('document' in reported) return reported.document
  const document = documents.get(reported) ?? documentOf(reported, { textOf })
  documents.set(reported, document)
  return document
}

async function suitesOf(
  reported: ReportSubject,
  { textOf }: FormatContext,
): Promise<{ document: ReportDocument; suites: JunitSuite[] }> {
  const { suitesInTurns } = await import('../../report/junit/document-suites.ts')
  const document = await documentIn(reported, textOf)
  const suites = await suitesInTurns(document)
  const placed = suites.map((suite) => ({ ...suite, cases: suite.cases.map(inRepository) }))
  return { document, suites: placed }
}

const inRepository = (each: JunitCase): JunitCase =>
  each.file === null ? each : { ...each, file: pathInRepository(each.file) }
