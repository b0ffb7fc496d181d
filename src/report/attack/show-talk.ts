import { cutText, lastOf } from '../../base/privacy/cut.ts'
import type { Harm } from '../../compare/attack/attack-result.ts'
import type { CallSeen, Outcome } from '../../engine/expect/outcome.ts'
import type { ToolCall } from '../../engine/transcript/tool-call.ts'
import { type TurnView, viewTurn } from '../../engine/transcript/turn-view.ts'
import type { TurnResult } from '../../engine/verdict/conversation-result.ts'
import type { ContentItem, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { cleanLine } from '../text/line.ts'
import type { Paint } from '../text/paint.ts'
import { showEntry } from '../text/show-entry.ts'

/** How many turns before the harm to show, the longest text, and how much to show around a marked piece. */
const [turnsBefore, longest, around] = [2, 240, 100]

/** A line of a talk: `harm` is the piece that does the harm, if it can be told from the rest of the line. */
interface TalkLine {
  /** Null for what only the stored session shows. */
  turn: number | null
  isHarm: boolean
  before: string
  harm: string
  after: string
}

/**
 * The talk from two turns before the harm up to the harm: what user and agent said, and calls with their
 * arguments. Lines that do the harm begin with `!`, and leaked text is marked in them.
 */
export function showTalk(harm: Harm, paint: Paint): string[] {
  const from = harm.turn - turnsBefore
  const turns = harm.run.turns.filter(({ index }) => index >= from && index <= harm.turn)
  const talk = turns.flatMap((turn) => linesOf(turn, harm))
  const lines = talk.some(({ isHarm }) => isHarm) ? talk : [...talk, ...storedLines(harm)]
  const labels = lines.map(({ turn }, at) => {
    if (at > 0 && lines[at - 1]?.turn === turn) return ''
    return turn === null ? 'after' : `turn ${turn + 1}`
  })
  const width = Math.max(0, ...labels.map(({ length }) => length))
  return lines.map(({ isHarm, before, harm: piece, after }, at) => {
    const label = `${(labels[at] ?? '').padEnd(width)} ${isHarm ? '!' : ' '} `
    return `${paint.dim(label)}${before}${piece === '' ? '' : mark(piece, paint)}${after}`
  })
}

/** In colour, or in brackets if colours are off. */
function mark(text: string, paint: Paint): string {
  const painted = paint.bad(text)
  return painted === text ? `>>${text}<<` : painted
}

function linesOf(turn: TurnResult, harm: Harm): TalkLine[] {
  const view = viewTurn(turn.entries)
  const calls = callsOf(view)
  const isLast = turn.index === harm.turn
  const forbidden = new Set(isLast ? forbiddenCalls(turn.outcomes).map(({ index }) => index) : [])
  const shown = view.entries.flatMap((entry, index): TalkLine[] => {
    const text = textOf(entry, calls.get(index), harm.run.agent)
    if (text === null) return []
    if (forbidden.has(index)) return [{ ...lineOf(turn.index, ''), isHarm: true, harm: shorten(text) }]
    const told = isLast && tells(entry) && harm.leak !== null ? findPiece(text, harm.leak) : null
    return [told === null ? lineOf(turn.index, shorten(text)) : { turn: turn.index, isHarm: true, ...told }]
  })
  const said = turn.user !== null && view.user.length === 0 ? [lineOf(turn.index, shorten(`user: ${turn.user}`))] : []
  return markLast([...said, ...shown], isLast && harm.leak !== null)
}

/** Some forms of leak (such as in pieces) do not appear verbatim; then the last thing the agent said is marked. */
function markLast(lines: TalkLine[], isNeeded: boolean): TalkLine[] {
  if (!isNeeded || lines.some(({ isHarm }) => isHarm)) return lines
  const last = lines.findLastIndex(({ before }) => !/^(?:user|call)\b/.test(before))
  return lines.map((line, at) => (at === last ? { ...line, isHarm: true, before: '', harm: line.before } : line))
}

/** What only the stored session shows: calls of functions that ran after the last turn. */
function storedLines({ run }: Harm): TalkLine[] {
  const view = viewTurn(run.afterTurns)
  const calls = callsOf(view)
  const forbidden = new Set(forbiddenCalls(run.outcomes).map(({ name }) => name))
  return view.entries.flatMap((entry, index): TalkLine[] => {
    const text = textOf(entry, calls.get(index), run.agent)
    if (text === null) return []
    const isHarm = entry.type === 'function_call' && forbidden.has(entry.name)
    return [isHarm ? { ...lineOf(null, ''), isHarm, harm: shorten(text) } : lineOf(null, shorten(text))]
  })
}

function callsOf({ calls }: TurnView): Map<number, ToolCall> {
  return new Map(calls.flatMap((call) => [call.index, call.output?.index ?? -1].map((at) => [at, call] as const)))
}

function lineOf(turn: number | null, text: string): TalkLine {
  return { turn, isHarm: false, before: text, harm: '', after: '' }
}

/** The forbidden calls among the outcomes. */
function forbiddenCalls(outcomes: readonly Outcome[]): CallSeen[] {
  return outcomes.flatMap((outcome) =>
    outcome.kind === 'unexpected call' && outcome.verdict === 'failed' && outcome.call !== null ? [outcome.call] : [],
  )
}

/** Whether the customer reads the entry. */
function tells(entry: TranscriptEntry): boolean {
  return entry.type === 'message' && entry.role !== 'user'
}

const shorten = (text: string): string => cutText(text, longest)

/**
 * The leaking piece of a line with some text around it. The last occurrence, since only the last of several
 * pieces is known.
 */
function findPiece(
  text: string,
  { as }: NonNullable<Harm['leak']>,
): Pick<TalkLine, 'before' | 'harm' | 'after'> | null {
  const wanted = cleanLine(as).trim()
  if (wanted === '') return null
  const [small, smallWanted] = [text.toLowerCase(), wanted.toLowerCase()]
  const exact = text.lastIndexOf(wanted)
  const at = exact !== -1 || small.length !== text.length ? exact : small.lastIndexOf(smallWanted)
  if (at === -1) return null
  const [word = ''] = /^[a-z]+(?: \([^)]{1,60}\))?: /.exec(text) ?? []
  const before = text.slice(word.length, at)
  return {
    before: `${word}${before.length > around ? `…${lastOf(before, around)}` : before}`,
    harm: cutText(text.slice(at, at + wanted.length), longest),
    after: cutText(text.slice(at + wanted.length), around),
  }
}

/** A complete entry on one line. Null for an output that belongs to a call. */
function textOf(entry: TranscriptEntry, call: ToolCall | undefined, agent: string): string | null {
  if (entry.type !== 'message') {
    const shown = showEntry(entry, call, agent)
    return shown === null ? null : cleanLine(shown)
  }
  const word = { user: 'user', assistant: 'reply', backgroundAgent: 'background' }[entry.role]
  const speaker = entry.agentName === null || entry.agentName === agent ? '' : ` (${entry.agentName})`
  return cleanLine(`${word}${speaker}: ${entry.content.map(itemText).join(' ')}`)
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
