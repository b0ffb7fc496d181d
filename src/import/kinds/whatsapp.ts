import type { ForeignFile } from './foreign-file.ts'

/** A message of a chat, as other formats have it; media, of which nobody has the source, are noted as left out. */
interface ChatMessage {
  role: 'user' | 'assistant'
  content: string | { type: string; source: object }[]
}

interface Chat {
  messages: ChatMessage[]
  customerName: string
  agentsName: string
  /** A chat shows what was said, and no calls of tools. */
  shows_calls: false
}

const line =
  /^[\u200e\u200f]?\[?(\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[\s\u202f][APap]\.?\s?[Mm]\.?)?)\]?(?: -)? (.*)$/

const media =
  /^\u200e|^<[^<>]*>$|\((?:file attached|Datei angeh\u00e4ngt)\)$|^(?:This message was deleted|You deleted this message|Diese Nachricht wurde gel\u00f6scht|Du hast diese Nachricht gel\u00f6scht)\.?$/

/** The first line on an iPhone, which bears a name, though nobody wrote it: messages are encrypted. */
const notice = /^\u200e.*(?:end-to-end|ende-zu-ende|WhatsApp|encrypt|cifrad|chiffr|crittogra|criptogra|versleutel)/i

/** The mark of a message that was edited; an attachment has a colon, and no words before it. */
const edited = /(?<=\S)\s*(?:\u200e<[^<>:]*>|<(?:This message was edited|Diese Nachricht wurde bearbeitet)\.?>)$/

/** The kinds of media, by how a note of one begins or its file ends. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/^\W*(?:image|photo|Bild)\b|\.(?:jpe?g|png|webp|gif|heic)\b/i, 'image'],
  [/^\W*video\b|\.(?:mp4|mov|3gp)\b/i, 'video'],
  [/^\W*audio\b|\.(?:opus|mp3|m4a|aac|ogg)\b/i, 'audio'],
]

/** The messages of a chat exported by WhatsApp, the first writer as the user; null for other text and for groups. */
export function readWhatsapp(text: string): Chat | ForeignFile | null {
  const lines = text.split(/\r?\n/)
  if (!line.test(lines.find((each) => each.trim() !== '') ?? '')) return null
  const chatLines: { by: string; words: string }[] = []
  for (const each of lines) {
    const [, , rest] = line.exec(each) ?? []
    const last = chatLines.at(-1)
    if (rest === undefined) {
      if (last !== undefined && each.trim() !== '') last.words += `\n${each}`
      continue
    }
    // Lines without a sender are notices of WhatsApp: encryption, a changed number.
    const [, by, words] = /^([^:]{1,80}): ([\s\S]*)$/.exec(rest) ?? []
    if (by === undefined || words === undefined || (chatLines.length === 0 && notice.test(words))) continue
    chatLines.push({ by, words: words.replace(edited, '') })
  }
  const speakers = [...new Set(chatLines.map(({ by }) => by))]
  if (speakers.length !== 2)
    return {
      message: `this is a chat of WhatsApp with ${speakers.length} who write, and no conversation of a user with an agent`,
      hint: 'export a chat of two',
    }
  const messages = chatLines.map(
    ({ by, words }): ChatMessage => ({
      role: by === speakers[0] ? 'user' : 'assistant',
      content: media.test(words)
        ? [{ type: kinds.find(([mark]) => mark.test(words))?.[1] ?? 'media', source: {} }]
        : words,
    }),
  )
  const [customerName = '', agentsName = ''] = speakers
  return { messages, customerName, agentsName, shows_calls: false }
}
