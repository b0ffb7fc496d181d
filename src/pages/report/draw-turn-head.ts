import { element } from '../kit/element.ts'
import { formatMs } from './format-ms.ts'
import { type Markable, verdictWord } from './verdict-mark.ts'

/** The heading of a turn: its number, what became of it, and how long it took on each side. */
export function drawTurnHead(
  index: number | null,
  step: string | null,
  verdict: Markable | null,
  times: readonly { label: string | null; ms: number | null }[],
): HTMLElement {
  const known = times.flatMap(({ label, ms }) =>
    ms === null ? [] : [`${label === null ? '' : `${label} `}${formatMs(ms)}`],
  )
  const name = index === null ? 'After the last turn' : `Turn ${index + 1}`
  return element(
    'header',
    'turn-head',
    element('h5', {}, step === null ? name : `${name}, step ${step}`),
    verdict === null ? null : verdictWord(verdict),
    known.length === 0 ? null : element('span', 'muted', known.join(' · ')),
  )
}
