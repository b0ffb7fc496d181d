import { characterOfEntity, octalPattern } from './escapes.ts'

/** Limits on nested escapes and on runs of backslashes, so that hostile text takes linear time too. */
const [mostNested, longestRun] = [8, 64]

interface Read {
  code: number
  end: number
}

/** The ways to read a text at a place, as `readsAt` gives them. */
export type ReadsAt = (at: number) => readonly Read[]

/** Where a given character that is written here ends, for each way to read the text. */
export function readCharacter(reads: ReadsAt, at: number, code: number, other: number | undefined): number[] {
  const ends: number[] = []
  for (const read of reads(at)) if (read.code === code || read.code === other) ends.push(read.end)
  return code > 0x7f ? [...ends, ...readBytes(reads, at, code)] : ends
}

/** The character at a place, then what it stands for after undoing one escape after another. */
export function readsAt(text: string, at: number): Read[] {
  const first = rawAt(text, at)
  if (first === null) return []
  const reads = [first]
  for (let last: Read | null = first; last !== null && reads.length <= mostNested; ) {
    last = undoEscape(text, last)
    if (last !== null) reads.push(last)
  }
  return reads
}

function undoEscape(text: string, { code, end }: Read): Read | null {
  if (code === 0x25) return readPercent(text, end)
  if (code === 0x26) return readEntity(text, end)
  return code === 0x5c ? readBackslashed(text, end) : null
}

export function rawAt(text: string, at: number): Read | null {
  const code = text.codePointAt(at)
  return code === undefined ? null : { code, end: at + (code > 0xffff ? 2 : 1) }
}

function readPercent(text: string, at: number): Read | null {
  const code = hexAt(text, at, 2)
  return code === null ? null : { code, end: at + 2 }
}

const entity =
  /(?:amp(?:;|%3[bB]))*(?:(?:#|%23)(?:0{0,6}(\d{1,7})|[xX]0{0,6}([\da-fA-F]{1,6}))(?:;|%3[bB])?|([A-Za-z][A-Za-z\d]{1,24})(?:;|%(?:25)?3[bB])|(amp|nbsp|shy|quot|lt|gt))/y

function readEntity(text: string, at: number): Read | null {
  entity.lastIndex = at
  const match = entity.exec(text)
  if (match === null) return null
  const [, decimal, hex, name = '', open = name] = match
  const number = decimal !== undefined ? Number(decimal) : Number.parseInt(hex ?? '', 16)
  const code = Number.isNaN(number) ? characterOfEntity(open)?.codePointAt(0) : number
  return code === undefined || code > 0x10ffff ? null : { code, end: entity.lastIndex }
}

const octal = new RegExp(octalPattern, 'y')

function octalAt(text: string, at: number): boolean {
  octal.lastIndex = at
  return octal.test(text)
}

/** What follows a run of backslashes, after the one already read; they may be escaped themselves. */
function readBackslashed(text: string, at: number): Read | null {
  let next = at
  for (let run = 0; run < longestRun; run += 1) {
    if (text[next] === '\\') next += 1
    else if (/^%(?:25){0,4}5[cC]/.test(text.slice(next, next + 11))) next = text.indexOf('5', skip25(text, next)) + 2
    else break
  }
  if (octalAt(text, next)) return { code: Number.parseInt(text.slice(next, octal.lastIndex), 8), end: octal.lastIndex }
  const letter = text[next]
  const digits = letter === 'u' ? 4 : letter === 'x' ? 2 : letter === 'U' ? 8 : 0
  const code = digits === 0 ? null : hexAt(text, next + 1, digits)
  if (code !== null) return joinPair(text, { code, end: next + 1 + digits })
  const braced = letter === 'u' ? /^\{([\da-fA-F]{1,6})\}/.exec(text.slice(next + 1, next + 9)) : null
  if (braced !== null) return { code: Number.parseInt(braced[1] ?? '', 16), end: next + 1 + braced[0].length }
  const read = rawAt(text, next)
  return read === null || read.code === 0x5c ? null : read
}

/** Skips the `%`, and each `25` that escapes it. */
function skip25(text: string, at: number): number {
  let next = at + 1
  while (text.startsWith('25', next)) next += 2
  return next
}

/** Joins a character that JSON writes as a surrogate pair. */
function joinPair(text: string, { code, end }: Read): Read {
  if (code < 0xd800 || code > 0xdbff) return { code, end }
  const half = /^\\{1,64}u(d[c-f][\da-f]{2})/i.exec(text.slice(end, end + 72))
  if (half === null) return { code, end }
  const low = Number.parseInt(half[1] ?? '', 16)
  return { code: (code - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000, end: end + half[0].length }
}

function readBytes(reads: ReadsAt, at: number, code: number): number[] {
  let next = at
  for (const byte of Buffer.from(String.fromCodePoint(code))) {
    const read = reads(next).find((each) => each.code === byte)
    if (read === undefined) return []
    next = read.end
  }
  return [next]
}

function hexAt(text: string, at: number, digits: number): number | null {
  const digitsAt = text.slice(at, at + digits)
  return digitsAt.length === digits && /^[\da-fA-F]+$/.test(digitsAt) ? Number.parseInt(digitsAt, 16) : null
}
