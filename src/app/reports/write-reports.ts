import { redactKeys } from '../../base/secrets/secret-keys.ts'
import type { ReportDocument } from '../../report/document/report-document.ts'
import type { TextOf } from '../../report/text/reporter.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { command, complain, print } from '../edge/print.ts'
import type { Sinks } from '../edge/sinks.ts'
import { isCollector } from '../files/collector.ts'
import { writeGivenInTurns } from '../files/given-files.ts'
import {
  documentIn,
  type FileFlags,
  type FormatName,
  formatNames,
  formatOf,
  type PrintedFormat,
  printedFormats,
} from '../formats/formats.ts'
import { pathInRepository } from '../formats/path-in-repository.ts'
import { type FormatContext, type ReportSubject, reportContext } from '../formats/reported.ts'
import { ownReporters, type ReporterFlags, reportToOwn } from './own-reporter.ts'

export function filesOf(flags: FileFlags): { name: FormatName; file: string }[] {
  return formatNames.flatMap((name) => {
    const file = flags[name]
    return typeof file === 'string' ? [{ name, file }] : []
  })
}

/** The format that flags ask for on standard output instead of a text for people. */
export function printedFormat({ reporter, ...flags }: FileFlags & { reporter?: string }): PrintedFormat | null {
  return printedFormats.find((name) => name === reporter || flags[name] === true) ?? null
}

/** Whether what is asked for holds what was said in conversations that passed, so that a run has to keep it. */
export function holdsPassed({ reporter, ...flags }: FileFlags & { reporter?: string }): boolean {
  return formatNames.some((name) => (flags[name] !== undefined || name === reporter) && formatOf(name).holdsPassed)
}

/** Each atomically; one that fails does not stop the others. Reporters of one's own are called last. */
export async function writeReports(
  reported: ReportSubject,
  flags: FileFlags & ReporterFlags,
  textOf: TextOf,
  sinks: Sinks,
  partialContext: Partial<FormatContext> = {},
): Promise<void> {
  const { json } = flags
  const context = reportContext(textOf, {
    ...partialContext,
    tell: complain,
    ...(typeof json === 'string' && { resultFile: json }),
  })
  await writeFiles(reported, flags, sinks, context)
  for (const own of await ownReporters(flags))
    await sinks.fill(async () => {
      const document = holdWhole(await documentIn(reported, textOf), context)
      sinks.fillLast(() => reportToOwn(own, document))
    })
}

/** The same without reporters of one's own. */
export async function writeFiles(
  reported: ReportSubject,
  flags: FileFlags,
  sinks: Sinks,
  context: FormatContext = reportContext(() => undefined, { tell: complain }),
): Promise<void> {
  for (const { name, file } of filesOf(flags)) await sinks.fill(() => writeFormat(name, file, reported, context))
}

/** The document with the conversations of its findings whole, for when what holds them is closed. */
function holdWhole(document: ReportDocument, { wholeOf }: FormatContext): ReportDocument {
  return { ...document, findings: document.findings.map((each) => ({ ...each, runs: each.runs.map(wholeOf) })) }
}

async function writeFormat(
  kind: FormatName,
  file: string,
  reported: ReportSubject,
  context: FormatContext,
): Promise<void> {
  const { write, post, printedBy } = formatOf(kind)
  if (post !== undefined && isCollector(file)) {
    const { sendOtlp } = await import('./send-otlp.ts')
    await sendOtlp(file, withoutSecrets(await post(reported, context, file)))
    return
  }
  if (printedBy === 'dash' && file === '-') print(await formatReport(kind, reported, context))
  else await writeGivenInTurns(file, await write(reported, context, file), { flag: `--${kind}`, kind })
}

function* withoutSecrets(documents: Iterable<string>): Generator<string> {
  for (const document of documents) yield redactKeys(document)
}

export async function formatReport(name: FormatName, reported: ReportSubject, context: FormatContext): Promise<string> {
  const text = await formatOf(name).write(reported, context, '-')
  return typeof text === 'string' ? text : [...text].join('')
}

/** In a step of GitHub Actions, unless `TABLEREAD_ANNOTATIONS` is `off`; nothing elsewhere, or of a shard: merge judges. */
export async function annotateLines(
  reported: ReportSubject,
  textOf: TextOf,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  if (!showsAnnotations(env) || ('shard' in reported && reported.shard !== undefined)) return
  const { annotate } = await import('../../report/github/annotations.ts')
  const lines = annotate(await documentIn(reported, textOf), (file) => pathInRepository(file, env))
  if (lines !== '') command(lines)
}

/** The same for files that are broken, so that there is nothing to report. */
export async function annotateBroken(
  problems: readonly Problem[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  if (problems.length === 0 || !showsAnnotations(env)) return
  const { annotateProblems } = await import('../../report/github/annotations.ts')
  command(annotateProblems(problems, (file) => pathInRepository(file, env)))
}

const showsAnnotations = ({ GITHUB_ACTIONS, TABLEREAD_ANNOTATIONS }: NodeJS.ProcessEnv): boolean =>
  GITHUB_ACTIONS === 'true' && TABLEREAD_ANNOTATIONS !== 'off'
