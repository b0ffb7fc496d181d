import type { Problem } from '../yaml/problem.ts'
import { type Mend, mendOf } from './mend.ts'
import { standsAlone, surroundings } from './surroundings.ts'

/** A file's text with its mechanical slips mended, and how many there were. */
export interface Mended {
  content: string
  fixed: number
}

/**
 * Mends what needs no judgement, one slip after the other from the end of the file, and looks again after each: one slip
 * can hide another. A mend that the file does not bear is taken back and stays a suggestion. `examine` gives all that is
 * wrong with a text of this file, its agents included: what is sound in one conversation must not be mended for another.
 */
export function fixProblems(
  content: string,
  problems: readonly Problem[],
  examine: (content: string) => readonly Problem[],
): Mended {
  let [now, left, fixed] = [content, problems, 0]
  const refused = new Set<string>()
  for (;;) {
    const found = fromTheEnd(left).find((problem) => !refused.has(keyOf(problem)) && mendOf(problem, now) !== null)
    const mend = found === undefined ? null : mendOf(found, now)
    if (found === undefined || mend === null) return { content: now, fixed }
    const after = standsAlone(mend, now) ? examine(mend.content) : null
    if (after !== null && bears(mend, found.code, left, after)) {
      now = mend.content
      left = after
      fixed += 1
    } else refused.add(keyOf(found))
  }
}

/**
 * Whether a text is none the worse for a mend: it still reads as YAML, and nothing is said about what was mended. What
 * the mend only uncovers, further inside or elsewhere, was wrong before.
 */
function bears(mend: Mend, mended: Problem['code'], before: readonly Problem[], after: readonly Problem[]): boolean {
  const { line, column, by } = mend
  const around = surroundings(mend, mend.content)
  const known = new Set(before.map(keyOf))
  return after.every((problem) => {
    const { at, code, severity } = problem
    if (severity === 'warning' && code !== mended) return true
    if (code === 'yaml-syntax' || code === 'duplicate-key') return false
    if (at.line === line && at.column === column) return false
    if (code === 'unknown-key') return true // a mapping stands where its first key does
    if (!around.some((place) => place.line === at.line && place.column === at.column)) return true
    const moved = at.line === line && at.column > column ? by : 0
    return known.has(keyOf({ ...problem, at: { ...at, column: at.column - moved } }))
  })
}

function fromTheEnd(problems: readonly Problem[]): Problem[] {
  return [...problems].sort((a, b) => b.at.line - a.at.line || b.at.column - a.at.column)
}

function keyOf({ code, at, message }: Problem): string {
  return `${at.line}:${at.column} ${code} ${message}`
}
