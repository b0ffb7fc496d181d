import { toNormalForm } from '../../base/text/normal-form.ts'
import type { Fact } from '../transcript/facts/fact.ts'
import { findFacts } from '../transcript/facts/find-facts.ts'
import { isSaidIn, readSource } from '../transcript/facts/said-in.ts'

/** In the words of the message; `now` is when it is said, to resolve `tomorrow`. */
export function findForeignFact(text: string, sources: readonly string[], now?: string): string | null {
  const read = sources.map((source) => readSource('', plainForm(source), { now }))
  const sourceText = sources.map((source) => ` ${squeeze(plainForm(source))} `).join('|')
  const foreignIn = (words: string): string | null => {
    const code = [...words.matchAll(codes)].find(([fact]) => !sourceText.includes(squeeze(fact)))?.[0]
    const facts = findFacts(words, { now }).filter((fact) => !isTurnOfPhrase(fact))
    return facts.find((fact) => !isSaidIn(fact, read) && !isSaidIn(ownName(fact), read))?.text ?? code ?? null
  }
  const plain = plainForm(text)
  const foreign = foreignIn(plain)
  if (foreign === null) return null
  const paired = readPairs(plain)
  return paired !== plain && foreignIn(paired) === null ? null : foreign
}

/** Codes that no reader of facts recognises: a number followed by a letter, `2077-B`, and British postcodes. */
const codes = /(?<![\p{L}\p{N}-])(?:\d{3,}[-/]\p{Lu}|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})(?![\p{L}\p{N}-])/gu

/** Invisible characters removed, spelled-out emails joined, and lower-case names capitalised. */
function plainForm(text: string): string {
  return toNormalForm(text, 'NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/\p{Nd}/gu, digitOf)
    .replace(
      /([\p{L}\p{N}_.+-]{1,64})\s?[([]?\b(?:at|ät|arroba|arobase)\b[)\]]?\s?([\p{L}\p{N}-]{2,63})\s?[([]?\b(?:dot|punkt|punto|point)\b[)\]]?\s?(\p{L}{2,10})(?!\p{L})/giu,
      '$1@$2.$3',
    )
    .replace(
      /(?<=\b(?:my (?:full |first |last )?name is|i am called|my name's|mein name ist|ich heiße|je m['’]appelle|me llamo|mi nombre es) )(?!not\b|on\b|in\b|the\b|already\b)\p{Ll}{2,20}(?: (?!and\b|but\b|und\b|et\b|y\b|i\b|on\b|my\b|from\b)\p{Ll}{2,20})?/giu,
      (word) => word.replace(/(?<!\p{L})\p{Ll}/gu, (letter) => letter.toUpperCase()),
    )
}

/** A digit of any script in ASCII; each script has its digits in a row, starting at zero. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return code < 58 ? digit : String(value)
}

function squeeze(text: string): string {
  return text.toLowerCase().replace(/[\s/-]+/g, '')
}

/** `Rao's`: the name without its genitive ending. */
function ownName(fact: Fact): Fact {
  return fact.kind === 'name' ? { ...fact, text: fact.text.replace(/['’]s?$/, '') } : fact
}

const tens = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety'
const units = 'one|two|three|four|five|six|seven|eight|nine'
const teens = 'ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen'
const pair = `(?:${teens}|(?:${tens})(?:[ -](?:${units}))?)`
const pairs = new RegExp(`\\b(${pair}) (${pair}|(?:oh|zero|o)[ -](?:${units}))\\b`, 'gi')

/** Reads `twenty seventy-seven`, a number said in two halves. */
function readPairs(text: string): string {
  return text.replace(pairs, (_, first: string, second: string) => `${halfOf(first)}${halfOf(second)}`)
}

function halfOf(words: string): string {
  const [first = '', second = ''] = words.toLowerCase().split(/[ -]/)
  const place = (list: string, word: string): number => list.split('|').indexOf(word)
  const teen = place(teens, first)
  if (teen >= 0) return String(teen + 10)
  const unit = second === '' ? 0 : place(units, second) + 1
  return `${place(tens, first) < 0 ? 0 : place(tens, first) + 2}${unit}`
}

/** `one moment`, `a second`: words that do not count anything. */
function isTurnOfPhrase({ kind, text, values }: Fact): boolean {
  return kind === 'number' && !/\d/.test(text) && values.every((value) => value <= 1)
}
