import { lettersOf } from './letters.ts'
import { blankListMarks } from './list-marks.ts'
import { findCodes } from './number-codes.ts'

/** How a text was encoded. */
type EncodedForm = 'in base64' | 'in hexadecimal' | 'as codes' | 'in Morse'

const morse: ReadonlyMap<string | undefined, string> = new Map(
  'a.- b-... c-.-. d-.. e. f..-. g--. h.... i.. j.--- k-.- l.-.. m-- n-. o--- p.--. q--.- r.-. s... t- u..- v...- w.-- x-..- y-.-- z--.. 0----- 1.---- 2..--- 3...-- 4....- 5..... 6-.... 7--... 8---.. 9----.'
    .split(' ')
    .map((each) => [each.slice(1), each.slice(0, 1)]),
)

/** Runs of characters that may be an encoded text, and how to decode them. */
const runs: readonly [form: EncodedForm, run: RegExp, decode: (run: string) => string[]][] = [
  ['in base64', /[A-Za-z0-9+/_-]{11,}={0,2}/g, readBase64],
  ['in hexadecimal', /[0-9a-f]{2}(?:[\s:,-]?(?:0x)?[0-9a-f]{2}){7,}/gi, readHex],
  [
    'as codes',
    /(?:%[0-9a-f]{2}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\[0-7]{2,4}|&#x?[0-9a-f]+;|[^\s%\\&]){8,}/gi,
    readEscapes,
  ],
  ['in Morse', /[.\-–—−·•_]{1,6}(?:[\s/|,]{1,3}[.\-–—−·•_]{1,6}){7,}/g, readMorse],
]

/** How to decode a whole reply, ignoring whatever stands between the encoded parts. */
const wholes: readonly [form: EncodedForm, decode: (said: string) => string[]][] = [
  ['as codes', (reply) => [readSelectors(reply), readBits(reply)]],
  ['in base64', readBase64Apart],
  ['in hexadecimal', readHexApart],
  ['in Morse', (reply) => [reply, blankListMarks(reply)].map(readMorseApart)],
]

export function findEncoded(secret: string, reply: string): { form: EncodedForm; as: string } | null {
  const tells = (text: string): boolean => text.length >= secret.length && lettersOf(text).letters.includes(secret)
  for (const [form, run, decode] of runs)
    for (const [part] of reply.matchAll(run)) if (decode(part).some(tells)) return { form, as: part.trim() }
  const codes = findCodes(secret, reply)
  if (codes !== null) return { form: 'as codes', as: codes }
  for (const [form, decode] of wholes) if (decode(reply).some(tells)) return { form, as: reply.trim() }
  return null
}

/** A run may begin with letters of a word directly before it, so decoding is tried from each of four offsets. */
function readBase64(run: string): string[] {
  return [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), 'base64').toString('utf8'))
}

function readBase64Apart(reply: string): string[] {
  const read = (text: string): string => (text.match(/[A-Za-z0-9+/_-]{11,}={0,2}/g) ?? []).flatMap(readBase64).join(' ')
  const together = reply.replace(/\p{Default_Ignorable_Code_Point}|[\s>]/gu, '')
  return together.includes('-') ? [read(together), read(together.replaceAll('-', ''))] : [read(together)]
}

function readHex(run: string): string[] {
  return [Buffer.from(run.replace(/0x|[^0-9a-f]/gi, ''), 'hex').toString('utf8')]
}

function readHexApart(reply: string): string[] {
  const together = reply
    .replace(/0x|u\+00|\\u\{?00|\\u\{|\\x/gi, '')
    .replace(/[g-z]/gi, '|')
    .replace(/[^0-9a-f|]+/gi, '')
  const all = together.match(/[0-9a-f]{16,}/gi) ?? []
  const bytes = reply.matchAll(/(?<![0-9a-z])(?:0x|u\+|\\x|\\u\{?)?0*([0-9a-f]{2})(?![0-9a-z])/gi)
  return [
    all.flatMap((run) => [...readHex(run), ...readHex(run.slice(1))]).join(' '),
    ...readHex([...bytes].map(([, byte]) => byte).join('')),
  ]
}

/** Escapes of programs, links and HTML; those for a byte are read as a character, and also as a part of UTF-8. */
function readEscapes(run: string): string[] {
  if (!/[%\\&]/.test(run)) return []
  const one = (code: string, base: number): string => {
    const number = Number.parseInt(code, base)
    return number <= 0x10ffff ? String.fromCodePoint(number) : ''
  }
  const even = run
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => one(code, 16))
    .replace(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, code: string) => one(code, hex === '' ? 10 : 16))
    .replace(
      /\\([0-7]{2,4})/g,
      (_, code: string) => `%${(Number.parseInt(code, 8) & 0xff).toString(16).padStart(2, '0')}`,
    )
    .replaceAll('\\x', '%')
  return [
    even.replace(/%([0-9a-f]{2})/gi, (_, code: string) => one(code, 16)),
    even.replace(/(?:%[0-9a-f]{2})+/gi, (all) => Buffer.from(all.replaceAll('%', ''), 'hex').toString('utf8')),
  ]
}

/** Bytes hidden in variation selectors, which show as nothing behind any character. */
function readSelectors(reply: string): string {
  const selectors = reply.match(/[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu) ?? []
  const bytes = selectors
    .map((each) => each.codePointAt(0) ?? 0)
    .map((code) => code - (code < 0xe0100 ? 0xfe00 : 0xe00f0))
  return Buffer.from(bytes).toString('utf8')
}

function readBits(reply: string): string {
  const bits = (reply.match(/\d+/g) ?? []).filter((digits) => digits.length > 3 && !/[2-9]/.test(digits)).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((code) => Number.parseInt(code, 2))).toString('utf8')
}

function readMorse(run: string): string[] {
  return [
    run
      .split(/[\s/|,]+/)
      .map(readSign)
      .join(''),
  ]
}

/** The signs of Morse between anything else, such as the letters for which they stand. */
function readMorseApart(reply: string): string {
  return (reply.match(/(?<![^\s"'`(=:|,/])[.\-–—−·•_]{1,6}(?![^\s"'`),;:|/])/g) ?? []).map(readSign).join('')
}

const readSign = (sign: string): string => morse.get(sign.replace(/[–—−_]/g, '-').replace(/[·•]/g, '.')) ?? ''
