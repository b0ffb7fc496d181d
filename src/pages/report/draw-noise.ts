import type { NoiseFloor } from '../../compare/model/noise-floor.ts'
import { element } from '../kit/element.ts'
import { factList } from './fact-list.ts'
import { formatDifference } from './format-ms.ts'

/** How much the agent differs from itself, which is what a difference must exceed. */
export function drawNoise({ pairs, discordant, conversations, turnMs, measuredAt }: NoiseFloor): HTMLElement[] {
  const share = pairs === 0 ? '' : ` (${((100 * discordant) / pairs).toFixed(1)} %)`
  return [
    factList([
      ['pairs of equal runs', String(pairs)],
      ['that came out unlike', `${discordant}${share}`],
      ['turn times differ by', turnMs === null ? null : `${turnMs.map(formatDifference).join(' to ')} (middle half)`],
      ['measured', measuredAt.replace('T', ' ')],
    ]),
    conversations.length === 0
      ? element('p', 'muted', 'No conversation differed from itself.')
      : element('ul', 'plain', ...conversations.map((id) => element('li', {}, element('code', {}, id)))),
  ]
}
