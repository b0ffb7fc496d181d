import { cutText, lastOf } from '../../../base/privacy/cut.ts'
import { splitSentences } from '../../../base/text/split-sentences.ts'
import type { TurnView } from '../../../engine/transcript/turn-view.ts'
import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import type { Mutation } from '../mutant/mutant.ts'
import type { HeardTurn } from '../mutant/talk.ts'
import { numbersIn, withOtherDigit, withoutSign, wordsIn } from './facts-in.ts'
import type { MutationOperator } from './operator.ts'

export const dropReply: MutationOperator = ({ view }) =>
  view.assistant.map((message, at) => ({
    what: `${nameMessage(view, at)} is missing`,
    entries: view.entries.toSpliced(message.index, 1),
  }))

export const repeatReply: MutationOperator = ({ view }) =>
  view.assistant.flatMap(({ index }, at) => {
    const entry = view.entries[index]
    if (entry === undefined) return []
    return [{ what: `${nameMessage(view, at)} comes twice`, entries: view.entries.toSpliced(index, 0, entry) }]
  })

/** What an agent says that has lost track. */
const helpless = 'Sorry, I cannot help you with that.'

/** Replaces the whole reply by one useless message of text alone. */
export const replaceReply: MutationOperator = ({ view }) => onlySaying(view, helpless)

/** Replaces the whole reply by one message of text alone; nothing where it is that already, or where there is no reply. */
export function onlySaying(view: TurnView, text: string): Mutation[] {
  const [first, ...more] = view.assistant
  const message = first === undefined ? undefined : view.entries[first.index]
  if (first === undefined || message?.type !== 'message' || view.replyText === text) return []
  const dropped = new Set(more.map(({ index }) => index))
  const changed = view.entries.flatMap((entry, index) => {
    if (index === first.index) return [{ ...message, content: [{ type: 'text' as const, text }] }]
    return dropped.has(index) ? [] : [entry]
  })
  return [{ what: `the agent only says "${text}"`, entries: changed }]
}

/** Ends each message of several sentences after the first half of them. */
export const cutReply: MutationOperator = ({ view }) =>
  view.assistant.flatMap(({ text, index, items }, at) => {
    const sentences = splitSentences(text)
    const half = sentences
      .slice(0, Math.floor(sentences.length / 2))
      .join('')
      .trimEnd()
    if (half === '' || items.filter(({ type }) => type === 'text').length !== 1) return []
    const what = `${nameMessage(view, at)} ends after ${quoteShort(`${half.length > 40 ? '…' : ''}${lastOf(half, 40)}`)}`
    return [{ what, entries: rewriteReplies(view.entries, () => half, index) }]
  })

const affirms = /\b(can|will|is|are|was|were|has been|have been|must)\b(?! not|n['’]t)(?=\s+\w)/
const denies = /\b(can)not\b|\b(can|will|is|are|was|were|has|have|do|does|did|must|could|would) not\b/

/** A sentence that makes a statement: no question, no condition, nothing that introduces a list. */
const states = /^(?!\W*(?:Here|There|If|When|Once|Let|Please)\b)[^?]*(?<![:?]\s*)$/

/** Turns one statement into its opposite (English only): "has been cancelled", "has not been cancelled". */
export const negateReply: MutationOperator = ({ view, index }, { choose }) => {
  const statements = view.assistant.flatMap((message) =>
    splitSentences(message.text).flatMap((sentence) => {
      const opposite = negate(sentence)
      return !states.test(sentence) || opposite === sentence ? [] : [{ message, sentence, opposite }]
    }),
  )
  const statement = choose(statements, 'negate reply', index)
  if (statement === undefined) return []
  const { message, sentence, opposite } = statement
  const changed = rewriteReplies(view.entries, (text) => text.replace(sentence, () => opposite), message.index)
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
  return from <= 25 ? text : `…${lastOf(text, text.length - text.indexOf(' ', from - 25) - 1)}`
}

/** Changes one number, amount, date or code of the reply, everywhere in it. */
export const changeNumber: MutationOperator = (turn, { given, choose }) =>
  replaceNumber(turn, choose(numbersIn(turn, given), 'change number', turn.index), withOtherDigit)

/** Puts a digit before one number of the reply, everywhere in it, so that the right number is still a part of the text. */
export const prefixNumber: MutationOperator = (turn, { given, choose }) => {
  const numbers = numbersIn(turn, given).filter((each) => /^\d/.test(withoutSign(each)))
  return replaceNumber(turn, choose(numbers, 'prefix number', turn.index), (number) => number.replace(/\d/, '1$&'))
}

/** Leaves out the number of the reply that `changeNumber` changes, everywhere in it. */
export const leaveOutNumber: MutationOperator = (turn, { given, choose }) => {
  const number = choose(numbersIn(turn, given), 'change number', turn.index)
  if (number === undefined) return []
  const entries = rewriteReplies(turn.view.entries, (text) => text.replace(wholeWord(number, '\\s?'), ''))
  return [{ what: `the reply does not say "${number}"`, entries }]
}

/** A number or a word where no letter or digit is beside it. */
const wholeWord = (text: string, before = ''): RegExp =>
  new RegExp(`${before}(?<![\\p{L}\\d])${literally(text)}(?![\\p{L}\\d])`, 'gu')

function replaceNumber(
  { view }: HeardTurn,
  number: string | undefined,
  change: (number: string) => string,
): Mutation[] {
  if (number === undefined) return []
  const other = change(number)
  const entries = rewriteReplies(view.entries, (text) => text.replace(wholeWord(number), () => other))
  return [{ what: `the reply says "${other}" instead of "${number}"`, entries }]
}

/** A text as a pattern that matches it and nothing else. */
export function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}

/** Replaces one word of the reply that metadata or a tool provided, everywhere in it. */
export const changeWord: MutationOperator = (turn, { given, choose }) => {
  const word = choose(wordsIn(turn, given), 'change word', turn.index)
  if (word === undefined) return []
  const other = /^\p{Lu}/u.test(word) ? 'Somebody' : 'something'
  const entries = rewriteReplies(turn.view.entries, (text) => text.replace(wholeWord(word), () => other))
  return [{ what: `the reply says "${other}" instead of "${word}"`, entries }]
}

/** Shows a placeholder instead of a value, or before the last message where the reply states no value. */
export const leakPlaceholder: MutationOperator = (turn, { given }) => {
  const { view } = turn
  const last = view.assistant.at(-1)
  if (last === undefined || !last.items.some(({ type }) => type === 'text')) return []
  const leak = '$' + '{customer_name}'
  const [word] = wordsIn(turn, given)
  const changed =
    word === undefined
      ? rewriteReplies(view.entries, (text) => `${leak}, ${text}`, last.index)
      : rewriteReplies(view.entries, (text) => text.replaceAll(word, () => leak))
  return [{ what: `the reply shows the placeholder ${leak}`, entries: changed }]
}

function nameMessage({ assistant }: TurnView, at: number): string {
  return assistant.length === 1 ? 'the reply' : `message ${at + 1} of ${assistant.length}`
}

/** The entries with the text items of one message, or of all of the agent's, rewritten. */
export function rewriteReplies(
  entries: readonly TranscriptEntry[],
  change: (text: string) => string,
  only?: number,
): TranscriptEntry[] {
  return entries.map((entry, index) => {
    if (entry.type !== 'message' || entry.role !== 'assistant' || (only !== undefined && only !== index)) return entry
    const content = entry.content.map((item) => (item.type === 'text' ? { ...item, text: change(item.text) } : item))
    return { ...entry, content }
  })
}

const quoteShort = (text: string): string => JSON.stringify(cutText(text.replace(/\s+/g, ' ').trim(), 60))
