import { basename, join, resolve } from 'node:path'
import { lookAt, readText } from '../../../base/files/files.ts'
import { groupBy } from '../../../base/group-by.ts'
import { count } from '../../../base/text/wording.ts'
import { warn } from '../../edge/print.ts'
import { UsageError } from '../../edge/usage-error.ts'
import { schemaOf } from '../../files/find-suites.ts'
import { writeGiven } from '../../files/given-files.ts'

/** A flag that writes suites, and the first line by which it recognises its own files. */
export interface Writer {
  flag: string
  /** Without the comment sign. */
  mark: string
}

/** One that writes what was found by file: what it keeps, and what a file of these holds. */
export interface Keeper extends Writer {
  noun: 'variant' | 'attack'
  source: 'suite' | 'file'
}

interface KeptSuite {
  text: string
  count: number
  notes: string[]
}

/** One suite for each original file, or one for all; `compose` returns it, or why there is none. @throws UsageError */
export function keepByFile<T extends { file: string }>(
  path: string,
  keeper: Keeper,
  findings: readonly T[],
  compose: (group: [T, ...T[]], target: string) => KeptSuite | string[],
): { count: number; left: string[] } {
  const notes: string[] = []
  let keptCount = 0
  for (const [index, group] of groupBy(findings, ({ file }) => file).entries()) {
    const [{ file }] = group
    if (isSuitePath(path) && index > 0) {
      const what = `${count(group.length, keeper.noun)} of ${file}`
      notes.push(`${what} not kept: ${path} has ${keeper.noun}s of another ${keeper.source}; name a folder`)
      continue
    }
    const besidePath = join(path, `${basename(file).replace(/\.ya?ml$/i, '')}.${keeper.noun}s.yaml`)
    const target = isSuitePath(path) ? path : besidePath
    const suite = compose(group, target)
    if (Array.isArray(suite)) {
      notes.push(...suite)
      continue
    }
    insistOwn(target, keeper)
    writeGiven(target, suite.text)
    warn(`kept ${count(suite.count, keeper.noun)} in ${target}`)
    keptCount += suite.count
    notes.push(...suite.notes)
  }
  return { count: keptCount, left: notes }
}

/** The comments at the head of a suite that a flag writes, without the comment signs. */
export function commentsOf({ mark }: Writer, target: string): string[] {
  return [mark, `yaml-language-server: $schema=${schemaOf(resolve(target), process.cwd())}`]
}

export function isSuitePath(path: string): boolean {
  return /\.ya?ml$/i.test(path)
}

/** Checks before anything is sent that the path can be a suite or a folder of suites. @throws UsageError */
export function insistKeepable(path: string, keeper: Writer): void {
  if (lookAt(path)?.isFile() === true && !isSuitePath(path))
    throw new UsageError(
      `${keeper.flag} would overwrite ${path}, which is no suite`,
      'name a folder, or a file that ends in .yaml',
    )
  if (isSuitePath(path)) insistOwn(path, keeper)
}

/** Refuses a file that the flag did not write itself. @throws UsageError */
export function insistOwn(path: string, { flag, mark }: Writer): void {
  const stats = lookAt(path)
  if (stats === undefined || (stats.isFile() && readText(path).startsWith(`# ${mark}`))) return
  throw new UsageError(`${flag} would overwrite ${path}, which it did not write`, 'name another file or folder')
}
