import { type Child, element } from '../kit/element.ts'
import { factList, factValue, jsonBlock } from '../kit/json-block.ts'
import { describeGap, linkTo, statusWord, timeOf } from './labels.ts'
import type { OutboxRow } from './local-state.ts'
import { empty } from './table.ts'
import { consoleHash } from './view.ts'

export function buildOutbox({ rows, now }: { rows: OutboxRow[]; now: string }): Child[] {
  if (rows.length === 0)
    return [
      empty(
        'Nothing was sent yet.',
        element('code', {}, 'POST /api/chat-agent/trigger'),
        ' with a communicationChannel sends a message to a customer.',
      ),
    ]
  return [element('ol', { class: 'outbox', 'data-key': 'outbox' }, ...rows.map((row) => messageOf(row, now)))]
}

function messageOf(row: OutboxRow, now: string): HTMLElement {
  const { id, status, sentAt, due, channelType, channelName, subject, text } = row
  return element(
    'li',
    { 'data-key': id },
    element(
      'div',
      'posted',
      statusWord(status),
      element('div', 'line', timeOf(sentAt ?? due, now)),
      status === 'waiting' ? element('div', 'sub', `due ${describeGap(due, now)}`) : null,
      element('div', 'sub', channelType),
      element('div', 'sub', channelName),
    ),
    element(
      'div',
      'letter',
      factList(envelopeOf(row)),
      subject === null ? null : element('h3', {}, subject),
      text === ''
        ? element('p', 'muted', status === 'waiting' ? 'The text is written when it is sent.' : 'No text.')
        : element('p', { class: 'text', dir: 'auto' }, text),
      extrasOf(row),
    ),
  )
}

function envelopeOf({ from, to, cc, bcc, agentName, sessionId }: OutboxRow): [string, Child][] {
  const session = element('a', { class: 'mono', href: consoleHash({ tab: 'sessions', session: sessionId }) }, sessionId)
  return [
    ['from', from === null ? agentName : `${agentName} · ${from}`],
    ['to', to],
    ['cc', cc.join(', ')],
    ['bcc', bcc.join(', ')],
    ['session', session],
  ]
}

function extrasOf({ template, attachments, metadata }: OutboxRow): HTMLElement {
  const links = attachments.map((url) => element('li', {}, linkTo(url, url)))
  return factList([
    ['template', template === null ? null : `${template.name} (${template.language})`],
    ['variables', template === null ? null : factValue(template.variables)],
    ['attached', links.length === 0 ? null : element('ul', 'links', ...links)],
    ['metadata', metadata === null || Object.keys(metadata).length === 0 ? null : jsonBlock(metadata)],
  ])
}
