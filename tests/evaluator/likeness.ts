import { Broken, isList, isMap, type Plain, Written } from './plain.ts'
import { fillValue, refersToNothing, type Variables } from './variables.ts'

/** The parsed value of `similar to`: the texts, and the least similarity. */
interface Likeness {
  texts: readonly Plain[]
  bound: Plain
}

/**
 * Rejects what the docs reject: a text without letters or digits, and a bound that every text reaches or none
 * does.
 */
export function readLikeness(plain: Plain): Likeness {
  const text = isMap(plain) ? (plain.text ?? null) : plain
  const bound = isMap(plain) ? (plain['at least'] ?? new Written(0.6, '0.6')) : new Written(0.6, '0.6')
  const texts = isList(text) ? text : [text]
  if (texts.some((each) => typeof each === 'string' && !each.includes('{{') && !/[\p{L}\p{N}]/u.test(each)))
    throw new Broken('a text without letters and digits')
  if (bound instanceof Written && (bound.value <= 0 || bound.value > 1)) throw new Broken('no share')
  return { texts, bound }
}

/** Whether variables leave no text to compare with, or no bound. */
export function isHollow(plain: Plain, variables: Variables): boolean {
  const { texts, bound } = readLikeness(plain)
  const limit = typeof bound === 'string' ? fillValue(bound, variables) : bound
  const number =
    limit instanceof Written ? limit.value : Number(typeof limit === 'string' && limit !== '' ? limit : Number.NaN)
  if (!(number > 0 && number <= 1)) return true
  return texts.some((each) => {
    if (refersToNothing(each, variables)) return true
    const value = typeof each === 'string' ? fillValue(each, variables) : each
    return isList(value) || !/[\p{L}\p{N}]/u.test(value instanceof Written ? value.source : String(value))
  })
}

/** The similarity of two texts, as the docs define it. */
export function alike(one: string, two: string): number {
  const [a, b] = [one, two].map((text) => [...text.replace(/\s/g, '')]) as [string[], string[]]
  const lengths = [1, 2, 3, 4, 5, 6].filter((length) => length <= Math.min(a.length, b.length))
  if (lengths.length === 0) return 0
  const runs = (characters: readonly string[], length: number): string[] =>
    characters.slice(0, characters.length - length + 1).map((_, from) => characters.slice(from, from + length).join(''))
  const mean = lengths.reduce((sum, length) => sum + common(runs(a, length), runs(b, length)), 0) / lengths.length
  const numbers = (text: string): string[] => text.match(/\p{N}+/gu) ?? []
  const [x, y] = [numbers(one), numbers(two)]
  const similarity = x.length + y.length === 0 ? mean : mean * ((1 + common(x, y)) / 2)
  return Math.round(similarity * 1000) / 1000
}

/** Twice the number of common items divided by the total number of items. */
function common(one: readonly string[], two: readonly string[]): number {
  const rest = [...two]
  let count = 0
  for (const each of one) {
    const at = rest.indexOf(each)
    if (at < 0) continue
    rest.splice(at, 1)
    count += 1
  }
  return (2 * count) / (one.length + two.length)
}
