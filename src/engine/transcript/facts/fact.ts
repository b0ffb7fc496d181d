/** What a text can state so plainly that it can be looked up: `1042`, `$12.50`, `3 May`, `jane@shop.example`. */
export type FactKind =
  | 'number'
  | 'amount'
  | 'percentage'
  | 'date'
  | 'time'
  | 'id'
  | 'link'
  | 'phone'
  | 'email'
  | 'address'
  | 'name'

/** One fact that a text states: its words as they stand, and where they begin, counted in UTF-16 units of the NFC text. */
export interface Fact {
  kind: FactKind
  text: string
  at: number
  /** The normal forms by which it is looked for: any of them in a source says it. None: it needs no source. */
  forms: readonly string[]
  /** The normal forms that it gives to others when it stands in a source. */
  gives: readonly string[]
  /** Its values where it is a number, an amount or a percentage: more than one where its separators can be read in two ways. */
  values: readonly number[]
}

/** When a text was written, by which `tomorrow` and `next Tuesday` are dates: an ISO 8601 time. */
export interface FactClock {
  now?: string | undefined
}

/** What the reader of one kind of fact makes of words that it recognised. */
export type FactReading = Partial<Pick<Fact, 'gives' | 'values'>> & Pick<Fact, 'kind' | 'forms'>

/**
 * A text with what was recognised in it taken out, so that no word is two facts. Accents are taken off for the patterns, and
 * every letter stays where it was.
 */
export interface Page {
  /** The text as it was written, in NFC. */
  text: string
  /** What is left to read. */
  rest: string
  facts: Fact[]
}

/** Opens a text for reading. */
export function openPage(written: string): Page {
  const text = written.normalize('NFC')
  return { text, rest: plainLetters(text), facts: [] }
}

/** What a match left is filled with: no letter, digit or space, so that nothing is read across it. */
const gap = '\ufffc'

/**
 * Reads every match of a pattern on a page and takes it out; where `read` gives null the words stay for other patterns.
 * `read` gives a list where the words are several facts.
 */
export function takeOut(
  page: Page,
  pattern: RegExp,
  read: (match: RegExpExecArray, index: number) => FactReading | readonly FactReading[] | null,
): void {
  let rest = ''
  let done = 0
  for (const match of page.rest.matchAll(pattern)) {
    const [found] = match
    const readings = read(match, match.index)
    if (readings === null) continue
    const text = page.text.slice(match.index, match.index + found.length)
    const list: readonly FactReading[] = Array.isArray(readings) ? readings : [readings as FactReading]
    for (const { kind, forms, gives = forms, values = [] } of list)
      page.facts.push({ kind, text, at: match.index, forms, gives, values })
    rest += page.rest.slice(done, match.index) + gap.repeat(found.length)
    done = match.index + found.length
  }
  if (done > 0) page.rest = rest + page.rest.slice(done)
}

/** Takes what stands between two places of a page out of it. */
export function takeSpan(page: Page, from: number, to: number, reading: FactReading): void {
  const { kind, forms, gives = forms, values = [] } = reading
  page.facts.push({ kind, text: page.text.slice(from, to), at: from, forms, gives, values })
  page.rest = page.rest.slice(0, from) + gap.repeat(to - from) + page.rest.slice(to)
}

/** A text without the accents of Latin letters, and with digits as ASCII has them, letter by letter: `März` is `Marz`. */
function plainLetters(text: string): string {
  const plain = text.replace(/[\u00c0-\u024f]/g, (letter) => letter.normalize('NFD').charAt(0))
  return isForeign.test(plain) ? plain.replace(foreign, plainSign) : plain
}

/** Digits of other scripts and in circles, signs and letters as wide as Chinese ones, and the separators of Arabic. */
const foreign = /(?!\d)\p{Nd}|[\u2460-\u2468\u24ea\uff01-\uff5e\u066b\u066c]/gu
const isForeign = new RegExp(foreign.source, 'u')

function plainSign(sign: string): string {
  const code = sign.charCodeAt(0)
  if (sign.length > 1) return sign // what is longer than one unit would move all behind it
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0)
  if (code === 0x24ea) return '0'
  if (code >= 0x2460 && code <= 0x2468) return String(code - 0x245f)
  if (code === 0x66b || code === 0x66c) return code === 0x66b ? '.' : ','
  return String(digitOf(sign))
}

/** The value of a digit: those of a script stand in a row from 0 to 9, and each row begins behind something else. */
function digitOf(sign: string): number {
  const low = sign.charCodeAt(0) & 0xf
  // Rows begin at a number that ends with 0 or with 6 in hexadecimal.
  if (low < 6) return low
  const zero = String.fromCharCode(sign.charCodeAt(0) - low)
  return /\p{Nd}/u.test(zero) ? low : low - 6
}

/** A text as words are compared: small letters without accents, and one space for whatever stands between them. */
export function fold(text: string): string {
  return plainLetters(text.normalize('NFC'))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
