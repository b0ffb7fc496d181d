import { lettersOf, readLetter } from './letters.ts'
import { blankListMarks } from './list-marks.ts'

/** Only so many numbers of a reply are read as codes. */
const mostNumbers = 20_000

/** The codes of the characters that a number may stand for. */
type ReadNumber = (digits: string) => readonly number[]

/** Codes of two to seven digits, or of two and three digits without gaps. */
const readDecimal: ReadNumber = (digits) => {
  if (digits.length < 2) return []
  return digits.length < 8 ? [Number(digits)] : (digits.match(/1\d\d|[2-9]\d/g) ?? []).map(Number)
}

/** A way to write codes in another base: those of so many digits, or without gaps where each has as many as given. */
const readBase =
  (base: number, digit: RegExp, [least, most]: [number, number], each: RegExp): ReadNumber =>
  (digits) => {
    if (digits.length < least || !digit.test(digits)) return []
    const codes = digits.length <= most ? [digits] : (digits.match(each) ?? [])
    return codes.map((code) => Number.parseInt(code, base))
  }

/** The place of a letter in the alphabet; a number that is none stands for its own digits. */
const readPlace: ReadNumber = (digits) => {
  if (digits.length > 2) return []
  const place = Number(digits)
  return place >= 1 && place <= 26 ? [0x60 + place] : [...digits].map((digit) => digit.charCodeAt(0))
}

const ways: readonly ReadNumber[] = [
  readDecimal,
  readBase(8, /^[0-7]+$/, [2, 4], /[0-7]{3}/g),
  readBase(2, /^[01]+$/, [6, 8], /[01]{8}/g),
  readPlace,
]

/** Finds a text written as numbers, whatever is between: decimal, octal, binary or alphabet places; gives its part. */
export function findCodes(needle: string, reply: string): string | null {
  const read = numbersIn(reply)
  const isTooLittle = read.length * 2 < needle.length && !read.some(([digits]) => digits.length >= needle.length * 2)
  if (isTooLittle) return null
  const blank = blankListMarks(reply)
  for (const numbers of blank === reply ? [read] : [read, numbersIn(blank)])
    for (const way of ways) {
      const match = findAmong(needle, reply, numbers, way)
      if (match !== null) return match
    }
  return null
}

const numbersIn = (text: string): RegExpExecArray[] => [...text.matchAll(/\d+/g)].slice(0, mostNumbers)

function findAmong(needle: string, reply: string, numbers: readonly RegExpExecArray[], way: ReadNumber): string | null {
  const codes = numbers.flatMap((match) =>
    way(match[0])
      .filter((code) => code <= 0x10ffff)
      .map((code) => ({ code, found: match })),
  )
  const part = (first: number, last: number): string => {
    const [from, to] = [codes[first]?.found, codes[last]?.found]
    return reply.slice(from?.index, (to?.index ?? 0) + (to?.[0].length ?? 0))
  }
  const letters = codes.map(({ code }) => readLetter(String.fromCodePoint(code)))
  const at = letters.join('').indexOf(needle)
  if (at !== -1) {
    const places = letters.flatMap((characters, index) => Array<number>(characters.length).fill(index))
    return part(places[at] ?? 0, places[at + needle.length - 1] ?? 0)
  }
  if (!codes.some(({ code }) => code >= 0xc2 && code <= 0xf4)) return null
  const bytes = Buffer.from(codes.map(({ code }) => code).filter((code) => code <= 0xff))
  return lettersOf(bytes.toString('utf8')).letters.includes(needle) ? part(0, codes.length - 1) : null
}
