import { remembering } from '../memoize.ts'
import { cutMark, leastPart, noEnds, type SecretEnds, times } from '../text/cut-mark.ts'
import { type ReadsAt, rawAt, readCharacter, readsAt } from '../text/read-escaped.ts'
import { inBase64Behind, type Shares, withShared } from '../text/shared-digits.ts'
import {
  afterFirst,
  beginningOf,
  betweenBytes,
  betweenBytesInJson,
  hexPattern,
  inJson,
  otherInJson,
  unseen,
} from './spelling-patterns.ts'

/** Finds the next place of a secret from `from` on, however it is spelled; null for none. */
export type FindSpelled = (text: string, from: number) => { start: number; end: number } | null

export interface SpelledFinder {
  find: FindSpelled
  /** Whether the value of this JSON could hold a secret: searched once as one text, which settles nearly all. */
  mayBeIn(json: string): boolean
}

/** One way to write a secret: its characters, and which others may stand for some of them. */
interface Spelling {
  codes: readonly number[]
  others: ReadonlyMap<number, number>
  /** How many characters count as a part of the secret where a text was cut. */
  least: number
  /** How many characters at its beginning and end give it away, whatever stands beside them. */
  telling: SecretEnds
  /** For the end of a secret: the characters before it. */
  before?: readonly number[]
  /** In base64: which digits at its ends are shared with neighbours. */
  shares?: Shares
}

/** The length from which a secret is also found in another case. */
const caseless = 12

/** The longest run of invisible characters that is skipped, so that hostile text takes linear time too. */
const longestRun = 64

/** Finds texts however escaped or encoded, and parts at a cut (see `leastPart`) or, unmarked, `telling` ends. */
export function findSpelled(
  secrets: readonly string[],
  telling: (secret: string) => SecretEnds = () => noEnds,
): SpelledFinder {
  const plain = secrets.flatMap((secret) => spellingsOf(secret, telling(secret)))
  const all = [...plain, ...secrets.map((secret) => inDigits(secret, telling(secret)))]
  const tails = all.flatMap(tailOf)
  const spellings = [...all, ...tails]
  const ofAscii = Array.from({ length: 0x80 }, (_, code) => spellings.filter((each) => begins(each, code)))
  /** Those that may begin with one of the characters that a place can be read as. */
  const beginningWith = (codes: readonly number[]): readonly Spelling[] => {
    const [one, ...more] = codes.filter((code) => ofAscii[code]?.length !== 0)
    if (one === undefined) return []
    const knownSpellings = more.length === 0 ? ofAscii[one] : undefined
    return knownSpellings ?? spellings.filter((each) => [one, ...more].some((code) => begins(each, code)))
  }
  const endsOf = ends(all)
  const likeMark = Math.max(...secrets.map((secret) => (/^[[(<{.*•…⋯\])>}]*/.exec(secret)?.[0] ?? '').length))
  const bytes = secrets.map((secret) => [...Buffer.from(secret)].map(hexPattern))
  const hex = bytes.map((each) => each.join(betweenBytes))
  const inHex = new RegExp(hex.join('|'), 'y')
  const starts = [...new Set([...plain, ...tails].map((each) => beginningOf(each, 2, afterFirst)))]
  const candidate = new RegExp(
    `(${cutMark})|[\\\\%&]|${[...starts, ...hex.map((each) => each.slice(0, each.indexOf(betweenBytes)))].join('|')}`,
    'gu',
  )
  const suspect = new RegExp(
    [
      String.raw`[…⋯]|\.{3}|\*{3}|•{3}|\\\\|%[\da-fA-F]|&[#%A-Za-z]`, // each cut mark, and each escape in a text
      // as many as `plainUntil` compares
      ...spellings.map((each) => beginningOf(each, Math.min(each.least, each.telling.beginning), otherInJson, inJson)),
      ...bytes.map((each) => each.slice(0, 3).join(betweenBytesInJson)),
    ].join('|'),
  )
  let last = readingOf('')
  const find: FindSpelled = (text, from) => {
    if (last.text !== text) last = readingOf(text)
    const reading = last
    candidate.lastIndex = from
    for (let match = candidate.exec(text); match !== null; match = candidate.exec(text)) {
      const { 1: mark = '', index: start } = match
      const behind = start + mark.length
      const cut = mark === '' ? null : endBehindMark(reading, behind, endsOf)
      if (cut !== null) return { start: behind, end: cut }
      const raw = text.charCodeAt(start)
      const codes = isPlain(raw) ? [raw] : reading.readsAt(start).map(({ code }) => code)
      for (const spelling of beginningWith(codes)) {
        const end = matchAt(reading, start, spelling)
        if (end !== null)
          return withShared(text, { start: backFrom(text, start, from, spelling), end }, from, spelling.shares)
      }
      inHex.lastIndex = start
      if (inHex.test(text)) return { start, end: inHex.lastIndex }
      const next = rawAt(text, start)?.end ?? start + 1
      candidate.lastIndex = Math.max(next, behind - likeMark) // a mark's end may begin a secret
    }
    return null
  }
  return { find, mayBeIn: (json) => suspect.test(json) }
}

/** A text and what it says at each place, which is read once for all spellings that are sought there. */
interface Reading {
  text: string
  readsAt: ReadsAt
  /** The places where the text may go on after invisible characters. */
  beyondUnseen: (from: number) => readonly number[]
}

const mostPlaces = 10_000

function readingOf(text: string): Reading {
  return {
    text,
    readsAt: remembering(mostPlaces, (at: number) => readsAt(text, at)),
    beyondUnseen: remembering(mostPlaces, (from: number) => beyondUnseen(text, from)),
  }
}

function spellingsOf(secret: string, telling: SecretEnds): Spelling[] {
  const bytes = Buffer.from(secret)
  const codesOf = (text: string): number[] => [...text].map((each) => each.codePointAt(0) ?? 0)
  const least = leastPart(secret.length)
  const inBase64 = [0, 1, 2].map((shift) => inBase64Behind(bytes, shift))
  return [
    { codes: codesOf(secret), others: otherCases(secret), least, telling },
    ...inBase64
      .filter(({ text }) => text.length >= 6)
      .map(({ text, shares }) => ({
        codes: codesOf(text),
        shares,
        others: new Map([
          [0x2b, 0x2d],
          [0x2f, 0x5f],
        ]),
        least: Math.ceil((least * 4) / 3),
        telling: { beginning: sureDigits(telling.beginning), end: sureDigits(telling.end) },
      })),
  ]
}

/** How many base64 digits encode only these characters, at any alignment. */
const sureDigits = (characters: number): number => Math.floor((8 * characters - 8) / 6)

/** Other ways to write a character: a plus for a space and, in a secret too long for a word, the other case. */
function otherCases(secret: string): Map<number, number> {
  const letters = secret.length < caseless ? [] : [...'abcdefghijklmnopqrstuvwxyz'].map((each) => each.charCodeAt(0))
  return new Map([
    [0x20, 0x2b],
    ...letters.flatMap((code): [number, number][] => [
      [code, code - 32],
      [code - 32, code],
    ]),
  ])
}

/** The end of a spelling that gives it away wherever it stands. */
function tailOf({ codes, others, telling: { end }, shares }: Spelling): Spelling[] {
  if (codes.length <= end) return []
  const tail = { codes: codes.slice(-end), others, least: end, telling: noEnds, before: codes.slice(0, -end) }
  return [shares === undefined ? tail : { ...tail, shares }]
}

/** Where a secret's end begins in a text, given that its last characters were found at `start`. */
function backFrom(text: string, start: number, from: number, { before = [], others }: Spelling): number {
  let at = start
  for (const code of before.toReversed()) {
    const character = text.charCodeAt(at - 1)
    if (at <= from || (character !== code && character !== others.get(code))) break
    at -= 1
  }
  return at
}

const upper: ReadonlyMap<number, number> = new Map(
  [...'abcdef'].map((each) => [each.charCodeAt(0), each.charCodeAt(0) - 32]),
)

/** As hexadecimal digits without separators, for parts of a secret; whole ones are also found with separators. */
function inDigits(secret: string, telling: SecretEnds): Spelling {
  return {
    codes: [...Buffer.from(secret).toString('hex')].map((each) => each.charCodeAt(0)),
    others: upper,
    least: 2 * leastPart(secret.length),
    telling: times(telling, 2),
  }
}

/** Whether a spelling may begin with this character; one that takes several bytes may begin with any of them. */
function begins({ codes: [first = 0], others }: Spelling, code: number): boolean {
  return code === first || code === others.get(first) || first > 0x7f
}

/** Where a spelling that begins here ends or is cut; follows several ends, as a character has several spellings. */
function matchAt(reading: Reading, start: number, spelling: Spelling): number | null {
  const { text } = reading
  const { codes, others, least, telling } = spelling
  const plainEnd = plainUntil(text, start, spelling)
  if (plainEnd === null) return null
  let ends = [start + plainEnd]
  let cut: number | null = null
  for (let count = plainEnd; count < codes.length; count += 1) {
    const code = codes[count] ?? 0
    if (count >= least) cut = ends.find((end) => standsAt(isMark, text, end)) ?? cut
    const raw = ends.length === 1 ? text.charCodeAt(ends[0] ?? 0) : Number.NaN
    if (isPlain(raw)) {
      if (raw !== code && raw !== others.get(code)) return count >= telling.beginning ? Math.max(...ends) : cut
      ends = ends.map((end) => end + 1)
      continue
    }
    const next: number[] = []
    for (const from of ends)
      for (const at of from === start ? [from] : [from, ...reading.beyondUnseen(from)])
        for (const end of readCharacter(reading.readsAt, at, code, others.get(code)))
          if (!next.includes(end)) next.push(end)
    if (next.length === 0) return count >= telling.beginning ? Math.max(...ends) : cut
    ends = next
  }
  return Math.max(...ends)
}

/** How many characters agree as they are before one may be written otherwise; null where too few for a part. */
function plainUntil(text: string, start: number, { codes, others, least, telling }: Spelling): number | null {
  const most = Math.min(least, telling.beginning, codes.length)
  for (let count = 0; count < most; count += 1) {
    const [code, raw] = [codes[count] ?? 0, text.charCodeAt(start + count)]
    if (!isPlain(raw)) return count
    if (raw !== code && raw !== others.get(code)) return null
  }
  return most
}

/** Whether an ASCII character is visible and begins no escape, so that it can be read in one way only. */
const isPlain = (code: number): boolean => code > 0x1f && code < 0x7f && code !== 0x25 && code !== 0x26 && code !== 0x5c

const isMark = new RegExp(cutMark, 'y')

/** The ends of secrets that may follow a mark, the longest first, by their first character. */
function ends(spellings: readonly Spelling[]): Map<number, Spelling[]> {
  const byEnd = new Map<number, Spelling[]>()
  for (const { codes, others, least } of spellings)
    for (let from = 1; from <= codes.length - least; from += 1) {
      const spelling = { codes: codes.slice(from), others, least: codes.length, telling: noEnds }
      const [first = 0] = spelling.codes
      for (const code of [first, others.get(first)])
        if (code !== undefined)
          byEnd
            .set(code, byEnd.get(code) ?? [])
            .get(code)
            ?.push(spelling)
    }
  for (const each of byEnd.values()) each.sort((a, b) => b.codes.length - a.codes.length)
  return byEnd
}

/** Where the end of a secret ends whose beginning was cut off before this place. */
function endBehindMark(
  reading: Reading,
  start: number,
  endsOf: ReadonlyMap<number, readonly Spelling[]>,
): number | null {
  for (const { code } of reading.readsAt(start))
    for (const spelling of endsOf.get(code) ?? []) {
      const end = matchAt(reading, start, spelling)
      if (end !== null) return end
    }
  return null
}

const isUnseen = new RegExp(`[${unseen}]`, 'u')
const mayBeUnseen = new RegExp(`[${unseen}\\\\%&]`, 'uy')
/** The rest of a terminal escape sequence, such as a colour, after its first one or two characters. */
const [ofTerminal, ofShortTerminal] = [/\[[\d;?]{0,32}[ -/]?[@-~]/y, /[\d;?]{0,32}[ -/]?[@-~]/y]

/** Where the text may go on after invisible characters: a backslash among them may begin an escape or be seen. */
function beyondUnseen(text: string, from: number): number[] {
  const ends: number[] = []
  let at = from
  for (let run = 0; run < longestRun && standsAt(mayBeUnseen, text, at); run += 1) {
    const read = readsAt(text, at).find(({ code }) => isUnseen.test(String.fromCodePoint(code)))
    const end = read?.end ?? escapedBreak(text, at)
    if (end === null) break
    const command = read?.code === 0x1b ? ofTerminal : read?.code === 0x9b ? ofShortTerminal : null
    at = command !== null && standsAt(command, text, end) ? command.lastIndex : end
    ends.push(at)
  }
  return ends
}

function standsAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}

/** The end of a line break written as an escape. */
function escapedBreak(text: string, at: number): number | null {
  const match = /^\\{1,8}[nr]/.exec(text.slice(at, at + 10))
  return match === null ? null : at + match[0].length
}
