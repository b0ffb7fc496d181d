import { describeCertainty } from '../../../compare/model/comparison-verdict.ts'
import { describeDecision } from '../../../compare/model/describe-decision.ts'
import { describeUsageDifference, describeUsageShortly } from '../../../engine/verdict/describe-usage.ts'
import type { Usage } from '../../../wire/api/usage.ts'
import { element } from '../../kit/element.ts'
import { drawCompared } from '../draw-compared.ts'
import { drawRun } from '../draw-run.ts'
import { drawFinding } from '../draw-study.ts'
import type { Body, Card, EmbeddedReport, PageDocument } from '../report-document.ts'
import { toneOf, verdictShape, verdictWord } from '../verdict-mark.ts'
import type { Decision, Decisions } from './decisions.ts'

/** The cards drawn so far; a card keeps its state while filters hide it. */
export interface OpenCards {
  draw(card: Card): HTMLElement
  /** Opens these and closes all others. */
  showOpen(open: readonly string[]): void
  showDecisions(decisions: Decisions): void
  /** Moves the focus to a card, which must have been drawn. */
  focus(key: string): void
  /** Scrolls to the first turn in which the sides of an open card differ, if there is one. */
  land(key: string): void
}

/** The cards of a report; the body of one is drawn when it is first opened. */
export function createOpenCards(
  embedded: EmbeddedReport,
  { toggle, decide }: { toggle(key: string): void; decide(key: string, decision: Decision): void },
): OpenCards {
  const { report, bodyAt, whenWhole } = embedded
  const cards = new Map<string, DrawnCard>()
  const numbers = new Map(report.cards.map(({ key }, index) => [key, index]))
  const sides = report.kind !== 'comparison' ? [] : [report.result.sides.a.label, report.result.sides.b.label]
  let open: ReadonlySet<string> = new Set()
  let decisions: Decisions = {}
  const refresh = (key: string, { article, opener, body, decide: buttons }: DrawnCard): void => {
    const isOpen = open.has(key)
    if (isOpen && body.childElementCount === 0) {
      body.append(element('p', 'muted', 'Reading the file …'))
      whenWhole(() => body.replaceChildren(...drawBody(bodyAt(numbers.get(key) ?? -1), report)))
    }
    body.hidden = !isOpen
    article.toggleAttribute('data-open', isOpen)
    opener.setAttribute('aria-expanded', String(isOpen))
    article.setAttribute('data-decision', decisions[key] ?? 'undecided')
    for (const [decision, button] of Object.entries(buttons))
      button.setAttribute('aria-pressed', String(decisions[key] === decision))
  }
  const refreshWhere = (differs: (key: string) => boolean): void => {
    for (const [key, card] of cards) if (differs(key)) refresh(key, card)
  }
  return {
    draw(card) {
      const { key } = card
      const knownCard = cards.get(key)
      const drawing = knownCard ?? drawCard(card, numbers.get(key) ?? 0, { sides, isDecided: report.kind !== 'run' })
      if (knownCard === undefined) {
        drawing.opener.addEventListener('click', () => toggle(key))
        for (const decision of ['approved', 'rejected'] as const)
          drawing.decide[decision].addEventListener('click', () => decide(key, decision))
        cards.set(key, drawing)
      }
      refresh(key, drawing)
      return drawing.article
    },
    showOpen(keys) {
      const before = open
      open = new Set(keys)
      refreshWhere((key) => before.has(key) !== open.has(key))
    },
    showDecisions(now) {
      const before = decisions
      decisions = now
      refreshWhere((key) => before[key] !== now[key])
    },
    focus(key) {
      const card = cards.get(key)
      card?.opener.focus({ preventScroll: true })
      card?.article.scrollIntoView({ block: 'nearest' })
    },
    land: (key) =>
      whenWhole(() => cards.get(key)?.body.querySelector('.turn[data-differs]')?.scrollIntoView({ block: 'start' })),
  }
}

function drawBody(body: Body, document: PageDocument): HTMLElement[] {
  if (body.kind === 'run')
    return drawRun(body, document.keptRuns, {
      ...(document.kind === 'run' && { target: document.result.target }),
      flags: document.again ?? [],
    })
  if (body.kind === 'finding') return drawFinding(body)
  if (document.kind !== 'comparison') return []
  return drawCompared(body, document.result, document.keptRuns, document.again)
}

interface DrawnCard {
  article: HTMLElement
  /** The button that opens it. */
  opener: HTMLElement
  body: HTMLElement
  decide: Record<Decision, HTMLElement>
}

/** `number` makes its ids unique in the page. A card without a difference to decide about has no buttons. */
function drawCard(
  card: Card,
  number: number,
  { sides, isDecided }: { sides: readonly string[]; isDecided: boolean },
): DrawnCard {
  const { id, name, suite, version, verdict, excused, reason, runs, key, flakyOverRuns, review } = card
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
        'origin',
        suite,
        version === null ? null : element('span', 'version', version),
        element('code', 'where', id),
      ),
      element(
        'p',
        'reason',
        reason,
        excused === null || review !== undefined ? null : element('span', 'badge', `excused: ${excused}`),
        review === undefined || review.decision === 'undecided'
          ? null
          : element('span', 'badge', describeDecision(review)),
        flakyOverRuns ? element('span', 'badge', 'flaky over runs') : null,
      ),
      drawCertainty(card),
      drawSpent(card, sides),
      element(
        'div',
        'mini',
        ...(runs.length === 1 && runs[0]?.length === 1 ? [] : runs).map((side, index) =>
          miniStrip(side, sides[index] ?? null),
        ),
      ),
      isDecided && review === undefined ? null : element('div', 'decide', approve, reject),
    ),
    body,
  )
  return { article, opener, body, decide: { approved: approve, rejected: reject } }
}

/** How certain the verdict is, and its cause; null if neither applies. */
function drawCertainty(card: Pick<Card, 'verdict' | 'certainty' | 'causes'>): HTMLElement | null {
  const cause = card.causes.length === 0 ? null : `cause: ${card.causes.join(', ')}`
  const texts = [describeCertainty(card), cause].filter((each) => each !== null)
  return texts.length === 0 ? null : element('p', 'certainty', ...texts.map((each) => element('span', {}, each)))
}

/** The usage of models, in a comparison for both sides with the difference; null if there was none. */
function drawSpent({ usage }: Card, [a = '', b = '']: readonly string[]): HTMLElement | null {
  if (usage === undefined) return null
  if (!('pairs' in usage)) return element('p', 'spent', describeUsageShortly(usage))
  const side = (label: string, spent: Usage[]): HTMLElement =>
    element('span', {}, element('span', 'spent-side', `${label} `), describeUsageShortly(spent) ?? 'no tokens reported')
  const difference = describeUsageDifference(usage, [a, b])
  return element('p', 'spent', side(a, usage.a), side(b, usage.b), element('span', {}, difference))
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
