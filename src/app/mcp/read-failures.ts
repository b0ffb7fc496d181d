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
    const kept = await findRun(desk, result)
    const asked = kept.conversations.filter((each) => isAt(each, conversation, name))
    const file = conversation?.replace(/^\.\//, '').replace(/:\d+(?:[:#].*)?$/, '')
    const problems = kept.problems.filter((problem) => file === undefined || problem.file === file)
    const narrowed = conversation !== undefined || name !== undefined
    if (narrowed && asked.length === 0 && (name !== undefined || problems.length === 0))
      throw new UsageError(
        `${kept.from} has no conversation${conversation === undefined ? '' : ` at ${conversation}`}${name === undefined ? '' : ` that the name ${name} matches`}`,
        describeKept(kept),
      )
    const chosen = listUnpassed(asked)
    const told = chosen.slice(offset, offset + limit).map((each) => presentFailure(each, kept, desk.flags))
    const page = pageOf(told, 0, limit)
    const end = offset + page.shown.length
    const rest = { shown: page.shown, next: end < chosen.length ? end : null }
    const broken = new Set(problems.map((problem) => problem.file)).size
    const came = [
      chosen.length === 0 ? '' : `${count(chosen.length, 'conversation')} did not pass`,
      broken === 0 ? '' : `${count(broken, 'broken suite')}`,
      describeLacking(kept),
    ].filter((part) => part !== '')
    const nothing = asked.length === 0 ? 'nothing ran' : 'nothing that did not pass'
    const text = [
      `${kept.from}: ${came.length === 0 ? nothing : came.join(', ')}`,
      ...problems
        .slice(0, 10)
        .map((problem) => formatProblem(problem, kept.textOf(problem.file), { isConcealed: true })),
      ...page.shown.map(({ excerpt, again }) => `${excerpt}\n\n  run it again: ${again}`),
      describePage(rest, offset, chosen.length),
    ]
    const data = {
      ...{ from: kept.from, failures: page.shown, all: chosen.length },
      problems: problems.slice(0, 30).map(presentProblem),
      notReached: asked.filter(({ verdict }) => verdict === 'not reached').length + kept.lacking,
      next: rest.next,
    }
    return toldAs(text, data, { isWrong: broken > 0 })
  },
})
