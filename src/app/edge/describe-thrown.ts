import { fileURLToPath } from 'node:url'
import { packageFolder } from '../../base/package-folder.ts'
import { firstLine } from '../../base/text/wording.ts'
import { placeIn, readThrown } from '../../service/agents/code/read-thrown.ts'
import { UsageError } from './usage-error.ts'

/** What a module threw, and where. A parser error names the place in a line of its own, with columns counted from 0. */
export function describeThrown(path: string, error: unknown): string {
  const { description, words } = readThrown(error)
  const [, before = '', file, line, column] = /^([^\n]*?)\s*\n\s*(\/[^\n]+):(\d+):(\d+)\s*$/.exec(words) ?? []
  if (file !== undefined) return `${file}:${line}:${Number(column) + 1}: the module cannot be loaded: ${before}`
  const [, thrown = description, at] = /^(.*) \(([^()]+\.\w+:\d+:\d+)\)$/s.exec(description) ?? []
  if (at === undefined) return `${path} cannot be loaded: it threw ${firstLine(thrown)}`
  return `${linesOnly(at)}: the module cannot be loaded: ${firstLine(thrown)}`
}

/** What a module of the project threw or rejected after it was loaded; null for an error of our own. */
export function findLateError(error: unknown): UsageError | null {
  const own = fileURLToPath(packageFolder)
  const frames = error instanceof Error ? String(error.stack).split('\n') : []
  const foreign = placeIn(
    frames.filter((frame) => !frame.includes(`${own}dist/`) && !frame.includes(`${own}src/`)).join('\n'),
  )
  if (error instanceof Error && foreign === '' && !isNoErrorOfOurs(error)) return null
  const place = foreign === '' ? 'a module of the project' : linesOnly(foreign.slice(2, -1))
  return new UsageError(
    `${place}: this was thrown after the module was loaded, and nothing caught it: ${firstLine(readThrown(error).words)}`,
    'catch it there: it may have left anything half done, so the command ends here',
  )
}

/** How Node reports a rejection without an error, or an error without a stack: our own code has neither. */
function isNoErrorOfOurs(error: Error): boolean {
  return typeof error.stack !== 'string' || (error as NodeJS.ErrnoException).code === 'ERR_UNHANDLED_REJECTION'
}

/** Drops the column of a TypeScript place: stripping types keeps lines but not columns. */
function linesOnly(place: string): string {
  return place.replace(/(\.[cm]?tsx?:\d+):\d+$/, '$1')
}
