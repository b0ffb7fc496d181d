import { element } from '../kit/element.ts'
import type { HelpDialog } from './help-dialog.ts'
import { themeButton } from './theme.ts'

/** What stands in the page. */
export interface ShellParts {
  header: readonly HTMLElement[]
  overview: readonly HTMLElement[]
  panel: HTMLElement
  filters: HTMLElement
  head: HTMLElement
  list: HTMLElement
  help: HelpDialog
}

/** The landmarks of the page, from the top. */
export function drawShell({ header, overview, panel, filters, head, list, help }: ShellParts): HTMLElement[] {
  const keys = element('button', { type: 'button', class: 'quiet' }, 'Keys ', element('kbd', {}, '?'))
  keys.addEventListener('click', help.open)
  return [
    skipLink(list),
    element('header', 'top', element('span', 'brand', 'Tableread'), element('div', 'tools', themeButton(), keys)),
    element(
      'main',
      {},
      element('div', 'front', ...header),
      element('div', 'overview', ...overview, panel),
      filters,
      head,
      list,
    ),
    help.host,
  ]
}

/** A way past the overview; the address is kept for places, so that this is a button. */
function skipLink(list: HTMLElement): HTMLElement {
  const skip = element('button', { type: 'button', class: 'skip' }, 'Skip to the conversations')
  skip.addEventListener('click', () => list.querySelector<HTMLElement>('.opener')?.focus())
  return skip
}
