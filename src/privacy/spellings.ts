/** A text as a person reads it, and where each part of it stands in what was written. */
export interface Readable {
  text: string
  /** Where in what was written the character at an index of `text` begins. */
  placeOf(index: number): number
}

/** Escapes within escapes are undone so often, so that hostile text takes linear time too. */
const mostNested = 4

const spaces = '\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000'
const dashes = '\\u2010-\\u2015\\u2212\\ufe58\\ufe63'
const unseen = '\\u001b\\u00ad\\u034f\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufe00-\\ufe0f\\ufeff'
const wide = '\\uff01-\\uff5e'
const digits = '\\u0660-\\u0669\\u06f0-\\u06f9'

const unusual = new RegExp(`[${spaces}${dashes}${unseen}${wide}${digits}]`)
const odd = new RegExp(
  [
    '%[0-7][\\da-f]',
    '\\\\u[\\da-f]{4}|\\\\u\\{[\\da-f]{1,6}\\}|\\\\x[\\da-f]{2}|\\\\[nrt\\\\/"\']',
    String.raw`\u001b\[[\d;?]{0,32}[ -/]?[@-~]`,
    '&(?:#x0{0,4}[\\da-f]{1,4}|#0{0,4}\\d{1,5}|commat|period|amp|plus|nbsp|quot|apos|sol|lowbar|num|equals|colon|hyphen|dash|lpar|rpar|shy|zwj|zwnj|lt|gt);',
    unusual.source,
    String.raw`(?<=\d\d)\+(?=\d\d[\d+]{0,40}(?![\w.+@-]))`,
  ].join('|'),
  'gi',
)
const named: Readonly<Record<string, string>> = {
  ...{
    commat: '@',
    period: '.',
    amp: '&',
    plus: '+',
    nbsp: ' ',
    quot: '"',
    apos: "'",
    sol: '/',
    lowbar: '_',
    num: '#',
  },
  ...{
    equals: '=',
    colon: ':',
    hyphen: '-',
    dash: '-',
    lpar: '(',
    rpar: ')',
    shy: '',
    zwj: '',
    zwnj: '',
    lt: '<',
    gt: '>',
  },
}
/** As forms write them: a plus between the groups of a number. */
const isSpace = new RegExp(`[+${spaces}]`)
const isDash = new RegExp(`[${dashes}]`)
const isUnseen = new RegExp(`[${unseen}]`)

/** What else may stand between the digits of a number and means a space, a dash, or nothing at all: for a class of a pattern. */
export const unusualSeparators: string = spaces + dashes + unseen

/** Whether a character stands between the digits of a number and means a space, a dash, or nothing at all. */
export function isUnusualSeparator(character: string): boolean {
  return character > '\u007f' && (isSpace.test(character) || isDash.test(character) || isUnseen.test(character))
}

/**
 * Undoes what hides an address or a number from a pattern but not from a person: escapes of links, JSON and HTML, one within
 * another too; spaces and dashes that do not break, characters that nobody sees, and wide ones.
 */
export function readable(text: string): Readable {
  let read: Readable = { text, placeOf: (index) => index }
  for (let nested = 0; nested < mostNested; nested += 1) {
    const next = undo(read)
    if (next === null) return read
    read = next
  }
  return read
}

/** The next layer, or null where a text has none. */
function undo(read: Readable): Readable | null {
  const { text } = read
  if (!/[%\\&]|\d\+\d/.test(text) && !unusual.test(text)) return null
  // Where the pieces of the new text begin, there and in the old one; between them both run alike.
  const [here, there] = [[0], [0]]
  let length = 0
  let done = 0
  const plain = text.replace(odd, (found, at: number) => {
    const character = characterOf(found)
    length += at - done
    done = at + found.length
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

function characterOf(found: string): string {
  const first = found.charAt(0)
  if (first === '%') return String.fromCharCode(Number.parseInt(found.slice(1), 16))
  if (first === '\\') {
    const letter = found.charAt(1)
    if (found.length > 2) return characterAt(Number.parseInt(found.slice(2).replace(/[{}]/g, ''), 16))
    return letter === 'n' || letter === 'r' || letter === 't' ? '\n' : letter
  }
  if (first === '&') {
    const name = found.slice(1, -1).toLowerCase()
    if (!name.startsWith('#')) return named[name] ?? ''
    const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return characterAt(code)
  }
  if (isSpace.test(found)) return ' '
  if (isDash.test(found)) return '-'
  if (isUnseen.test(found.charAt(0))) return ''
  const code = found.charCodeAt(0)
  if (code >= 0xff01) return String.fromCharCode(code - 0xfee0)
  return String((code & 0xf) % 10)
}

function characterAt(code: number): string {
  return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code)
}

/** Bounded, since a run of megabytes would overflow the stack of the regular expression engine. */
const inBase64 = /[A-Za-z0-9+/_-]{16,20000}={0,2}/g
const word = /[A-Za-z0-9]{16,20000}={0,2}/g
const inHex = /\b[\da-f]{2}(?:[ :]?[\da-f]{2}){7,9999}\b/gi

/** A text that stands in another in base64 or hexadecimal digits: the code, and what it says. */
interface Decoded {
  code: string
  at: number
  text: string
}

/**
 * Every text that stands in another in sixteen characters of base64 or more, or in eight bytes of hexadecimal digits. What
 * base64 does not give a text is something else, as most long words are; pairs of digits may go on with what stands beside.
 */
export function decodedIn(text: string): Decoded[] {
  const read = (pattern: RegExp, from: string, start: number): Decoded[] =>
    [...from.matchAll(pattern)].flatMap(({ 0: code, index }) => {
      const decoded = Buffer.from(code, 'base64').toString()
      if (!/(?![\t\n\r])[\ufffd\p{Cc}]/u.test(decoded)) return [{ code, at: start + index, text: decoded }]
      // What stands beside it in a path or a name may be written with the same characters.
      return pattern === inBase64 && /[+/_-]/.test(code) ? read(word, code, start + index) : []
    })
  const bytes = [...text.matchAll(inHex)].map(({ 0: code, index }) => {
    return { code, at: index, text: Buffer.from(code.replace(/[ :]/g, ''), 'hex').toString() }
  })
  return [...read(inBase64, text, 0), ...bytes]
}
