import type { JsonObject } from '../../base/json/json.ts'
import type { ContentItem, FunctionCallOutput, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { localAddress, mediaTypeOf } from '../media/local-media.ts'
import type { AgentTurn } from '../workspace/agent-function.ts'

/** The media types of files whose extension is missing or unknown. */
const usualTypes: Record<string, string> = { image: 'image/png', video: 'video/mp4', audio: 'audio/wav' }

/** `{ button: Track, payload: track }`, `{ file: invoice.pdf }`, `{ image: map.png, caption: … }` as an item. */
export function mediaItem(item: JsonObject): ContentItem {
  const text = (key: string): string => (typeof item[key] === 'string' ? item[key] : '')
  if ('button' in item) return { type: 'button', text: text('button'), payload: text('payload') }
  const kind = ['image', 'video', 'audio', 'file'].find((each) => each in item) ?? 'file'
  const name = text(kind)
  const mimeType = text('mimeType') || (mediaTypeOf(fileOf(name)) ?? usualTypes[kind] ?? 'application/octet-stream')
  // A link from an agent that thinks may point anywhere; a bare name is a file of our own.
  const isLink = /^https?:\/\//i.test(name)
  const media = { mimeType, url: isLink ? name : localAddress(name, mimeType) }
  if (kind === 'image') return { type: 'image', ...media, caption: text('caption') }
  if (kind === 'video') return { type: 'video', ...media, caption: text('caption') }
  return kind === 'audio'
    ? { type: 'audio', ...media }
    : { type: 'file', ...media, filename: isLink ? fileOf(name) : name }
}

/** Turns a public link into a content item: an image if its extension says so, else a file (CHA-42). */
export function attachmentItem(url: string): ContentItem {
  const filename = fileOf(url)
  const image = /\.(png|jpe?g|gif|webp)$/i.exec(filename)?.[1]?.toLowerCase()
  if (image === undefined) return { type: 'file', mimeType: 'application/octet-stream', url, filename }
  return { type: 'image', mimeType: `image/${image === 'jpg' ? 'jpeg' : image}`, url, caption: '' }
}

function fileOf(url: string): string {
  return url.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? ''
}

export function describeContent(item: ContentItem): string {
  if (item.type === 'text') return item.text
  if (item.type === 'button') return `[button: ${item.text}]`
  if (item.type === 'unknown') return ''
  const caption = item.type === 'image' || item.type === 'video' ? item.caption : ''
  return `[${item.type}: ${caption === '' ? '' : `${caption}, `}${item.url}]`
}

/** The texts of a message, those of its buttons too. */
export function writtenIn(content: readonly ContentItem[]): string {
  return content.flatMap((item) => ('text' in item ? [String(item.text)] : [])).join('\n')
}

/** The outputs of each call id in order: recordings reuse ids. */
export function outputsByCall(entries: readonly TranscriptEntry[]): Map<string, FunctionCallOutput[]> {
  const outputs = new Map<string, FunctionCallOutput[]>()
  for (const entry of entries)
    if (entry.type === 'function_call_output')
      outputs.set(entry.call_id, [...(outputs.get(entry.call_id) ?? []), entry])
  return outputs
}

/** What the agent has to answer now: the customer's message, silence, or the opening of the conversation. */
export function newWords({ occasion, message, attachments }: AgentTurn): ContentItem[] {
  if (occasion === 'open') return [{ type: 'text', text: '(The conversation begins. You speak first.)' }]
  if (occasion === 'silence') return [{ type: 'text', text: '(The customer says nothing.)' }]
  return [{ type: 'text', text: message ?? '' }, ...attachments.map(attachmentItem)]
}
