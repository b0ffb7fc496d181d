import { closeSync, existsSync, lstatSync, readSync, statSync } from 'node:fs'
import { openFile, realPathOf } from '../../base/files/files.ts'
import { UsageError } from '../edge/usage-error.ts'
import { formats } from '../formats/formats.ts'
import { isCollector } from './collector.ts'

/** What else a flag can write to a file, as formats say it. */
const others = {
  durations: { called: 'file of durations', begins: /^\s*\{\s*"kind":\s*"durations"/ },
  ledger: { called: 'ledger', begins: /^\s*\{\s*"version":\s*1,\s*"entries":/ },
  history: { called: 'history', begins: /^SQLite format 3\0/ },
} as const

const kinds = { ...formats, ...others }

export type ReportKind = keyof typeof kinds

export function looksLikeSuite(path: string): boolean {
  return /\.ya?ml(?::\d+){0,2}$/i.test(path)
}

export function isReport(path: string, kind: ReportKind): boolean {
  const { file, size } = openFile(path)
  try {
    const head = Buffer.alloc(Math.min(size, 8_192))
    const length = readSync(file, head, 0, head.length, 0)
    return kinds[kind].begins.test(head.toString('utf8', 0, length))
  } finally {
    closeSync(file)
  }
}

/** A file must be empty or by the same flag; a pipe is written to; a dangling link's target made. @throws UsageError */
export function insistReplaceable(flag: string, path: string, kind: ReportKind): void {
  if (kind === 'otlp' && isCollector(path)) return
  if (looksLikeSuite(path))
    throw new UsageError(`${flag} would write to ${path}, which is the name of a suite`, hintFor(flag, kind))
  if (!existsSync(path)) {
    if (!isLink(realPathOf(path))) return
    throw new UsageError(`${flag} would write to ${path}, which is a link that leads in a circle`, hintFor(flag, kind))
  }
  const stats = statSync(path)
  if (stats.isDirectory())
    throw new UsageError(`${flag} would write to ${path}, which is a folder`, hintFor(flag, kind))
  if (!stats.isFile() && kind === 'history')
    throw new UsageError(`${flag} would write to ${path}, which is a pipe or a device`, hintFor(flag, kind))
  if (!stats.isFile() || stats.size === 0) return
  const ours = readable(() => isReport(path, kind))
  if (!ours)
    throw new UsageError(`${flag} would overwrite ${path}, which is no ${kinds[kind].called}`, hintFor(flag, kind))
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    return false // there is nothing, or it may not be read
  }
}

/** A file that cannot be read is not known to be ours. */
function readable(ask: () => boolean): boolean {
  try {
    return ask()
  } catch {
    return false
  }
}

function hintFor(flag: string, kind: ReportKind): string {
  if (kind === 'json') return `name suites and files before ${flag}, or another file: ${flag}=out.json`
  if (kind === 'markdown') return `name another file, remove this one, or add to it: ${flag} - >> FILE`
  return 'name another file, or remove this one'
}
