import { resolve, sep } from 'node:path'
import { count } from '../../../base/count.ts'
import type { KnownSubject } from '../../../records/history/read-trends.ts'
import { type ConversationAddress, readAddress } from '../../project/conversation-address.ts'
import { shown } from '../../project/find-suites.ts'
import { readNamePattern } from '../../project/select.ts'
import { UsageError } from '../../project/usage-error.ts'

/** What of a history a person asked for; everything where nothing is given. */
export interface SubjectsAsked {
  name?: string
  agentVersion?: readonly string[]
}

/**
 * The conversations of a history that are asked for by file, folder or `file:line`, by name and by version. The files need
 * not be there any more.
 * @throws UsageError for a bad pattern, and when nothing is left
 */
export function chooseSubjects(
  known: readonly KnownSubject[],
  paths: readonly string[],
  folder: string,
  { name, agentVersion }: SubjectsAsked,
): KnownSubject[] {
  const matches = name === undefined ? undefined : readNamePattern(name)
  const chosen = known.filter(
    (subject) =>
      (paths.length === 0 || paths.some((path) => standsAt(subject, path, folder, known))) &&
      (matches === undefined || matches(`${subject.suite} > ${subject.name}`)) &&
      (agentVersion === undefined || agentVersion.includes(subject.version)),
  )
  if (chosen.length > 0) return chosen
  const names = known.slice(0, 3).map((subject) => `"${subject.name}"`)
  throw new UsageError(
    'the history knows no such conversation',
    known.length === 0
      ? 'it is empty'
      : `it knows ${count(known.length, 'conversation')}, among them ${names.join(', ')}`,
  )
}

function standsAt(subject: KnownSubject, path: string, folder: string, known: readonly KnownSubject[]): boolean {
  const { path: named, address } = readAddress(path)
  const asked = shown(resolve(folder, named), folder)
  const { file, line, column, row } = placeOf(subject)
  if (asked === '' || file === asked || file.startsWith(`${asked}${sep}`) || file.startsWith(`${asked}/`)) {
    if (address === undefined) return true
    const before = known.map(placeOf).filter((each) => each.file === file && each.line <= address.line)
    const isOnLine = line === Math.max(...before.map((each) => each.line))
    const isInColumn = column === undefined || address.column === undefined || column === address.column
    return isOnLine && isInColumn && (address.row === undefined || row === address.row)
  }
  return false
}

/** `file:line version`, `file:line:column version` or `file:line#row version`. */
function placeOf({ id }: KnownSubject): ConversationAddress & { file: string } {
  const { path, address = { line: 0 } } = readAddress(id.slice(0, id.lastIndexOf(' ')))
  return { file: path, ...address }
}
