import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { redactKeysIn } from '../../../../base/secrets/secret-keys.ts'
import { type ImportedTalks, importTalks } from '../../../../import/sessions/import-talks.ts'
import type { RefusedTalk } from '../../../../import/sessions/talk.ts'
import { nameFormat } from '../../../../import/traces/recognise-format.ts'
import { type TraceFormat, traceFormats } from '../../../../import/traces/trace-format.ts'
import { sessionsDocument } from '../../../../report/studies/import.ts'
import { findersOf } from '../../../config/concealer.ts'
import { readWhole } from '../../../config/flag-values.ts'
import { settle } from '../../../config/settings.ts'
import { tablereadVersion } from '../../../edge/package-version.ts'
import { complain, print, warn } from '../../../edge/print.ts'
import { openSinks } from '../../../edge/sinks.ts'
import { UsageError } from '../../../edge/usage-error.ts'
import { schemaOf } from '../../../files/find-suites.ts'
import { writeGiven } from '../../../files/given-files.ts'
import type { ImportFlags } from '../../../flags/result-flags.ts'
import { isForPeople, writeDocument } from '../../../reports/write-study.ts'
import { type GatheredTalks, gatherTalks, insistDraft } from '../../talks/gather-talks.ts'

/** 0 when all is in the draft, 1 when not, 2 when nothing is, 3 when the service did not answer. @throws UsageError */
export async function importSessions(paths: readonly string[], flags: ImportFlags): Promise<number> {
  const keep = flags.keep === 'all' ? Number.MAX_SAFE_INTEGER : readWhole('--keep', flags.keep, keepBounds)
  const settings = await settle([], flags, process.env)
  const { output, recordings } = flags
  insistDraft(flags)
  for (const file of [output, recordings]) insistNew(file, flags.force === true)
  const read = await gatherTalks(paths, settings, isTraceSource(flags.from) ? flags.from : undefined)
  // A user may have told an agent the key, and names and excerpts would show parts of it.
  const talks = redactKeysIn(read.talks)
  const talksImported = await importTalks(talks, {
    suite: flags.suite,
    schema: schemaOf(resolve(settings.folder, output ?? 'imported.yaml'), settings.folder),
    agent: flags.agent ?? null,
    keep,
    recordings: recordings !== undefined,
    everyTurn: flags.everyTurn === true,
    exact: flags.calls === 'exactly',
    custom: findersOf(settings.redact),
  })
  const imported = redactKeysIn(talksImported)
  const refused = [...read.refused, ...imported.refused]
  const sinks = openSinks()
  const { text } = imported
  if (output !== undefined && text !== null)
    await sinks.fill(() => writeGiven(resolve(settings.folder, output), text, { displayPath: output }))
  if (recordings !== undefined && imported.recordings.length > 0)
    await sinks.fill(() =>
      writeGiven(
        resolve(settings.folder, recordings),
        imported.recordings.map((each) => `${JSON.stringify(each)}\n`).join(''),
        { displayPath: recordings },
      ),
    )
  if (flags.from === 'auto') for (const { file, format } of read.took) warn(`${file}: read as ${nameFormat(format)}`)
  const result = toJson(imported, refused, output ?? null, read.took, flags.everyTurn)
  if (output === undefined && text !== null && isForPeople(flags)) print(text)
  const document = sessionsDocument(result, tablereadVersion())
  await writeDocument({ result, document }, flags, sinks, { isListed: true, write: complain })
  if (imported.text === null) return read.unanswered ? 3 : 2
  return sinks.end(refused.length > 0 ? 1 : 0)
}

export function isTraceSource(from: string | undefined): from is TraceFormat | 'auto' {
  return from === 'auto' || traceFormats.some((format) => format === from)
}

const keepBounds = { most: 999_999, or: 'all' }

/** Somebody may have reviewed the existing suite, so it is not overwritten. */
function insistNew(file: string | undefined, force: boolean): void {
  if (file === undefined || force || !existsSync(file)) return
  throw new UsageError(`${file} is there already`, 'name another file, or overwrite it with --force')
}

function toJson(
  { text, conversations, clusters, masked }: ImportedTalks,
  refused: readonly RefusedTalk[],
  output: string | null,
  sourceFiles: GatheredTalks['took'],
  everyTurn: boolean | undefined,
) {
  const files = sourceFiles.length === 0 ? {} : { files: sourceFiles }
  const paths = clusters.map(({ path, kept, count: stands }) => ({ path, kept: kept.length, sessions: stands }))
  return {
    schemaVersion: 1,
    output,
    ...(output === null ? { text } : {}),
    conversations,
    ...(everyTurn === true ? { everyTurn } : {}),
    paths,
    masked,
    refused,
    ...files,
  }
}
