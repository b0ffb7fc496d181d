import { distance } from 'fastest-levenshtein'
import { contradicts } from '../../engine/transcript/facts/detail.ts'
import { type Fact, fold } from '../../engine/transcript/facts/fact.ts'
import { findFacts } from '../../engine/transcript/facts/find-facts.ts'

/** Why a variant may not mean the same, else null, by texts alone: facts, `kept` texts, denials, words and length. */
export function losesMeaning(before: string, after: string, facts: readonly string[] = []): string | null {
  if (after.trim() === '') return 'nothing is left of it'
  if (/[\p{Cc}\p{Co}\p{Cn}]/u.test(after.replace(/[\n\t\r]/g, ''))) return 'it has characters that nobody types'
  const odd = facts.find((text) => countOf(before, text) !== countOf(after, text))
  if (odd !== undefined) return `${JSON.stringify(odd)} is not in it as it was`
  const placeholders = [before, after].map((text) => (text.match(/\{\{[^{}]*\}\}/g) ?? []).sort().join())
  if (placeholders[0] !== placeholders[1]) return 'another value is filled in'
  const denied = [before, after].map((text) => text.toLowerCase().match(denials)?.length ?? 0)
  if (denied[0] !== denied[1]) return denied[0] === 0 ? 'it denies something' : 'it does not negate the same things'
  if (goingOn(before) !== goingOn(after)) return 'it negates something else'
  return factsLost(before, after) ?? wordsLost(before, after) ?? lengthLost(before, after)
}

const countOf = (text: string, part: string): number => text.split(part).length - 1

/** Independent of the operators' own lists of denials, so that a mistake in one is caught by the other. */
const denials =
  /(?<![\p{L}\p{N}])(?:no(?:t|r|ne|thing|body|where)|no(?!\.\s?#?\w*\d)|never|neither|without|cannot|\p{L}+n['’]t|(?:do|does|did|is|are|was|were|wo|ca|have|has|had|would|could|should)nt|nicht|kein\p{L}*|nie(?:mals)?|ohne|ne|pas|jamais|sans|sin|nunca|nada|ningun[oa]?)(?![\p{L}\p{N}])/gu

/** How many denials are followed by a word at once, not by punctuation: `no cancel it`, not `no, cancel it`. */
function goingOn(text: string): number {
  return [...text.toLowerCase().matchAll(denials)].filter(({ 0: word, index }) =>
    /^[^\S\n]+[\p{L}\p{N}"'“‘«#$€£{]/u.test(text.slice(index + word.length)),
  ).length
}

function factsLost(before: string, after: string): string | null {
  const [source, variant] = [factsOf(before), factsOf(after)]
  const free = [...variant]
  for (const fact of source) {
    const at = free.findIndex((other) => saysSame(fact, other))
    if (at !== -1) free.splice(at, 1)
    else if (isStated(fact) && !standsIn(fact, after)) return `${JSON.stringify(fact.text)} is lost`
  }
  const addition = free.find((fact) => isStated(fact) && !standsIn(fact, before))
  return addition === undefined ? null : `${JSON.stringify(addition.text)} is added`
}

/** Facts message by message: a name does not continue in the next message. */
const factsOf = (text: string): Fact[] => text.split('\n').flatMap((line) => findFacts(line))

/** A word such as `one` is a fact only where it is surely a number. */
function isStated({ forms, values, text }: Fact): boolean {
  return forms.length > 0 || (values.length > 0 && /\d/.test(text))
}

/** Whether two facts have a written form in common and no other unit, or the same digits. */
function saysSame(one: Fact, other: Fact): boolean {
  const forms = new Set([...other.forms, ...other.gives].filter(isWhole))
  const isSame = (form: string): boolean => isWhole(form) && forms.has(form) && !contradicts(one, other, form, '')
  if ([...one.forms, ...one.gives].some(isSame)) return true
  const digits = [one, other].map(({ text }) => text.replace(/\D/g, ''))
  return one.kind === 'phone' && other.kind === 'phone' && digits[0] === digits[1]
}

/** Forms of part of a fact, as the day of a date or a code's last digits, do not tell it from others. */
const isWhole = (form: string): boolean => !/^(?:only-\w+|tail|u|d|w|ym):/.test(form)

/** Names and codes are known as facts by spelling; without capitals they may not be, and are there all the same. */
function standsIn({ kind, text }: Fact, other: string): boolean {
  if (kind === 'number' || kind === 'phone') return false
  return ` ${fold(other)} `.includes(` ${fold(text)} `)
}

/** The least share of the words of four or more letters that must remain, with up to two letters changed. */
const leastWords = 0.5

function wordsLost(before: string, after: string): string | null {
  const words = fold(before)
    .split(' ')
    .filter((word) => word.length >= 4)
  if (words.length < 2) return null
  const rest = fold(after).split(' ')
  const run = rest.join('')
  const matches = words.filter(
    (word) =>
      run.includes(word) ||
      rest.some((other) => Math.abs(other.length - word.length) <= 2 && distance(word, other) <= 2),
  )
  return matches.length / words.length >= leastWords ? null : `only ${matches.length} of ${words.length} words are left`
}

function lengthLost(before: string, after: string): string | null {
  const [was, is] = [before.length, after.length]
  if (is < was * 0.5 - 15) return 'much of it is missing'
  return is > was * 1.6 + 45 ? 'much is added' : null
}
