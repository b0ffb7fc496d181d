import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { parseJson } from '../../engine/transcript/tool-call.ts'
import type { ContentItem } from '../../wire/api/transcript-entry.ts'
import { firstIn, isTyped, objectOf, objectsIn, textIn, textOf } from './members.ts'
import { kindName, lose, loseType, type TracePiece } from './trace.ts'

export type PartSpeaker = 'user' | 'assistant'

/** What becomes of the parts of each type. */
const readers: readonly (readonly [type: RegExp, read: (part: JsonObject, role: PartSpeaker) => TracePiece[]])[] = [
  [/^(?:input_|output_)?text$/, (part, role) => say(role, { type: 'text', text: textOf(part.text ?? part.content) })],
  [/^refusal$/, (part, role) => say(role, { type: 'text', text: textOf(part.refusal) })],
  [
    /^(?:reasoning|thinking)$/,
    (part) => [{ kind: 'thinking', text: textOf(firstIn(part, 'text', 'content', 'thinking', 'reasoning')) }],
  ],
  [/^redacted_thinking$/, () => [lose('thought', 'that is encrypted')]],
  [/^step-start$/, () => []],
  [/^(?:image_url|input_image|image)$/, (part, role) => media(role, 'image', part)],
  [/^video(?:_url)?$/, (part, role) => media(role, 'video', part)],
  [/^(?:input_)?audio$/, (part, role) => media(role, 'audio', part)],
  [/^(?:file|input_file|document|blob|uri)$/, file],
  [/^(?:tool-call|tool_use|tool_call|function_call|server_tool_call)$/, callAndOutput],
  [/^(?:tool-result|tool_result|tool_call_response|server_tool_call_response|tool-error)$/, outputOfPart],
]

/** The pieces of a part of content, in any known dialect; a part of an unknown type is noted. */
export function piecesOfPart(part: JsonValue, role: PartSpeaker): TracePiece[] {
  if (typeof part === 'string') return say(role, { type: 'text', text: part })
  if (!isJsonObject(part)) return [lose('part', 'without a type')]
  // Bedrock names a part by its only member.
  if (isJsonObject(part.toolUse)) return callOf(part.toolUse)
  if (isJsonObject(part.toolResult)) return outputOfBedrock(part.toolResult)
  const type = part.type ?? (typeof part.text === 'string' ? 'text' : undefined)
  const reader = readers.find(([pattern]) => pattern.test(textOf(type)))
  return reader === undefined ? [loseType('part', type)] : reader[1](part, role)
}

const nameKeys = ['name', 'toolName', 'tool_name', 'tool', 'function', 'function_name', 'functionName', 'action']
const givenKeys = ['arguments', 'args', 'input', 'inputs', 'parameters', 'params', 'kwargs', 'tool_input', 'toolInput']
const outputKeys = ['output', 'result', 'response', 'observation', 'tool_output', 'toolOutput']
const besides =
  /^(?:id|type|index|call_?id|tool_?call_?id|is_?error|error|status|state|success|step|agent|title|kind|namespace|caller|extra_content|cache_control|(?:provider|call_provider)\w*|custom|server_tool_call|thought\w*|created\w*|timestamp|start\w*|end\w*|duration\w*|latency\w*|approval\w*|server_label)$/i

/** A call in any dialect. Without a name it ends what is known; unknown members that may be arguments are noted. */
export function callOf(call: JsonObject): TracePiece[] {
  if (isJsonObject(call.tool_call)) return callOf(call.tool_call)
  const inner = objectOf([call.function, call.server_tool_call, call.tool].find(isJsonObject))
  const id = firstIn(call, 'call_id', 'toolCallId', 'toolUseId', 'tool_call_id', 'id')
  const name = textIn(call, ...nameKeys) ?? textIn(inner, ...nameKeys)
  if (name === null) return [{ ...lose('call', 'without a name that is known'), ends: 'here' }]
  const args = firstIn(call, ...givenKeys) ?? firstIn(inner, ...givenKeys)
  const knownKeys = [...nameKeys, ...givenKeys, ...outputKeys]
  const others = Object.keys(call).filter((key) => !knownKeys.includes(key) && !besides.test(key))
  const piece: TracePiece = {
    kind: 'call',
    id: textOf(id) || null,
    name,
    given: args === undefined ? null : readGiven(args),
  }
  if (args !== undefined || others.length === 0) return [piece]
  return [piece, lose('call', `whose arguments may be under ${others.map(kindName).join(', ')}`)]
}

/** A call of a list of calls, with its output where the dialect writes it into the call. */
export function callAndOutput(call: JsonObject): TracePiece[] {
  const pieces = callOf(call)
  const [piece] = pieces
  const key = outputKeys.find((each) => call[each] !== undefined)
  if (piece?.kind !== 'call' || key === undefined) return pieces
  const isError = call.is_error === true || call.isError === true || call.status === 'error'
  return [...pieces, ...outputPiece({ id: piece.id, name: piece.name, content: call[key], isError })]
}

/** Arguments are JSON text in most formats; a model may have written none, or invalid JSON. */
export function readGiven(args: JsonValue): JsonObject {
  const value = typeof args === 'string' ? (args.trim() === '' ? {} : parseJson(args)) : args
  if (isJsonObject(value)) return value
  return value === null ? {} : { arguments: value ?? args }
}

/** The output of a tool, from its content in any dialect. */
export function outputPiece(of: {
  id: unknown
  name?: unknown
  content: JsonValue | undefined
  isError?: boolean
}): TracePiece[] {
  const { text, isError = false, losses = [] } = readOutput(of.content)
  const [id, name] = [textOf(of.id) || null, textOf(of.name) || null]
  return [{ kind: 'output', id, name, text, isError: of.isError === true || isError, tookMs: null }, ...losses]
}

function outputOfPart(part: JsonObject): TracePiece[] {
  return outputPiece({
    id: firstIn(part, 'toolCallId', 'toolUseId', 'tool_use_id', 'tool_call_id', 'call_id', 'id'),
    name: part.toolName ?? part.name,
    content: firstIn(part, 'output', 'result', 'response', 'content', 'error', 'server_tool_call_response'),
    isError: part.isError === true || part.is_error === true || part.type === 'tool-error',
  })
}

function outputOfBedrock({ content, status, ...result }: JsonObject): TracePiece[] {
  const parts = objectsIn(content).map((each): JsonObject => ({ type: Object.keys(each)[0] ?? '', ...each }))
  const [only] = parts.length === 1 ? parts : []
  return outputOfPart({ ...result, isError: status === 'error', content: only?.json ?? parts })
}

/** Text stays as it is; a list of parts gives its texts, and other JSON is serialised. */
function readOutput(content: JsonValue | undefined): { text: string; isError?: boolean; losses?: TracePiece[] } {
  if (content === undefined || content === null) return { text: '' }
  if (Array.isArray(content) && content.length > 0 && content.every(isTyped)) {
    const pieces = content.flatMap((each) => piecesOfPart(each, 'assistant'))
    const items = pieces.flatMap((each) => (each.kind === 'message' ? each.content : []))
    const texts = items.flatMap((item) => (item.type === 'text' ? [item.text] : []))
    const length = content.length - texts.length
    return {
      text: texts.join('\n'),
      losses: Array.from({ length }, () => lose('part', 'of an output that is no text')),
    }
  }
  if (isTyped(content) && ('value' in content || 'reason' in content)) {
    const { type, value, reason } = content
    if (type === 'content') return readOutput(value)
    if (type === 'execution-denied') return { text: textOf(reason) || 'the call was denied', isError: true }
    if (/^(?:text|json|error-text|error-json)$/.test(type))
      return { text: writeOutput(value), isError: type.startsWith('error') }
  }
  return { text: writeOutput(content) }
}

export function writeOutput(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}

function say(role: PartSpeaker, item: ContentItem): TracePiece[] {
  return [{ kind: 'message', role, content: [item] }]
}

/** What an agent shows is expected by its kind, so a kind that the trace does not state is not made up. */
function media(role: PartSpeaker, type: 'image' | 'video' | 'audio', part: JsonObject): TracePiece[] {
  const [mime, url] = [mimeOf(part), linkOf(part)]
  if (mime === null && role === 'assistant') return [lose(type, 'whose kind the trace does not tell')]
  const mimeType = mime ?? `${type}/*`
  return say(role, type === 'audio' ? { type, mimeType, url } : { type, mimeType, url, caption: '' })
}

function file(part: JsonObject, role: PartSpeaker): TracePiece[] {
  const mime = mimeOf(part)
  const kind = typeof part.modality === 'string' ? part.modality : (mime ?? '').split('/')[0]
  if (kind === 'image' || kind === 'video' || kind === 'audio') return media(role, kind, part)
  const inner = isJsonObject(part.file) ? part.file : part
  const filename = textOf(inner.filename ?? inner.name ?? part.title)
  if (mime === null && role === 'assistant') return [lose('file', 'whose kind the trace does not tell')]
  return say(role, { type: 'file', mimeType: mime ?? 'application/octet-stream', url: linkOf(part), filename })
}

/** Where the media are: a link, or the first characters of inline data, which nobody wants to carry along. */
function linkOf(part: JsonObject): string {
  const link = [part.image_url, part.video_url, part.image, part.url, part.uri, part.file_url, part.data]
    .map((each) => (isJsonObject(each) ? each.url : each))
    .find((each) => typeof each === 'string')
  const text = textOf(link)
  return /^https?:/.test(text) ? text : text.startsWith('data:') ? (text.split(/[;,]/, 1)[0] ?? '') : ''
}

const byEnding: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  mp4: 'video/mp4',
}

function mimeOf(part: JsonObject): string | null {
  const inner = [part.file, part.source, part.input_audio].find(isJsonObject) ?? {}
  const type = [part.mediaType, part.mimeType, part.mime_type, part.media_type, inner.media_type, inner.mime_type].find(
    (each) => typeof each === 'string' && /^\w+\/[\w.+*-]+$/.test(each),
  )
  if (typeof type === 'string') return type
  const format = [part.format, inner.format].find((each) => typeof each === 'string')
  const links = [part.image_url, part.url, part.uri, part.image, part.file_url, inner.file_data, inner.url]
  const link = links.map((each) => textOf(isJsonObject(each) ? each.url : each)).find((each) => each !== '') ?? ''
  const inline = /^data:(\w+\/[\w.+-]+)/.exec(link)?.[1]
  const name = textOf(inner.filename ?? part.filename) || link.split(/[?#]/, 1)[0] || ''
  return inline ?? byEnding[textOf(format)] ?? byEnding[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? null
}
