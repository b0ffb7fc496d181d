import type { Harm } from '../../compare/attack/attack-result.ts'
import type { CallSeen, Outcome } from '../../engine/expect/outcome/outcome.ts'
import type { ToolCall } from '../../engine/transcript/tool-call.ts'
import { type TurnView, viewTurn } from '../../engine/transcript/turn-view.ts'
import type { TurnResult } from '../../engine/verdict/conversation-result.ts'
import type { ContentItem, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { plainSaid } from '../document/door.ts'
import { said, toned, type Words } from '../document/words.ts'
import { showEntry } from '../text/show-entry.ts'

/** How many turns before the harm to show, the longest text, and how much to show around a marked piece. */
const [turnsBefore, longest, around] = [2, 240, 100]

interface TalkLine {
  turn: number | null
  by: 'user' | 'agent' | 'call' | 'other'
  /** `reply (orders): `, before what was said. */
  head: string
  body: string
  isHarm: boolean
  /** The body with the piece that does the harm marked, if it can be told from the rest. */
  marked?: Words
}

/** Two turns before the harm up to it, calls with arguments; harmful lines begin with `!`, leaks are marked. */
export function talkLines(harm: Harm): Words[] {
  const from = harm.turn - turnsBefore
  const turns = harm.run.turns.filter(({ index }) => index >= from && index <= harm.turn)
  const talk = turns.flatMap((turn) => linesOf(turn, harm))
  const lines = talk.some(({ isHarm }) => isHarm) ? talk : [...talk, ...storedLines(harm)]
  const labels = lines.map(({ turn }, at) => {
    if (at > 0 && lines[at - 1]?.turn === turn) return ''
    return turn === null ? 'after' : `turn ${turn + 1}`
  })
  const width = Math.max(0, ...labels.map(({ length }) => length))
  return lines.map((line, at) => [
    toned('dim', `${(labels[at] ?? '').padEnd(width)} ${line.isHarm ? '!' : ' '} `),
    wordsOf(line),
  ])
}

function wordsOf({ head, body, isHarm, marked }: TalkLine): Words {
  if (marked !== undefined) return [said(head), marked]
  const whole = said(`${head}${body}`, longest)
  return isHarm ? toned('mark', whole) : whole
}

function linesOf(turn: TurnResult, harm: Harm): TalkLine[] {
  const view = viewTurn(turn.entries)
  const calls = callsOf(view)
  const isLast = turn.index === harm.turn
  const forbidden = new Set(isLast ? forbiddenCalls(turn.outcomes).map(({ index }) => index) : [])
  const entryLines = view.entries.flatMap((entry, index): TalkLine[] => {
    const line = lineOf(turn.index, entry, calls.get(index), harm.run.agent)
    if (line === null) return []
    if (forbidden.has(index)) return [{ ...line, isHarm: true }]
    const markedWords = isLast && line.by === 'agent' && harm.leak !== null ? markPiece(line.body, harm.leak) : null
    return [markedWords === null ? line : { ...line, isHarm: true, marked: markedWords }]
  })
  const all = [...(view.user.length === 0 ? unsent(turn) : []), ...entryLines]
  const end = all.findLastIndex(({ by }) => by === 'user') + 1
  const lines = all.toSpliced(end, 0, ...unshownLinks(turn, all, harm))
  // Some forms of leak (such as in pieces) do not appear as they are: then the last thing the agent said is marked.
  if (!isLast || harm.leak === null || lines.some(({ isHarm }) => isHarm)) return lines
  const last = lines.findLastIndex(({ by }) => by !== 'user' && by !== 'call')
  return lines.map((line, at) => (at === last ? { ...line, isHarm: true } : line))
}

/** Links sent with a message whose entry does not show them. */
function unshownLinks({ index }: TurnResult, lines: readonly TalkLine[], { attachments }: Harm): TalkLine[] {
  const links = attachments?.[index] ?? []
  return links
    .filter((link) => !lines.some(({ by, body }) => by === 'user' && body.includes(link)))
    .map((link) => ({ turn: index, by: 'user', head: 'user: ', body: `[file ${link}]`, isHarm: false }))
}

/** What the user was to say, where the transcript does not have it. */
function unsent({ index, user }: TurnResult): TalkLine[] {
  return user === null ? [] : [{ turn: index, by: 'user', head: 'user: ', body: user, isHarm: false }]
}

/** What only the stored session shows: calls of functions that ran after the last turn. */
function storedLines({ run }: Harm): TalkLine[] {
  const view = viewTurn(run.afterTurns)
  const calls = callsOf(view)
  const forbidden = new Set(forbiddenCalls(run.outcomes).map(({ name }) => name))
  return view.entries.flatMap((entry, index): TalkLine[] => {
    const line = lineOf(null, entry, calls.get(index), run.agent)
    if (line === null) return []
    return [{ ...line, isHarm: entry.type === 'function_call' && forbidden.has(entry.name) }]
  })
}

function callsOf({ calls }: TurnView): Map<number, ToolCall> {
  return new Map(calls.flatMap((call) => [call.index, call.output?.index ?? -1].map((at) => [at, call] as const)))
}

function forbiddenCalls(outcomes: readonly Outcome[]): CallSeen[] {
  return outcomes.flatMap((outcome) =>
    outcome.kind === 'unexpected call' && outcome.verdict === 'failed' && outcome.call !== null ? [outcome.call] : [],
  )
}

/** A text around the last occurrence of the leaked piece, marked: only the last of several pieces is known. */
function markPiece(body: string, { as }: NonNullable<Harm['leak']>): Words | null {
  const [text, part] = [wholeText(body), wholeText(as).trim()]
  if (part === '') return null
  const small = text.toLowerCase()
  const exact = text.lastIndexOf(part)
  const at = exact !== -1 || small.length !== text.length ? exact : small.lastIndexOf(part.toLowerCase())
  if (at === -1) return null
  const end = at + part.length
  const piece = toned('mark', said(text.slice(at, end), longest))
  return [said(text.slice(0, at), around, 'last'), piece, said(text.slice(end), around)]
}

const wholeText = (text: string): string => plainSaid(text, Number.POSITIVE_INFINITY)

/** A complete entry; null for an output that belongs to a call. */
function lineOf(
  turn: number | null,
  entry: TranscriptEntry,
  call: ToolCall | undefined,
  agent: string,
): TalkLine | null {
  if (entry.type !== 'message') {
    const body = showEntry(entry, call, agent)
    const by = entry.type === 'function_call' ? 'call' : 'other'
    return body === null ? null : { turn, by, head: '', body, isHarm: false }
  }
  const word = { user: 'user', assistant: 'reply', backgroundAgent: 'background' }[entry.role]
  const speaker = entry.agentName === null || entry.agentName === agent ? '' : ` (${entry.agentName})`
  const by = entry.role === 'user' ? 'user' : 'agent'
  return { turn, by, head: `${word}${speaker}: `, body: entry.content.map(itemText).join(' '), isHarm: false }
}

function itemText(item: ContentItem): string {
  switch (item.type) {
    case 'text':
      return item.text as string
    case 'button':
      return `[button ${item.text} -> ${item.payload}]`
    case 'image':
    case 'video':
      return `[${item.type} ${item.url} ${item.caption}]`
    case 'audio':
      return `[audio ${item.url}]`
    case 'file':
      return `[file ${item.filename} ${item.url}]`
    default:
      return '[an item of a kind that is not known]'
  }
}
