import { dirname, join, resolve } from 'node:path'
import { runInNewContext } from 'node:vm'
import { setEngineFlag } from '../../base/engine-flags.ts'
import { isWithin, lookAt, NotReadable, readText } from '../../base/files/files.ts'
import { unique } from '../../base/group-by.ts'
import { ParkedTexts, park } from '../../base/parking.ts'
import { isForIncluding, type OpenIncluded } from '../../suite/language/script/include-files.ts'
import { parseScript } from '../../suite/language/script/parse.ts'
import type { Script } from '../../suite/language/script/script.ts'
import { formatProblem } from '../../suite/yaml/format-problem.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import type { RunSettled } from '../config/settings.ts'
import { complain } from '../edge/print.ts'
import { type ConversationAddress, findSuites, type SuitePath } from '../files/find-suites.ts'
import { findOtherKind } from './other-kind.ts'

/** The valid suites, and the problems of the others; `texts` holds every file's content, for excerpts. */
export interface SuitesRead {
  suitePaths: readonly SuitePath[]
  suites: { script: Script; address?: ConversationAddress }[]
  problems: Problem[]
  texts: Map<string, string>
  /** The suite files only, without what they include; broken ones too. */
  files: Set<string>
  /** The sound parts of broken suites, to be linted and never to be played. */
  sound?: Script[]
  /** Whether they are so large that what is read of them is parked. */
  isHuge?: boolean
}

/** Reports the problems of broken suites, which are redacted already, on standard error, beside a verb's own report. */
export function printConcealed(problems: readonly Problem[], textOf: (file: string) => string | undefined): void {
  for (const problem of problems) complain(`${formatProblem(problem, textOf(problem.file), { isConcealed: true })}\n\n`)
}

/** An unreadable file is a problem too; files only to be included are ignored. @throws UsageError for no suite */
export function readSuites({ suites, folder, within }: Pick<RunSettled, 'suites' | 'folder' | 'within'>): SuitesRead {
  const paths = findSuites(suites, folder, within)
  const bytes = unique(paths.map(({ file }) => file)).reduce(
    (sum, file) => sum + (lookAt(resolve(folder, file))?.size ?? 0),
    0,
  )
  const texts = bytes > huge ? new ParkedTexts() : new Map<string, string>()
  const read: SuitesRead = { suitePaths: paths, suites: [], problems: [], texts, files: new Set() }
  const unreadable = (file: string, message: string): void => {
    read.files.add(file)
    read.problems.push({ code: 'unreadable', file, at: { line: 1, column: 1, length: 1 }, message })
  }
  // V8 gives young objects up to 32 MB, and as much again before it collects old ones.
  if (bytes > large) setEngineFlag('--semi-space-growth-factor=1')
  let many = 0
  for (const { file, address, inFolder = false, isOutside = false } of paths) {
    if (isOutside) {
      unreadable(file, 'it is a link that leads out of the folder of the project')
      continue
    }
    try {
      const content = read.texts.get(file) ?? readText(resolve(folder, file))
      if (inFolder && isForIncluding(content)) continue
      read.texts.set(file, content)
      read.files.add(file)
      const open = openBeside(file, folder, (source) => read.texts.set(source.file, source.content), within)
      const parsed = parseScript(content, file, open)
      if (parsed.ok) {
        const { conversations } = parsed.script
        many += conversations.length
        if (bytes > huge || many > 25_000) read.isHuge = true
        const script = read.isHuge === true ? { ...parsed.script, conversations: park(conversations) } : parsed.script
        read.suites.push({ script, ...(address === undefined ? {} : { address }) })
      } else {
        read.problems.push(...[findOtherKind(content, file) ?? parsed.problems].flat())
        if (parsed.sound !== undefined) read.sound = [...(read.sound ?? []), parsed.sound]
      }
    } catch (error) {
      unreadable(file, `the file cannot be read: ${(error as Error).message}`)
    }
  }
  if (bytes > large) collectGarbage()
  return read
}

/** How large all suites together are, in characters or bytes, where memory counts for more than time. */
const large = 4_000_000

/** How large they are where conversations are parked: some 25,000, of which each pass then takes 10 µs each. */
const huge = 5_500_000

/**
 * Forces a garbage collection. Parsing a large suite leaves a syntax tree of a hundred megabytes behind, and
 * without a collection the heap would grow beyond it during the run instead of reusing its space. It costs
 * some 20 ms, so it is for large inputs only: a run of 5,000 conversations peaks at 202 MiB instead of 344,
 * for a tenth more processor time.
 */
function collectGarbage(): void {
  // By default V8 lets a heap of this size grow fourfold before it collects, although hardly any of it survives.
  setEngineFlag('--heap-growing-percent=20')
  setEngineFlag('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
}

/** Only within `within`; `onOpen` is called for each, for excerpts and for watching. */
export function openBeside(
  suite: string,
  folder: string,
  onOpen: (opened: { file: string; path: string; content: string }) => void,
  within?: string,
): OpenIncluded {
  return (included, most) => {
    const file = join(dirname(suite), included).split('\\').join('/')
    const path = resolve(folder, file)
    if (within !== undefined && !isWithin(path, within)) return null
    const isNear = isWithin(path, folder) || isWithin(path, dirname(resolve(folder, suite)))
    if (most !== undefined && !isNear) return { reason: 'it is outside of the project' }
    try {
      const content = readText(path, most)
      onOpen({ file, path, content })
      return { file, content }
    } catch (error) {
      if (error instanceof NotReadable) return { reason: error.message }
      return null // the suite reports at its own line that the file cannot be read
    }
  }
}
