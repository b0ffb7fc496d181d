import { element } from '../kit/element.ts'

/** How many conversations may be opened at once, each of which is drawn whole. */
const most = 50

/** The line over the list: how many conversations are shown, and buttons for all of them. */
export interface ListHead {
  host: HTMLElement
  show(shown: number, all: number, open: number): void
  /** Tells a screen reader what was done. */
  say(text: string): void
}

/** A line over the list whose buttons open and close what is shown. */
export function createListHead(actions: { openAll(): void; closeAll(): void }): ListHead {
  const count = element('p', { class: 'shown-count', role: 'status', 'aria-live': 'polite' })
  const done = element('p', { class: 'unseen', role: 'status', 'aria-live': 'polite' })
  const openAll = element('button', { type: 'button', class: 'quiet' }, 'Open all')
  const closeAll = element('button', { type: 'button', class: 'quiet' }, 'Close all')
  openAll.addEventListener('click', actions.openAll)
  closeAll.addEventListener('click', actions.closeAll)
  return {
    host: element('div', 'list-head', element('h2', {}, 'Conversations'), count, done, openAll, closeAll),
    show(shown, all, open) {
      count.replaceChildren(shown === all ? `all ${all}` : `${shown} of ${all}`)
      openAll.hidden = shown === 0 || shown > most
      closeAll.hidden = open === 0
    },
    say: (text) => done.replaceChildren(text),
  }
}
