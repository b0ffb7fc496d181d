import { readEscaped } from './escape-text.ts'
import { isCut, unfold } from './fold-line.ts'
import { headerKeys } from './format-snapshot.ts'
import { type Snapshot, type SnapshotHeader, type SnapshotLine, snapshotFormat } from './snapshot.ts'

/** A parsed snapshot, or why the text is not one: a reason for a person, with the offending line. */
export type SnapshotRead = { ok: true; snapshot: Snapshot } | { ok: false; line: number; reason: string }

/** Parses a snapshot file; Windows line ends are accepted. */
export function parseSnapshot(text: string): SnapshotRead {
  const all = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const [, format] = /^tableread snapshot (\d+)$/.exec(all[0] ?? '') ?? []
  if (format === undefined) return refuse(1, 'it does not begin with "tableread snapshot"')
  if (Number(format) !== snapshotFormat)
    return refuse(1, `it is written in format ${format}, and this Tableread reads format ${snapshotFormat}`)
  const header = readHeader(all)
  if (typeof header === 'number') return refuse(header, `"${headerKeys[header - 2]}:" should stand here`)
  const lines: SnapshotLine[] = []
  let section: string | null = null
  for (const [index, line] of all.entries()) {
    if (index <= headerKeys.length) continue
    if (/^(turn \d+( \(.*\))?|after the last turn)$/.test(line)) section = line
    else if (line !== '' && !addLine(lines, section, line, all[index - 1] ?? ''))
      return refuse(index + 1, /^([<=>|])\1{6}/.test(line) ? 'a merge is not resolved' : 'no snapshot has such a line')
  }
  return { ok: true, snapshot: { header, lines } }
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
