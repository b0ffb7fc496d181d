import { element } from '../kit/element.ts'

const keys = [
  ['j, k', 'next, previous conversation'],
  ['Enter', 'open or close it'],
  ['a, r', 'approve, reject it; again to take it back'],
  ['/', 'search'],
  ['Esc', 'leave the search, close the conversation'],
  ['?', 'this help'],
]

/** The help, and whether single keys act at all. */
export interface HelpDialog {
  host: HTMLDialogElement
  open(): void
  keysAct(): boolean
}

/** A dialog that lists the keys; a reader whose software sends single letters can switch them off. */
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
