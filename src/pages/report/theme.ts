import { element } from '../kit/element.ts'

const themes = ['as the system', 'light', 'dark'] as const

/** A button that changes the colours: as the system says, light, dark. */
export function themeButton(): HTMLElement {
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
