import { starPrivate } from '../../base/privacy/stars.ts'
import { formatProblem } from '../../suite/yaml/format-problem.ts'
import { fewProblems, type Problem } from '../../suite/yaml/problem.ts'

/**
 * Thrown when a command cannot begin because of what the user gave: exit code 2, the message without a stack. It may quote that, so
 * stars stand for what is private in it, as in an excerpt; with `isConcealed` somebody else saw to that.
 */
export class UsageError extends Error {
  constructor(message: string, hint?: string, { isConcealed }: { isConcealed: boolean } = { isConcealed: false }) {
    const text = hint === undefined ? message : `${message}\n   hint: ${hint}`
    super(isConcealed ? text : starPrivate(text))
    this.name = 'UsageError'
    this.stack = this.message // whoever prints it, as Vitest does, has no use for our own files
  }
}

/** The error for files that are broken, each problem with its excerpt. `textOf` gives a file's content where it is known. */
export function brokenFiles(
  problems: readonly Problem[],
  textOf: (file: string) => string | undefined,
  options?: { isConcealed: boolean },
): UsageError {
  return new UsageError(
    fewProblems(problems)
      .map((problem) => formatProblem(problem, textOf(problem.file), options))
      .join('\n\n'),
    undefined,
    { isConcealed: true },
  )
}
