import { groupBy } from '../../base/group-by.ts'
import { isJsonObject, type JsonValue } from '../../base/json/json.ts'
import { foreignFile } from '../kinds/foreign-file.ts'
import { placeIn } from '../sessions/place-in-json.ts'
import { filesAt, readDocuments, unreadable } from '../sessions/read-files.ts'
import { readTalks } from '../sessions/read-talk.ts'
import type { Origin, RefusedTalk, TalksRead } from '../sessions/talk.ts'
import { readAiSdk } from './ai-sdk.ts'
import { assemble, type TracedConversation } from './assemble.ts'
import { cutMessages } from './cut-off.ts'
import { asKnown } from './foreign-shape.ts'
import { readLangfuse } from './langfuse.ts'
import { readLangsmith } from './langsmith.ts'
import { readOpenaiChat } from './openai-chat.ts'
import { readOpenaiResponses } from './openai-responses.ts'
import { readOtlp } from './otlp.ts'
import { type FileFormat, type Mark, marksIn, nameFormat, plainMessages } from './recognise-format.ts'
import { asFarAsKnown, toTalk } from './to-talk.ts'
import { kindName, type TraceDocument, type TracesRead } from './trace.ts'
import { type TraceFormat, traceFormats } from './trace-format.ts'

/** Conversations found in traces, and the format that each file was read as. */
export interface TracesFound extends TalksRead {
  formats: { file: string; format: FileFormat }[]
}

const readers: Record<TraceFormat, (documents: readonly TraceDocument[]) => TracesRead> = {
  'openai-chat': readOpenaiChat,
  'openai-responses': readOpenaiResponses,
  'ai-sdk': readAiSdk,
  otlp: readOtlp,
  langfuse: readLangfuse,
  langsmith: readLangsmith,
}

interface ReadFile {
  name: string
  documents: { value: JsonValue; text: string; origin: Origin }[]
}

/** Conversations of files and folders, put together across all. `auto` recognises formats; unclear is refused. */
export function readTraces(
  paths: readonly string[],
  from: TraceFormat | 'auto',
  show: (path: string) => string,
): TracesFound {
  const traces: TracesFound = { talks: [], refused: [], formats: [] }
  const files: (ReadFile & { format: FileFormat })[] = []
  for (const path of paths) {
    for (const file of openFiles(path, show, traces)) {
      if (file.documents.length === 0) continue
      const choice = chooseFormat(file, from)
      if ('message' in choice) traces.refused.push({ origin: { file: file.name, line: 1, column: 1 }, ...choice })
      else {
        traces.formats.push({ file: file.name, format: choice.format })
        files.push({ ...file, format: choice.format })
      }
    }
  }
  for (const group of groupBy(files, ({ format }) => format)) {
    const { format } = group[0]
    const documents = group.flatMap((file) => file.documents)
    if (format === 'session') {
      for (const { value, text, origin } of documents) {
        const { talks, refused } = readTalks(value, text, origin)
        traces.talks.push(...talks)
        traces.refused.push(...refused)
      }
      continue
    }
    const { exchanges, refused } = readers[format](documents.map(toDocument))
    traces.refused.push(...refused)
    for (const traced of assemble(exchanges)) {
      const conversation = asFarAsKnown(traced)
      if (conversation !== null) traces.talks.push(toTalk(conversation))
      else traces.refused.push(...refuseUnknown(traced))
    }
  }
  return traces
}

/** Refuses a conversation of which nothing is known; what was cut off is refused already. */
function refuseUnknown({ origin, pieces }: TracedConversation): RefusedTalk[] {
  const end = pieces.find((piece) => piece.kind === 'lost' && piece.ends === 'here')
  if (end?.kind !== 'lost') {
    const message = 'the request of this answer is not in the file, so what the user said is not known'
    return [{ origin: origin(), message, hint: 'export requests together with their answers' }]
  }
  const { noun, detail } = end
  if (detail === cutMessages.detail) return []
  const message = `it begins with a ${noun} ${detail}, so what is said behind it is not known`
  return [{ origin: origin(), message, hint: 'name the roles user, assistant, system and tool' }]
}

/** The format that a file clearly has, as a hint; null for sessions, and where it is unclear. */
export function formatOf(path: string): FileFormat | null {
  const ignored: TalksRead = { talks: [], refused: [] }
  for (const { documents } of openFiles(path, (name) => name, ignored)) {
    const [mark, ...others] = marksIn(documents.map(({ value }) => value))
    if (mark !== undefined && others.length === 0) return mark.format
  }
  return null
}

function* openFiles(path: string, show: (path: string) => string, traces: TalksRead): Generator<ReadFile> {
  const tell = (file: string, error: unknown): void => {
    traces.refused.push(unreadable(show(file), error))
  }
  for (const file of filesAt(path, tell)) {
    const read: ReadFile = { name: show(file), documents: [] }
    try {
      for (const document of readDocuments(file, read.name)) {
        if (document.ok) read.documents.push({ ...document, value: asKnown(document.value as JsonValue) })
        else traces.refused.push(document.refused)
      }
    } catch (error) {
      tell(file, error)
    }
    yield read
  }
}

function toDocument({ value, text, origin }: ReadFile['documents'][number]): TraceDocument {
  return { value, file: origin.file, line: origin.line, place: (path) => placeIn(text, origin, path) }
}

function chooseFormat(
  { documents }: ReadFile,
  from: TraceFormat | 'auto',
): { format: FileFormat } | { message: string; hint: string } {
  const marks = marksIn(documents.map(({ value }) => value))
  const formatsFound = marks.map(({ format, by }) => `${nameFormat(format)} (${by})`).join(' and ')
  if (from !== 'auto') {
    const fits = ({ format, by }: Mark): boolean => format === from || (by === plainMessages && ofMessages(from))
    if (marks.length === 0 || marks.some(fits)) return { format: from }
    return { message: `the file looks like ${formatsFound}, and not like ${from}`, hint: hintFor(marks) }
  }
  const [only, ...others] = marks
  if (only === undefined) {
    const [first] = documents
    const message = `this is no trace and no session that Tableread knows: ${describe(first?.value ?? null)}`
    const hint = `looked for: ${traceFormats.join(', ')}, and stored sessions; name one with --from to learn what it lacks`
    return foreignFile(first?.text ?? '') ?? { message, hint }
  }
  if (others.length === 0) return { format: only.format }
  const hint = 'give each a file of its own, or name one with --from'
  return { message: `the file could be several things: ${formatsFound}`, hint }
}

/** Formats whose files may be plain lists of messages. */
function ofMessages(format: TraceFormat): boolean {
  return format === 'ai-sdk' || format === 'openai-chat' || format === 'openai-responses'
}

function hintFor(marks: readonly Mark[]): string {
  const [mark] = marks
  if (mark?.format === 'session') return 'leave --from out: stored sessions are read without it'
  return `import it with --from ${mark?.format ?? 'auto'}`
}

/** Describes an unknown document: its type, and those member names that cannot be anybody's words. */
function describe(value: JsonValue): string {
  if (Array.isArray(value))
    return value.length === 0 ? 'the list is empty' : `a list of which the first is ${describe(value[0] ?? null)}`
  if (!isJsonObject(value)) return value === null ? 'null' : `a ${typeof value}`
  const names = Object.keys(value)
    .slice(0, 8)
    .filter((name) => kindName(name) === name)
  return names.length === 0 ? 'an object without members that are known' : `an object with ${names.join(', ')}`
}
