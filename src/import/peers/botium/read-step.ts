import type { JsonValue } from '../../../base/json/json.ts'
import type { PeerOrigin } from '../draft/draft.ts'
import type { ConvoLine, ConvoStep } from './convo.ts'

/**
 * An asserter, a logic hook or a user input of a step; a `custom` one is defined only in the project's
 * configuration.
 */
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

/**
 * Classifies the lines of a step as texts, asserters, hooks and inputs. `isText` is true for a line that names
 * utterances.
 */
export function readStep({ sender, origin, lines }: ConvoStep, isText: (line: string) => boolean): BotiumStep {
  const calls: BotiumCall[] = []
  const texts: string[] = []
  for (const line of lines) {
    const call = isText(line.text) ? null : readCall(line, sender)
    if (call === null) texts.push(line.text)
    else calls.push(call)
  }
  const written = texts.join('\n').trim()
  const [, optional = '', not = '', said = ''] = /^(\?\??)?(!!?)?([\s\S]*)$/.exec(written) ?? []
  const isMe = sender === 'me'
  const text = isMe ? written : `${optional === '??' ? '?' : ''}${not === '!!' ? '!' : ''}${said}`.trim()
  const begins = lines.find((line) => line.text.trim() !== '')
  return {
    sender,
    origin: begins?.origin ?? origin,
    text: text === '' ? null : text,
    json: readJson(text),
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
  if (sender !== 'me' && asserters.has(name)) return 'asserter'
  if (sender === 'me' && inputs.has(name)) return 'input'
  if (hooks.has(name)) return 'hook'
  const aside = sender === 'begin' || sender === 'end'
  return looksCustom(line) || (aside && line.trim() !== '') ? 'custom' : null
}

/** Splits arguments at `|`; `\|` is a literal bar within the text. */
function splitArgs(text: string): string[] {
  if (text.trim() === '') return []
  return text.split(/(?<!\\)\|/).map((each) => each.replaceAll('\\|', '|').trim())
}

function readJson(text: string): JsonValue | null {
  if (!/^[[{]/.test(text)) return null
  try {
    return JSON.parse(text) as JsonValue
  } catch (error) {
    if (error instanceof SyntaxError) return null // a text that begins with a bracket
    throw error
  }
}

/** Botium's asserters, which check what the bot says. */
const asserters: ReadonlySet<string> = new Set([
  ...['TEXT', 'BUTTONS', 'BUTTONS_COUNT', 'BUTTONS_COUNT_REC', 'MEDIA', 'MEDIA_COUNT', 'MEDIA_COUNT_REC'],
  ...['CARDS', 'CARDS_COUNT', 'CARDS_COUNT_REC', 'FORMS', 'PAUSE_ASSERTER', 'RESPONSE_LENGTH'],
  ...['JSON_PATH', 'JSON_PATH_COUNT', 'INTENT', 'INTENT_UNIQUE', 'INTENT_CONFIDENCE'],
  ...['ENTITIES', 'ENTITY_VALUES', 'ENTITY_CONTENT', 'WER', 'TEXT_WER', 'BOT_CONSUMED', 'BOT_UNCONSUMED_COUNT'],
  ...['CONTAINS', 'REGEXP', 'REGEXP_IC', 'WILDCARD', 'WILDCARD_IC', 'EQUALS', 'EQUALS_IC', 'WILDCARDEXACT'].flatMap(
    (kind) =>
      kind.endsWith('_IC')
        ? [`TEXT_${kind}`, ...['ANY', 'ALL'].map((many) => `TEXT_${kind.slice(0, -3)}_${many}_IC`)]
        : [`TEXT_${kind}`, ...['ANY', 'ALL'].flatMap((many) => [`TEXT_${kind}_${many}`, `TEXT_${kind}_${many}_IC`])],
  ),
])

/** Botium's logic hooks, which do something besides talking. */
const hooks: ReadonlySet<string> = new Set([
  ...['PAUSE', 'WAITFORBOT', 'SET_SCRIPTING_MEMORY', 'CLEAR_SCRIPTING_MEMORY', 'ASSIGN_SCRIPTING_MEMORY'],
  ...['UPDATE_CUSTOM', 'INCLUDE', 'CONVO_STEP_PARAMETERS', 'CLEAR_QUEUE', 'SKIP_BOT_UNCONSUMED'],
  ...['ORDERED_LIST_TO_BUTTON', 'CONDITIONAL_STEP_BUSINESS_HOURS', 'CONDITIONAL_STEP_TIME_BASED'],
  ...['CONDITIONAL_STEP_CAPABILITY_VALUE_BASED', 'CONDITIONAL_STEP_JSON_PATH_BASED', 'CONDITIONAL_STEP_LOGIC_HOOK'],
])

/** What a user can do besides saying something. */
const inputs: ReadonlySet<string> = new Set(['BUTTON', 'MEDIA', 'FORM'])

/** Whether a name may belong to an extension, which only Botium's configuration defines. */
function looksCustom(line: string): boolean {
  const [name = ''] = line.split(' ')
  return /^[A-Z][A-Z0-9_]{2,}$/.test(name) && (name.includes('_') || (/\|/.test(line) && line !== name))
}
