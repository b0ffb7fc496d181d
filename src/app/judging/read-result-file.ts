import { relative, resolve } from 'node:path'
import { mostKept, readBytes, readText } from '../../base/files/files.ts'
import { nearHint } from '../../base/files/near-path.ts'
import { quoteWord } from '../../base/json/quoting.ts'
import { starPrivate } from '../../base/privacy/stars.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { readJournal, resultsIn } from '../../records/journal/read-journal.ts'
import { cutOff, readResult } from '../../records/schema/read-result.ts'
import { type ResultKind, verbOf } from '../../records/schema/result-kinds.ts'
import type { ResultOf } from '../../records/schema/result-shapes.ts'
import type { MergeOutcome } from '../../records/shards/parts.ts'
import type { TextOf } from '../../report/text/reporter.ts'
import { type Concealer, concealResult } from '../config/concealer.ts'
import { loadConfig } from '../config/load-config.ts'
import { openConcealer, type ShowPrivateFlag } from '../config/open-concealer.ts'
import type { RunSettled } from '../config/settings.ts'
import { UsageError } from '../edge/usage-error.ts'

type ResultFile = { [K in ResultKind]: { file: string; kind: K; result: ResultOf<K> } }[ResultKind]

/** The settings that decide what may be shown of a result: what the project declares private may not. */
export type DisplaySettings = Pick<RunSettled, 'redact'> & ShowPrivateFlag

/** Reads those settings from the config. @throws UsageError for a config that cannot be read */
export async function readDisplaySettings({
  config,
  ...flags
}: ShowPrivateFlag & { config?: string }): Promise<DisplaySettings> {
  const { redact = [] } = (await loadConfig(process.cwd(), config)).config
  return { redact, ...flags }
}

/** That what wrote a file ended before anything was judged, or before the file was whole. */
export class NoResultError extends UsageError {
  readonly reason: string

  constructor(reason: string, message: string, hint: string) {
    super(message, hint)
    this.reason = starPrivate(reason)
  }
}

/** Any result, redacted. @throws UsageError for a file that is missing, broken or of another version */
export function readAnyResultFile(file: string, display: DisplaySettings): ResultFile {
  let text: string
  try {
    text = readText(file, mostKept)
  } catch (error) {
    const isCut = (error as NodeJS.ErrnoException).code === 'EILSEQ' && endsWithinCharacter(file)
    const [message, hint] = [
      `${file} cannot be read: ${(error as Error).message}`,
      nearHint(resolve(file)) ?? 'name the file that --json wrote',
    ]
    throw isCut ? new NoResultError(cutOff, message, hint) : new UsageError(message, hint)
  }
  const read = readResult(text)
  if (!read.ok) {
    const place = read.at === null ? '' : `:${read.at.line}:${read.at.column}`
    const message = `${file}${place}: ${read.message}`
    if (read.reason === undefined) throw new UsageError(message, read.hint)
    throw new NoResultError(openConcealer(display, display).rest(read.reason), message, read.hint)
  }
  const { kind, result } = read
  return { file, kind, result: concealResult(result, openConcealer(display, display)) } as ResultFile
}

/** As a file may that was cut off. */
function endsWithinCharacter(file: string): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(readBytes(file, mostKept), { stream: true })
    return true
  } catch {
    return false
  }
}

/** The same of a run or a comparison. @throws UsageError for any other result too */
export function readResultFile(
  file: string,
  display: DisplaySettings,
): Extract<ResultFile, { kind: 'run' | 'comparison' }> {
  const read = readAnyResultFile(file, display)
  if (read.kind === 'run' || read.kind === 'comparison') return read
  throw new UsageError(
    `${file} is the result of tableread ${verbOf[read.kind]}, where one of a run or a comparison belongs`,
    `tableread report ${quoteWord(file)} reads it`,
  )
}

/** A journal's conversations, redacted, and how many are missing; null for another file. @throws UsageError */
export function readJournalFile(
  path: string,
  file: string,
  conceal: Concealer,
): { conversations: ConversationResult[]; lacking: number } | null {
  try {
    const read = readJournal(path)
    if (read === null) return null
    const conversations = resultsIn(path, read).map((each) => conceal.conversation(each, null))
    return { conversations, lacking: Math.max(0, read.header.conversations - conversations.length) }
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`, 'name a result or a journal of a run')
  }
}

/** Only suites below the current folder are read: a result may come from somebody else, a report go to anybody. */
export function suiteTexts(display: DisplaySettings): TextOf {
  const conceal = openConcealer(display, display)
  const texts = new Map<string, string | undefined>()
  return (file) => {
    if (!texts.has(file)) {
      const text = readSuite(file)
      texts.set(file, text === undefined ? undefined : conceal.excerptOf(file, text))
    }
    return texts.get(file)
  }
}

/** The path of a suite that a result names, from the current folder; null for one that is not below it. */
export function suiteBelow(file: string): string | null {
  const path = relative(process.cwd(), resolve(file))
  return !/\.ya?ml$/i.test(path) || /^(\.\.|[\\/]|[A-Za-z]:)/.test(path) ? null : path
}

function readSuite(file: string): string | undefined {
  const path = suiteBelow(file)
  try {
    return path === null ? undefined : readText(path)
  } catch {
    return undefined // without the file a report only lacks excerpts
  }
}

/** The merged result. @throws UsageError that says why merging failed */
export function insistMerged<T>(merged: MergeOutcome<T>): T {
  if (merged.ok) return merged.result
  throw new UsageError(merged.message, merged.hint)
}
