import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { cutText } from '../../../base/privacy/cut.ts'
import { redactKeysIn } from '../../../base/secret-keys.ts'
import { count } from '../../../base/wording.ts'
import type { Imported } from '../../../import/sessions/import-talks.ts'
import { readFiles } from '../../../import/sessions/read-files.ts'
import { tellUnknown } from '../../../import/sessions/read-talk.ts'
import type { Refused, TalksRead } from '../../../import/sessions/talk.ts'
import type { Client } from '../../../wire/client/client.ts'
import { describeFailure } from '../../../wire/client/describe-failure.ts'
import { shown } from '../../project/find-suites.ts'
import { openConcealer } from '../../project/open-concealer.ts'
import type { RunSettled } from '../../project/settings.ts'
import { openTarget } from '../../project/target.ts'
import { UsageError } from '../../project/usage-error.ts'

/**
 * Conversations from files and from the service; `unanswered` when the service did not answer for at least one of them.
 */
interface Gathered extends TalksRead {
  unanswered: boolean
}

/**
 * Reads what was named: an existing file or folder, or else the id of a session, which is fetched from the target.
 * @throws UsageError when nothing is named, a file is missing, or there is no service to fetch from
 */
export async function gatherTalks(given: readonly string[], settled: RunSettled): Promise<Gathered> {
  const all: Gathered = { talks: [], refused: [], unanswered: false }
  const ids = given.filter((each) => !existsSync(resolve(settled.folder, each)))
  const missing = ids.find((each) => /[\\/]|\.(?:jsonl?|ndjson|ya?ml|txt|csv)$/.test(each))
  if (missing !== undefined)
    throw new UsageError(`there is no file or folder ${missing}`, 'name a file, a folder, or the id of a session')
  if (ids.length > 0 && settled.target === null)
    throw new UsageError(
      `${ids[0]} is no file, and there is no service to fetch a session from`,
      'give --target, or the name of a file that is there',
    )
  const conceal = openConcealer(settled, {})
  for (const path of given) {
    if (ids.includes(path)) continue
    const { talks, refused } = readFiles(resolve(settled.folder, path), (file) => shown(file, settled.folder))
    all.talks.push(...talks)
    // A refusal quotes the value that it is about.
    all.refused.push(...refused.map((each) => ({ ...each, message: conceal.rest(each.message) })))
  }
  if (ids.length === 0) return all
  const target = await openTarget(settled)
  try {
    for (const id of ids) await fetchTalk(id, target.client, all, settled)
  } finally {
    await target.close()
  }
  return all
}

async function fetchTalk(id: string, client: Client, all: Gathered, settled: RunSettled): Promise<void> {
  const origin = { file: `session ${id}`, line: 0, column: 0 }
  const answer = await client.fetchSession(id)
  if (answer.ok) {
    all.talks.push({ session: answer.data, origin, stored: true, leftOut: tellUnknown(redactKeysIn(answer.data)) })
    return
  }
  if (answer.failure.kind !== 'refused') all.unanswered = true
  const hint = answer.failure.kind === 'refused' ? 'the key must be of the workspace that has it' : 'is it up?'
  const message = describeFailure(answer.failure)
  all.refused.push({ origin, message: openConcealer(settled, {}).rest(message), hint })
}

/** What could not be imported, in the format of problems in files: `file:line:column: message`, then the hint. */
export function describeRefused({ origin: { file, line, column }, message, hint }: Refused): string {
  return `${line === 0 ? file : `${file}:${line}:${column}`}: ${message}\n   hint: ${hint}`
}

/** A summary of an import in a few lines. */
export function describeImport(imported: Imported, refused: number, output: string | null): string {
  const { conversations, clusters, masked, text } = imported
  if (text === null) return `\nnothing was imported${refused === 0 ? ': no session was named' : ''}\n`
  const sessions = clusters.reduce((sum, each) => sum + each.count, 0)
  const many = clusters.filter((each) => each.count > each.kept.length).sort((a, b) => b.count - a.count)
  const hidden = Object.entries(masked).map(([kind, number]) => `${number} ${kind}`)
  return `${[
    '',
    `${count(conversations, 'conversation')} from ${count(sessions, 'session')}, ${count(clusters.length, 'path')} of calls${output === null ? '' : `, written to ${output}`}`,
    ...many.slice(0, 10).map((each) => `  ${each.kept.length} stands for ${each.count}: ${cutText(each.path, 100)}`),
    ...(many.length > 10
      ? [`  and ${many.length - 10} more paths that several sessions took (--keep all keeps every session)`]
      : []),
    `masked: ${hidden.length === 0 ? 'nothing was found' : hidden.join(', ')}`,
    ...(refused === 0 ? [] : [`not imported: ${refused}, listed above`]),
    'read the draft for personal data that is left, then write reviewed: true under masking:',
  ].join('\n')}\n`
}
