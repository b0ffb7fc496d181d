import type { Problem } from './problem-shape.ts'

export type { Problem, ProblemCode } from './problem-shape.ts'

/** The most problems reported per file. More than that means the wrong file, or one mistake repeated by a generator. */
export const mostTold: number = 100

/** Enough for a person to read, and bounded for a hostile file. */
export function fewProblems(problems: readonly Problem[]): Problem[] {
  if (problems.length <= mostTold) return [...problems]
  const counts = new Map<string, number>()
  const few: Problem[] = []
  const next = new Map<string, Problem>()
  for (const problem of problems) {
    const count = (counts.get(problem.file) ?? 0) + 1
    counts.set(problem.file, count)
    if (count <= mostTold) few.push(problem)
    else if (count === mostTold + 1) next.set(problem.file, problem)
  }
  const more = [...next].map(([file, { at }]): Problem => {
    const count = (counts.get(file) ?? 0) - mostTold
    const message = `and ${count} more ${count === 1 ? 'problem' : 'problems'} from here on`
    return { code: 'too-large', file, at, message, hint: 'mend those above first' }
  })
  return [...few, ...more]
}
