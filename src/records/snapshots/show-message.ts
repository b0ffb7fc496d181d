import type { JsonValue } from '../../base/json.ts'
import type { ContentItem } from '../../wire/api/content-item.ts'
import type { Message } from '../../wire/api/transcript-entry.ts'
import type { LeafWriter } from './leaf-writer.ts'

/**
 * The lines of a message: who speaks and the first item, then a line with `+ ` for each further item. Who sends and when
 * is left out.
 */
export function showMessage({ role, agentName, content, metadata }: Message, write: LeafWriter): string[] {
  const items = content.map((item) => showItem(item, write))
  const more = metadata === null || Object.keys(metadata).length === 0 ? [] : [`[metadata ${write.value(metadata)}]`]
  const [first = '[nothing]', ...rest] = [...items, ...more]
  return [lead(`${speaker(role, agentName, write)}:`, first), ...rest.map((item) => lead('+', item))]
}

/** The word that a line begins with, and a text that may begin with a line break or be empty. */
export function lead(word: string, text: string): string {
  return text === '' || text.startsWith('\n') ? `${word}${text}` : `${word} ${text}`
}

function speaker(role: Message['role'], agentName: string | null, write: LeafWriter): string {
  if (role === 'user') return 'user'
  const name = agentName === null ? 'assistant' : write.name(agentName)
  return role === 'assistant' ? name : `(background) ${name}`
}

/** Text as it is; anything else in brackets, with which no text begins. Of links only the host stays. */
function showItem(item: ContentItem, write: LeafWriter): string {
  switch (item.type) {
    case 'text':
      return write.text(item.text).replace(/^\[/, '\\[')
    case 'button':
      return `[button ${write.quoted(item.text)} -> ${write.quoted(item.payload)}]`
    case 'unknown':
      return `[unknown ${write.value(item.original as JsonValue)}]`
    default: {
      const said = item.type === 'file' ? item.filename : item.type === 'audio' ? '' : item.caption
      const words = [item.type, write.value(item.mimeType), ...(said === '' ? [] : [write.quoted(said)])]
      return `[${words.join(' ')} at ${write.name(hostOf(item.url))}]`
    }
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host || new URL(url).protocol : 'no host'
}
