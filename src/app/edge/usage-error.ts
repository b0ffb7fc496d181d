import { starPrivate } from '../../base/privacy/stars.ts'
import { onOneLine } from '../../base/text/wording.ts'
import { formatProblem, starProblem } from '../../suite/yaml/format-problem.ts'
import { fewProblems, type Problem } from '../../suite/yaml/problem.ts'

/** Exit code 2 or the one that is given, the message without a stack. Private data in it is starred out, unless `isConcealed` already. */
export class UsageError extends Error {
  /** Of broken files: what GitHub shows on their lines. No property, which Vitest would print behind the message. */
  get problems(): readonly Problem[] {
    return this.#problems
  }
  readonly #problems: readonly Problem[]

  get exitCode(): number {
    return this.#exitCode
  }
  readonly #exitCode: number

  static {
    UsageError.prototype.name = 'UsageError'
  }

  /** Lines are ours; what a line quotes breaks none. */
  constructor(
    message: string | readonly string[],
    hint?: string,
    {
      exitCode = 2,
      isConcealed = false,
      problems = [],
    }: { exitCode?: number; isConcealed?: boolean; problems?: readonly Problem[] } = {},
  ) {
    const lines = [message, hint === undefined ? [] : `   hint: ${hint}`].flat()
    const text = lines.map(onOneLine).join('\n')
    super(isConcealed ? text : starPrivate(text))
    this.#problems = problems
    this.#exitCode = exitCode
    this.stack = this.message // whatever prints it, as Vitest does, should not show our own files
  }
}

/** The error for broken files, each problem with its excerpt. `textOf` returns a file's content if it is known. */
export function brokenFiles(
  problems: readonly Problem[],
  textOf: (file: string) => string | undefined,
  options?: { isConcealed: boolean },
): UsageError {
  const text = fewProblems(problems)
    .map((problem) => formatProblem(problem, textOf(problem.file), options))
    .join('\n\n')
    .split('\n')
  const starred = options?.isConcealed === true ? problems : problems.map(starProblem)
  return new UsageError(text, undefined, { isConcealed: true, problems: starred })
}
