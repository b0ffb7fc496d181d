import type { JsonObject } from '../../base/json/json.ts'
import { plainSaid } from '../../report/document/door.ts'
import type { WatchMessage } from './message-shape.ts'

/** The forms in which a receiver takes messages. */
export const messageForms = ['json', 'slack', 'teams'] as const
export type MessageForm = (typeof messageForms)[number]

/** The most findings that a chat shows; the JSON has all. */
const mostFindings = 5

export function renderMessage(message: WatchMessage, form: MessageForm): JsonObject {
  if (form === 'slack') return slackMessage(message)
  return form === 'teams' ? teamsMessage(message) : (message as unknown as JsonObject)
}

/** What stands below the title, line by line, for a terminal or a chat. */
export function linesOf(message: Pick<WatchMessage, 'against' | 'changed' | 'findings' | 'note' | 'report'>): string[] {
  const { against, changed, findings, note, report } = message
  const restCount = findings.length - mostFindings
  return [
    ...(changed.length === 0 ? [] : [`changed: ${changed.join(', ')}`]),
    ...(against === null ? [] : [`held against ${against}`]),
    ...findings.slice(0, mostFindings).map(({ conversation, what }) => `${conversation}: ${what}`),
    ...(restCount > 0 ? [`and ${restCount} more`] : []),
    ...(note === null ? [] : [note]),
    ...(report === null ? [] : [`report: ${report}`]),
  ].map((line) => plainSaid(line))
}

/** Slack's incoming webhooks; names can hold what would mention somebody or be a link there. */
function slackMessage(message: WatchMessage): JsonObject {
  const escaped = (text: string): string =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const section = (text: string): JsonObject => ({ type: 'section', text: { type: 'plain_text', text, emoji: false } })
  const title = plainSaid(message.title)
  return {
    text: escaped(title),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: title.slice(0, 150), emoji: false } },
      ...linesOf(message).map((line) => section(line.slice(0, 3_000))),
      { type: 'context', elements: [{ type: 'plain_text', text: message.id, emoji: false }] },
    ],
  }
}

/** An adaptive card, as the workflows of Teams take it; their text blocks read a little Markdown. */
function teamsMessage(message: WatchMessage): JsonObject {
  const escaped = (text: string): string => text.replace(/[\\`*_[\]()<>#~]/g, '\\$&')
  const block = (text: string, more: JsonObject = {}): JsonObject => ({
    ...{ type: 'TextBlock', wrap: true, text: escaped(text) },
    ...more,
  })
  const content = {
    ...{ $schema: 'http://adaptivecards.io/schemas/adaptive-card.json', type: 'AdaptiveCard', version: '1.4' },
    body: [
      block(plainSaid(message.title), { weight: 'Bolder', size: 'Medium' }),
      ...linesOf(message).map((line) => block(line)),
      block(message.id, { isSubtle: true, size: 'Small' }),
    ],
  }
  return { type: 'message', attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }] }
}
