import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { nearHint } from '../../../base/files/near-path.ts'
import { redactKeysIn } from '../../../base/secrets/secret-keys.ts'
import { onOneLine } from '../../../base/text/wording.ts'
import { readFiles } from '../../../import/sessions/read-files.ts'
import { describeUnknown } from '../../../import/sessions/read-talk.ts'
import type { RefusedTalk, TalksRead } from '../../../import/sessions/talk.ts'
import { formatOf, readTraces, type TracesFound } from '../../../import/traces/read-traces.ts'
import type { TraceFormat } from '../../../import/traces/trace-format.ts'
import type { Client } from '../../../wire/client/client.ts'
import { describeFailure } from '../../../wire/client/describe-failure.ts'
import { openConcealer } from '../../config/open-concealer.ts'
import type { RunSettled } from '../../config/settings.ts'
import { UsageError } from '../../edge/usage-error.ts'
import { showPath } from '../../files/find-suites.ts'
import { openTarget } from '../../target/target.ts'

/** Conversations from files and from the service; `unanswered` when the service did not answer for at least one. */
export interface GatheredTalks extends TalksRead {
  unanswered: boolean
  /** The format detected for each file, if `--from` was given. */
  took: TracesFound['formats']
}

/** Any name but a file's is a session's id; with `from`, files are other tools' traces. @throws UsageError */
export async function gatherTalks(
  sources: readonly string[],
  settings: RunSettled,
  from?: TraceFormat | 'auto',
): Promise<GatheredTalks> {
  const all: GatheredTalks = { talks: [], refused: [], unanswered: false, took: [] }
  const ids = sources.filter((each) => !existsSync(resolve(settings.folder, each)))
  const missing = ids.find((each) => /[\\/]|\.(?:jsonl?|ndjson|ya?ml|txt|csv)$/.test(each))
  if (missing !== undefined)
    throw new UsageError(
      `there is no file or folder ${missing}`,
      nearHint(resolve(settings.folder, missing)) ?? 'name a file, a folder, or the id of a session',
    )
  if (ids[0] !== undefined && from !== undefined && from !== 'auto')
    throw new UsageError(`there is no file or folder ${ids[0]}`, `name files of ${from}, or folders of them`)
  if (ids.length > 0 && settings.target === null)
    throw new UsageError(
      `${ids[0]} is no file, and there is no service to fetch a session from`,
      'give --target, or the name of a file that is there',
    )
  const conceal = openConcealer(settings, {})
  const show = (file: string): string => showPath(file, settings.folder)
  const take = ({ talks, refused }: TalksRead): void => {
    all.talks.push(...talks)
    // The message quotes the refused value.
    all.refused.push(...refused.map((each) => ({ ...each, message: conceal.rest(each.message) })))
  }
  const paths = sources.filter((path) => !ids.includes(path)).map((path) => resolve(settings.folder, path))
  if (from === undefined) for (const path of paths) take(withNames(path, show, readFiles(path, show)))
  else {
    const traces = readTraces(paths, from, show)
    all.took.push(...traces.formats)
    take(traces)
  }
  if (ids.length === 0) return all
  const target = await openTarget(settings)
  try {
    for (const id of ids) await fetchTalk(id, target.client, all, settings)
  } finally {
    await target.close()
  }
  return all
}

/** If a file has no session but looks like a trace, says so once, instead of listing what each line lacks. */
function withNames(path: string, show: (path: string) => string, read: TalksRead): TalksRead {
  if (read.talks.length > 0 || read.refused.length === 0) return read
  const format = formatOf(path)
  if (format === null || format === 'session') return read
  const origin = { file: show(path), line: 1, column: 1 }
  const message = `this is not a session: it looks like ${format}`
  return { talks: [], refused: [{ origin, message, hint: `import it with --from ${format}` }] }
}

async function fetchTalk(id: string, client: Client, all: GatheredTalks, settings: RunSettled): Promise<void> {
  const origin = { file: `session ${id}`, line: 0, column: 0 }
  const answer = await client.fetchSession(id)
  if (answer.ok) {
    all.talks.push({ session: answer.data, origin, stored: true, leftOut: describeUnknown(redactKeysIn(answer.data)) })
    return
  }
  if (answer.failure.kind !== 'refused') all.unanswered = true
  const hint = answer.failure.kind === 'refused' ? "the key must belong to the session's workspace" : 'is it up?'
  const message = describeFailure(answer.failure)
  all.refused.push({ origin, message: openConcealer(settings, {}).rest(message), hint })
}

/** What could not be imported, in the format of problems in files: `file:line:column: message`, then the hint. */
export function describeRefused({ origin: { file, line, column }, message, hint }: RefusedTalk): string {
  const place = line === 0 ? file : `${file}:${line}:${column}`
  return [`${place}: ${message}`, `   hint: ${hint}`].map(onOneLine).join('\n')
}

/** Refuses to print both a draft and its summary in Markdown. @throws UsageError */
export function insistDraft({ output, markdown }: { output?: string; markdown?: string }): void {
  if (output !== undefined || markdown !== '-') return
  throw new UsageError('the draft and --markdown - would both go to standard output', 'name a file for one of them')
}
