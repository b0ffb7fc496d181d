import type { Decision, Decisions } from './decisions.ts'
import { drawBody } from './draw-body.ts'
import { type DrawnCard, drawCard } from './draw-card.ts'
import type { EmbeddedReport } from './read-report.ts'
import type { Card } from './report-document.ts'

/** The cards that were drawn so far; a card keeps what a reader did in it while filters hide it. */
export interface OpenCards {
  /** The card's article, in the state it should be in. */
  draw(card: Card): HTMLElement
  /** Opens these and closes all others. */
  showOpen(open: readonly string[]): void
  showDecisions(decisions: Decisions): void
  /** Moves the focus to a card, which must have been drawn. */
  focus(key: string): void
}

/** What a card's own buttons do. */
export interface CardActions {
  toggle(key: string): void
  decide(key: string, decision: Decision): void
}

/** Cards of a report; the body of one is drawn when it is first opened. */
export function createOpenCards({ report, bodyAt }: EmbeddedReport, { toggle, decide }: CardActions): OpenCards {
  const drawn = new Map<string, DrawnCard>()
  const numbers = new Map(report.cards.map(({ key }, index) => [key, index]))
  const sides = report.kind === 'run' ? [] : [report.result.sides.a.label, report.result.sides.b.label]
  let open: ReadonlySet<string> = new Set()
  let decisions: Decisions = {}
  const refresh = (key: string, { article, opener, body, decide: buttons }: DrawnCard): void => {
    const isOpen = open.has(key)
    if (isOpen && body.childElementCount === 0) body.append(...drawBody(bodyAt(numbers.get(key) ?? -1), report))
    body.hidden = !isOpen
    article.toggleAttribute('data-open', isOpen)
    opener.setAttribute('aria-expanded', String(isOpen))
    article.setAttribute('data-decision', decisions[key] ?? 'undecided')
    for (const [decision, button] of Object.entries(buttons))
      button.setAttribute('aria-pressed', String(decisions[key] === decision))
  }
  const refreshWhere = (differs: (key: string) => boolean): void => {
    for (const [key, card] of drawn) if (differs(key)) refresh(key, card)
  }
  return {
    draw(card) {
      const { key } = card
      const known = drawn.get(key)
      const made = known ?? drawCard(card, numbers.get(key) ?? 0, sides)
      if (known === undefined) {
        made.opener.addEventListener('click', () => toggle(key))
        for (const decision of ['approved', 'rejected'] as const)
          made.decide[decision].addEventListener('click', () => decide(key, decision))
        drawn.set(key, made)
      }
      refresh(key, made)
      return made.article
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
      const card = drawn.get(key)
      card?.opener.focus({ preventScroll: true })
      card?.article.scrollIntoView({ block: 'nearest' })
    },
  }
}
