import type { TextDifference } from '../../compare/model/text-difference.ts'
import { shortenWords } from '../comparison/shorten-words.ts'
import { escapeText } from './escape-text.ts'

/**
 * Shows two texts on one line: what only a has struck out, what only b has in bold. As HTML elements, since `~~` and
 * `**` have no effect next to punctuation or spaces.
 */
export function markWords(words: TextDifference): string {
  return shortenWords(words)
    .map(({ kind, text }) => {
      const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? []
      if (kind === 'same' || inner === '') return `${space(before)}${escapeText(inner)}${space(after)}`
      const name = kind === 'removed' ? 'del' : 'strong'
      return `${space(before)}<${name}>${escapeText(inner)}</${name}>${space(after)}`
    })
    .join('')
}

function space(text: string): string {
  return text === '' ? '' : ' '
}
