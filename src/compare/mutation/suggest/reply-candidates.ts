import type { JsonValue } from '../../../base/json/json.ts'
import { splitSentences } from '../../../base/text/split-sentences.ts'
import type { HeardTurn } from '../mutant/talk.ts'
import { numbersIn } from '../operators/facts-in.ts'
import { linksIn } from '../operators/items.ts'
import { phrases } from '../operators/meaning.ts'
import { literally } from '../operators/replies.ts'

/** The numbers and codes in the reply, the most telling ones first. */
export function numbersSaid(turn: HeardTurn): JsonValue[] {
  const numbers = numbersIn(turn, new Set())
  const telling = numbers.filter((each) => each.length >= 3)
  return [...telling, ...numbers.filter((each) => each.length < 3)].map((each) => ({ contains: each }))
}

/** How much of a reply is looked at for words to expect, in characters. */
const mostRead = 10_000

/** Groups of words from the reply, short ones first: a longer one breaks more easily when the reply is rephrased. */
export function wordsSaid({ view }: HeardTurn): { contains: string }[] {
  const begun = view.replyText.slice(0, mostRead)
  const sentences = splitSentences(begun).map((sentence) => sentence.trim().split(/\s+/))
  const groups = [1, 2, 3, 4, 5, 6].flatMap((length) =>
    sentences.flatMap((words) =>
      words.flatMap((_, from) => {
        const group = words.slice(from, from + length)
        return group.length === length ? [group.join(' ').replace(/^[^\p{L}\d\p{Sc}]+|[^\p{L}\d%]+$/gu, '')] : []
      }),
    ),
  )
  const telling = groups.filter((each) => tells.test(each) && !/https?:|[*()"]/.test(each))
  return [...new Set(telling)].map((each) => ({ contains: each }))
}

/** The whole reply, if it is short enough for a person to write down: a rephrased reply is still similar to it. */
export function likeSaid({ view }: HeardTurn): JsonValue[] {
  const reply = view.replyText.trim()
  return reply.length > 120 || reply.includes('\n') || !/\p{L}/u.test(reply) ? [] : [{ 'similar to': reply }]
}

export function languageSaid({ view }: HeardTurn): JsonValue[] {
  return [{ language: phrases(view.replyText).code }]
}

/** The words of the reply that are capitalised like names. */
export function namesSaid({ view }: HeardTurn): JsonValue[] {
  const names = view.replyText.match(/(?<![\p{L}\d])\p{Lu}\p{L}{2,}(?![\p{L}\d])/gu) ?? []
  return [...new Set(names)].map((each) => ({ contains: each }))
}

/** Matches a code, a long word, or several words long enough to be meaningful. */
const tells = /^(?:[\p{Lu}\d-]{3,}|\p{L}{8,}|(?=.{12,})\S+ .+)$/u

export function messagesSaid({ view }: HeardTurn): JsonValue[] {
  return [{ messages: view.assistant.length }]
}

/** The numbers in the reply with no digit beside them: by a word before or after them, or alone. */
export function numbersWhole(turn: HeardTurn): JsonValue[] {
  const alone = numbersIn(turn, new Set()).map((each) => ({ matches: `/(?:^|[^\\d])${literally(each)}(?:[^\\d]|$)/` }))
  const numbered = wordsSaid(turn).filter(({ contains }) => /\d/.test(contains))
  return [...numbered.slice(0, 200), ...alone]
}

/** The links in the text, without what signs them; else where they lead. */
export function linksSaid({ view }: HeardTurn): JsonValue[] {
  const links = linksIn(view.replyText).map((link) => link.replace(/[?#].*/s, ''))
  const hosts = links.flatMap((link) => (URL.canParse(link) ? [new URL(link).origin] : []))
  return [...links, ...hosts].map((each) => ({ contains: each }))
}

/** A negation as an item of a list: a turn may have a `not` already, beside which no second one can be pasted. */
export const without = (value: JsonValue): JsonValue => ({ none: [value] })

/** No more links than there are. */
export function linksAlone({ view }: HeardTurn): JsonValue[] {
  const most = linksIn(view.replyText).length
  return [without({ matches: most === 0 ? '/https?:/i' : `/(?:https?:.*){${most + 1}}/is` })]
}

export function agentSpeaking({ view }: HeardTurn): JsonValue[] {
  const name = view.assistant.at(-1)?.agentName
  return name == null ? [] : [{ agentName: name }]
}

export function backgroundSaid({ view: { background } }: HeardTurn): JsonValue[] {
  if (background.length === 0) return [{ background: 'none' }]
  const words = background.map(({ text }) => text).join('\n')
  return [{ background: words }, { background: { length: { 'at most': words.length } } }]
}

/** No thinking; else none of secrets, and no more than there is. */
export function thinkingAlone({ view: { thinking } }: HeardTurn): JsonValue[] {
  if (thinking.length === 0) return [{ thinking: 'none' }]
  const length = thinking.join('\n').length
  return [{ thinking: { not: { matches: '/password|secret/i' } } }, { thinking: { length: { 'at most': length } } }]
}
