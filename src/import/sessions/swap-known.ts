import { everydayWords, noNames } from './everyday-words.ts'

/** A value that is private and what stands for it. */
export interface KnownValue {
  value: string
  /** What to write where the value stood in this spelling. */
  to: (found: string) => string
  /** A word of a name: one of two letters, or of every day, stands for it in small letters only within an id, as in `mia_li_36`, in quotes, or where somebody gives a name. */
  word?: true
  /** Digits that could be part of a date, a time or an amount. */
  short?: true
  /** The talks that have it; in others a word stands for a person only by itself, and short digits stand for nobody. */
  owners?: ReadonlySet<number>
}

const letter = /[\p{L}\p{M}]/u
const digit = /\p{N}/u
const runs = /[\p{L}\p{M}]+|\p{N}+/gu

/** Swaps known values in a text: whole words, without regard to case, the longest first. The time it takes does not grow with how many are known. */
export function createSwap(known: readonly KnownValue[]): (text: string, talk?: number) => string {
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
  return (text, talk = 0) => {
    let [out, done] = ['', 0]
    for (const { 0: run, index } of text.matchAll(runs)) {
      if (index < done) continue
      const found = byRun.get(run.toLowerCase())?.find((each) => stands(each, text, index, talk))
      if (found === undefined) continue
      const end = index + found.value.length
      out += text.slice(done, index) + found.to(text.slice(index, end))
      done = end
    }
    return done === 0 ? text : out + text.slice(done)
  }
}

function stands({ value, word, short, owners }: KnownValue, text: string, at: number, talk: number): boolean {
  const end = at + value.length
  const found = text.slice(at, end)
  if (found !== value && found.toLowerCase() !== value.toLowerCase()) return false
  const [last, next] = [value.at(-1) ?? '', text.charAt(end)]
  if ((letter.test(last) && letter.test(next)) || (digit.test(last) && digit.test(next))) return false
  const before = text.charAt(at - 1)
  const own = owners === undefined || owners.has(talk)
  if (short === true && !own) return false
  if (short === true) return !/[-/.:,$€£\p{L}\p{N}_]/u.test(before) && !/^(?:[-/:_\p{L}]|[.,]\d)/u.test(text.slice(end))
  if (word !== true) return true
  if (inPlace(found, text, at, end)) return false
  if (/\p{Lu}/u.test(found.charAt(0))) {
    if (isMonth(found, text, at, end) || isVerb(found, text, at, end)) return false
    return (
      own || ((!everydayWords.has(found.toLowerCase()) || isNamed(found, text, at, end)) && !inOtherName(text, at, end))
    )
  }
  if (!own && !/[_.@]/.test(before) && !/[_@]/.test(next)) return false
  if (found.length > 2 && !everydayWords.has(found)) return true
  if (/[_.@\d]/.test(before) || /[_@\d]/.test(next) || (next === '.' && letter.test(text.charAt(end + 1)))) return true
  const alone = /^["“']?$/.test(before) && /^["”']?$/.test(next)
  return alone || /\bname(?:['’]s| is)\s$/i.test(text.slice(Math.max(0, at - 12), at))
}

const leads =
  /^(?:san|santa|santo|sao|saint|st|los|las|el|la|new|fort|port|lake|mount|mt|north|south|east|west|cape|grand|great|upper|lower)$/i
const placeAfter =
  /^[ -](?:street|st|avenue|ave|road|rd|boulevard|blvd|drive|dr|lane|way|square|airport|station|park|hotel|inn|beach|bay|city|county|island|valley|hills?|heights|river|falls|springs|university|college|school|hospital|mall|plaza|museum|apartments|center|centre|venue|bridge)\b/i

/** `San Francisco`, `Lake Victoria`, `Madison Avenue`: places, whoever has one of their words as a name. */
function inPlace(found: string, text: string, at: number, end: number): boolean {
  if (leads.test(found) && /^ \p{Lu}/u.test(text.slice(end, end + 3))) return true
  if (placeAfter.test(text.slice(end, end + 14))) return true
  const lead = /(\p{L}+)\.? $/u.exec(text.slice(Math.max(0, at - 12), at))?.[1]
  return lead !== undefined && /^\p{Lu}/u.test(lead) && leads.test(lead)
}

/** `Will you`, `May I`: how questions begin. */
function isVerb(found: string, text: string, at: number, end: number): boolean {
  if (!/^(?:Will|May|Can|Do|Is|It|In|My|So|No|All|As|At|You|Your|The|To|And|An|Her|His|Mark)$/.test(found)) return false
  return (
    /(?:^|[.!?:\n]\s*|["“(])$/.test(text.slice(Math.max(0, at - 3), at)) &&
    /^ (?:I|you|we|he|she|it|they|the|my|this|that|there|be|not|a|an|your|our)\b/.test(text.slice(end, end + 7))
  )
}

/** A word of every day that has its capital without beginning a sentence, or does what only people do. */
function isNamed(found: string, text: string, at: number, end: number): boolean {
  if (/^(?:April|May|June|August|March|Summer|Autumn|Winter|Dawn|Day)$/.test(found)) return false
  if (/\p{Ll} $/u.test(text.slice(Math.max(0, at - 2), at))) return true
  return /^(?:['’]s\b| (?:is|was|has|wants|said|asked|called)\b)/.test(text.slice(end, end + 8))
}

/** Whether words with a capital stand beside it, so that it is a part of the name of somebody or something else. */
function inOtherName(text: string, at: number, end: number): boolean {
  if (/^(?: |-|['’](?!s\b))\p{Lu}/u.test(text.slice(end, end + 3))) return true
  const previous = /([\p{L}'’]+)[ -]$/u.exec(text.slice(Math.max(0, at - 20), at))?.[1]
  if (previous === undefined || !/^\p{Lu}/u.test(previous)) return false
  return !noNames.has(previous.toLowerCase()) && !/^(?:I['’]m|This|Thank|Thanks|Sorry|Welcome|Hey)$/.test(previous)
}

/** `May 20th` is a day, whoever is called May. */
function isMonth(word: string, text: string, at: number, end: number): boolean {
  if (!/^(?:April|May|June|August)$/.test(word)) return false
  return (
    /^,?\s*\d/.test(text.slice(end, end + 4)) ||
    /\d(?:st|nd|rd|th)?(?: of)?\s$/.test(text.slice(Math.max(0, at - 8), at))
  )
}
