import { z } from 'zod'
import { describeLint } from '../../report/studies/lint.ts'
import { formatProblem, starProblem } from '../../suite/yaml/format-problem.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { onlyAdvice } from '../judging/only-advice.ts'
import { readPlans } from '../suites/choose-plans.ts'
import { readSuites } from '../suites/read-suites.ts'
import { lintAgents } from '../target/lint-agents.ts'
import { lintPrompts } from '../target/lint-prompts.ts'
import { lintSuites, problemTexts, withNeverFile } from '../target/lint-suites.ts'
import { describePage, pageOf } from './page.ts'
import { defineTool, limitSetting, next, offset, paths, type ServerTool, toldAs } from './tool.ts'

export const problemShape = z.strictObject({
  severity: z.enum(['error', 'warning']),
  code: z.string().describe('A row of the page tableread://docs/problems.'),
  file: z.string(),
  line: z.number(),
  column: z.number(),
  message: z.string(),
  hint: z.string().nullable(),
})

/** A problem as data, with private values in its words starred out. */
export function presentProblem(problem: Problem): z.output<typeof problemShape> {
  const { severity = 'error', code, file, at, message, hint = null } = starProblem(problem)
  return { severity, code, file, line: at.line, column: at.column, message, hint }
}

export const findProblems: ServerTool = defineTool({
  name: 'lint_suites',
  title: 'Check suites for mistakes',
  description:
    'Check suite files and hold them against the agents (their tools, versions and metadata) without sending a turn. Each problem has file:line:column, an excerpt with a caret, and how to mend it. Use it after editing a suite and before running it.',
  input: z.strictObject({ paths, offset, limit: limitSetting(20) }),
  output: z.strictObject({
    sound: z.boolean().describe('No errors; there may be warnings.'),
    errors: z.number(),
    warnings: z.number(),
    problems: z.array(problemShape),
    summary: z.string(),
    next,
  }),
  hints: ({ target }) => ({ openWorldHint: target !== null }),
  async call({ paths, offset, limit }, { desk }) {
    const project = await desk.open({ paths })
    const settings = withNeverFile(paths ?? [], project.settled)
    const read = readSuites(settings)
    const plans = readPlans(read, settings)
    const agents = await lintAgents(settings, true)
    const linted = lintSuites(read, settings, agents, plans)
    const idle = await lintPrompts(plans, agents)
    const problems = [...linted.problems, ...(await onlyAdvice(plans, settings)), ...idle.problems]
    const report = { ...linted, problems }
    const texts = new Map([...problemTexts(read, settings), ...idle.texts])
    const page = pageOf(report.problems, offset, limit)
    const errors = report.problems.filter(({ severity }) => severity === undefined).length
    const summary = describeLint(report)
    const text = [
      ...page.shown.map((problem) => formatProblem(problem, texts.get(problem.file))),
      describePage(page, offset, report.problems.length),
      summary,
      ...idle.unplaced,
    ]
    const data = {
      sound: errors === 0,
      errors,
      warnings: report.problems.length - errors,
      problems: page.shown.map(presentProblem),
      summary,
      next: page.next,
    }
    return toldAs(text, data, { isWrong: errors > 0 })
  },
})
