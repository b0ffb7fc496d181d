import type * as AgUi from '@ag-ui/client'
import { createParser } from 'eventsource-parser'
import { loadPackage } from '../../../base/files/load-package.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json/json.ts'
import { parseIfJson } from '../../../base/json/json-text.ts'
import { cutText } from '../../../base/privacy/cut.ts'
import { firstLine } from '../../../base/text/wording.ts'
import type { FarSide } from './far-side.ts'

export interface EventState {
  /** The messages that the agent was sent. */
  sent: readonly AgUi.Message[]
  /** What was said and thought. */
  texts: Set<string>
  calls: Set<string>
  /** What results of tools give as their error, by toolCallId: the library drops it. */
  errors: Map<string, JsonValue>
  raw: JsonObject[]
}

/** Keeps an event as it came. @throws AgentError for a type that the library does not know, and would pass over */
export function readRaw(event: JsonObject, { raw, errors }: EventState, types: readonly string[], far: FarSide): void {
  const { type, toolCallId, error } = event
  if (!types.includes(String(type)) && !/^THINKING_/.test(String(type)))
    throw far.fail(
      `sends an event of the type ${cutText(JSON.stringify(type ?? null), 80)}, which is none of AG-UI: what it says would be lost (what is your own goes into CUSTOM)`,
    )
  raw.push(event)
  if (type === 'TOOL_CALL_RESULT' && error !== undefined) errors.set(String(toolCallId), error)
}

/** The messages of a snapshot that came after the customer's last one, and that we did not send. */
export function newIn(messages: JsonValue, { sent }: EventState): JsonObject[] {
  const all = listOf(messages)
  const last = sent.findLast(({ role }) => role === 'user')?.id
  const own = all.findLastIndex(({ id }) => id === last)
  const begin = own === -1 ? all.findLastIndex(({ role }) => role === 'user') : own
  return all.slice(begin + 1).filter(({ id }) => !sent.some((each) => each.id === id))
}

/** A text, or that of a list of parts or of an activity that has one; "" for any other content. */
export function textIn(content: JsonValue): string {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map(textIn).join('')
  return isJsonObject(content) && typeof content.text === 'string' ? content.text : ''
}

export function idsOfCalls(message: AgUi.Message): string[] {
  return message.role === 'assistant' ? (message.toolCalls ?? []).map(({ id }) => id) : []
}

export function listOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

interface Issue {
  path: readonly PropertyKey[]
  message: string
}

/** What a schema of the library refused: which event, which member, and what came. Null for any other error. */
export async function describeBreach(
  error: unknown,
  { raw }: EventState,
  folder: string,
  far: FarSide,
): Promise<string | null> {
  const { issues } = (error ?? {}) as { issues?: readonly Issue[] }
  const [issue] = Array.isArray(issues) ? (issues as Issue[]) : []
  if (issue === undefined) return null
  const spec = { name: '@ag-ui/core', line: 1, part: 'schemas' }
  const packageNeed = { needed: '', fail: (message: string) => new Error(message) }
  const schemas = await loadPackage<{
    EventSchema: { safeParse(value: unknown): { error?: { issues: readonly Issue[] } } }
  }>(spec, folder, packageNeed).catch(() => null)
  const place = JSON.stringify(issue.path)
  const isIt = (event: JsonObject): boolean =>
    schemas?.EventSchema.safeParse(event).error?.issues.some(({ path }) => JSON.stringify(path) === place) ?? false
  const event = raw.find(isIt)
  const which = event === undefined ? 'an event' : `the event ${cutText(String(event.type), 80)}`
  const what = event === undefined ? '' : `. It is ${cutText(JSON.stringify(far.conceal(event)), 200)}`
  return `sends ${which}, whose ${issue.path.join('.')} is not as AG-UI has it (${firstLine(issue.message)})${what}`
}

/** A run's stream, else refused: the library would search it again and again, and drop members it does not know. */
export async function openStream(
  url: string,
  init: RequestInit,
  far: FarSide,
  take: (event: JsonObject) => void,
): Promise<Response> {
  const answer = await far.fetch(url, init)
  const type = answer.headers.get('content-type') ?? ''
  if (type === '' || /event-stream/i.test(type)) {
    const { body, status, headers } = answer
    return body === null ? answer : new Response(body.pipeThrough(readEvents(far, take)), { status, headers })
  }
  const refused = far.failed(
    far.fail(`answers with ${cutText(type, 80)}, and not with a stream of events (text/event-stream)`),
  )
  await answer.body?.cancel()
  throw refused
}

/** Lets a stream through and reads its events; it ends where one is refused. */
function readEvents(far: FarSide, take: (event: JsonObject) => void): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder()
  const parser = createParser({
    onEvent({ data }) {
      const event = parseIfJson(data)
      if (isJsonObject(event)) take(event)
    },
  })
  return new TransformStream({
    transform(chunk, controller) {
      try {
        parser.feed(decoder.decode(chunk, { stream: true }))
        controller.enqueue(chunk)
      } catch (error) {
        far.failed(error)
        controller.terminate()
      }
    },
  })
}
