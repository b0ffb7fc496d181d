import type { Place } from './place.ts'

/** Every kind of problem in a file that a person wrote. Each has a row in docs/problems.md. */
export type ProblemCode =
  | 'unreadable'
  | 'yaml-syntax'
  | 'yaml-version'
  | 'duplicate-key'
  | 'unknown-tag'
  | 'unknown-alias'
  | 'alias-bomb'
  | 'too-large'
  | 'too-deep'
  | 'empty-file'
  | 'unknown-key'
  | 'missing-key'
  | 'wrong-type'
  | 'wrong-value'
  | 'ambiguous-scalar'
  | 'bad-pattern'
  | 'bad-schema'
  | 'mixed-matcher'
  | 'no-conversations'
  | 'no-agent'
  | 'asserts-nothing'
  | 'only-left-in'
  | 'not-reviewed'
  | 'duplicate-name'
  | 'unknown-variable'
  | 'unknown-agent'
  | 'unknown-version'
  | 'unknown-tool'
  | 'idle-guardrail'
  | 'unseen-calls'
  | 'unknown-model'
  | 'wrong-phase'
  | 'missing-metadata'
  | 'contradiction'
  | 'missing-fact'
  | 'unreachable-turn'
  | 'shared-clock'
  | 'two-in-one'
  | 'negated-criterion'
  | 'needs-no-judge'
  | 'vague-criterion'

/** One problem in a file: where, what was expected and found, and how to fix it. */
export interface Problem {
  code: ProblemCode
  /** Set if the file can run all the same. */
  severity?: 'warning'
  file: string
  at: Place
  message: string
  hint?: string
}

/** The most problems reported per file. More than that means the wrong file, or one mistake repeated by a generator. */
export const mostTold: number = 100

/**
 * The first problems of each file, and how many more it has: enough for a person to read, and bounded for a
 * hostile file.
 */
export function fewProblems(problems: readonly Problem[]): Problem[] {
  if (problems.length <= mostTold) return [...problems]
  const counts = new Map<string, number>()
  const told: Problem[] = []
  const next = new Map<string, Problem>()
  for (const problem of problems) {
    const count = (counts.get(problem.file) ?? 0) + 1
    counts.set(problem.file, count)
    if (count <= mostTold) told.push(problem)
    else if (count === mostTold + 1) next.set(problem.file, problem)
  }
  const more = [...next].map(([file, { at }]): Problem => {
    const count = (counts.get(file) ?? 0) - mostTold
    const message = `and ${count} more ${count === 1 ? 'problem' : 'problems'} from here on`
    return { code: 'too-large', file, at, message, hint: 'mend those above first' }
  })
  return [...told, ...more]
}
