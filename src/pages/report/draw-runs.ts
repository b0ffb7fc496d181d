import type { RunSummary } from '../../compare/model/conversation-comparison.ts'
import { nameVerdict } from '../../engine/verdict/verdict.ts'
import { element } from '../kit/element.ts'
import { formatMs } from './format-ms.ts'
import { toneOf, verdictShape, verdictWord } from './verdict-mark.ts'

/** The runs of one side. */
export interface SideRuns {
  label: string
  runs: readonly RunSummary[]
  /** The session whose transcript is shown. */
  shown: string | null
}

/** Every run of both sides as a mark, those of one pair below each other; pressing one tells of it. */
export function drawRuns(sides: readonly SideRuns[]): HTMLElement {
  const told = element('div', { class: 'run-told', 'aria-live': 'polite' })
  const strips = sides.map(({ label, runs, shown }) => {
    const passed = runs.filter(({ verdict }) => verdict === 'passed').length
    const buttons = runs.map((run, index) => {
      const mark = runMark(run, index, label, run.sessionId !== null && run.sessionId === shown)
      mark.addEventListener('click', () => {
        for (const other of told.parentElement?.querySelectorAll('.run') ?? [])
          other.setAttribute('aria-pressed', 'false')
        mark.setAttribute('aria-pressed', 'true')
        told.replaceChildren(tellRun(run, index, label, run.sessionId === shown))
      })
      return element('li', {}, mark)
    })
    return element(
      'div',
      'strip',
      element('span', 'strip-label', label),
      element('ol', { 'aria-label': `Runs of ${label}` }, ...buttons),
      element('span', 'muted', `${passed} of ${runs.length} passed`),
    )
  })
  return element('div', 'runs', ...strips, told)
}

function runMark({ verdict }: RunSummary, index: number, label: string, isShown: boolean): HTMLElement {
  const about = `${label}, run ${index + 1}: ${nameVerdict(verdict)}${isShown ? ', shown below' : ''}`
  return element(
    'button',
    {
      type: 'button',
      class: 'run',
      'data-tone': toneOf(verdict),
      'data-shown': isShown ? 'true' : null,
      'aria-pressed': 'false',
      'aria-label': about,
      title: about,
    },
    verdictShape(verdict),
  )
}

function tellRun(
  { verdict, reason, sessionId, startedAt, ms, turn }: RunSummary,
  index: number,
  label: string,
  isShown: boolean,
): HTMLElement {
  const parts = [
    turn === null ? null : `stopped being right at turn ${turn + 1}`,
    reason,
    formatMs(ms),
    startedAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC'),
    sessionId === null ? null : `session ${sessionId}`,
    isShown ? 'its transcript is shown below' : null,
  ].filter((part) => part !== null)
  return element(
    'p',
    {},
    element('strong', {}, `${label}, run ${index + 1} `),
    verdictWord(verdict),
    ` ${parts.join(' · ')}`,
  )
}
