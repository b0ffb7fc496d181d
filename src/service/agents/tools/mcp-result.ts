import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json/json.ts'

/** A server's result as output: structured content, or texts with marks. @throws Error of a result that is one */
export function readResult(result: JsonObject): JsonValue {
  const { content, structuredContent, isError, toolResult } = result
  const text = (Array.isArray(content) ? content : []).map(textOf).join('\n')
  if (isError === true) throw new Error(text === '' ? 'the tool failed and does not say why' : text)
  if (structuredContent !== undefined && structuredContent !== null) return structuredContent
  return text === '' && toolResult !== undefined ? toolResult : text
}

function textOf(item: JsonValue): string {
  if (!isJsonObject(item)) return ''
  const { type, text, data, mimeType, resource, uri, name } = item
  if (type === 'text') return typeof text === 'string' ? text : ''
  if (type === 'resource_link') return `[${[name, uri].filter((each) => typeof each === 'string').join(': ')}]`
  if (type === 'resource' && isJsonObject(resource)) {
    if (typeof resource.text === 'string') return resource.text
    return mark(resource.mimeType, resource.blob, String(resource.uri ?? ''))
  }
  return mark(mimeType ?? type ?? 'data', data, '')
}

/** A mark in place of bytes, which are unreadable in a transcript and are not sent to a model as text. */
function mark(kind: JsonValue | undefined, base64: JsonValue | undefined, name: string): string {
  const bytes = typeof base64 === 'string' ? Math.floor((base64.replace(/=+$/, '').length * 3) / 4) : 0
  const size = bytes < 1_000 ? `${bytes} bytes` : `${Math.round(bytes / 1_000)} kB`
  return `[${[name, typeof kind === 'string' ? kind : 'data', size].filter((each) => each !== '').join(', ')}]`
}
