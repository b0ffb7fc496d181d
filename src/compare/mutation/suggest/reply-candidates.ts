import type { JsonValue } from '../../../base/json.ts'
import { splitSentences } from '../../../base/split-sentences.ts'
import type { HeardTurn } from '../mutant/talk.ts'
import { numbersIn } from '../operators/facts-in.ts'

/** The numbers and codes that the reply tells, the telling ones first. */
export function numbersSaid(turn: HeardTurn): JsonValue[] {
  const numbers = numbersIn(turn, new Set())
  const telling = numbers.filter((each) => each.length >= 3)
  return [...telling, ...numbers.filter((each) => each.length < 3)].map((each) => ({ contains: each }))
}

/** Groups of words of the reply: short ones first, since a longer one is easier broken by other words for the same. */
export function wordsSaid({ view }: HeardTurn): JsonValue[] {
  const sentences = splitSentences(view.replyText).map((sentence) => sentence.trim().split(/\s+/))
  const groups = [1, 2, 3, 4, 5, 6].flatMap((length) =>
    sentences.flatMap((words) =>
      words.flatMap((_, from) => {
        const group = words.slice(from, from + length)
        return group.length === length ? [bare(group.join(' '))] : []
      }),
    ),
  )
  const telling = groups.filter((each) => tells.test(each) && !/https?:|[*()"]/.test(each))
  return [...new Set(telling)].map((each) => ({ contains: each }))
}

/** The words of the reply that are written like names. */
export function namesSaid({ view }: HeardTurn): JsonValue[] {
  const names = view.replyText.match(/(?<![\p{L}\d])\p{Lu}\p{L}{2,}(?![\p{L}\d])/gu) ?? []
  return [...new Set(names)].map((each) => ({ contains: each }))
}

/** A code, a long word, or some words that are long enough to mean something. */
const tells = /^(?:[\p{Lu}\d-]{3,}|\p{L}{8,}|(?=.{12,})\S+ .+)$/u

/** Without the marks around it. */
function bare(text: string): string {
  return text.replace(/^[^\p{L}\d$€£₹]+|[^\p{L}\d%]+$/gu, '')
}

/** How many messages there are. */
export function messagesSaid({ view }: HeardTurn): JsonValue[] {
  return [{ messages: view.assistant.length }]
}

/** The buttons, pictures and files. */
export function itemsShown({ view }: HeardTurn): JsonValue[] {
  return view.assistant.flatMap(({ items }) =>
    items.flatMap((item): JsonValue[] => {
      if (item.type === 'button') return [{ button: { text: item.text, payload: item.payload } }]
      if (item.type === 'file') return [{ file: { filename: item.filename, mimeType: item.mimeType } }]
      return item.type === 'text' || item.type === 'unknown' ? [] : [{ [item.type]: { mimeType: item.mimeType } }]
    }),
  )
}
