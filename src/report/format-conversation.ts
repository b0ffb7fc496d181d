import type { ConversationResult } from '../results/conversation-result.ts'
import { formatTime } from './format-time.ts'
import { formatMark } from './format-verdict.ts'
import type { Paint } from './paint.ts'

/** One line a conversation: mark, version, name, turns, time, and where it stands when it did not pass. */
export function formatConversation(result: ConversationResult, showVersion: boolean, paint: Paint): string {
  const { verdict, version, name, turns, ms, file, at, reason } = result
  const ran = turns.filter(({ turnMs }) => turnMs !== null).length
  const size = verdict === 'skipped' ? 'skipped' : `${ran} ${ran === 1 ? 'turn' : 'turns'}  ${formatTime(ms)}`
  const lost = turns.filter(({ recovered }) => recovered !== undefined).map(({ index }) => index + 1)
  const note = lost.length === 0 ? '' : `  recovered ${lost.length === 1 ? 'turn' : 'turns'} ${lost.join(', ')}`
  const tells = verdict === 'skipped' || verdict === 'passed'
  const place = verdict === 'passed' ? '' : `  ${file}:${at.line}`
  return [
    ` ${formatMark(verdict, paint)}`,
    ...(showVersion ? [paint.dim(`[${version}]`)] : []),
    `${name} `,
    paint.dim(`${size}${note}${place}${tells && reason !== null ? `  ${reason}` : ''}`),
  ].join(' ')
}
