import type { ContentItem } from '../../wire/api/content-item.ts'
import type { FunctionCall, FunctionCallOutput, Message } from '../../wire/api/transcript-entry.ts'
import { type Child, element } from '../kit/element.ts'
import { jsonBlock, textBlock } from './json-block.ts'
import { linkTo } from './link-to.ts'
import type { CallPair, ShownEntry } from './pair-entries.ts'
import { exactTimeOf } from './show-time.ts'
import { statusWord } from './status-word.ts'

/** One entry of a transcript; one of a type this page does not know is shown as JSON. */
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

/** A message as a bubble, with who speaks and when above it. */
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
    metadata === null || metadata === undefined || Object.keys(metadata).length === 0
      ? null
      : element('details', 'metadata', element('summary', {}, 'metadata'), jsonBlock(metadata)),
  )
}

/** One piece of a message. Media is linked, never loaded: its address is not this page's to call. */
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

/** The phase that both say, or both when they differ. */
function phaseOf(call: FunctionCall | null, output: FunctionCallOutput | null): Child {
  const phases = new Set([call?.phase, output?.phase].filter((phase) => typeof phase === 'string'))
  return phases.size === 0 ? null : element('span', { class: 'phase', title: 'phase' }, [...phases].join(' / '))
}

const part = (name: string, value: HTMLElement | null): HTMLElement[] =>
  value === null ? [] : [element('dt', {}, name), element('dd', {}, value)]
