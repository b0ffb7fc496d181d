import { formatProblem } from '../../suite/yaml/format-problem.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import type { TextOf } from '../text/reporter.ts'
import type { ReportDocument } from './report-document.ts'

/** Files that could not be read, with the lines that show it, which are made when they are read. */
export function shownProblems(problems: readonly Problem[], textOf: TextOf): NonNullable<ReportDocument['problems']> {
  return problems.map((problem) => ({
    problem,
    get lines() {
      return formatProblem(problem, textOf(problem.file)).split('\n')
    },
  }))
}
