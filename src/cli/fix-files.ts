import { resolve } from 'node:path'
import { writeWhole } from '../base/write-whole.ts'
import type { Problem } from '../grammar/problem.ts'
import { fixProblems } from '../lint/fix-problems.ts'
import { parseScript } from '../script/parse.ts'
import { openBeside } from './open-included.ts'
import type { SuitesRead } from './read-suites.ts'

/** Mends the mechanical slips of suite files where they stand, round by round, since one slip can hide another. Gives how many were mended. */
export function fixFiles(
  { read, report }: { read: SuitesRead; report: { problems: readonly Problem[] } },
  folder: string,
): number {
  let mended = 0
  for (const [file, content] of read.texts) {
    let problems = report.problems.filter((problem) => problem.file === file)
    let now = { content, fixed: 0 }
    for (;;) {
      const next = fixProblems(now.content, problems)
      if (next.fixed === 0) break
      now = { content: next.content, fixed: now.fixed + next.fixed }
      const parsed = parseScript(
        now.content,
        file,
        openBeside(file, folder, () => undefined),
      )
      problems = parsed.ok ? [] : parsed.problems
    }
    if (now.fixed > 0) writeWhole(resolve(folder, file), now.content)
    mended += now.fixed
  }
  return mended
}
