import { everydayWords } from './everyday-words.ts'

/** A value that is private and what stands for it. */
export interface KnownValue {
  value: string
  /** What to write where the value stood in this spelling. */
  to: (found: string) => string
  /** A word of a name: one of two letters, or of every day, stands for it in small letters only within an id, as in `mia_li_36`, in quotes, or where somebody gives a name. */
  word?: true
  /** Digits that could be part of a date, a time or an amount. */
  short?: true
}

const letter = /[\p{L}\p{M}]/u
const digit = /\p{N}/u
const runs = /[\p{L}\p{M}]+|\p{N}+/gu

/** Swaps known values in a text: whole words, without regard to case, the longest first. The time it takes does not grow with how many are known. */
export function createSwap(known: readonly KnownValue[]): (text: string) => string {
  const byRun = new Map<string, KnownValue[]>()
  for (const each of known) {
    const first = each.value.match(runs)?.[0]?.toLowerCase()
    if (first === undefined) continue
    const lead = each.value.search(runs)
    const { to } = each
    const own = lead === 0 ? each : { ...each, value: each.value.slice(lead), to: (text: string) => to(text) }
    byRun.set(first, [...(byRun.get(first) ?? []), own])
  }
  for (const list of byRun.values()) list.sort((a, b) => b.value.length - a.value.length)
  return (text) => {
    let [out, done] = ['', 0]
    for (const { 0: run, index } of text.matchAll(runs)) {
      if (index < done) continue
      const found = byRun.get(run.toLowerCase())?.find((each) => stands(each, text, index))
      if (found === undefined) continue
      const end = index + found.value.length
      out += text.slice(done, index) + found.to(text.slice(index, end))
      done = end
    }
    return done === 0 ? text : out + text.slice(done)
  }
}

function stands({ value, word, short }: KnownValue, text: string, at: number): boolean {
  const end = at + value.length
  const found = text.slice(at, end)
  if (found !== value && found.toLowerCase() !== value.toLowerCase()) return false
  const [last, next] = [value.at(-1) ?? '', text.charAt(end)]
  if ((letter.test(last) && letter.test(next)) || (digit.test(last) && digit.test(next))) return false
  const before = text.charAt(at - 1)
  if (short === true) return !/[-/.:,$€£\p{L}\p{N}_]/u.test(before) && !/^(?:[-/:_\p{L}]|[.,]\d)/u.test(text.slice(end))
  if (word !== true) return true
  if (/\p{Lu}/u.test(found.charAt(0))) return !isMonth(found, text, at, end)
  if (found.length > 2 && !everydayWords.has(found)) return true
  if (/[_.@\d]/.test(before) || /[_@\d]/.test(next) || (next === '.' && letter.test(text.charAt(end + 1)))) return true
  const alone = /^["“']?$/.test(before) && /^["”']?$/.test(next)
  return alone || /\bname(?:['’]s| is)\s$/i.test(text.slice(Math.max(0, at - 12), at))
}

/** `May 20th` is a day, whoever is called May. */
function isMonth(word: string, text: string, at: number, end: number): boolean {
  if (!/^(?:April|May|June|August)$/.test(word)) return false
  return (
    /^,?\s*\d/.test(text.slice(end, end + 4)) ||
    /\d(?:st|nd|rd|th)?(?: of)?\s$/.test(text.slice(Math.max(0, at - 8), at))
  )
}
