import { anything, fails, holds, type Outcome, unjudged, when } from './outcome.ts'
import { type Plain, type PlainMap, Written } from './plain.ts'
import {
  besides,
  callsOf,
  type Entries,
  itemsOf,
  messagesOf,
  messageText,
  saidByUser,
  textAt,
  timeOf,
  typeOf,
} from './transcript.ts'

/** A turn as the laws see it: what was sent, what was answered, and everything before. */
export interface LawfulTurn {
  said: string | null
  entries: Entries
  before: Entries
  askedFor: string | null
  answeredBy: string
  /** Whether `reply: none` expects no answer. */
  silent: boolean
}

type Law = (turn: LawfulTurn) => boolean

const entryTypes = ['message', 'function_call', 'function_call_output', 'thinking', 'summary']
const itemTypes = ['text', 'image', 'video', 'audio', 'file', 'button']

const isKnown = (entries: Entries): boolean =>
  entries.every(
    (entry) => entryTypes.includes(typeOf(entry)) && itemsOf(entry).every((item) => itemTypes.includes(typeOf(item))),
  )

const isCall = (entry: PlainMap): boolean => typeOf(entry) === 'function_call'
const isOutput = (entry: PlainMap): boolean => typeOf(entry) === 'function_call_output'

const laws: Record<string, Law> = {
  'same session': ({ askedFor, answeredBy }) => askedFor === null || askedFor === answeredBy,
  'time order': ({ entries, before }) => {
    const times = [...before.slice(-1), ...entries].map(timeOf)
    const ordered = times.every((time, index) => time !== null && (index === 0 || time >= (times[index - 1] ?? time)))
    return ordered && entries.every(({ executionTimeMs: ms }) => !(ms instanceof Written && ms.value < 0))
  },
  'message echoed': ({ said, entries }) => {
    const users = saidByUser(entries)
    return said === null
      ? users.length === 0
      : users.length === 1 && users[0] !== undefined && messageText(users[0]) === said
  },
  'outputs paired': ({ entries }) =>
    entries.filter(isOutput).length === callsOf(entries).filter(({ output }) => output !== null).length,
  'unique call ids': ({ entries, before }) => {
    const ids = [...before, ...entries].filter(isCall).map((entry) => textAt(entry, 'call_id'))
    return new Set(ids).size === ids.length
  },
  'no open call': ({ entries }) => callsOf(entries).every(({ output }) => output !== null),
  'agent answers': ({ entries, silent }) => silent || messagesOf(entries).length > 0,
  'no empty message': ({ entries }) => messagesOf(entries).every((message) => !isBlank(messageText(message))),
  'no placeholder': ({ said, entries }) =>
    readable(entries).every((text) =>
      (text.match(/\$\{\w+\}|\{\{\w+\}\}|\{[A-Za-z_]\w*(\.\w+)+\}/g) ?? []).every(
        (each) => said?.includes(each) === true,
      ),
    ),
}

const isBlank = (text: string): boolean =>
  text.replace(/[\p{White_Space}\p{Default_Ignorable_Code_Point}]/gu, '') === ''

const readable = (entries: Entries): string[] => [
  ...messagesOf(entries).map(messageText),
  ...besides(entries),
  ...messagesOf(entries)
    .flatMap(itemsOf)
    .flatMap(({ payload }) => (typeof payload === 'string' ? [payload] : [])),
]

/** A call and its output must name the same phase. The docs do not say whether one of them may omit it. */
function phasesAgree(entries: Entries): Outcome {
  const pairs = entries.filter(isOutput).flatMap((output) => {
    const call = entries.filter(isCall).find((entry) => entry.call_id === output.call_id && entry.name === output.name)
    return call === undefined ? [] : [[call.phase ?? null, output.phase ?? null] as const]
  })
  if (pairs.some(([one, other]) => one !== null && other !== null && one !== other)) return fails
  return pairs.some(([one, other]) => one !== other) ? anything : holds
}

/** The outcomes of a turn's laws, except those that the suite relaxes. */
export function judgeTurnLaws(turn: LawfulTurn, relaxed: readonly string[], note: Note): Outcome[] {
  const outcomes = Object.entries(laws).flatMap(([name, law]) =>
    relaxed.includes(name) ? [] : [note(`law ${name}`, softened(name, turn, when(law(turn))))],
  )
  const agree = relaxed.includes('phases agree') ? [] : [note('law phases agree', phasesAgree(turn.entries))]
  return [...outcomes, ...agree]
}

export type Note = (name: string, outcome: Outcome) => Outcome

/** The docs do not say whether a message with only a picture is blank. */
function softened(name: string, { entries }: LawfulTurn, outcome: Outcome): Outcome {
  if (name !== 'no empty message' || outcome === holds) return outcome
  const blank = messagesOf(entries).filter((message) => isBlank(messageText(message)))
  return blank.every((message) => itemsOf(message).some(({ type }) => type !== 'text')) ? holds | fails : fails
}

/** Whether a turn can be judged at all: all its entries and content items have known types. */
export const knowsAll = (entries: Entries, relaxed: readonly string[]): boolean =>
  relaxed.includes('known entries') || isKnown(entries)

/** The stored session is the turns one after the other, and may have calls of post behind them and of pre before a message. */
function addsUp(stored: Entries, turns: Entries): boolean {
  const texts = turns.map((entry) => JSON.stringify(entry))
  let next = 0
  return (
    stored.every((entry, at) => {
      if (JSON.stringify(entry) === texts[next]) {
        next += 1
        return true
      }
      const ahead = stored.slice(at).find((each) => each.phase !== 'pre')
      const opens = ahead !== undefined && (next === 0 || saidByUser([ahead]).length > 0)
      return entry.phase === 'post' || (entry.phase === 'pre' && opens && next < texts.length)
    }) && next === texts.length
  )
}

/** The outcomes of the stored session's laws. */
export function judgeStoredLaws(
  stored: PlainMap,
  session: { sessionId: string; agent: string; version: string },
  turns: Entries,
  relaxed: readonly string[],
  note: Note,
): Outcome[] {
  const name = textAt(stored, 'agentDetails.name') ?? ''
  const spoke = [session.agent, ...messagesOf(turns).map((message) => textAt(message, 'agentName'))]
  const version = textAt(stored, 'agentDetails.version')
  const transcript: Plain = stored.transcript ?? []
  const versioned = /^\d+$/.test(session.version) && version !== null && version !== session.version
  const judged: (readonly [string, Outcome])[] = [
    ['same session', when(stored.sessionId === session.sessionId && spoke.includes(name))],
    ['slices add up', when(addsUp(transcript as unknown as Entries, turns))],
    ['version answers', when(!versioned)],
    ['known entries', isKnown(transcript as unknown as Entries) ? holds : unjudged],
  ]
  return judged.flatMap(([law, outcome]) => (relaxed.includes(law) ? [] : [note(`law ${law}`, outcome)]))
}
