import { count } from '../../base/count.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'
import { nameVerdict } from '../../engine/verdict/verdict.ts'
import { element } from '../kit/element.ts'
import { dataTable } from './data-table.ts'
import { factList } from './fact-list.ts'
import { part } from './part.ts'
import type { KeptRun, PointTold, TrendStrip } from './report-document.ts'
import { toneOf, verdictShape, verdictWord } from './verdict-mark.ts'

/** One run of the conversation with all there is to say about it. */
type Run = KeptRun & PointTold & { verdict: Verdict }

/** How a conversation fared over the runs that the history keeps: a strip of marks a side, and what they come to. Empty without a history. */
export function drawTrends(strips: readonly TrendStrip[], keptRuns: readonly KeptRun[]): HTMLElement[] {
  if (strips.length === 0) return []
  const drawn = strips.map((strip) => {
    const runs = strip.points.flatMap(([run, verdict, told]): Run[] => {
      const kept = keptRuns[run]
      return kept === undefined ? [] : [{ ...kept, ...told, verdict }]
    })
    return drawStrip(strip, runs)
  })
  return [part('Over runs', ...drawn)]
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
  const { at, verdict, reason, attempts, scriptChanged, isThis } = run
  const about = [
    `${at}: ${nameVerdict(verdict)}`,
    attempts === undefined ? null : `${attempts} passed`,
    reason,
    scriptChanged ? 'the script changed' : null,
    isThis ? 'this run' : null,
  ]
    .filter((each) => typeof each === 'string')
    .join(', ')
  return element(
    'li',
    {
      'data-tone': toneOf(verdict),
      'data-changed': scriptChanged ? 'true' : null,
      'data-this': isThis ? 'true' : null,
    },
    element('span', { role: 'img', 'aria-label': about, title: about }, verdictShape(verdict)),
  )
}

/** The same run by run, the newest first, drawn when it is opened. */
function drawTable(label: string, runs: readonly Run[]): HTMLElement {
  const details = element('details', 'held', element('summary', {}, 'run by run')) as HTMLDetailsElement
  details.addEventListener(
    'toggle',
    () =>
      details.append(
        dataTable(
          `Runs of ${label}`,
          ['run', 'verdict', 'passed', 'where it went wrong', 'commit'],
          runs.toReversed().map(tableRow),
          { hideCaption: true },
        ),
      ),
    { once: true },
  )
  return details
}

function tableRow({ at, verdict, reason, attempts, commit, scriptChanged, isThis }: Run): (Node | string)[] {
  const notes = [reason, scriptChanged ? 'the script changed' : undefined].filter((each) => each !== undefined)
  return [
    isThis ? `${at}, this run` : at,
    verdictWord(verdict),
    attempts ?? '',
    notes.join('; '),
    element('code', {}, commit ?? ''),
  ]
}

const dayOf = (run: Run | undefined): string => run?.at.slice(0, 10) ?? ''
