import { resolve } from 'node:path'
import { insistReadable, readText } from '../../base/files/files.ts'
import { nearHint } from '../../base/files/near-path.ts'
import { writeWhole, writeWholeInTurns } from '../../base/files/write-whole.ts'
import { UsageError } from '../edge/usage-error.ts'
import { insistReplaceable, type ReportKind } from './report-file.ts'

/** Without a byte order mark; `shown` is the path in messages. @throws UsageError for what is no readable file */
export function readGiven(path: string, name: string = path, most?: number): string {
  try {
    return readText(path, most)
  } catch (error) {
    throw new UsageError(
      `${name} cannot be read: ${(error as Error).message}`,
      nearHint(resolve(path)) ?? 'name a file that may be read',
    )
  }
}

/** The import of a pipe could never be interrupted. @throws UsageError as `readGiven` does */
export function insistGiven(path: string): void {
  try {
    insistReadable(path)
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`, 'name a file that may be read')
  }
}

/** The file in its place is checked before the report is written and before it is replaced: another may be there. */
interface ReportFlag {
  flag: string
  kind: ReportKind
}

/** Atomically, with keys redacted unless `verbatim`; `insist` refuses the file in its place. @throws UsageError */
export function writeGiven(
  path: string,
  text: string | Iterable<string>,
  {
    displayPath = path,
    verbatim = false,
    report,
    insist = () => undefined,
  }: { displayPath?: string; verbatim?: boolean; report?: ReportFlag; insist?: () => void } = {},
): void {
  const insistAll = (): void => {
    insist()
    if (report !== undefined) insistReplaceable(report.flag, path, report.kind)
  }
  insistAll()
  try {
    writeWhole(path, text, { lasting: true, verbatim, insistReplaceable: insistAll })
  } catch (error) {
    throw unwritable(error, displayPath)
  }
}

/** The same for long texts: yields in between, so that signals are handled. @throws UsageError as that does */
export async function writeGivenInTurns(
  path: string,
  text: string | Iterable<string>,
  { flag, kind }: ReportFlag,
): Promise<void> {
  const insist = (): void => insistReplaceable(flag, path, kind)
  insist()
  try {
    await writeWholeInTurns(path, text, { lasting: true, insistReplaceable: insist })
  } catch (error) {
    throw unwritable(error, path)
  }
}

function unwritable(error: unknown, name: string): unknown {
  if ((error as NodeJS.ErrnoException).code === undefined) return error // producing the text may have failed instead
  return new UsageError(
    `${name} cannot be written: ${(error as Error).message}`,
    'name a file in a folder that may be written to, on a disk that has room',
  )
}
