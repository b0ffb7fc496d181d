import type { Choose } from '../../../base/choose-by.ts'
import type { TypedConversation, TypedTurn } from '../typed/about.ts'
import type { Edit } from '../typed/edit.ts'
import { type TextSpan, touches } from '../typed/telling-marks.ts'

/** Groups of operators; brittleness is reported by family. */
export const families = [
  'typing',
  'spelling',
  'letters',
  'case',
  'punctuation',
  'spacing',
  'fillers',
  'abbreviations',
  'politeness',
  'greetings',
  'emoji',
  'languages',
  'numbers',
  'dates and times',
  'contacts',
  'amounts',
  'ids',
  'order',
  'messages',
  'names',
  'habits',
  'paraphrase',
] as const
export type Family = (typeof families)[number]

/** What an operator draws from besides the text; the same for the same seed, conversation and variant. */
export interface Draw {
  choose: Choose
  /** Which variant of the operator this is, from 0. */
  number: number
  /** Values that may replace each other, by the name of a variable or of a member of metadata. */
  alike: Readonly<Record<string, readonly string[]>>
}

/** One way to type something differently and mean the same: calls and verdict stay, also on forbidden things. */
export interface VariantOperator {
  name: string
  family: Family
  /** What it does, for people: "neighbouring letters are swapped". */
  does: string
  /** Codes of the languages that its words belong to; null where it fits any. */
  languages: readonly string[] | null
  /** What it may change besides wording: how facts are written, order, messages, or the customer. */
  changes: 'wording' | 'notation' | 'order' | 'messages' | 'customer'
  /** The most variants it makes of a conversation. */
  variants: number
  /** The edits of one variant; empty where it has nothing to change. No two of them overlap. */
  edits(typed: TypedConversation, draw: Draw): Edit[]
}

/** Edits of one turn, as places in its text; `language` as of `TypedConversation`. */
export type TextEdits = (turn: TypedTurn, draw: Draw, language: TypedConversation['language']) => Replacement[]

export interface Replacement {
  at: number
  was: string
  now: string
}

/** An operator that changes each turn's words separately and leaves alone whatever the turn is about. */
export function wording(
  own: Pick<VariantOperator, 'name' | 'family' | 'does'> &
    Partial<Pick<VariantOperator, 'languages' | 'variants' | 'changes'>>,
  read: TextEdits,
): VariantOperator {
  const { languages = null, variants = 1, changes = 'wording' } = own
  const edits: VariantOperator['edits'] = ({ turns, language }, draw) =>
    turns.flatMap((typed) => {
      const { turn } = typed
      return apart(read(typed, draw, language), typed, changes).map(
        (edit): Edit => ({ kind: 'replace', turn, ...edit }),
      )
    })
  return { ...own, languages, variants, changes, edits }
}

/** The same for English words, unless `own` names other languages. */
export const inEnglish: typeof wording = (own, read) => wording({ languages: ['en'], ...own }, read)

/** The same for the written form, or the order, of what a turn is about. */
export const notation: typeof wording = (own, read) => inEnglish({ changes: 'notation', ...own }, read)

/** One part in `of` of a list: so many variants together take all of it. */
export function partOf<T>(list: readonly T[], of: number, { number }: Pick<Draw, 'number'>): T[] {
  return list.filter((_, index) => index % of === number % of)
}

/** Edits that change something and overlap neither each other nor, but for notation, what the turn is about. */
function apart(
  edits: readonly Replacement[],
  { about, sealed }: TypedTurn,
  changes: VariantOperator['changes'],
): Replacement[] {
  let end = -1
  return edits
    .toSorted((one, other) => one.at - other.at)
    .filter(({ at, was, now }) => {
      const span = { from: at, to: at + was.length }
      const spans = changes === 'notation' ? sealed : about
      const free = was === '' ? !spans.some(({ from, to }) => from < at && at < to) : !touches(spans, span)
      if (was === now || at < end || !free) return false
      end = span.to
      return true
    })
}

/** Whether a part of a text is free to change: neither what the turn is about nor a denial. */
export function isFree({ about, denials }: TypedTurn, span: TextSpan): boolean {
  return !touches(about, span) && !touches(denials, span)
}

export interface Word {
  at: number
  word: string
}

const freeWord = /(?<![\p{L}\p{M}\p{N}'’])\p{L}[\p{L}\p{M}]*(?:['’]\p{L}[\p{L}\p{M}]*)*(?![\p{L}\p{M}\p{N}])/gu

/** Words that may be changed, of at least `least` letters; capitalised ones within a sentence may be names. */
export function freeWords(turn: TypedTurn, least = 1, names = false): Word[] {
  return [...turn.text.matchAll(freeWord)].flatMap(({ 0: word, index: at }) => {
    if (word.length < least || !isFree(turn, { from: at, to: at + word.length })) return []
    const opens = /(?:^|[.!?]\s+|\n\s*)[¿¡]?$/u.test(turn.text.slice(0, at))
    return names || opens || /^(?:\p{Ll}|I(?:['’]|$))/u.test(word) ? [{ at, word }] : []
  })
}

/** Every variant changes one third of the words, so that the text stays readable and three variants change all. */
export function oneThird(words: readonly Word[], { turn }: TypedTurn, { choose, number }: Draw): Word[] {
  const first = choose([0, 1, 2], 'third', turn) ?? 0
  const share = words.length < 3 ? words.length : 3
  return words.filter((_, index) => (index + first) % share === number % share)
}

/** Replaces words and phrases by a table, keeping an initial capital. */
export function byTable(
  table: Readonly<Record<string, string | readonly string[]>>,
): (turn: TypedTurn, draw: Draw) => Replacement[] {
  const phrases = Object.keys(table).sort((one, other) => other.length - one.length)
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}'’])(?:${phrases.join('|')})(?![\\p{L}\\p{N}'’])`, 'giu')
  return (turn, { choose, number }) =>
    [...turn.text.matchAll(pattern)].flatMap(({ 0: was, index: at }): Replacement[] => {
      const entry = table[was.toLowerCase().replaceAll('’', "'")] ?? []
      const among = typeof entry === 'string' ? [entry] : entry
      const now = choose(among, 'entry', turn.turn, at, number)
      return now === undefined ? [] : [{ at, was, now: likeCase(was, now) }]
    })
}

/** The text, with an initial capital where the model has one. */
export function likeCase(model: string, text: string): string {
  return /^\p{Lu}/u.test(model) && !/^\p{Lu}(?:\s|$)/u.test(model)
    ? text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
    : text
}
