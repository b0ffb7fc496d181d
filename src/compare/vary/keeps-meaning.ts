import { distance } from 'fastest-levenshtein'
import { type Fact, fold } from '../../engine/transcript/facts/fact.ts'
import { findFacts } from '../../engine/transcript/facts/find-facts.ts'

/**
 * Why a variant may not mean what the original means; null where nothing speaks against it. It knows nothing of operators: it reads
 * both texts, each with the messages of a conversation as lines, and holds them against each other. Facts that go in come out in
 * some written form and none is added; `kept` texts are there as often, byte for byte; as much is denied; most words are still
 * there; and the length stays within bounds.
 */
export function losesMeaning(before: string, after: string, kept: readonly string[] = []): string | null {
  if (after.trim() === '') return 'nothing is left of it'
  if (/[\p{Cc}\p{Co}\p{Cn}]/u.test(after.replace(/[\n\t\r]/g, ''))) return 'it has characters that nobody types'
  const odd = kept.find((text) => countOf(before, text) !== countOf(after, text))
  if (odd !== undefined) return `${JSON.stringify(odd)} is not in it as it was`
  const placeholders = [before, after].map((text) => (text.match(/\{\{[^{}]*\}\}/g) ?? []).sort().join())
  if (placeholders[0] !== placeholders[1]) return 'another value is filled in'
  const denied = [before, after].map((text) => text.toLowerCase().match(denials)?.length ?? 0)
  if (denied[0] !== denied[1]) return denied[0] === 0 ? 'it denies something' : 'it does not deny the same'
  if (goingOn(before) !== goingOn(after)) return 'what it denies is another thing'
  return factsLost(before, after) ?? wordsLost(before, after) ?? lengthLost(before, after)
}

function countOf(text: string, part: string): number {
  return text.split(part).length - 1
}

/** Read here a second time, by roots rather than by lists, so that a slip in the one is seen by the other. */
const denials =
  /(?<![\p{L}\p{N}])(?:no(?:t|r|ne|thing|body|where)|no(?!\.\s?#?\w*\d)|never|neither|without|cannot|\p{L}+n['’]t|(?:do|does|did|is|are|was|were|wo|ca|have|has|had|would|could|should)nt|nicht|kein\p{L}*|nie(?:mals)?|ohne|ne|pas|jamais|sans|sin|nunca|nada|ningun[oa]?)(?![\p{L}\p{N}])/gu

/** How many words that deny are followed by a word, and not by a mark: `no cancel it`, and not `no, cancel it`. */
function goingOn(text: string): number {
  return [...text.toLowerCase().matchAll(denials)].filter(({ 0: word, index }) =>
    /^[^\S\n]+[\p{L}\p{N}"'“‘«#$€£{]/u.test(text.slice(index + word.length)),
  ).length
}

function factsLost(before: string, after: string): string | null {
  const [given, told] = [factsOf(before), factsOf(after)]
  const free = [...told]
  for (const fact of given) {
    const at = free.findIndex((other) => saysSame(fact, other))
    if (at !== -1) free.splice(at, 1)
    else if (isStated(fact) && !standsIn(fact, after)) return `${JSON.stringify(fact.text)} is lost`
  }
  const added = free.find((fact) => isStated(fact) && !standsIn(fact, before))
  return added === undefined ? null : `${JSON.stringify(added.text)} is added`
}

/** Message by message: a name does not go on in the next. */
function factsOf(text: string): Fact[] {
  return text.split('\n').flatMap((line) => findFacts(line))
}

/** A word such as `one` is a fact only where it is a number for certain. */
function isStated({ forms, values, text }: Fact): boolean {
  return forms.length > 0 || (values.length > 0 && /\d/.test(text))
}

/** Whether two facts have a written form in common, or the same digits. */
function saysSame(one: Fact, other: Fact): boolean {
  const known = new Set([...other.forms, ...other.gives].filter(isWhole))
  if ([...one.forms, ...one.gives].some((form) => isWhole(form) && known.has(form))) return true
  const digits = [one, other].map(({ text }) => text.replace(/\D/g, ''))
  return one.kind === 'phone' && other.kind === 'phone' && digits[0] === digits[1]
}

/** Forms of a part of a fact, such as the day of a date or the last digits of a code, do not tell it from others. */
function isWhole(form: string): boolean {
  return !/^(?:only-\w+|tail|u|d|w|ym):/.test(form)
}

/** Names and codes are facts by how they are written; without their capitals they may be none, and are still there. */
function standsIn({ kind, text }: Fact, other: string): boolean {
  if (kind === 'number' || kind === 'phone') return false
  return ` ${fold(other)} `.includes(` ${fold(text)} `)
}

/** The least share of the words of four letters and more that are still there, give or take two letters. */
const leastWords = 0.5

function wordsLost(before: string, after: string): string | null {
  const words = fold(before)
    .split(' ')
    .filter((word) => word.length >= 4)
  if (words.length < 2) return null
  const left = fold(after).split(' ')
  const run = left.join('')
  const found = words.filter(
    (word) =>
      run.includes(word) ||
      left.some((other) => Math.abs(other.length - word.length) <= 2 && distance(word, other) <= 2),
  )
  return found.length / words.length >= leastWords ? null : `only ${found.length} of ${words.length} words are left`
}

function lengthLost(before: string, after: string): string | null {
  const [was, is] = [before.length, after.length]
  if (is < was * 0.5 - 15) return 'much of it is missing'
  return is > was * 1.6 + 45 ? 'much is added' : null
}
