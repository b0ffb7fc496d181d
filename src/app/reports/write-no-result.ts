import { lookAt, realPathOf } from '../../base/files/files.ts'
import type { NoResult } from '../../report/studies/no-result.ts'
import { tablereadVersion } from '../edge/package-version.ts'
import { openSinks } from '../edge/sinks.ts'
import type { Flags } from '../flags/flag.ts'
import { type FileFlags, formatFlags, formatNames } from '../formats/formats.ts'
import { filesOf, writeFiles } from './write-reports.ts'

export interface EndedVerb {
  /** The words that call it. */
  verb: string
  words: readonly string[]
  /** The flags that it has, and those that it got. */
  declared: Flags
  flags: Readonly<Record<string, unknown>>
  /** When it began, in milliseconds of the epoch. */
  began: number
}

type EndReason = Pick<NoResult, 'exitCode' | 'message' | 'problems'>

/** So that readers find neither nothing nor an earlier run's; what the verb reads or has written stays. */
export async function writeNoResult(
  { verb, words, declared, flags, began }: EndedVerb,
  { exitCode, message, problems }: EndReason,
): Promise<void> {
  const ownFlags = Object.fromEntries(
    formatNames.flatMap((name) => {
      const isOwn = name !== 'otlp' && declared[name]?.written === formatFlags[name].written
      return isOwn && typeof flags[name] === 'string' ? [[name, flags[name]]] : []
    }),
  ) as FileFlags
  const read = words.map((path) => realPathOf(path))
  const outputs = filesOf(ownFlags).filter(
    ({ file }) => file === '-' || !(read.includes(realPathOf(file)) || (lookAt(file)?.mtimeMs ?? 0) >= began),
  )
  if (outputs.length === 0) return
  const { noResultDocument } = await import('../../report/studies/no-result.ts')
  const tableread = tablereadVersion()
  const result = { kind: 'no result', schemaVersion: 1, tableread, verb, exitCode, message, problems } as const
  const only = Object.fromEntries(outputs.map(({ name, file }) => [name, file])) as FileFlags
  await writeFiles({ result, document: noResultDocument(result) }, only, openSinks())
}
