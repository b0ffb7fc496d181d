import { count } from '../../base/text/wording.ts'
import type { RunSummary } from '../../compare/model/conversation-comparison.ts'
import { nameVerdict, type Verdict } from '../../engine/verdict/verdict.ts'
import { element } from '../kit/element.ts'
import { factList } from '../kit/json-block.ts'
import { dataTable, part, unfolding } from './data-table.ts'
import { formatMs } from './latency.ts'
import type { KeptRun, PointTold, TrendStrip } from './report-document.ts'
import { toneOf, verdictShape, verdictWord } from './verdict-mark.ts'

/** Each run of both sides as a mark, with the runs of a pair below each other; pressing a mark shows its details. */
export function drawRuns(
  sides: readonly { label: string; runs: readonly RunSummary[]; shown: string | null }[],
): HTMLElement {
  const details = element('div', { class: 'run-told', 'aria-live': 'polite' })
  const strips = sides.map(({ label, runs, shown }) => {
    const passed = runs.filter(({ verdict }) => verdict === 'passed').length
    const buttons = runs.map((run, index) => {
      const mark = runMark(run, index, label, run.sessionId !== null && run.sessionId === shown)
      mark.addEventListener('click', () => {
        for (const other of details.parentElement?.querySelectorAll('.run') ?? [])
          other.setAttribute('aria-pressed', 'false')
        mark.setAttribute('aria-pressed', 'true')
        details.replaceChildren(tellRun(run, index, label, run.sessionId === shown))
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
  return element('div', 'runs', ...strips, details)
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
  { verdict, reason, sessionId, startedAt, ms, turn, cause }: RunSummary,
  index: number,
  label: string,
  isShown: boolean,
): HTMLElement {
  const parts = [
    turn === null ? null : `stopped being right at turn ${turn + 1}`,
    reason,
    cause === undefined ? null : `cause: ${cause.kind}`,
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

type Run = KeptRun & PointTold & { verdict: Verdict }

/** For each side a strip of marks and a summary. Empty without a history. */
export function drawTrends(strips: readonly TrendStrip[], keptRuns: readonly KeptRun[]): HTMLElement[] {
  if (strips.length === 0) return []
  const charts = strips.map((strip) => {
    const runs = strip.points.flatMap(([run, verdict, index]): Run[] => {
      const keptRun = keptRuns[run]
      return keptRun === undefined ? [] : [{ ...keptRun, ...index, verdict }]
    })
    return drawStrip(strip, runs)
  })
  return [part('Over runs', ...charts)]
}

function drawStrip({ label, flaky, failing, facts }: TrendStrip, runs: readonly Run[]): HTMLElement {
  const last = runs.findLast(({ verdict }) => ['failed', 'flaky', 'expected fail'].includes(verdict))
  return element(
    'div',
    'trend',
    element(
      'div',
      'strip',
      element('span', 'strip-label', label),
      element(
        'ol',
        { class: 'kept', 'aria-label': `The last ${count(runs.length, 'run')} of ${label}, the newest last` },
        ...runs.map(drawMark),
      ),
      element('span', 'muted', `${dayOf(runs[0])} to ${dayOf(runs.at(-1))}`),
      flaky ? verdictWord('flaky', 'flaky over runs') : null,
      failing === null ? null : verdictWord(last?.verdict ?? 'failed', `failing ${failing}`),
    ),
    factList(facts),
    drawTable(label, runs),
  )
}

function drawMark(run: Run): HTMLElement {
  const { at, verdict, reason, attempts, changed, isThis, cause } = run
  const about = [
    `${at}: ${nameVerdict(verdict)}`,
    attempts === undefined ? null : `${attempts} passed`,
    reason,
    cause === undefined ? null : `cause ${cause}`,
    changed,
    isThis ? 'this run' : null,
  ]
    .filter((each) => typeof each === 'string')
    .join(', ')
  return element(
    'li',
    {
      'data-tone': toneOf(verdict),
      'data-changed': changed === undefined ? null : 'true',
      'data-this': isThis ? 'true' : null,
    },
    element('span', { role: 'img', 'aria-label': about, title: about }, verdictShape(verdict)),
  )
}

/** The same run by run, newest first, drawn when it is opened. */
function drawTable(label: string, runs: readonly Run[]): HTMLElement {
  const heads = ['run', 'verdict', 'passed', 'where it went wrong', 'commit']
  return unfolding('held', ['run by run'], () => [
    dataTable(`Runs of ${label}`, heads, runs.toReversed().map(tableRow), { hideCaption: true }),
  ])
}

function tableRow({ at, verdict, reason, attempts, commit, changed, isThis, cause }: Run): (Node | string)[] {
  const because = cause === undefined ? undefined : `cause ${cause}`
  const notes = [reason, because, changed].filter((each) => each !== undefined)
  return [
    isThis ? `${at}, this run` : at,
    verdictWord(verdict),
    attempts ?? '',
    notes.join('; '),
    element('code', {}, commit ?? ''),
  ]
}

const dayOf = (run: Run | undefined): string => run?.at.slice(0, 10) ?? ''
