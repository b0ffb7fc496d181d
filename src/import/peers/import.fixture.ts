import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { Conversation } from '../../suite/language/script/conversation.ts'
import { parseScript } from '../../suite/language/script/parse.ts'
import type { DraftTable, Peer, ShownState } from './draft/draft.ts'
import { importPeers, type PeerImport } from './import-peers.ts'

/** Imports files by their names and texts. The suites are parsed again: an invalid one is an error. */
export function importFiles(
  files: Record<string, string | Buffer>,
  from: Peer | null = null,
  shows: readonly ShownState[] = [],
): PeerImport {
  const folder = mkdtempSync(join(tmpdir(), 'tableread-peers-'))
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    const draft = importPeers([folder], {
      from,
      agent: 'order-desk',
      shows,
      tables: true,
      show: (path) => relative(folder, path),
    })
    for (const suite of draft.suites) conversationsOf(suite.text, suite.tables)
    return draft
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The conversations of a suite, as parsed. @throws Error when it is broken */
export function conversationsOf(text: string, tables: readonly DraftTable[] = []): Conversation[] {
  const parsed = parseScript(text, 'suite.yaml', (file) => {
    const content = tables.find(({ name }) => name === file)?.text
    return content === undefined ? null : { file, content }
  })
  if (!parsed.ok) throw new Error(`${JSON.stringify(parsed.problems)}\n${text}`)
  return parsed.script.conversations
}

/** The lines of the only suite from `conversations:` on. @throws Error when there is not one suite */
export function onlySuite(draft: PeerImport): string {
  const [only, second] = draft.suites
  if (only === undefined || second !== undefined) throw new Error(JSON.stringify(draft, null, 2))
  return only.text.slice(only.text.indexOf('conversations:\n') + 'conversations:\n'.length)
}

/** What was lost or changed, each with its line. */
export const noteLines = ({ suites }: PeerImport): string[] =>
  suites.flatMap(({ notes }) => notes.map(({ kind, what, why, origin }) => `${origin.line} ${kind} ${what}: ${why}`))

/** What was refused, each with its line. */
export const refusedOf = ({ refused }: PeerImport): string[] =>
  refused.map(({ origin, message }) => `${origin.line} ${message}`)
