import { countValues } from '../../../base/group-by.ts'
import { type Child, element } from '../../kit/element.ts'
import type { Card } from '../report-document.ts'
import { verdictWord } from '../verdict-mark.ts'

/** How many cards are drawn at once; more come as the reader nears the end. */
const batch = 60

/** The list, which draws cards only as far as the reader scrolls. */
interface CardList {
  /** Shows only these cards, under headings of verdicts, or of causes if they are grouped that way. */
  show(cards: readonly Card[], group: string): void
  /** Draws at least up to this card. */
  reach(index: number): void
}

/** A list in `host` whose cards `draw` makes. Cards of one group are under its heading, with their number. */
export function createCardList(host: HTMLElement, draw: (card: Card) => HTMLElement): CardList {
  let cardsNow: readonly Card[] = []
  let count = 0
  let groupOf: (card: Card) => Group = byVerdict
  const more = element('button', { type: 'button', class: 'more' })
  more.addEventListener('click', () => extend(cardsNow.length))
  const extend = (to: number): void => {
    const end = Math.min(to, cardsNow.length)
    const counts = countValues(cardsNow.map((card) => groupOf(card).name))
    for (const card of cardsNow.slice(count, end))
      listOf(host, groupOf(card), counts).append(element('li', {}, draw(card)))
    count = Math.max(count, end)
    more.hidden = count >= cardsNow.length
    more.replaceChildren(`Show all ${cardsNow.length}`)
    if (more.hidden) return
    host.append(more)
    nearEnd.unobserve(more) // observing it anew reports it again if it is still near
    nearEnd.observe(more)
  }
  const nearEnd = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) extend(count + batch)
    },
    { rootMargin: '1200px' },
  )
  return {
    show(cards, group) {
      groupOf = group === 'cause' ? byCause : byVerdict
      cardsNow = cards
      count = 0
      host.replaceChildren()
      extend(batch)
      if (cards.length === 0) host.append(element('p', 'empty', 'No conversation fits these filters.'))
    },
    reach: (index) => {
      if (index >= count) extend(index + batch)
    },
  }
}

interface Group {
  /** The name of the attribute that identifies such a group on the page. */
  kind: 'verdict' | 'cause'
  name: string
  title: () => Child
}

function byVerdict({ verdict }: Card): Group {
  return { kind: 'verdict', name: verdict, title: () => verdictWord(verdict) }
}

function byCause({ causes: [first] }: Card): Group {
  const name = first ?? 'no cause'
  return { kind: 'cause', name, title: () => name }
}

function listOf(host: HTMLElement, { kind, name, title }: Group, counts: ReadonlyMap<string, number>): HTMLElement {
  const ownList = host.querySelector<HTMLElement>(`ol[data-${kind}="${name}"]`)
  if (ownList !== null) return ownList
  const list = element('ol', { [`data-${kind}`]: name })
  const head = element('h3', {}, title(), element('span', 'count', String(counts.get(name) ?? 0)))
  host.append(element('section', { class: 'group', 'aria-label': name }, head, list))
  return list
}

/** How many conversations may be opened at once, since each is drawn completely. */
const most = 50

interface ListHead {
  host: HTMLElement
  show(shown: number, all: number, open: number): void
  /** Tells a screen reader what was done. */
  say(text: string): void
}

export function createListHead(title: string, actions: { openAll(): void; closeAll(): void }): ListHead {
  const count = element('p', { class: 'shown-count', role: 'status', 'aria-live': 'polite' })
  const done = element('p', { class: 'unseen', role: 'status', 'aria-live': 'polite' })
  const openAll = element('button', { type: 'button', class: 'quiet' }, 'Open all')
  const closeAll = element('button', { type: 'button', class: 'quiet' }, 'Close all')
  openAll.addEventListener('click', actions.openAll)
  closeAll.addEventListener('click', actions.closeAll)
  return {
    host: element('div', 'list-head', element('h2', {}, title), count, done, openAll, closeAll),
    show(matches, all, open) {
      count.replaceChildren(matches === all ? `all ${all}` : `${matches} of ${all}`)
      openAll.hidden = matches === 0 || matches > most
      closeAll.hidden = open === 0
    },
    say: (text) => done.replaceChildren(text),
  }
}
