import { resolve } from 'node:path'
import { isWithin } from '../../base/files/files.ts'
import { count } from '../../base/text/wording.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { openConcealer } from '../config/open-concealer.ts'
import { UsageError } from '../edge/usage-error.ts'
import { insistWithin, showPath } from '../files/find-suites.ts'
import { readDisplaySettings, readJournalFile, readResultFile, suiteTexts } from '../judging/read-result-file.ts'
import type { Desk, DeskRun, KeptComparison } from './desk.ts'

/** The last run of this server, or a file with a result or a journal. @throws UsageError if there is none */
export async function findRun(desk: Desk, file: string | undefined): Promise<DeskRun> {
  if (file === undefined) {
    if (desk.lastRun !== null) return desk.lastRun
    throw new UsageError(
      'this server has run nothing yet',
      'call run_suites first, or name a result: a file that tableread run --json wrote',
    )
  }
  const read = await readKept(desk, file)
  if (!('comparison' in read)) return read
  const { from, comparison, textOf } = read
  return { from, conversations: sidesOf(read), problems: comparison.problems, lacking: 0, textOf }
}

/** The comparison to read from. @throws UsageError if there is none */
export async function findComparison(desk: Desk, file: string | undefined): Promise<KeptComparison> {
  if (file === undefined) {
    if (desk.lastComparison !== null) return desk.lastComparison
    throw new UsageError(
      'this server has compared nothing yet',
      'call compare_versions first, or name a file that tableread compare --json wrote',
    )
  }
  const read = await readKept(desk, file)
  if ('comparison' in read) return read
  throw new UsageError(`${file} holds a run and no comparison`, 'read it with read_failures')
}

async function readKept(desk: Desk, resultPath: string): Promise<DeskRun | KeptComparison> {
  const path = resolve(desk.folder, resultPath)
  insistWithin(path, resultPath, desk.folder)
  const { config } = desk.flags
  const allowed = await readDisplaySettings(config === undefined ? {} : { config })
  const texts = suiteTexts(allowed)
  const textOf: DeskRun['textOf'] = (file) =>
    isWithin(resolve(desk.folder, file), desk.folder) ? texts(file) : undefined
  const from = showPath(path, desk.folder)
  const journal = readJournalFile(path, from, openConcealer(allowed, {}))
  if (journal !== null) return { from, ...journal, problems: [], textOf }
  const read = readResultFile(path, allowed)
  if (read.kind === 'comparison') return { from, comparison: read.result, textOf }
  const { conversations, problems } = read.result
  return { from, conversations, problems, lacking: 0, textOf }
}

/** Says that a run is incomplete; empty if it is complete. */
export function describeLacking({ conversations, lacking }: Pick<DeskRun, 'conversations' | 'lacking'>): string {
  if (lacking === 0) return ''
  return `${count(lacking, 'conversation')} of ${conversations.length + lacking} have no result: not reached, or not judged`
}

function sidesOf({ comparison }: KeptComparison): ConversationResult[] {
  return comparison.conversations.flatMap(({ shown: { a, b } }) => [a, b].filter((each) => each !== null))
}
