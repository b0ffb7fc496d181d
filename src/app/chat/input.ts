import { isJsonObject, type JsonObject } from '../../base/json/json.ts'
import { parseExactJson, placeOfMistake } from '../../base/json/json-text.ts'
import { suggest } from '../../base/text/suggest.ts'
import type { ContentItem } from '../../wire/api/transcript-entry.ts'

export const chatCommands = [
  { name: 'save', usage: '/save [file] [name]', what: 'keep the talk as a conversation of a suite (suites/chat.yaml)' },
  {
    name: 'save-last',
    usage: '/save-last [file] [name]',
    what: 'keep the last answer alone; what came before is its history',
  },
  { name: 'diff', usage: '/diff [version]', what: "show another version's answer next to the last one" },
  { name: 'again', usage: '/again', what: 'send the last message again, in a fresh session after the same messages' },
  { name: 'new', usage: '/new', what: 'start over in a fresh session' },
  { name: 'version', usage: '/version [version]', what: 'start over with another version' },
  { name: 'metadata', usage: '/metadata [key=value | file.json]', what: 'show metadata, or set it and start over' },
  { name: 'trace', usage: '/trace', what: 'show everything known about the last answer, uncut' },
  { name: 'say', usage: '/say TEXT', what: 'send text that looks like a command or a button number' },
  { name: 'auto', usage: '/auto', what: 'let the simulated user finish the talk on its own (--as-user)' },
  { name: 'me', usage: '/me', what: 'say everything yourself, or hand back to the simulated user (--as-user)' },
  { name: 'help', usage: '/help', what: 'this list' },
  { name: 'quit', usage: '/quit', what: 'quit (or press Ctrl-D)' },
] as const

export type CommandName = (typeof chatCommands)[number]['name']

export const commandNames: readonly CommandName[] = chatCommands.map(({ name }) => name)

export function hintFor(word: string): string {
  const near = suggest(word, [...commandNames, ...Object.keys(otherWords)])
  if (near === undefined) return `/help lists the commands; to say it to the agent: /say /${word}`
  return `did you mean /${otherWords[near] ?? near}?`
}

/** What people say for a command. */
const otherWords: Readonly<Record<string, string>> = { exit: 'quit', keep: 'save' }

/** A line that a person entered, parsed. */
export type Input =
  | {
      /** A message for the agent; `pressed` when the line was the number of a button. */
      kind: 'message'
      text: string
      pressed: boolean
    }
  | { kind: 'command'; name: CommandName; rest: string }
  | {
      /** An unknown command; `word` has no slash. */
      kind: 'unknown command'
      word: string
    }
  | { kind: 'nothing' }

/** A quick reply that the agent offers. */
export type Button = ContentItem & { type: 'button' }

/** The number of a button stands for the text that pressing it would send, or for its payload if it has no text. */
export function readInput(entered: string, buttons: readonly Button[]): Input {
  const text = entered.trim()
  if (text === '') return { kind: 'nothing' }
  const command = /^\/(\S*)\s*(.*)$/s.exec(text)
  if (command !== null) return readCommand(command[1] ?? '', command[2] ?? '')
  const button = /^\d{1,3}$/.test(text) ? buttons[Number(text) - 1] : undefined
  const pressed = button === undefined ? '' : button.text.trim() || button.payload
  return pressed === '' ? { kind: 'message', text, pressed: false } : { kind: 'message', text: pressed, pressed: true }
}

function readCommand(word: string, rest: string): Input {
  const name = commandNames.find((each) => each === word.toLowerCase())
  if (name === undefined) return { kind: 'unknown command', word }
  if (name !== 'say') return { kind: 'command', name, rest: rest.trim() }
  return rest === '' ? { kind: 'command', name, rest } : { kind: 'message', text: rest, pressed: false }
}

/** Reads `default`, `draft` or a number in digits. */
export function readVersion(word: string): { ok: true; version: string } | Extract<MetadataRead, { ok: false }> {
  if (/^(?:default|draft|\d{1,9})$/.test(word)) return { ok: true, version: word }
  const near = suggest(word, ['default', 'draft'])
  const hint = near === undefined ? 'write default, draft or a number such as 2' : `did you mean ${near}?`
  return { ok: false, message: `"${word}" is not an agent version`, hint }
}

/** Metadata, or why the text is not metadata. */
export type MetadataRead = { ok: true; metadata: JsonObject } | { ok: false; message: string; hint: string }

/** Reads `key=value`, `key=` to remove one, or the path of a JSON object; `open` returns a file's text or null. */
export function readMetadata(
  pairText: string,
  earlier: JsonObject,
  open: (path: string) => string | null,
): MetadataRead {
  const pair = /^([^=]+)=(.*)$/s.exec(pairText)
  if (pair === null) return readFile(pairText, earlier, open)
  const [key, value] = [(pair[1] ?? '').trim(), (pair[2] ?? '').trim()]
  const { [key]: _, ...others } = earlier
  return { ok: true, metadata: value === '' ? others : { ...earlier, [key]: value } }
}

function readFile(path: string, earlier: JsonObject, open: (path: string) => string | null): MetadataRead {
  const text = open(path)
  if (text === null)
    return {
      ok: false,
      message: `"${path}" is neither key=value nor a file`,
      hint: 'write customer_name=Asha, or name a JSON file',
    }
  const hint = 'write a JSON object, such as { "customer_name": "Asha" }'
  try {
    const value: unknown = parseExactJson(text)
    if (isJsonObject(value)) return { ok: true, metadata: { ...earlier, ...(value as JsonObject) } }
    return { ok: false, message: `${path} holds no JSON object`, hint }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const { line, column } = placeOfMistake(text)
    return { ok: false, message: `${path}:${line}:${column}: this is not valid JSON`, hint }
  }
}
