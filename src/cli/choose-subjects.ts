import { resolve, sep } from 'node:path'
import type { KnownSubject } from '../history/read-trends.ts'
import { shown } from './find-suites.ts'
import { readNamePattern } from './select.ts'
import { UsageError } from './usage-error.ts'

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
    known.length === 0 ? 'it is empty' : `it knows ${known.length}, among them ${names.join(', ')}`,
  )
}

function standsAt(subject: KnownSubject, path: string, folder: string, known: readonly KnownSubject[]): boolean {
  const lined = /^(.+\.ya?ml):(\d+)(?::\d+)?$/.exec(path)
  const asked = shown(resolve(folder, lined?.[1] ?? path), folder)
  const { file, line } = placeOf(subject)
  if (asked === '' || file === asked || file.startsWith(`${asked}${sep}`) || file.startsWith(`${asked}/`)) {
    if (lined?.[2] === undefined) return true
    const upTo = Number(lined[2])
    const before = known.map(placeOf).filter((each) => each.file === file && each.line <= upTo)
    return line === Math.max(...before.map((each) => each.line))
  }
  return false
}

/** `file:line version`, `file:line:column version` or `file:line#row version`. */
function placeOf({ id }: KnownSubject): { file: string; line: number } {
  const [, file = id, line = '0'] = /^(.*?):(\d+)(?::\d+)?(?:#\d+)? [^ ]*$/.exec(id) ?? []
  return { file, line: Number(line) }
}
