import { element } from '../../kit/element.ts'

interface KeyActions {
  move(by: 1 | -1): void
  decide(decision: 'approved' | 'rejected'): void
  search(): void
  leave(): void
  help(): void
}

/** Unless the reader types, holds a modifier, or has turned them off. Enter is left to the focused button. */
export function listenToKeys({ move, decide, search, leave, help }: KeyActions, keysAct: () => boolean): void {
  const acts = new Map([
    ['j', () => move(1)],
    ['k', () => move(-1)],
    ['a', () => decide('approved')],
    ['r', () => decide('rejected')],
    ['/', search],
    ['?', help],
  ])
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (document.querySelector('dialog[open]') !== null) return
    if (event.key === 'Escape') return leave()
    if (isTyping(event.target) || !keysAct()) return
    const act = acts.get(event.key)
    if (act === undefined) return
    event.preventDefault()
    act()
  })
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input:not([type=checkbox]), select, textarea') !== null

const keys = [
  ['j, k', 'next, previous conversation'],
  ['Enter', 'open or close it'],
  ['a, r', 'approve, reject it; again to take it back'],
  ['/', 'search'],
  ['Esc', 'leave the search, close the conversation'],
  ['?', 'this help'],
]

export interface HelpDialog {
  host: HTMLDialogElement
  open(): void
  keysAct(): boolean
}

/** Readers whose assistive software sends single letters can turn the shortcuts off. */
export function createHelp(): HelpDialog {
  const act = element('input', { type: 'checkbox', id: 'keys-act' }) as HTMLInputElement
  act.checked = true
  const close = element('button', { type: 'button', autofocus: '' }, 'Close')
  const host = element(
    'dialog',
    { class: 'help', 'aria-labelledby': 'help-title' },
    element('h2', { id: 'help-title' }, 'Keys'),
    element(
      'dl',
      'keys',
      ...keys.flatMap(([key = '', what = '']) => [
        element('dt', {}, ...key.split(', ').map((each) => element('kbd', {}, each))),
        element('dd', {}, what),
      ]),
    ),
    element('label', 'keys-act', act, ' Single keys act'),
    element(
      'p',
      'prose',
      'The address keeps what is open and how the list is filtered, so a link to it shows the same. A search looks at names, tags, reasons, differences and what was said, the first 20,000 characters of it. Printing shows what is open.',
    ),
    close,
  ) as HTMLDialogElement
  close.addEventListener('click', () => host.close())
  return { host, open: () => host.showModal(), keysAct: () => act.checked }
}
