import { basename } from 'node:path'
import { startSuite } from '../draft/draft.ts'
import { nameOnce } from '../draft/name-once.ts'
import type { PeerDrafts } from '../draft/peer-drafts.ts'
import type { SourceFile } from '../draft/source-file.ts'
import { type BotiumFile, startFile } from './convo.ts'
import { draftConvo } from './draft-convo.ts'
import { buildLibrary } from './library.ts'
import { readData } from './read-data.ts'
import { readMarkdown } from './read-markdown.ts'
import { readTable } from './read-table.ts'
import { readText } from './read-text.ts'

/** Makes suites of Botium's files, one of each that has convos; utterances, partial convos and memory of all of them are known in each. */
export function draftBotium(sources: readonly SourceFile[]): PeerDrafts {
  const files = sources.map((source) => ({ source, read: readFile(source) }))
  const library = buildLibrary(files.map(({ read }) => read))
  const drafts: PeerDrafts = { suites: [], refused: [] }
  for (const { source, read } of files) {
    const suite = startSuite(source.name, basename(source.name).replace(/(?:\.convo)?\.\w+$/i, ''))
    const taken = new Set<string>()
    suite.refused.push(...read.refused)
    for (const convo of read.convos) {
      const conversation = draftConvo(convo, library)
      if (conversation === null) suite.refused.push(empty(convo.origin))
      else suite.conversations.push({ ...conversation, name: nameOnce(conversation.name, suite.name, taken) })
    }
    if (suite.conversations.length > 0) drafts.suites.push(suite)
    else drafts.refused.push(...suite.refused)
  }
  const users = new Map<string, string[]>()
  for (const [file, by] of library.used) users.set(by, [...(users.get(by) ?? []), file])
  for (const suite of drafts.suites) suite.uses = (users.get(suite.file) ?? []).filter((file) => file !== suite.file)
  for (const { source, read } of files) {
    if (read.convos.length + read.refused.length > 0 || library.used.has(source.name)) continue
    drafts.refused.push({ origin: { file: source.name, line: 1, column: 1 }, ...uselessness(read) })
  }
  return drafts
}

function empty(origin: { file: string; line: number; column: number }) {
  return { origin, message: 'nothing is said in this convo', hint: 'a convo has sections such as #me and #bot' }
}

function uselessness(read: BotiumFile): { message: string; hint: string } {
  const what =
    read.partials.length > 0
      ? 'a partial convo'
      : read.utterances.length > 0
        ? 'utterances'
        : read.memories.length > 0
          ? 'scripting memory'
          : null
  if (what === null) return { message: 'there is no convo in this file', hint: 'write convos:, or name another file' }
  return {
    message: `there is nothing in this file but ${what}, and no convo that was imported refers to it`,
    hint: 'import it together with the convos that do',
  }
}

function readFile(source: SourceFile): BotiumFile {
  const { path, name, document } = source
  if (document !== null) {
    if (document.ok) return readData(document.root, name)
    const refused = document.problems.map(({ at, message, hint = 'mend the file' }) => ({
      origin: { file: name, line: at.line, column: at.column },
      message,
      hint,
    }))
    return { ...startFile(), refused }
  }
  if (/\.md$/i.test(path)) return readMarkdown(source)
  return /\.csv$/i.test(path) ? readTable(source) : readText(source)
}
