import type { TurnView } from '../transcript/turn-view.ts'
import type { OneText, Texts } from './match-texts.ts'

type Message = TurnView['assistant'][number]
type Item = Message['items'][number]

/**
 * The text of a reply, and what a customer reads of it one by one: each message, and the texts of its buttons, its captions
 * and names of files, which are no part of the text but may hold what must not be said. A message of buttons or media alone
 * has no text.
 */
export function replyTexts({ assistant, replyText }: TurnView): Texts {
  const each = (): OneText[] => assistant.flatMap((message, index) => piecesOf(message, `reply, message ${index + 1}`))
  return { path: 'reply', whole: assistant.length === 0 ? undefined : replyText, each }
}

/** The same of each single message. */
export function messageTexts({ assistant }: TurnView): Texts[] {
  return assistant.map((message, index) => {
    const path = `messages[${index}]`
    return { path, whole: message.text, each: () => piecesOf(message, path) }
  })
}

function piecesOf({ text, items }: Message, path: string): OneText[] {
  const own = items.some(({ type }) => type === 'text') ? [{ path, text }] : []
  return [...own, ...items.flatMap((item) => readBeside(item, path))]
}

/** What is read of an item that is no text. Payloads and links are sent, not read. */
function readBeside(item: Item, path: string): OneText[] {
  if (item.type === 'button') return shown(item.text, `${path}, button`)
  if (item.type === 'image' || item.type === 'video') return shown(item.caption, `${path}, caption`)
  return item.type === 'file' ? shown(item.filename, `${path}, filename`) : []
}

function shown(text: string | null, path: string): OneText[] {
  return text === null || text === '' ? [] : [{ path, text }]
}
