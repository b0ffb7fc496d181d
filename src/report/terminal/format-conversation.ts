import { count } from '../../base/count.ts'
import { addressOf } from '../../engine/verdict/address-of.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { TurnResult } from '../../engine/verdict/turn-result.ts'
import { nameVerdict } from '../../engine/verdict/verdict.ts'
import { cleanLine } from '../text/clean-line.ts'
import { formatTime } from '../text/format-time.ts'
import { formatMark } from '../text/format-verdict.ts'
import type { Paint } from '../text/paint.ts'

/** One line a conversation: mark, version, name, turns, time, and where it stands when it did not pass. */
export function formatConversation(result: ConversationResult, showVersion: boolean, paint: Paint): string {
  const { verdict, version, name, turns, ms, reason } = result
  const ran = turns.filter(({ turnMs }) => turnMs !== null).length
  const told = verdict === 'skipped' || verdict === 'unsafe'
  const size = told ? nameVerdict(verdict) : `${count(ran, 'turn')}  ${formatTime(ms)}`
  const note = turns.map(noteRecovery).join('')
  const tells = verdict === 'skipped' || verdict === 'passed' || verdict === 'not reached'
  const place = verdict === 'passed' ? '' : `  ${cleanLine(addressOf(result))}`
  return [
    ` ${formatMark(verdict, paint)}`,
    ...(showVersion ? [paint.dim(`[${version}]`)] : []),
    `${cleanLine(name)} `,
    paint.dim(`${size}${note}${place}${tells && reason !== null ? `  ${cleanLine(reason)}` : ''}`),
  ].join(' ')
}

function noteRecovery({ index, recovered }: TurnResult): string {
  if (recovered === undefined) return ''
  const how = recovered.how === 'fetched' ? 'its answer was lost and found in the session' : 'it was sent again'
  return `  turn ${index + 1} recovered: ${how}`
}
