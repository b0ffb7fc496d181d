import { element } from '../kit/element.ts'
import type { Decision } from './decisions.ts'
import type { Card } from './report-document.ts'
import { toneOf, verdictShape, verdictWord } from './verdict-mark.ts'

/** A conversation in the list: its head, a row of buttons, and room for what it shows when it is open. */
export interface DrawnCard {
  article: HTMLElement
  /** The button that opens it. */
  opener: HTMLElement
  body: HTMLElement
  decide: Record<Decision, HTMLElement>
}

/** What a card of the list is made of; `number` makes its ids unique in the page. */
export function drawCard(card: Card, number: number, sides: readonly string[]): DrawnCard {
  const { name, verdict, certainty, excused, reason, runs, key, flakyOverRuns } = card
  const body = element('div', { class: 'body', id: `body-${number}`, hidden: '' })
  const opener = element(
    'button',
    {
      type: 'button',
      class: 'opener',
      'aria-expanded': 'false',
      'aria-controls': `body-${number}`,
      id: `name-${number}`,
    },
    name,
  )
  const approve = decisionButton('approved', 'Approve', name)
  const reject = decisionButton('rejected', 'Reject', name)
  const article = element(
    'article',
    { class: 'card', 'data-key': key, 'data-tone': toneOf(verdict), 'aria-labelledby': `name-${number}` },
    element(
      'header',
      'card-head',
      verdictWord(verdict),
      element('h4', {}, opener),
      element(
        'p',
        'reason',
        reason,
        excused === null ? null : element('span', 'badge', `excused: ${excused}`),
        flakyOverRuns ? element('span', 'badge', 'flaky over runs') : null,
      ),
      certainty === null ? null : element('p', 'certainty', certainty),
      element(
        'div',
        'mini',
        ...(runs.length === 1 && runs[0]?.length === 1 ? [] : runs).map((side, index) =>
          miniStrip(side, sides[index] ?? null),
        ),
      ),
      element('div', 'decide', approve, reject),
    ),
    body,
  )
  return { article, opener, body, decide: { approved: approve, rejected: reject } }
}

function decisionButton(decision: Decision, label: string, name: string): HTMLElement {
  return element(
    'button',
    { type: 'button', class: 'decision', 'data-decision': decision, 'aria-pressed': 'false' },
    verdictShape(decision === 'approved' ? 'passed' : 'failed'),
    element('span', {}, label),
    element('span', 'unseen', ` ${name}`),
  )
}

/** Marks of the runs of one side, and how many passed. */
function miniStrip(runs: Card['runs'][number], side: string | null): HTMLElement {
  const passed = runs.filter((verdict) => verdict === 'passed').length
  const marks = runs.slice(0, 12).map((verdict) => {
    const mark = element('span', { class: 'mini-mark', 'data-tone': toneOf(verdict) })
    mark.append(verdictShape(verdict))
    return mark
  })
  return element(
    'span',
    'mini-strip',
    side === null ? null : element('span', 'mini-side', side),
    element('span', 'marks', ...marks),
    element('span', 'mini-count', `${passed}/${runs.length}`),
  )
}
