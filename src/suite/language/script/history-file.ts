import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json/json.ts'
import { parseExactJson, parseIfJson } from '../../../base/json/json-text.ts'
import { cutText } from '../../../base/privacy/cut.ts'
import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import { isUsualEntry } from '../../../wire/api/usual.ts'
import type { WithPlace } from '../../yaml/place.ts'
import { type Reading, refuse } from '../../yaml/shape.ts'
import { type HistoryTurn, refuseUnanswered } from './history.ts'
import type { OpenIncluded } from './include-files.ts'
import type { Script } from './script.ts'

const mostData = 10_000_000

/** Reads the histories that conversations take from files; undefined once a problem with one has been reported. */
export function loadHistories(script: Script, reading: Reading, open: OpenIncluded): Script | undefined {
  const before = reading.problems.length
  const conversations = script.conversations.map((conversation) => {
    const { history } = conversation
    const { from } = history ?? {}
    if (history === undefined || from === undefined) return conversation
    return { ...conversation, history: { ...history, exchanges: readHistory(from, reading, open) } }
  })
  return reading.problems.length > before ? undefined : { ...script, conversations }
}

function readHistory({ value: path, at }: WithPlace<string>, reading: Reading, open: OpenIncluded): HistoryTurn[] {
  const refused = (message: string, hint: string): HistoryTurn[] => {
    refuse(reading, 'unreadable', at, message, hint)
    return []
  }
  const includedFile = open(path, mostData)
  if (includedFile === null || 'reason' in includedFile)
    return refused(
      `the file ${path} cannot be read${includedFile === null ? '' : `: ${includedFile.reason}`}`,
      'paths are relative to the suite, within the project',
    )
  const parsed = parseIfJson(includedFile.content, parseExactJson)
  const transcript = parsed === undefined ? undefined : transcriptIn(parsed)
  const needed = 'name the .json file of a stored session, as the session fetch answers it, with its transcript'
  if (transcript === undefined) return refused(`${cutText(path, 60)} is no stored session`, needed)
  const entries: TranscriptEntry[] = []
  for (const [index, each] of transcript.entries()) {
    const entry = readEntry(each)
    if (entry === null) return refused(`transcript[${index}] of ${cutText(path, 60)} is no entry of a session`, needed)
    entries.push(entry)
  }
  if (entries.length === 0) return refused(`the session in ${cutText(path, 60)} is empty`, needed)
  const exchanges = cutStored(entries, at)
  return refuseUnanswered(exchanges, reading) ? [] : exchanges
}

/** Members that a service may leave out where there is nothing (TRN-06, CNT-02), by the type of an entry or item. */
const absent: Readonly<Record<string, JsonObject>> = {
  message: { senderId: null, senderName: null, agentName: null, metadata: null },
  function_call: { phase: null },
  function_call_output: { phase: null, executionTimeMs: null },
  image: { caption: '' },
  video: { caption: '' },
}

/** An entry with all its members; null for what is none. */
function readEntry(value: JsonValue): TranscriptEntry | null {
  const whole = withAbsent(value)
  const { content } = whole
  const entry = Array.isArray(content) ? { ...whole, content: content.map(withAbsent) } : whole
  return isUsualEntry(entry) ? (entry as unknown as TranscriptEntry) : null
}

function withAbsent(value: JsonValue): JsonObject {
  return isJsonObject(value) ? { ...absent[String(value.type)], ...value } : {}
}

/** The transcript of a session, of an answer that holds one, or the entries themselves. */
function transcriptIn(value: JsonValue): readonly JsonValue[] | undefined {
  if (Array.isArray(value)) return value
  if (!isJsonObject(value)) return undefined
  if (Array.isArray(value.transcript)) return value.transcript
  return isJsonObject(value.data) ? transcriptIn(value.data) : undefined
}

/** Stored entries as exchanges; those before the first message belong to it, unless the agent speaks there. */
function cutStored(entries: readonly TranscriptEntry[], at: WithPlace<string>['at']): HistoryTurn[] {
  const exchanges: HistoryTurn[] = []
  for (const stored of entries) {
    const isUser = stored.type === 'message' && stored.role === 'user'
    const last = exchanges.at(-1)
    const begins =
      last === undefined || (isUser && last.entries.some((each) => 'stored' in each && speaks(each.stored)))
    if (begins) exchanges.push({ turn: { at, user: null }, entries: [{ stored }] })
    else last.entries.push({ stored })
    const current = exchanges.at(-1)
    if (!isUser || current === undefined || current.turn.user !== null) continue
    current.turn.user = { value: wordsOf(stored), at }
  }
  return exchanges
}

const speaks = (entry: TranscriptEntry): boolean => entry.type === 'message' && entry.role !== 'backgroundAgent'

function wordsOf({ content }: TranscriptEntry & { type: 'message' }): string {
  return content.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join('\n')
}
