import type { JsonObject, JsonValue } from '../../../base/json/json.ts'
import { writeText } from '../../../suite/language/matchers/read-matcher.ts'
import { negateCondition } from '../draft/conditions.ts'
import {
  type AddNote,
  addTurn,
  type Condition,
  type DraftNote,
  type DraftTurn,
  expectItem,
  notesAt,
} from '../draft/draft.ts'
import { type ConvoWords, draftText } from './convo-words.ts'
import { matchAny, type Pieces } from './match-text.ts'
import type { BotiumCall } from './read-step.ts'

type Expand = (text: string) => Pieces[]

/** Adds an asserter's expectation to a turn; else the reason why a suite cannot express it. */
export function applyAsserter(call: BotiumCall, turn: DraftTurn, mode: string, expand: Expand): string | null {
  const { name, args, not } = call
  if (/^TEXT/.test(name)) return applyText(call, turn, mode, expand)
  if (name === 'BUTTONS' || name === 'MEDIA') return applyItems(call, turn, expand)
  if (/^(?:BUTTONS|MEDIA)_COUNT/.test(name)) {
    const none = /^=?0$/.test(args[0] ?? '') && !not
    if (none && name.startsWith('BUTTONS')) expectItem(turn, 'content', { not: { contains: { kind: 'button' } } })
    return none && name.startsWith('BUTTONS') ? null : 'items of one kind are not counted'
  }
  const [most = ''] = args
  if (name === 'RESPONSE_LENGTH' && /^\d+$/.test(most) && !not) {
    turn.conditions.push({ length: { 'at most': Number(most) } })
    return null
  }
  return reasonFor(name)
}

const custom =
  'it is neither utterances of these files nor a part of Botium: the configuration of its project says what it does'

export function reasonFor(name: string): string {
  return reasons.find(([pattern]) => pattern.test(name))?.[1] ?? custom
}

const endings: readonly (readonly [kind: string, ending: RegExp])[] = [
  ['image', /\.(?:png|jpe?g|gif|webp|svg|bmp)(?:$|\?)/i],
  ['video', /\.(?:mp4|mov|webm|avi|mkv)(?:$|\?)/i],
  ['audio', /\.(?:mp3|wav|ogg|m4a|aac|flac)(?:$|\?)/i],
  ['file', /\.(?:pdf|docx?|csv|txt|zip)(?:$|\?)/i],
]

const noQueue = 'a turn has its whole reply, and no queue of messages'
const noWords = 'words are not counted for how far they differ'

const reasons: readonly (readonly [RegExp, string])[] = [
  [/^(?:INTENT|ENTIT)/, 'what the bot understood is not part of a transcript'],
  [/^JSON_PATH/, 'the raw answer of the bot is another one here: expect calls, content items or session variables'],
  [/^CARDS|^FORMS/, 'there are no cards and forms: expect texts, images and buttons'],
  [/^BOT_|^PAUSE_ASSERTER|^CLEAR_QUEUE$|^SKIP_BOT_UNCONSUMED$/, noQueue],
  [/WER$/, noWords],
  [/^RESPONSE_LENGTH/, 'a length is a number of characters'],
  [/^WAITFORBOT$/, 'every turn waits for its reply'],
  [/^CLEAR_SCRIPTING_MEMORY$/, 'variables have one value in a conversation'],
  [/^ORDERED_LIST_TO_BUTTON$/, 'lists stay texts'],
  [/^UPDATE_CUSTOM$/, 'a turn sends text, context and metadata'],
  [/^ASSIGN_SCRIPTING_MEMORY$/, 'a suite captures a whole reply or a value of a call: write capture:'],
]

function applyText(call: BotiumCall, turn: DraftTurn, mode: string, expand: Expand): string | null {
  const { name, args, not } = call
  const [, kind = '', many, folded] =
    /^TEXT(?:_(CONTAINS|REGEXP|WILDCARDEXACT|WILDCARD|EQUALS))?(?:_(ANY|ALL))?(_IC)?$/.exec(name) ?? []
  if (name.endsWith('WER')) return noWords
  const modes: Record<string, string> = { CONTAINS: 'include', WILDCARDEXACT: 'wildcardExact' }
  const own = kind === '' ? mode : `${modes[kind] ?? kind.toLowerCase()}${folded === undefined ? '' : 'IgnoreCase'}`
  if (args.length === 0) {
    turn.conditions.push({ empty: not })
    return null
  }
  const groups = many === 'ALL' ? args.map((arg) => expand(arg)) : [args.flatMap((arg) => expand(arg))]
  const conditions: Condition[] = []
  for (const group of groups) {
    const matching = matchAny(group, own)
    if (!matching.ok) return matching.why
    conditions.push(matching.condition)
  }
  const [only = {}] = conditions
  if (!not) turn.conditions.push(...conditions)
  else turn.conditions.push(conditions.length === 1 ? negateCondition(only) : { not: { all: conditions } })
  return null
}

/** Expects content items by what they hold; without arguments, any item of the kind. */
function applyItems({ name, args, not }: BotiumCall, turn: DraftTurn, expand: Expand): string | null {
  const isButton = name === 'BUTTONS'
  if (args.length === 0) {
    if (!isButton) return 'any medium at all: name its kind, such as image: { url: { present: true } }'
    if (not) expectItem(turn, 'content', { not: { contains: { kind: 'button' } } })
    else expectItem(turn, 'button', { text: { type: 'text' } })
    return null
  }
  for (const arg of args) {
    const kind = isButton ? 'button' : (endings.find(([, ending]) => ending.test(arg))?.[0] ?? null)
    const members: JsonObject = isButton ? { text: writtenText(arg, expand) } : { url: linkOf(arg, expand) }
    if (not) expectItem(turn, 'content', { not: { contains: { ...(kind === null ? {} : { kind }), ...members } } })
    else if (kind === null) expectItem(turn, 'content', { contains: members })
    else expectItem(turn, kind, isButton && typeof members.text === 'string' ? members.text : members)
  }
  return null
}

/** The bare text where it has no alternatives and no gaps, else a condition. */
function writtenText(arg: string, expand: Expand): JsonValue {
  const alternatives = expand(arg)
  const [[only, gap] = [], second] = alternatives
  if (only !== undefined && only !== '' && gap === undefined && second === undefined) return writeText(only)
  const matching = matchAny(alternatives, 'includeIgnoreCase')
  return matching.ok ? matching.condition : { type: 'text' }
}

function linkOf(arg: string, expand: Expand): JsonValue {
  const text = writtenText(arg, expand)
  return typeof text === 'string' ? { 'ends with': text } : text
}

/** Carries over a logic hook as far as a suite can. `turn` is the turn that it belongs to, if any. */
export function applyHook(call: BotiumCall, words: ConvoWords, notes: DraftNote[], turn?: DraftTurn): void {
  const { name, args, origin, written } = call
  const { conversation, memories } = words
  const [first = '', second = ''] = args
  const note = notesAt({ notes }, origin)
  if (name === 'PAUSE' && /^\d+$/.test(first) && Number(first) > 0) {
    if (conversation.turns.length > 0) addTurn(conversation, 'wait', `${first} ms`, origin)
    else note('changed', written, 'nothing has been said yet that could be waited for')
  } else if (name === 'SET_SCRIPTING_MEMORY' && /^\$?[A-Za-z_]\w*$/.test(first)) {
    const variable = first.replace(/^\$/, '')
    if (memories.has(variable)) note('lost', written, 'a variable has one value in a conversation')
    else {
      conversation.variables[variable] = draftText(second, words, origin, notes)
      memories.add(variable)
    }
  } else if (name === 'CONVO_STEP_PARAMETERS') applyParameters(call, note, turn)
  else {
    if (name === 'ASSIGN_SCRIPTING_MEMORY') words.captured.add(first.replace(/^\$/, ''))
    note('lost', written, reasonFor(name))
  }
}

/** `stepTimeout` limits the turn; the matching mode is read elsewhere. */
function applyParameters({ args, written }: BotiumCall, note: AddNote, turn: DraftTurn | undefined): void {
  const text = args.join('|')
  const timeout = /"stepTimeout"\s*:\s*(\d+)/.exec(text)?.[1]
  if (timeout !== undefined && Number(timeout) > 0 && turn !== undefined) turn.timeLimit = `${timeout} ms`
  const others = text.replace(/"(?:stepTimeout|matchingMode)"\s*:\s*(?:\d+|"\w+")/g, '')
  if (/\w/.test(others)) note('lost', written, 'of these parameters, a step here has a time limit and a matching mode')
}
