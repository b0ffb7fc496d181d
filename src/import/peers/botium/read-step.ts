import type { JsonValue } from '../../../base/json/json.ts'
import { parseIfJson } from '../../../base/json/json-text.ts'
import type { PeerOrigin } from '../draft/draft.ts'
import type { ConvoLine, ConvoStep } from './convo.ts'

/** An asserter, hook or input of a step; a `custom` one is defined only in the project's configuration. */
export interface BotiumCall {
  role: 'asserter' | 'hook' | 'input' | 'custom'
  name: string
  args: string[]
  not: boolean
  optional: boolean
  origin: PeerOrigin
  written: string
}

/** A step with its lines classified. `text` is null where nothing is said. */
export interface BotiumStep {
  sender: string
  origin: PeerOrigin
  text: string | null
  /** The message, where it is JSON instead of text. */
  json: JsonValue | null
  not: boolean
  optional: boolean
  calls: BotiumCall[]
}

/** Sorts a step's lines into texts, asserters, hooks and inputs; `isText` for a line that names utterances. */
export function readStep({ sender, origin, lines }: ConvoStep, isText: (line: string) => boolean): BotiumStep {
  const calls: BotiumCall[] = []
  const texts: string[] = []
  for (const line of lines) {
    const marks = sender === 'me' ? '' : (/^(?:\?(?!\?))?(?:!(?!!))?/.exec(line.text)?.[0] ?? '')
    const call = isText(line.text.slice(marks.length)) ? null : readCall(line, sender)
    if (call === null) texts.push(line.text)
    else calls.push(call)
  }
  const stepText = texts.join('\n').trim()
  const [, optional = '', not = '', words = ''] = /^(\?\??)?(!!?)?([\s\S]*)$/.exec(stepText) ?? []
  const isMe = sender === 'me'
  const text = isMe ? stepText : `${optional === '??' ? '?' : ''}${not === '!!' ? '!' : ''}${words}`.trim()
  const begins = lines.find((line) => line.text.trim() !== '')
  return {
    sender,
    origin: begins?.origin ?? origin,
    text: text === '' ? null : text,
    // A text may begin with a bracket.
    json: /^[[{]/.test(text) ? (parseIfJson(text) ?? null) : null,
    not: !isMe && not === '!',
    optional: !isMe && (optional === '?' || (text === '' && calls.some((call) => call.optional))),
    calls,
  }
}

function readCall({ text, origin, call }: ConvoLine, sender: string): BotiumCall | null {
  const [, optional, not, line = ''] = /^(\?(?!\?))?(!(?!!))?([\s\S]*)$/.exec(text) ?? []
  const [name = ''] = call === undefined ? line.split(' ') : [call.name]
  const role = roleOf(name, sender, line)
  if (role === null) return call === undefined ? null : { role: 'custom', ...call, origin, written: text }
  const args = splitArgs(line.slice(name.length + 1))
  const read = call ?? { name, args, not: not !== undefined, optional: optional !== undefined }
  return { role, ...read, origin, written: text }
}

function roleOf(name: string, sender: string, line: string): BotiumCall['role'] | null {
  if (sender !== 'me' && asserters.test(name)) return 'asserter'
  if (sender === 'me' && inputs.test(name)) return 'input'
  if (hooks.test(name)) return 'hook'
  return looksCustom(line) || ((sender === 'begin' || sender === 'end') && line.trim() !== '') ? 'custom' : null
}

/** Splits arguments at `|`; `\|` is a literal bar within the text. */
function splitArgs(text: string): string[] {
  if (text.trim() === '') return []
  return text.split(/(?<!\\)\|/).map((each) => each.replaceAll('\\|', '|').trim())
}

const asserters =
  /^(?:(?:BUTTONS|MEDIA|CARDS)(?:_COUNT(?:_REC)?)?|TEXT|FORMS|PAUSE_ASSERTER|RESPONSE_LENGTH|JSON_PATH(?:_COUNT)?|INTENT(?:_UNIQUE|_CONFIDENCE)?|ENTITIES|ENTITY_(?:VALUES|CONTENT)|(?:TEXT_)?WER|BOT_CONSUMED|BOT_UNCONSUMED_COUNT|TEXT_(?:CONTAINS|REGEXP|WILDCARD|EQUALS|WILDCARDEXACT)(?:_(?:ANY|ALL))?(?:_IC)?)$/

const hooks =
  /^(?:PAUSE|WAITFORBOT|(?:SET|CLEAR|ASSIGN)_SCRIPTING_MEMORY|UPDATE_CUSTOM|INCLUDE|CONVO_STEP_PARAMETERS|CLEAR_QUEUE|SKIP_BOT_UNCONSUMED|ORDERED_LIST_TO_BUTTON|CONDITIONAL_STEP_(?:BUSINESS_HOURS|TIME_BASED|CAPABILITY_VALUE_BASED|JSON_PATH_BASED|LOGIC_HOOK))$/

/** What a user can do besides saying something. */
const inputs = /^(?:BUTTON|MEDIA|FORM)$/

/** Whether a name may belong to an extension, which only Botium's configuration defines. */
function looksCustom(line: string): boolean {
  const [name = ''] = line.split(' ')
  return /^[A-Z][A-Z0-9_]{2,}$/.test(name) && (name.includes('_') || (/\|/.test(line) && line !== name))
}
