import { existsSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { readText } from '../../base/files/files.ts'
import type { Conversation } from '../../suite/language/script/conversation.ts'
import { isForIncluding } from '../../suite/language/script/include-files.ts'
import { runsAlone, shareClock } from '../../suite/plan/plan.ts'
import type { RunSettled } from '../config/settings.ts'
import { UsageError } from '../edge/usage-error.ts'
import { findSuites } from '../files/find-suites.ts'
import { isGlob } from '../files/glob.ts'
import { choosePlans, readPlans } from '../suites/choose-plans.ts'
import { readSuites } from '../suites/read-suites.ts'

/** The globs of suite files for the given paths: a file and a glob stand for themselves, a folder for what is below it. */
export function suiteGlobs(paths: readonly string[], folder: string): string[] {
  return paths.flatMap((path) => {
    if (isGlob(path) && !existsSync(resolve(folder, path)))
      return /\.ya?ml$/i.test(path)
        ? pathFrom(folder, path)
        : expandPaths([path], folder).map(({ file }) => literalGlob(file, folder))
    const place = literalGlob(path, folder)
    return /\.(?:ya?ml|json)$/i.test(path) ? place : `${place === '' ? '' : `${place}/`}**/*.{${endings}}`
  })
}

/** The endings of suites in either case, since Vitest's globs know no flag for it. */
const endings = '[yY][aA][mM][lL],[yY][mM][lL]'

/** The globs of files in those folders that exist only for suites to include and are not test files. */
export function includedGlobs(paths: readonly string[], folder: string): string[] {
  return expandPaths(paths, folder).flatMap(({ file, inFolder }) =>
    inFolder === true && isForIncluding(readText(resolve(folder, file))) ? [literalGlob(file, folder)] : [],
  )
}

/** Empty if there are no suites yet: Vitest itself reports that it found no test files. */
export function expandPaths(paths: readonly string[], folder: string): ReturnType<typeof findSuites> {
  try {
    return findSuites(paths, folder)
  } catch (error) {
    if (error instanceof UsageError) return []
    throw error
  }
}

/** A path that somebody wrote is there, other than the default one. @throws UsageError with what is near, for one that is not */
export function insistPaths(paths: readonly string[], folder: string): void {
  findSuites(
    paths.filter((path) => !isGlob(path) && !existsSync(resolve(folder, path))),
    folder,
  )
}

const pathFrom = (folder: string, path: string): string => relative(folder, resolve(folder, path)).split(sep).join('/')

function literalGlob(path: string, folder: string): string {
  return pathFrom(folder, path).replace(/[()[\]{}!*?+@\\]/g, '\\$&')
}

/** The conversations that were asked for, identified by name, so that a suite can be edited while Vitest watches it. */
export interface ChosenConversations {
  /** The files they are in, and the files that are broken. */
  files: string[]
  includes(file: string, conversation: Conversation): boolean
}

/** Null when no `file:line`, `-t` or `--tags` is given. @throws UsageError when nothing matches */
export function chooseConversations(
  settings: RunSettled,
  flags: { name?: string; tags?: string[] },
): ChosenConversations | null {
  const read = readSuites(settings)
  const filtered =
    flags.name !== undefined || flags.tags !== undefined || read.suitePaths.some(({ address }) => address !== undefined)
  if (!filtered) return null
  // Vitest handles `only` itself, as it comes and goes.
  const matching = choosePlans(read, settings, { ...flags, ignoreOnly: true })
  const keys = new Set(matching.map(({ file, conversation }) => keyOf(file, conversation)))
  return {
    files: [...new Set([...matching, ...read.problems].map(({ file }) => file))],
    includes: (file, conversation) => keys.has(keyOf(file, conversation)),
  }
}

function keyOf(file: string, { name }: Conversation): string {
  return `${file}\n${name.value}`
}

/** Some advance a clock that others share, or have to run alone, which Vitest cannot say of a file. */
export function runOneByOne(settings: RunSettled, selection: ChosenConversations | null): boolean {
  if (expandPaths(settings.suites, settings.folder).length === 0) return false
  const plans = readPlans(readSuites(settings), settings).filter(
    ({ file, conversation }) => selection?.includes(file, conversation) ?? true,
  )
  return plans.some(runsAlone) || (settings.target !== null && shareClock(plans, { clock: { kind: 'shared' } }))
}
