import { element } from '../kit/element.ts'
import type { Card } from './report-document.ts'
import { verdictWord } from './verdict-mark.ts'

/** How many cards are drawn at once; more come as the reader nears the end. */
const batch = 60

/** The list, which draws cards only as far as the reader goes. */
export interface CardList {
  /** Shows these cards and no others. */
  show(cards: readonly Card[]): void
  /** Draws at least as far as this card. */
  reach(index: number): void
}

/** A list in `host`, whose cards `draw` makes. Cards of one verdict stand under its heading, with how many there are. */
export function createCardList(host: HTMLElement, draw: (card: Card) => HTMLElement): CardList {
  let shown: readonly Card[] = []
  let drawn = 0
  const more = element('button', { type: 'button', class: 'more' })
  more.addEventListener('click', () => extend(shown.length))
  const extend = (to: number): void => {
    const end = Math.min(to, shown.length)
    const counts = countByVerdict(shown)
    for (const card of shown.slice(drawn, end)) groupFor(host, card, counts).append(element('li', {}, draw(card)))
    drawn = Math.max(drawn, end)
    more.hidden = drawn >= shown.length
    more.replaceChildren(`Show all ${shown.length}`)
    if (more.hidden) return
    host.append(more)
    nearEnd.unobserve(more) // where it is still near, the observer says so again
    nearEnd.observe(more)
  }
  const nearEnd = new IntersectionObserver(
    (seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) extend(drawn + batch)
    },
    { rootMargin: '1200px' },
  )
  return {
    show(cards) {
      shown = cards
      drawn = 0
      host.replaceChildren()
      extend(batch)
      if (cards.length === 0) host.append(element('p', 'empty', 'No conversation fits these filters.'))
    },
    reach: (index) => {
      if (index >= drawn) extend(index + batch)
    },
  }
}

function countByVerdict(cards: readonly Card[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { verdict } of cards) counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
  return counts
}

function groupFor(host: HTMLElement, { verdict }: Card, counts: ReadonlyMap<string, number>): HTMLElement {
  const known = host.querySelector<HTMLElement>(`ol[data-verdict="${verdict}"]`)
  if (known !== null) return known
  const list = element('ol', { 'data-verdict': verdict })
  const title = element('h3', {}, verdictWord(verdict), element('span', 'count', String(counts.get(verdict) ?? 0)))
  host.append(element('section', { class: 'group', 'aria-label': verdict }, title, list))
  return list
}
