import { z } from 'zod'
import { count } from '../../base/text/wording.ts'
import { formatProblem } from '../../suite/yaml/format-problem.ts'
import { UsageError } from '../edge/usage-error.ts'
import { presentProblem, problemShape } from './find-problems.ts'
import { describeLacking, findRun } from './kept-results.ts'
import { describePage, pageOf } from './page.ts'
import { failureShape, listUnpassed, presentFailure } from './present-result.ts'
import { describeKept, isAt } from './read-transcript.ts'
import { defineTool, limitSetting, nameFilter, next, offset, resultFile, type ServerTool, toldAs } from './tool.ts'

export const readFailures: ServerTool = defineTool({
  name: 'read_failures',
  title: 'Read what did not pass',
  description:
    'Read the failures of the last run, or of a result file: each with file:line:column, the lines of the suite with a caret, what was expected and what came, in which layer it went wrong, and the command that runs it again. Use it after run_suites where more failed than its answer showed.',
  input: z.strictObject({
    result: resultFile,
    conversation: z.string().max(1_000).optional().describe('"file:line" of one conversation.'),
    name: nameFilter,
    offset,
    limit: limitSetting(5),
  }),
  output: z.strictObject({
    from: z.string(),
    failures: z.array(failureShape),
    all: z.number(),
    problems: z.array(problemShape).describe('What is wrong in files that could not be read as suites.'),
    notReached: z
      .number()
      .describe('How many conversations were not reached, or have no result in a journal; the latter are in no list.'),
    next,
  }),
  async call({ result, conversation, name, offset, limit }, { desk }) {
    const run = await findRun(desk, result)
    const matches = run.conversations.filter((each) => isAt(each, conversation, name))
    const file = conversation?.replace(/^\.\//, '').replace(/:\d+(?:[:#].*)?$/, '')
    const problems = run.problems.filter((problem) => file === undefined || problem.file === file)
    const narrowed = conversation !== undefined || name !== undefined
    if (narrowed && matches.length === 0 && (name !== undefined || problems.length === 0))
      throw new UsageError(
        `${run.from} has no conversation${conversation === undefined ? '' : ` at ${conversation}`}${name === undefined ? '' : ` that the name ${name} matches`}`,
        describeKept(run),
      )
    const failures = listUnpassed(matches)
    const rows = failures.slice(offset, offset + limit).map((each) => presentFailure(each, run, desk.flags))
    const page = pageOf(rows, 0, limit)
    const end = offset + page.shown.length
    const rest = { shown: page.shown, next: end < failures.length ? end : null }
    const broken = new Set(problems.map((problem) => problem.file)).size
    const counts = [
      failures.length === 0 ? '' : `${count(failures.length, 'conversation')} did not pass`,
      broken === 0 ? '' : `${count(broken, 'broken suite')}`,
      describeLacking(run),
    ].filter((part) => part !== '')
    const nothing = matches.length === 0 ? 'nothing ran' : 'nothing that did not pass'
    const text = [
      `${run.from}: ${counts.length === 0 ? nothing : counts.join(', ')}`,
      ...problems
        .slice(0, 10)
        .map((problem) => formatProblem(problem, run.textOf(problem.file), { isConcealed: true })),
      ...page.shown.map(({ excerpt, again }) => `${excerpt}\n\n  run it again: ${again}`),
      describePage(rest, offset, failures.length),
    ]
    const data = {
      ...{ from: run.from, failures: page.shown, all: failures.length },
      problems: problems.slice(0, 30).map(presentProblem),
      notReached: matches.filter(({ verdict }) => verdict === 'not reached').length + run.lacking,
      next: rest.next,
    }
    return toldAs(text, data, { isWrong: broken > 0 })
  },
})
