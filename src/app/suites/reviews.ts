import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { whileLocked } from '../../base/files/file-lock.ts'
import { git } from '../../base/files/git.ts'
import type { ConversationComparison } from '../../compare/model/conversation-comparison.ts'
import { decidedIds, describeDecision } from '../../compare/model/describe-decision.ts'
import type { ReviewEntry } from '../../compare/review/settle-reviews.ts'
import { findAlias, reviewsShape, writeReviews } from '../../records/reviews/reviews-file.ts'
import { isStillExpected } from '../../suite/plan/plan.ts'
import { warn } from '../edge/print.ts'
import { UsageError } from '../edge/usage-error.ts'
import { showPath } from '../files/find-suites.ts'
import { readGiven, writeGiven } from '../files/given-files.ts'
import { readGivenYaml } from '../files/given-yaml.ts'

/** The decisions of a file; none where it is not there. @throws UsageError for a file that is broken */
export function readReviews(path: string): ReviewEntry[] {
  return readText(path).entries
}

/** The file as it stands, null where it is not there, and its decisions: none where it has only comments. */
function readText(path: string): { text: string | null; entries: ReviewEntry[] } {
  const text = existsSync(path) ? readGiven(path) : null
  if (text === null || text.split('\n').every((line) => /^\s*(?:#|$)/.test(line))) return { text, entries: [] }
  const file = readGivenYaml(path, reviewsShape, {
    displayPath: showPath(path, process.cwd()),
    hint: 'write [] or take the file away',
    missing: { message: `there is no ${path}`, hint: 'tableread review writes it' },
  })
  file.insistSound()
  const alias = findAlias(text)
  if (alias !== null)
    throw new UsageError(
      `${showPath(path, process.cwd())}:${alias.line}:${alias.column}: an alias has no place among decisions`,
      'write out what it stands for',
    )
  return { text, entries: file.value ?? [] }
}

/** Adds decisions to the file, and drops others, whatever somebody else wrote into it meanwhile. */
export function saveReviews(path: string, change: Parameters<typeof writeReviews>[1]): void {
  whileLocked(path, () => {
    const { text } = readText(path) // a broken file is refused, not mended by chance
    writeGiven(path, writeReviews(text, change), { displayPath: showPath(path, process.cwd()) })
  })
}

/** Who decides: the name that git knows here, or that of the account. */
export function reviewer(): string {
  const answer = git(process.cwd(), ['config', 'user.name'])
  const name = answer.ok ? answer.text.trim() : ''
  return name === '' ? userInfo().username : name
}

type Named = Pick<ConversationComparison, 'suite' | 'name' | 'agent'>

/** Says what is approved and left to do, but not of one with other fingerprints (`idsOf`); returns what it said. */
export function printApproved<N extends Named>(
  some: readonly N[],
  path: string,
  rest: string,
  idsOf: (each: N) => readonly string[] = () => [],
): Map<N, string> {
  const notes = new Map<N, string>()
  if (some.length === 0 || !existsSync(path)) return notes
  let entries: ReviewEntry[] = []
  try {
    entries = readReviews(path)
  } catch (error) {
    warn((error as Error).message)
  }
  for (const each of some) {
    const { suite, name, agent } = each
    const entry = entries.findLast(
      (own) => own.suite === suite && own.conversation === name && own.agent === agent && isStillExpected(own),
    )
    if (entry?.decision !== 'approved') continue
    const approved = new Set(decidedIds(entry))
    if (!idsOf(each).every((id) => approved.has(id))) continue
    notes.set(each, `${describeDecision(entry)}; ${rest}`)
    warn(`"${name}": ${notes.get(each)}`)
  }
  return notes
}
