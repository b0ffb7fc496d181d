import { element } from '../kit/element.ts'

/** A button that copies the text of a block; where the browser forbids it, the text is selected for the reader to copy. */
export function copyButton(block: HTMLElement): HTMLElement {
  const button = element('button', { type: 'button', class: 'copy' }, 'Copy')
  const say = element('span', { class: 'copied', role: 'status' })
  button.addEventListener('click', async () => {
    say.replaceChildren((await copy(block.textContent ?? '')) ? 'copied' : select(block))
  })
  return element('span', 'copy-frame', button, say)
}

async function copy(text: string): Promise<boolean> {
  if (navigator.clipboard === undefined) return false
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false, // no permission: the text gets selected instead
  )
}

function select(block: HTMLElement): string {
  block.focus()
  getSelection()?.selectAllChildren(block)
  return 'selected: copy it with your keyboard'
}
