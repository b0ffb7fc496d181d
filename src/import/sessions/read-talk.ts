import { z } from 'zod'
import { isJsonObject, type JsonObject } from '../../base/json/json.ts'
import { jsonObject } from '../../wire/api/member-shapes.ts'
import { type Session, sessionShape } from '../../wire/api/session.ts'
import { checkShape, openObject, type WireShape } from '../../wire/api/shape.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { callMember, createEntries, entriesOfMessages, type MessageList, messageListShape } from './from-messages.ts'
import { type JsonStep, placeIn, readPath } from './place-in-json.ts'
import type { Origin, RefusedTalk, Talk, TalksRead } from './talk.ts'

/** A JSON value, the text it came from, and where that text begins. */
interface Source {
  value: unknown
  text: string
  origin: Origin
  path: JsonStep[]
}

/** Conversations in JSON: a session or its answer, a dialogue, messages, or a list of these; else refused. */
export function readTalks(value: unknown, text: string, origin: Origin): TalksRead {
  const read: TalksRead = { talks: [], refused: [] }
  visit({ value, text, origin, path: [] }, read)
  return read
}

function visit(source: Source, read: TalksRead): void {
  const { value, path } = source
  const below = (step: JsonStep, inner: unknown): Source => ({ ...source, value: inner, path: [...path, step] })
  if (Array.isArray(value)) {
    if (value.length === 0) refuse(source, read, 'the list is empty', 'export at least one session')
    for (const [index, each] of value.entries()) visit(below(index, each), read)
  } else if (!isJsonObject(value)) {
    refuse(source, read, 'this is no session', elsewhere)
  } else if (typeof value.schemaVersion === 'number') refuseOwn(source, value, read)
  else if (Array.isArray(value.transcript))
    add(source, sessionShape, read, (session) => ({ session, stored: true, leftOut: describeUnknown(session) }))
  else if (Array.isArray(value.turns))
    add(source, dialogueShape, read, (dialogue) => {
      const session = makeSession(dialogue.id, nameOf(value, dialogue.domain), entriesOfDialogue(dialogue))
      return { session, stored: false, leftOut: [] }
    })
  else if (Array.isArray(value.messages) && value.messages.some(hasOtherCalls))
    refuse(source, read, 'a call here has no name where one is looked for', otherDialects)
  else if (Array.isArray(value.messages))
    add(source, messageListShape, read, ofMessages(value, source.origin), otherDialects)
  else if ('responseCode' in value && value.data == null)
    refuse(source, read, `the service refused the fetch: ${String(value.message)}`, 'fetch a session that is there')
  else {
    const key = ['data', 'sessions'].find((name) => typeof value[name] === 'object' && value[name] !== null)
    if (key !== undefined) visit(below(key, value[key]), read)
    else if ('chat_messages' in value || 'mapping' in value)
      refuse(source, read, 'this is the export of a chat app, whose talks are of another agent', elsewhere)
    else refuse(source, read, 'this is no session: it has no transcript', elsewhere)
  }
}

const elsewhere =
  'name what the session fetch answered; docs/import.md lists what else is read, where you say whose it is with --from'

const otherDialects = 'read other dialects: --from auto'

/** Whether a message has calls in the members of another dialect, of which the name would be lost. */
function hasOtherCalls(message: unknown): boolean {
  if (!isJsonObject(message)) return false
  if ((callMember(message) ?? 'tool_calls') !== 'tool_calls') return true
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls : []
  return calls.some((call) => isJsonObject(call) && typeof call.name !== 'string' && !isJsonObject(call.function))
}

/** Refuses Tableread's own documents, and exports of a later version. */
function refuseOwn(source: Source, value: JsonObject, read: TalksRead): void {
  const result = Array.isArray(value.conversations)
  const message = `the file has schemaVersion ${value.schemaVersion}, which this Tableread does not know`
  if (result) refuse(source, read, 'this is the result of a run, and no session', 'tableread report shows it')
  else refuse(source, read, message, 'use a newer Tableread, or export what the session fetch answers')
}

type Frame = Pick<Talk, 'session' | 'stored' | 'leftOut' | 'openCalls' | 'openArguments'>

function add<T>(
  source: Source,
  shape: WireShape<T>,
  read: TalksRead,
  make: (value: T) => Frame,
  hint = 'this does not match the sessions of the interface: the service is newer, or the file was changed',
): void {
  const checked = checkShape(shape, source.value)
  if (checked.ok) {
    read.talks.push({ ...make(checked.value), origin: placeOf(source, []) })
    return
  }
  const [first] = checked.violations
  const more = checked.violations.length > 1 ? `, and ${checked.violations.length - 1} more` : ''
  read.refused.push({
    origin: placeOf(source, readPath(first?.path ?? '')),
    message: `${first?.path}: expected ${first?.expected}, but here is ${first?.actual}${more}`,
    hint,
  })
}

/** Describes the entries and content items that this Tableread does not know because the service is newer. */
export function describeUnknown({ transcript }: Session): string[] {
  const items = transcript.flatMap((entry) => (entry.type === 'message' ? entry.content : []))
  const isUnknown = ({ type }: { type: string }): boolean => type === 'unknown'
  return [
    ...describeCount(transcript.filter(isUnknown).length, 'an entry', 'entries'),
    ...describeCount(items.filter(isUnknown).length, 'a content item', 'content items'),
  ]
}

function describeCount(count: number, one: string, many: string): string[] {
  return count === 0 ? [] : [`${count === 1 ? one : `${count} ${many}`} of a type that is not known`]
}

function ofMessages(value: JsonObject, { file, line }: Origin): (list: MessageList) => Frame {
  return (list) => {
    const { entries, leftOut, openCalls, openArguments } = entriesOfMessages(list)
    const session = makeSession(list.id ?? `${file}:${line}`, nameOf(value, list.domain), entries)
    return { session, stored: false, leftOut, openArguments, ...(openCalls ? { openCalls } : {}) }
  }
}

function nameOf(value: JsonObject, domain: string | undefined): string {
  return [value.agent, value.agentName, domain].find((each) => typeof each === 'string' && each !== '') as string
}

/** A dialogue in the form of a session; missing parts are filled in as for an inline chat. */
export function makeSession(sessionId: string, name: string | undefined, transcript: TranscriptEntry[]): Session {
  const [first, last] = [transcript[0], transcript.at(-1)]
  const moment = (entry: TranscriptEntry | undefined): string =>
    entry !== undefined && entry.type !== 'unknown' ? entry.timestamp : new Date(0).toISOString()
  return {
    sessionId,
    agentDetails: { name: name ?? 'agent', number: null, email: null, version: null },
    communicationChannelType: 'webChat',
    transcript,
    status: 'active',
    time: moment(first),
    createdAt: moment(first),
    updatedAt: moment(last),
  }
}

function refuse(source: Source, read: TalksRead, message: string, hint: string): void {
  read.refused.push({ origin: placeOf(source, []), message, hint } satisfies RefusedTalk)
}

/** The place of a value below the source, in its file. */
function placeOf({ text, origin, path }: Source, below: readonly JsonStep[]): Origin {
  return placeIn(text, origin, [...path, ...below])
}

const dialogueShape = openObject({
  id: z.string(),
  domain: z.string().optional(),
  turns: z.array(
    openObject({
      user: z.string().optional(),
      assistant: z.string().optional(),
      assistant_messages: z.array(z.string()).optional(),
      /** The order, where it was not user, calls, messages. */
      sequence: z.array(z.enum(['user', 'call', 'assistant'])).optional(),
      calls: z.array(
        openObject({
          name: z.string(),
          arguments: jsonObject,
          call_id: z.string().optional(),
          output: z.unknown().optional(),
          is_error: z.boolean().optional(),
        }),
      ),
    }),
  ),
})

/** A dialogue as corpora write it: a turn is what the user says, calls with outputs, and the agent's answer. */
interface Dialogue extends z.output<typeof dialogueShape> {}

/** The transcript of a dialogue; phases and times were not recorded. */
function entriesOfDialogue({ turns }: Dialogue): TranscriptEntry[] {
  const output = createEntries()
  for (const turn of turns) {
    const calls = [...turn.calls]
    const texts = turn.assistant_messages ?? (turn.assistant === undefined ? [] : [turn.assistant])
    const rest = [...texts]
    if (turn.user !== undefined) output.say('user', turn.user)
    for (const part of [...(turn.sequence ?? []), ...calls.map(() => 'call'), ...texts.map(() => 'assistant')]) {
      const call = part === 'call' ? calls.shift() : undefined
      const text = part === 'assistant' ? rest.shift() : undefined
      if (call !== undefined) output.call(call.name, call.arguments, call.call_id, outputOf(call.output), call.is_error)
      if (text !== undefined) output.say('assistant', text)
    }
  }
  return output.entries
}

function outputOf(output: unknown): string | undefined {
  if (output === undefined || output === null) return undefined
  return typeof output === 'string' ? output : JSON.stringify(output)
}
