import { splitSentences } from '../../../base/split-sentences.ts'
import { nameMessage, quoteShort, rewrite } from './messages.ts'
import type { Operator } from './operator.ts'

/** Each message of several sentences ends after the first half of them. */
export const cutReply: Operator = ({ entries, view }) =>
  view.assistant.flatMap(({ text, index, items }, at) => {
    const sentences = splitSentences(text)
    const kept = sentences
      .slice(0, Math.floor(sentences.length / 2))
      .join('')
      .trimEnd()
    if (kept === '' || items.filter(({ type }) => type === 'text').length !== 1) return []
    const what = `${nameMessage(view, at)} ends after ${quoteShort(kept.slice(-40))}`
    return [{ what, entries: rewrite(entries, () => kept, index) }]
  })
