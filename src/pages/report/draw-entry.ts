import type { ToolCall } from '../../engine/transcript/tool-call.ts'
import type { ContentItem, FunctionCallOutput, Message, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { type Child, element } from '../kit/element.ts'
import { jsonBlock, metadataFold, textBlock } from '../kit/json-block.ts'
import { formatMs } from './latency.ts'
import { drawElsewhere, markQuoted, type QuotedWords } from './quotations.ts'

export interface EntryManner {
  agent: string
  /** The text's words with the differing ones marked; null draws it as it is. */
  words: HTMLElement[] | null
  open: boolean
  quoted?: readonly QuotedWords[]
}

/** One entry of a transcript. A call is drawn with its output; null for an output that was drawn with its call. */
export function drawEntry(
  entry: TranscriptEntry,
  index: number,
  calls: ReadonlyMap<number, ToolCall>,
  { agent, words, open, quoted = [] }: EntryManner,
): HTMLElement | null {
  const call = calls.get(index)
  const quotes = new Set<QuotedWords>()
  const mark = (text: string): Child[] => markQuoted(text, quoted, quotes)
  const body = drawKind(entry, call, { agent, words, open: open || (call !== undefined && quoted.length > 0), mark })
  const elsewhere = drawElsewhere(quoted, quotes)
  if (elsewhere === null) return body
  return body === null ? elsewhere : element('div', 'quoted-entry', body, elsewhere)
}

/** An entry by its kind; `mark` draws a text with its quoted passages. */
function drawKind(
  entry: TranscriptEntry,
  call: ToolCall | undefined,
  { agent, words, open, mark }: Omit<EntryManner, 'quoted'> & { mark: (text: string) => Child[] },
): HTMLElement | null {
  switch (entry.type) {
    case 'message':
      return drawMessage(entry, agent, words, mark)
    case 'function_call':
      return call === undefined ? null : drawCall(call, open)
    case 'function_call_output':
      return call === undefined ? drawOrphan(entry) : null
    case 'thinking':
      return aside('thinking', words ?? [entry.thinking])
    case 'summary':
      return aside('summary', words ?? [entry.summary])
    default:
      return element('div', 'aside', element('span', 'role', 'unknown entry'), jsonBlock(entry))
  }
}

/** The calls of a turn by the indexes of their entries: that of the call and that of its output. */
export function callsByEntry(calls: readonly ToolCall[]): Map<number, ToolCall> {
  return new Map(
    calls.flatMap((call) => [call.index, ...(call.output === null ? [] : [call.output.index])].map((at) => [at, call])),
  )
}

function aside(role: string, content: readonly (HTMLElement | string)[]): HTMLElement {
  return element(
    'div',
    'aside',
    element('span', 'role', role),
    element('p', { class: 'text', dir: 'auto' }, ...content),
  )
}

/** One item of a message. Addresses are shown as text; none is linked or loaded. */
function drawItem(item: ContentItem, mark: (text: string) => Child[]): HTMLElement {
  switch (item.type) {
    case 'text':
      return element('p', { class: 'text', dir: 'auto' }, ...mark(item.text))
    case 'button':
      return piece('button', element('strong', {}, ...mark(item.text)), element('code', {}, item.payload))
    case 'image':
    case 'video':
      return piece(item.type, item.caption === '' ? null : element('span', {}, item.caption), ...media(item))
    case 'file':
      return piece('file', element('span', {}, item.filename), ...media(item))
    case 'audio':
      return piece('audio', ...media(item))
    default:
      return piece('unknown item', jsonBlock(item))
  }
}

const media = ({ mimeType, url }: { mimeType: string; url: string }): HTMLElement[] => [
  element('span', 'muted', mimeType),
  element('code', 'address', url),
]

function piece(kind: string, ...children: Child[]): HTMLElement {
  return element('div', 'piece', element('span', 'label', kind), element('div', {}, ...children))
}

const roles = { user: 'user', assistant: 'agent', backgroundAgent: 'background agent' }

/** A speaker other than `agent` means a handoff. If texts differ, `words` replaces them. */
function drawMessage(
  message: Message,
  agent: string,
  words: readonly HTMLElement[] | null,
  mark: (text: string) => Child[],
): HTMLElement {
  const { role, agentName, senderName, content, metadata } = message
  const speaker = role === 'user' ? senderName : agentName
  const others = words === null ? content : content.filter(({ type }) => type !== 'text')
  return element(
    'div',
    { class: 'message', 'data-role': role },
    element(
      'div',
      'entry-head',
      element('span', 'role', roles[role]),
      speaker === null ? null : element('span', {}, speaker),
      role === 'assistant' && agentName !== null && agentName !== agent
        ? element('span', 'badge', 'handed over')
        : null,
    ),
    element(
      'div',
      { class: 'bubble', tabindex: isLong(content) ? '0' : null },
      words === null || words.length === 0 ? null : element('p', { class: 'text', dir: 'auto' }, ...words),
      ...others.map((item) => drawItem(item, mark)),
      content.length === 0 ? element('p', 'muted', 'empty message') : null,
    ),
    metadataFold(metadata),
  )
}

/** A long message scrolls inside its own box, so it is focusable. */
const isLong = (content: Message['content']): boolean => JSON.stringify(content).length > 2000

/** A call with its output. A call that is the same on both sides, or that passed, is collapsed to one line. */
function drawCall({ name, arguments: args, phase, output }: ToolCall, open: boolean): HTMLElement {
  const { state, time } = stateOf(output)
  const head: Child[] = [
    element('span', 'role', 'calls'),
    element('code', 'name', name),
    phase === null ? null : element('span', 'badge', phase),
    element('span', { class: 'call-state', 'data-state': state }, state),
    time === null ? null : element('span', 'muted', time),
  ]
  const parts = element(
    'dl',
    'parts',
    element('dt', {}, 'arguments'),
    element('dd', {}, jsonBlock(args)),
    element('dt', {}, 'output'),
    element('dd', {}, output === null ? element('span', 'muted', 'none came') : textBlock(output.text)),
  )
  return element(
    'details',
    { class: 'call', 'data-error': state === 'ok' ? null : 'true', open: open ? '' : null },
    element('summary', 'entry-head', ...head),
    parts,
  )
}

function drawOrphan({ name, output }: FunctionCallOutput): HTMLElement {
  return element(
    'div',
    { class: 'call', 'data-error': 'true' },
    element('div', 'entry-head', element('span', 'role', 'output without a call'), element('code', 'name', name)),
    textBlock(output),
  )
}

function stateOf(output: ToolCall['output']): { state: string; time: string | null } {
  if (output === null) return { state: 'no output', time: null }
  const time = output.executionTimeMs === null ? null : formatMs(output.executionTimeMs)
  return { state: output.isError ? 'error' : 'ok', time }
}
