import type { JsonObject, JsonValue } from '../../../base/json/json.ts'
import { writeText } from '../../../suite/language/matchers/read-matcher.ts'
import { negateCondition } from '../draft/conditions.ts'
import { addTurn, type Condition, type DraftNote, type DraftTurn, expectItem } from '../draft/draft.ts'
import { type ConvoWords, draftText } from './convo-words.ts'
import { matchAny, type Pieces } from './match-text.ts'
import type { BotiumCall } from './read-step.ts'

/**
 * Adds an asserter's expectation to a turn. `expand` returns the texts that an argument stands for. Returns the
 * reason if a suite cannot express it; then nothing was added.
 */
export function applyAsserter(
  call: BotiumCall,
  turn: DraftTurn,
  mode: string,
  expand: (text: string) => Pieces[],
): string | null {
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

/** Why a suite cannot express the asserter or hook of this name. */
export function reasonFor(name: string): string {
  return reasons.find(([known]) => known.test(name))?.[1] ?? custom
}

const kinds: Readonly<Record<string, RegExp>> = {
  image: /\.(?:png|jpe?g|gif|webp|svg|bmp)(?:$|\?)/i,
  video: /\.(?:mp4|mov|webm|avi|mkv)(?:$|\?)/i,
  audio: /\.(?:mp3|wav|ogg|m4a|aac|flac)(?:$|\?)/i,
}

/** The kind of content item that a media link is, by the ending of its name; null where that does not tell. */
function mediaKind(uri: string): string | null {
  return (
    Object.entries(kinds).find(([, ending]) => ending.test(uri))?.[0] ??
    (/\.(?:pdf|docx?|csv|txt|zip)(?:$|\?)/i.test(uri) ? 'file' : null)
  )
}

const reasons: readonly (readonly [RegExp, string])[] = [
  [/^(?:INTENT|ENTIT)/, 'what the bot understood is not part of a transcript'],
  [/^JSON_PATH/, 'the raw answer of the bot is another one here: expect calls, content items or session variables'],
  [/^CARDS|^FORMS/, 'there are no cards and forms: expect texts, images and buttons'],
  [/^BOT_|^PAUSE_ASSERTER/, 'a turn has its whole reply, and no queue of messages'],
  [/WER$/, 'words are not counted for how far they differ'],
  [/^RESPONSE_LENGTH/, 'a length is a number of characters'],
]

function applyText(call: BotiumCall, turn: DraftTurn, mode: string, expand: (text: string) => Pieces[]): string | null {
  const { name, args, not } = call
  const [, kind = '', many, folded] =
    /^TEXT(?:_(CONTAINS|REGEXP|WILDCARDEXACT|WILDCARD|EQUALS))?(?:_(ANY|ALL))?(_IC)?$/.exec(name) ?? []
  if (name.endsWith('WER')) return 'words are not counted for how far they differ'
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
function applyItems(
  { name, args, not }: BotiumCall,
  turn: DraftTurn,
  expand: (text: string) => Pieces[],
): string | null {
  const isButton = name === 'BUTTONS'
  if (args.length === 0) {
    if (!isButton) return 'any medium at all: name its kind, such as image: { url: { present: true } }'
    expectItem(
      turn,
      isButton && not ? 'content' : 'button',
      not ? { not: { contains: { kind: 'button' } } } : { text: { type: 'text' } },
    )
    return null
  }
  for (const arg of args) {
    const kind = isButton ? 'button' : mediaKind(arg)
    const members: JsonObject = isButton ? { text: textOf(arg, expand) } : { url: linkOf(arg, expand) }
    if (not) expectItem(turn, 'content', { not: { contains: { ...(kind === null ? {} : { kind }), ...members } } })
    else if (kind === null) expectItem(turn, 'content', { contains: members })
    else expectItem(turn, kind, isButton && typeof members.text === 'string' ? members.text : members)
  }
  return null
}

/** The bare text where it has no alternatives and no gaps, else a condition. */
function textOf(arg: string, expand: (text: string) => Pieces[]): JsonValue {
  const alternatives = expand(arg)
  const [[only, gap] = [], second] = alternatives
  if (only !== undefined && only !== '' && gap === undefined && second === undefined) return writeText(only)
  const matching = matchAny(alternatives, 'includeIgnoreCase')
  return matching.ok ? matching.condition : { type: 'text' }
}

function linkOf(arg: string, expand: (text: string) => Pieces[]): JsonValue {
  const text = textOf(arg, expand)
  return typeof text === 'string' ? { 'ends with': text } : text
}

const hookReasons: Readonly<Record<string, string>> = {
  WAITFORBOT: 'every turn waits for its reply',
  CLEAR_SCRIPTING_MEMORY: 'variables have one value in a conversation',
  CLEAR_QUEUE: 'a turn has its whole reply, and no queue of messages',
  SKIP_BOT_UNCONSUMED: 'a turn has its whole reply, and no queue of messages',
  ORDERED_LIST_TO_BUTTON: 'lists stay texts',
  UPDATE_CUSTOM: 'a turn sends text, context and metadata',
  ASSIGN_SCRIPTING_MEMORY: 'a suite captures a whole reply or a value of a call: write capture:',
}

/** Carries over a logic hook as far as a suite can. `turn` is the turn that it belongs to, if any. */
export function applyHook(call: BotiumCall, words: ConvoWords, notes: DraftNote[], turn?: DraftTurn): void {
  const { name, args, origin, written } = call
  const { conversation, given } = words
  const [first = '', second = ''] = args
  const note = (kind: DraftNote['kind'], why: string): void => {
    notes.push({ origin, kind, what: written, why })
  }
  if (name === 'PAUSE' && /^\d+$/.test(first) && Number(first) > 0) {
    if (conversation.turns.length > 0) addTurn(conversation, 'wait', `${first} ms`, origin)
    else note('changed', 'nothing has been said yet that could be waited for')
  } else if (name === 'SET_SCRIPTING_MEMORY' && /^\$?[A-Za-z_]\w*$/.test(first)) {
    const variable = first.replace(/^\$/, '')
    if (given.has(variable)) note('lost', 'a variable has one value in a conversation')
    else {
      const value = draftText(second, words, origin, notes)
      conversation.variables[variable] = value
      given.add(variable)
    }
  } else if (name === 'CONVO_STEP_PARAMETERS') applyParameters(call, note, turn)
  else {
    if (name === 'ASSIGN_SCRIPTING_MEMORY') words.captured.add(first.replace(/^\$/, ''))
    note('lost', (Object.hasOwn(hookReasons, name) ? hookReasons[name] : undefined) ?? reasonFor(name))
  }
}

/** `stepTimeout` limits the turn; the matching mode is read elsewhere. */
function applyParameters(
  { args }: BotiumCall,
  note: (kind: DraftNote['kind'], why: string) => void,
  turn: DraftTurn | undefined,
): void {
  const text = args.join('|')
  const timeout = /"stepTimeout"\s*:\s*(\d+)/.exec(text)?.[1]
  if (timeout !== undefined && Number(timeout) > 0 && turn !== undefined) turn.timeLimit = `${timeout} ms`
  const others = text.replace(/"(?:stepTimeout|matchingMode)"\s*:\s*(?:\d+|"\w+")/g, '')
  if (/\w/.test(others)) note('lost', 'of these parameters, a step here has a time limit and a matching mode')
}
