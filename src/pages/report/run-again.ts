import { quotePath, quoteWord } from '../../base/json/quoting.ts'
import type { Side } from '../../compare/model/conversation-comparison.ts'
import { addressOf, type ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { flagsOf, runAgainCommands, type StartedWith } from '../../engine/verdict/run-again.ts'
import { element } from '../kit/element.ts'

/** The command that runs a conversation again, with a button that copies it; null if it is not in a YAML suite. */
export function drawCommand(command: string | null): HTMLElement | null {
  if (command === null) return null
  const block = element('code', { tabindex: '-1' })
  block.textContent = command // verbatim, because it is pasted into a shell
  return element('p', 'again', element('span', 'label', 'run it again'), block, copyButton(block))
}

/** Null if no suite has it. The target is named only if it is no local service, which the command starts itself. */
export function runCommand(
  result: Pick<ConversationResult, 'id' | 'file' | 'version'>,
  started: StartedWith,
): string | null {
  const isWritten = result.id === `${addressOf(result)} ${result.version}` // talks of attacks are in no suite
  if (!isSuite(result.file) || !isWritten) return null
  return runAgainCommands([result], started)[0] ?? null
}

/** The same for a comparison: `npx tableread compare default draft suites/orders.yaml:18`. */
export function compareCommand(
  compared: { id: string; file: string },
  { a, b }: Record<'a' | 'b', Side>,
  flags: readonly string[] = [],
): string | null {
  if (!isSuite(compared.file)) return null
  const sides = [a, b]
    .map(({ agent, version }) => quoteWord(agent === null ? version : `${agent}@${version}`))
    .join(' ')
  const isElsewhere = a.target !== b.target && /^https?:\/\/\S+$/.test(b.target)
  const other = isElsewhere ? ['--b-target', quoteWord(b.target)] : []
  const started = flagsOf({ target: a.target, flags: [...other, ...flags] })
  return ['npx tableread compare', sides, quotePath(addressOf(compared)), ...started].join(' ')
}

const isSuite = (file: string): boolean => /\.ya?ml$/i.test(file)

/** A button that copies the text of a block; if the browser forbids it, the text is selected for the reader to copy. */
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
