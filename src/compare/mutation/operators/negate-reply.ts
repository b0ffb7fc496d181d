import { splitSentences } from '../../../base/split-sentences.ts'
import { quoteShort, rewrite } from './messages.ts'
import type { Operator } from './operator.ts'

const affirms = /\b(can|will|is|are|was|were|has been|have been|must)\b(?! not|n['’]t)(?=\s+\w)/
const denies = /\b(can)not\b|\b(can|will|is|are|was|were|has|have|do|does|did|must|could|would) not\b/

/** A sentence that states something: no question, no condition, nothing that announces a list. */
const states = /^(?!\W*(?:Here|There|If|When|Once|Let|Please)\b)[^?]*(?<![:?]\s*)$/

/** One statement of the reply turned into its opposite (English only): "has been cancelled", "has not been cancelled". */
export const negateReply: Operator = ({ entries, view, index }, { choose }) => {
  const statements = view.assistant.flatMap((message) =>
    splitSentences(message.text).flatMap((sentence) => {
      const opposite = negate(sentence)
      return !states.test(sentence) || opposite === sentence ? [] : [{ message, sentence, opposite }]
    }),
  )
  const chosen = choose(statements, 'negate reply', index)
  if (chosen === undefined) return []
  const { message, sentence, opposite } = chosen
  const changed = rewrite(entries, (text) => text.replace(sentence, () => opposite), message.index)
  return [{ what: `the agent says ${quoteShort(around(opposite, sentence))}`, entries: changed }]
}

function negate(sentence: string): string {
  if (denies.test(sentence)) return sentence.replace(denies, (_, can?: string, verb?: string) => can ?? verb ?? '')
  return sentence.replace(affirms, (verb) => {
    if (verb === 'can') return 'cannot'
    return verb.endsWith(' been') ? verb.replace(' been', ' not been') : `${verb} not`
  })
}

/** The part of a text around its first difference from another text. */
function around(text: string, other: string): string {
  let from = 0
  while (from < text.length && text[from] === other[from]) from += 1
  return from <= 25 ? text : `…${text.slice(text.indexOf(' ', from - 25) + 1)}`
}
