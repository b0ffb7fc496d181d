import type {
  ContentItem,
  FunctionCall,
  FunctionCallOutput,
  Message,
  TranscriptEntry,
} from '../../wire/api/transcript-entry.ts'
import { type Child, element } from '../kit/element.ts'
import { jsonBlock, metadataFold, textBlock } from '../kit/json-block.ts'
import { exactTimeOf, linkTo, statusWord } from './labels.ts'

/** One entry of a transcript; an entry of an unknown type is shown as JSON. */
export function entryView(entry: ShownEntry, day: string): HTMLElement {
  switch (entry.type) {
    case 'message':
      return messageView(entry, day)
    case 'call':
      return callView(entry, day)
    case 'thinking':
      return aside('thinking', entry.timestamp, day, element('p', { class: 'text', dir: 'auto' }, entry.thinking))
    case 'summary':
      return aside('summary', entry.timestamp, day, element('p', { class: 'text', dir: 'auto' }, entry.summary))
    default:
      return aside('unknown entry', null, day, jsonBlock(entry))
  }
}

function aside(kind: string, timestamp: string | null, day: string, body: Child): HTMLElement {
  return element(
    'li',
    { class: 'aside', 'data-kind': kind },
    element(
      'div',
      'entry-head',
      element('span', 'role', kind),
      timestamp === null ? null : exactTimeOf(timestamp, day),
    ),
    body,
  )
}

function messageView(message: Message, day: string): HTMLElement {
  const { role, agentName, senderName, senderId, content, metadata } = message
  const speaker = [agentName, senderName, senderId].filter((name) => name !== null && name !== undefined && name !== '')
  return element(
    'li',
    { class: 'message', 'data-role': role },
    element(
      'div',
      'entry-head',
      element('span', 'role', role),
      element('span', 'speaker', [...new Set(speaker)].join(' · ')),
      exactTimeOf(message.timestamp, day),
    ),
    element('div', 'bubble', ...content.map(contentView)),
    metadataFold(metadata),
  )
}

/** One item of a message. Media is linked and never loaded: the page must not call its address. */
function contentView(item: ContentItem): HTMLElement {
  switch (item.type) {
    case 'text':
      return element('p', { class: 'text', dir: 'auto' }, item.text)
    case 'button':
      return piece('button', element('strong', {}, item.text), element('code', { title: 'payload' }, item.payload))
    case 'image':
    case 'video':
      return piece(item.type, linkTo(item.url, item.caption || item.mimeType), mimeType(item.mimeType, item.caption))
    case 'audio':
      return piece('audio', linkTo(item.url, item.mimeType))
    case 'file':
      return piece('file', linkTo(item.url, item.filename || item.mimeType), mimeType(item.mimeType, item.filename))
    default:
      return piece('unknown item', jsonBlock(item))
  }
}

function piece(kind: string, ...children: Child[]): HTMLElement {
  return element(
    'div',
    { class: 'piece', 'data-kind': kind },
    element('span', 'label', kind),
    element('div', {}, ...children),
  )
}

const mimeType = (type: string, label: string): Child => (label === '' ? null : element('span', 'muted', type))

/** A tool call with its output, phase and time; errors, and halves without the other, are marked. */
function callView({ call, output }: CallPair, day: string): HTMLElement {
  const entry = call ?? output
  return element(
    'li',
    { class: 'call', 'data-error': output?.is_error === true ? 'true' : null },
    element(
      'div',
      'entry-head',
      element('span', 'role', 'call'),
      element('code', { class: 'name', title: entry?.call_id ?? '' }, entry?.name ?? ''),
      phaseOf(call, output),
      statusWord(outcomeOf(call, output)),
      typeof output?.executionTimeMs === 'number' ? element('span', 'elapsed', `${output.executionTimeMs} ms`) : null,
      entry === null ? null : exactTimeOf(entry.timestamp, day),
    ),
    element(
      'dl',
      'call-parts',
      ...part('arguments', call === null ? null : jsonBlock(call.arguments)),
      ...part('output', output === null ? null : textBlock(output.output)),
    ),
  )
}

function outcomeOf(call: FunctionCall | null, output: FunctionCallOutput | null): string {
  if (output === null) return 'no output yet'
  if (call === null) return 'output without a call'
  return output.is_error ? 'error' : 'ok'
}

/** The phase of the call and its output, or both phases when they differ. */
function phaseOf(call: FunctionCall | null, output: FunctionCallOutput | null): Child {
  const phases = new Set([call?.phase, output?.phase].filter((phase) => typeof phase === 'string'))
  return phases.size === 0 ? null : element('span', { class: 'phase', title: 'phase' }, [...phases].join(' / '))
}

const part = (name: string, value: HTMLElement | null): HTMLElement[] =>
  value === null ? [] : [element('dt', {}, name), element('dd', {}, value)]

/** The output is null while there is none, the call is null if an output has no call before it. */
interface CallPair {
  type: 'call'
  call: FunctionCall | null
  output: FunctionCallOutput | null
}

/** Each call with its output, in the place of the call; everything else as it is. */
type ShownEntry = CallPair | Exclude<TranscriptEntry, FunctionCall | FunctionCallOutput>

/** The earliest call of its id without one (TRN-12). Doubles are shown: somebody who debugs wants to see them. */
export function pairEntries(entries: readonly TranscriptEntry[]): ShownEntry[] {
  const pairs: ShownEntry[] = []
  const waiting: CallPair[] = []
  for (const entry of entries) {
    if (entry.type === 'function_call') {
      const pair: CallPair = { type: 'call', call: entry, output: null }
      waiting.push(pair)
      pairs.push(pair)
    } else if (entry.type === 'function_call_output') {
      const pair = waiting.find(({ call, output }) => call?.call_id === entry.call_id && output === null)
      if (pair === undefined) pairs.push({ type: 'call', call: null, output: entry })
      else pair.output = entry
    } else pairs.push(entry)
  }
  return pairs
}
