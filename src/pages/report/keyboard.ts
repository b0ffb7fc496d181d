/** What keys do. */
export interface KeyActions {
  move(by: 1 | -1): void
  decide(decision: 'approved' | 'rejected'): void
  search(): void
  leave(): void
  help(): void
}

/** Listens for single keys, unless the reader types, holds a modifier, or switched them off. Enter is a button's own. */
export function listenToKeys(actions: KeyActions, keysAct: () => boolean): void {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (document.querySelector('dialog[open]') !== null) return
    if (event.key === 'Escape') return actions.leave()
    if (isTyping(event.target) || !keysAct()) return
    const act = actionOf(event.key, actions)
    if (act === null) return
    event.preventDefault()
    act()
  })
}

function actionOf(key: string, { move, decide, search, help }: KeyActions): (() => void) | null {
  switch (key) {
    case 'j':
      return () => move(1)
    case 'k':
      return () => move(-1)
    case 'a':
      return () => decide('approved')
    case 'r':
      return () => decide('rejected')
    case '/':
      return search
    case '?':
      return help
    default:
      return null
  }
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input:not([type=checkbox]), select, textarea') !== null
