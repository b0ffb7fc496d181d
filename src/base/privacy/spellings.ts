import { characterOfEntity, octalPattern, unseenCharacters } from '../text/escapes.ts'

/** A text as a person reads it, with a mapping back to the text as written. */
export interface Readable {
  text: string
  /** The index in the written text of the character at an index of `text`. */
  placeOf(index: number): number
}

/** The most levels of nested escapes that are undone, so that hostile text takes linear time too. */
const mostNested = 4

const spaces = '\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000'
const dashes = '\\u2010-\\u2015\\u2212\\ufe58\\ufe63'
const wide = '\\uff01-\\uff5e'
const dots = '\\u00b7\\u2022\\u2027\\u2219\\u22c5\\u30fb'
const slashes = '\\u2044\\u2215'
const digits = '\\u0660-\\u0669\\u06f0-\\u06f9'

const unusual = new RegExp(`[${spaces}${dashes}${dots}${slashes}${unseenCharacters}${wide}${digits}]`, 'u')
const odd = new RegExp(
  [
    '%[0-7][\\da-fA-F]',
    // before JSON's four digits, which would match only the first half of it
    '\\\\U00[\\da-fA-F]{6}',
    '\\\\[uU][\\da-fA-F]{4}|\\\\u\\{[\\da-fA-F]{1,6}\\}|\\\\[xX][\\da-fA-F]{2}',
    `\\\\${octalPattern}`,
    '\\\\[nrt!-/:-@[-`{-~]',
    String.raw`(?:\u001b\[|\u009b)[\d;?]{0,32}[ -/]?[@-~]`,
    // Browsers also decode a number without a semicolon, and a few names where no link can be meant.
    '&(?:#(?:0{0,6}\\d{1,7}(?:;|(?!\\d))|[xX]0{0,6}[\\da-fA-F]{1,6};?)|[A-Za-z][A-Za-z\\d]{1,24};|amp|nbsp|shy|(?:quot|lt|gt)(?![=\\w]))',
    unusual.source,
    String.raw`(?<=\d\d)\+(?=\d\d[\d+]{0,40}(?![\w.+@-]))`,
  ].join('|'),
  'gu',
)
/** The plus is what URL-encoded forms put between the groups of a number. */
const isSpace = new RegExp(`[+${spaces}]`)
const isDash = new RegExp(`[${dashes}]`)
const isDot = new RegExp(`[${dots}]`)
const isSlash = new RegExp(`[${slashes}]`)
const isUnseen = new RegExp(`[${unseenCharacters}]`, 'u')

/** Unusual characters between digits, as separators or nothing, for a character class with the flag `u`. */
export const unusualSeparators: string = spaces + dashes + dots + slashes + unseenCharacters

/** What usually stands between groups of digits. */
const usualSeparators = ' ()./-'

export function isSeparator(character: string): boolean {
  return usualSeparators.includes(character) || isUnusualSeparator(character)
}

export function inGroups(digits: string): string {
  return [...digits].join(`[ ()./${unusualSeparators}-]{0,3}`)
}

const unusualSeparator = new RegExp(`[${unusualSeparators}]`, 'u')

export function isUnusualSeparator(character: string): boolean {
  return character > '\u007f' && unusualSeparator.test(character)
}

/** Undoes what hides a value from a pattern but not a person: escapes, also nested, and odd or invisible characters. */
export function readable(text: string): Readable {
  let read: Readable = { text, placeOf: (index) => index }
  for (let nested = 0; nested < mostNested; nested += 1) {
    const next = undo(read)
    if (next === null) return read
    read = next
  }
  return read
}

/** Undoes one layer of escapes; null where the text has none. */
function undo(read: Readable): Readable | null {
  const { text } = read
  if (!/[%\\&]|\d\+\d/.test(text) && !unusual.test(text)) return null
  // Where pieces begin in the new text and in the old one; within a piece, both advance alike.
  const [here, there] = [[0], [0]]
  let length = 0
  let done = 0
  const plain = text.replace(odd, (match, at: number) => {
    const character = isBytes(text, at, match) ? match : characterOf(match)
    length += at - done
    done = at + match.length
    here.push(length, length + character.length)
    there.push(at, done)
    length += character.length
    return character
  })
  if (plain === text) return null
  const placeOf = (index: number): number => {
    let [low, high] = [0, here.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((here[middle] ?? 0) <= index) low = middle
      else high = middle - 1
    }
    return (there[low] ?? 0) + index - (here[low] ?? 0)
  }
  return { text: plain, placeOf: (index) => read.placeOf(placeOf(index)) }
}

function characterOf(match: string): string {
  const first = match.charAt(0)
  if (first === '%') return String.fromCharCode(Number.parseInt(match.slice(1), 16))
  if (first === '\\') {
    const rest = match.slice(1)
    if (/^\d/.test(rest)) return String.fromCharCode(Number.parseInt(rest, 8))
    if (rest.length > 1) return characterAt(Number.parseInt(rest.slice(1).replace(/[{}]/g, ''), 16)) ?? match
    return rest === 'n' || rest === 'r' || rest === 't' ? '\n' : rest
  }
  if (first === '&') {
    const name = match.slice(1).replace(/;$/, '')
    if (!name.startsWith('#')) return (characterOfEntity(name) ?? match).replace('\u200b', '')
    return characterAt(/^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))) ?? match
  }
  return seen(match)
}

/** An unusual character, or a terminal escape sequence, as a reader sees it. */
function seen(character: string): string {
  if (isUnseen.test(character)) return ''
  if (isSpace.test(character)) return ' '
  if (isDash.test(character)) return '-'
  if (isDot.test(character)) return '.'
  if (isSlash.test(character)) return '/'
  const code = character.charCodeAt(0)
  return code >= 0xff01 ? String.fromCharCode(code - 0xfee0) : String((code & 0xf) % 10)
}

function characterAt(code: number): string | null {
  return code > 0x10ffff ? null : String.fromCodePoint(code)
}

/** At least nine bytes in hex after one `\x`, as PostgreSQL prints them: the first two are no escape of their own. */
const bytesOfDatabase = /[\da-fA-F]{18,20000}/y

function isBytes(text: string, at: number, match: string): boolean {
  if (!/^\\x/i.test(match)) return false
  bytesOfDatabase.lastIndex = at + 2
  const [run = ''] = bytesOfDatabase.exec(text) ?? []
  return run !== '' && !/(?![\t\n\r])[\ufffd\p{Cc}]/u.test(Buffer.from(run, 'hex').toString())
}

/** Base64 over several lines, as mail and tools write it. */
const overLines =
  /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{16,1000}(?:[\r\n]{1,4}[ \t]{0,8}[A-Za-z0-9+/_-]{1,1000}){1,500}={0,2}/g
interface Codes {
  /** A cheap check: most texts hold neither. */
  may: RegExp
  inBase64: RegExp
  word: RegExp
  inHex: RegExp
  here: RegExp
}

/** Patterns of base64 and hexadecimal, bounded since a run of megabytes would overflow the engine's stack. */
function codesOf(characters: number, bytes: number): Codes {
  const hex = String.raw`[\da-f]{2}(?:(?:[ :-]|,? ?0x|, ?|\r?\n)?[\da-f]{2}){${bytes - 1},9999}`
  return {
    may: new RegExp(`[A-Za-z0-9+/_-]{${characters}}|${hex}`, 'i'),
    inBase64: new RegExp(`[A-Za-z0-9+/_-]{${characters},20000}={0,2}`, 'g'),
    word: new RegExp(`[A-Za-z0-9]{${characters},20000}={0,2}`, 'g'),
    inHex: new RegExp(hex, 'gi'),
    here: new RegExp(hex, 'iy'),
  }
}
/** A known value may be found in shorter codes than one that is recognised by its form. */
const [usual, short] = [codesOf(16, 8), codesOf(8, 4)]

/** A text embedded in another in base64 or hexadecimal: the code, and its meaning. */
interface Decoded {
  code: string
  at: number
  text: string
}

/** Texts embedded as base64 or hexadecimal, the longest first; `alsoShort` takes half as many characters. */
export function decodedIn(text: string, alsoShort: boolean): Decoded[] {
  const { may, inBase64, word, inHex, here } = alsoShort ? short : usual
  if (!may.test(text)) return []
  const read = (pattern: RegExp, from: string, start: number): Decoded[] =>
    [...from.matchAll(pattern)].flatMap(({ 0: code, index }) => {
      const decoded = textOf(code)
      if (decoded !== null) return [{ code, at: start + index, text: decoded }]
      // The rest of a path or a name around the code may use the same characters.
      return pattern === inBase64 && /[+/_-]/.test(code) ? read(word, code, start + index) : []
    })
  // A name before the code may end in a hexadecimal digit: `id6a61…`.
  const bytes = [...text.matchAll(inHex)].flatMap(({ index }) => [
    ...hexAt(text, index, here),
    ...hexAt(text, index + 1, here),
  ])
  const lines = text.includes('\n')
    ? [...text.matchAll(overLines)].flatMap((each) => wrappedIn(each[0], each.index))
    : []
  return [...lines, ...read(inBase64, text, 0), ...bytes]
}

function hexAt(text: string, at: number, here: RegExp): Decoded[] {
  here.lastIndex = at
  const [code] = here.exec(text) ?? []
  if (code === undefined) return []
  return [{ code, at, text: Buffer.from(code.replace(/0x|[^\da-f]/gi, ''), 'hex').toString() }]
}

/** The text that base64 decodes to; null where it is no text. The zero bytes of UTF-16 are allowed, being invisible. */
function textOf(code: string): string | null {
  const decoded = Buffer.from(code, 'base64').toString()
  return /(?![\t\n\r\0])[\ufffd\p{Cc}]/u.test(decoded) ? null : decoded
}

/** The texts in wrapped lines, all but the last of one length; words may follow in the line below. */
function wrappedIn(block: string, start: number): Decoded[] {
  const blocks: Decoded[] = []
  const lines = [...block.matchAll(/\S+/g)]
  for (let first = 0; first < lines.length; ) {
    const width = lines[first]?.[0].length ?? 0
    let end = first + 1
    while (lines[end]?.[0].length === width) end += 1
    const ends = (lines[end]?.[0].length ?? width) < width ? [end + 1, end] : [end, end - 1]
    for (const each of width < 16 ? [] : ends.filter((last) => last > first + 1)) {
      const last = lines[each - 1]
      const [from, to] = [lines[first]?.index ?? 0, (last?.index ?? 0) + (last?.[0].length ?? 0)]
      const decoded = textOf(block.slice(from, to))
      if (decoded === null) continue
      blocks.push({ code: block.slice(from, to), at: start + from, text: decoded })
      break
    }
    first = end
  }
  return blocks
}
