import { element } from '../kit/element.ts'
import type { HelpDialog } from './help-dialog.ts'

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

const themes = ['as the system', 'light', 'dark'] as const

/** A button that changes the colours: as the system says, light, dark. */
function themeButton(): HTMLElement {
  let at = 0
  const button = element('button', { type: 'button', class: 'quiet' })
  const show = (): void => {
    const theme = themes[at] ?? 'as the system'
    button.replaceChildren(`Colours: ${theme}`)
    if (theme === 'as the system') document.documentElement.removeAttribute('data-theme')
    else document.documentElement.setAttribute('data-theme', theme)
  }
  button.addEventListener('click', () => {
    at = (at + 1) % themes.length
    show()
  })
  show()
  return button
}
