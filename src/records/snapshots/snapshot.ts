import type { IgnoredPart } from '../../suite/language/snapshot-settings.ts'

/** In a snapshot's first line; changes whenever equal conversations would be written differently. */
const snapshotFormat = 1

/** A stored transcript, one version's: what another run of the same script would show too. */
export interface Snapshot {
  header: SnapshotHeader
  /** Digits that tell private values apart without showing them; left out where there are none to tell. */
  digits?: ValueDigits
  lines: SnapshotLine[]
  /** What the suite leaves out of it; not in files. */
  ignored?: readonly IgnoredPart[]
  /** The sections of turns that were not sent, of which nothing can be compared; not in files. */
  unsent?: ReadonlySet<string>
}

/** By stand-in, `<email 1>` to `a3`. Digits of `<secret>` are for all in calls, in order; `said <secret>`: the rest. */
export type ValueDigits = Readonly<Record<string, string>>

/** What a snapshot belongs to. `script` is the hash of what is sent (see `hashScript`); `file` has forward slashes. */
export interface SnapshotHeader {
  suite: string
  conversation: string
  file: string
  agent: string
  version: string
  script: string
}

/** One message, item, call or output; `section` is `turn 2`; `text` is escaped and may hold line breaks. */
export interface SnapshotLine {
  section: string
  text: string
}

/** The members of a header, in the order of the file. */
const headerKeys = ['suite', 'conversation', 'file', 'agent', 'version', 'script'] as const

/** A snapshot's text: a header, then each turn with its lines. No date, so that equal talks give equal files. */
export function formatSnapshot({ header, digits = {}, lines }: Snapshot): string {
  const head = headerKeys.map((key) => `${key}: ${escapeLine(header[key])}`.trimEnd())
  const body = lines.flatMap(({ section, text }, index) => [
    ...(section === lines[index - 1]?.section ? [] : ['', section]),
    ...foldLine(text),
  ])
  return `${[`tableread snapshot ${snapshotFormat}`, ...head, ...writeDigits(digits), ...body].join('\n')}\n`
}

/** A snapshot, or why there is none to compare with, with the offending line; null where unreadable. */
export type SnapshotRead = { ok: true; snapshot: Snapshot } | { ok: false; line: number | null; reason: string }

/** Parses a snapshot file; Windows line ends are accepted. */
export function parseSnapshot(text: string): SnapshotRead {
  const all = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const [, format] = /^tableread snapshot (\d+)$/.exec(all[0] ?? '') ?? []
  if (format === undefined) return refuse(1, 'it does not begin with "tableread snapshot"')
  if (Number(format) !== snapshotFormat)
    return refuse(1, `it is written in format ${format}, and this Tableread reads format ${snapshotFormat}`)
  const header = readHeader(all)
  if (typeof header === 'number') return refuse(header, `"${headerKeys[header - 2]}:" should stand here`)
  const first = headerKeys.length + 1
  const after = all.findIndex((line, index) => index >= first && !line.startsWith(digitsKey))
  const digits = readDigits(all.slice(first, after))
  if (typeof digits === 'number') return refuse(first + digits + 1, `"${digitsKey} <email 1> 0f" should stand here`)
  const lines: SnapshotLine[] = []
  let section: string | null = null
  for (const [index, line] of all.entries()) {
    if (index < after) continue
    if (/^(turn \d+( \(.*\))?|after the last turn)$/.test(line)) section = line
    else if (line !== '' && !addLine(lines, section, line, all[index - 1] ?? ''))
      return refuse(index + 1, /^([<=>|])\1{6}/.test(line) ? 'a merge is not resolved' : 'no snapshot has such a line')
  }
  return { ok: true, snapshot: { header, ...(Object.keys(digits).length === 0 ? {} : { digits }), lines } }
}

function refuse(line: number, reason: string): SnapshotRead {
  return { ok: false, line, reason }
}

/** Returns the header, or the number of the line where a key is missing. */
function readHeader(all: readonly string[]): SnapshotHeader | number {
  const header: Record<string, string> = {}
  for (const [index, key] of headerKeys.entries()) {
    const line = all[index + 1] ?? ''
    if (!line.startsWith(`${key}:`)) return index + 2
    header[key] = readEscaped(line.slice(key.length + 2))
  }
  return header as unknown as SnapshotHeader
}

const digitsKey = 'private values:'

/** The lines of the header with digits, as many as the width of the file requires. */
function writeDigits(digits: ValueDigits): string[] {
  const lines: string[] = []
  for (const [name, each] of Object.entries(digits)) {
    const last = lines.at(-1) ?? ''
    const longer = `${last}, ${name} ${each}`
    if (last !== '' && longer.length <= width) lines[lines.length - 1] = longer
    else lines.push(`${digitsKey} ${name} ${each}`)
  }
  return lines
}

/** Reverses `writeDigits`, or returns the index of a line that it did not write. */
function readDigits(lines: readonly string[]): ValueDigits | number {
  const digits: Record<string, string> = {}
  for (const [index, line] of lines.entries())
    for (const each of line.slice(digitsKey.length + 1).split(', ')) {
      const [, name, digitText] = /^((?:said )?<[^<>]+>) ([0-9a-f]{1,2})$/.exec(each) ?? []
      if (name === undefined || digitText === undefined) return index
      digits[name] = digitText
    }
  return digits
}

/** Appends a physical line to the logical ones; false if it fits nowhere. */
function addLine(lines: SnapshotLine[], section: string | null, line: string, before: string): boolean {
  if (section === null) return false
  if (/^ {2}\S/.test(line)) return lines.push({ section, text: line.slice(2) }) > 0
  const last = lines.at(-1)
  const more = unfold(line)
  if (last === undefined || last.section !== section || more === null) return false
  if (more.joint === ' ' && isCut(before)) last.text = `${last.text.slice(0, -1)}${more.text}`
  else last.text += `${more.joint}${more.text}`
  return true
}

const width = 90
const [begin, onward, nextLine] = ['  ', '      ', '    | ']

/** Wraps to the file's width: `| ` continues a text's line break, an indent a long line; `\` where no space was. */
function foldLine(text: string): string[] {
  return text.split('\n').flatMap((part, index) => foldPart(part, index === 0 ? begin : nextLine))
}

/** Reverses `foldLine`, one physical line at a time. Null for a line that does not continue an earlier one. */
function unfold(line: string): { joint: '\n' | ' '; text: string } | null {
  if (line.startsWith(nextLine)) return { joint: '\n', text: line.slice(nextLine.length) }
  if (line === nextLine.trimEnd()) return { joint: '\n', text: '' }
  return line.startsWith(onward) && line.charAt(onward.length) !== ' '
    ? { joint: ' ', text: line.slice(onward.length) }
    : null
}

/** Whether a line was broken inside a word: it ends in a single backslash, since an escaped one is always two. */
function isCut(line: string): boolean {
  return (/\\+$/.exec(line)?.[0].length ?? 0) % 2 === 1
}

function foldPart(text: string, prefix: string): string[] {
  const units = text.match(/\\u\{[0-9a-f]{1,6}\}|\\.|.\p{M}*/gsu) ?? []
  const pieces = units.length > width - prefix.length ? splitElements(units) : [units]
  const lines = pieces.flatMap((piece, index) => foldUnits(piece, width - (index === 0 ? prefix : onward).length))
  return lines.map((line, index) => `${index === 0 ? prefix : onward}${line}`.trimEnd())
}

/** Starts each object or list inside a list on its own line, so that adding one changes one line. */
function splitElements(units: readonly string[]): string[][] {
  const pieces: string[][] = [[]]
  for (const [index, unit] of units.entries()) {
    const after = unit === ' ' && units[index - 1] === ',' && '}]'.includes(units[index - 2] ?? ' ')
    if (after && '{['.includes(units[index + 1] ?? ' ')) pieces.push([])
    else pieces.at(-1)?.push(unit)
  }
  return pieces
}

function foldUnits(units: readonly string[], first: number): string[] {
  const lines: string[] = []
  let start = 0
  for (let room = first; units.length - start > room; room = width - onward.length) {
    const space = lastBreak(units, start + 20, start + room, isLoneSpace)
    const at = space ?? lastBreak(units, start + 1, start + room - 1, isInWord)
    if (at === undefined) break
    lines.push(`${units.slice(start, at).join('')}${space === undefined ? '\\' : ''}`)
    start = space === undefined ? at : at + 1
  }
  return [...lines, units.slice(start).join('')]
}

function lastBreak(
  units: readonly string[],
  from: number,
  to: number,
  fits: (units: readonly string[], at: number) => boolean,
): number | undefined {
  for (let at = to; at >= from; at -= 1) if (fits(units, at)) return at
  return undefined
}

function isLoneSpace(units: readonly string[], at: number): boolean {
  const after = units[at + 1]
  return units[at] === ' ' && units[at - 1] !== ' ' && after !== undefined && after !== ' '
}

function isInWord(units: readonly string[], at: number): boolean {
  return units[at] !== ' ' && units[at - 1] !== ' '
}

/** What editors hide or show as a space: control and format characters, lone surrogates, private use, odd spaces. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu
const joiner = '\u200d'
const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const long: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/** Escapes a text onto one line on which every character is visible; `readEscaped` reverses it. */
function escapeLine(text: string): string {
  const visible = showUnseen(text.replaceAll('\\', '\\\\'))
  const ink = visible.trimEnd().length // only ordinary spaces are left
  return `${visible.slice(0, ink)}${'\\u{20}'.repeat(visible.length - ink)}`
}

/** Keeps line breaks, makes every other character visible, and lets no line end in a space. */
export function escapeText(text: string): string {
  return text.split('\n').map(escapeLine).join('\n')
}

/** Invisible characters as `\u{202e}`, where backslashes are escaped already; an emoji's joiner stays. */
export function showUnseen(text: string): string {
  return text.replace(unseen, (character, offset: number) => {
    if (
      character === joiner &&
      /\p{Extended_Pictographic}[\p{M}\p{Emoji_Modifier}]*$/u.test(text.slice(Math.max(0, offset - 6), offset))
    )
      return character
    return short[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
  })
}

/** Reverses the escaping. */
export function readEscaped(text: string): string {
  return text.replace(/\\(?:u\{([0-9a-f]{1,6})\}|(.))/gsu, (_, code?: string, letter = '') =>
    code === undefined ? (long[letter] ?? letter) : String.fromCodePoint(Number.parseInt(code, 16)),
  )
}
