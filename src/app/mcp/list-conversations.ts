import { z } from 'zod'
import { count } from '../../base/text/wording.ts'
import { formatProblem } from '../../suite/yaml/format-problem.ts'
import { formatListed, listConversations as listChosen } from '../suites/listed-conversations.ts'
import { describePage, pageOf } from './page.ts'
import { defineTool, limitSetting, nameFilter, next, offset, paths, type ServerTool, tags, toldAs } from './tool.ts'

const conversation = z.strictObject({
  at: z.string().describe('"file:line", by which the other tools know it.'),
  name: z.string(),
  suite: z.string(),
  agent: z.string(),
  versions: z.array(z.string()),
  tags: z.array(z.string()),
  turns: z.number().describe('The most turns that it takes.'),
  skipped: z.boolean(),
})

export const listConversationsTool: ServerTool = defineTool({
  name: 'list_conversations',
  title: 'List suites and conversations',
  description:
    'List the conversations of the test suites with their file:line, suite, agent, versions and tags. Nothing is run. Use it first, to learn what there is and by which address the other tools know it.',
  input: z.strictObject({ paths, name: nameFilter, tags, offset, limit: limitSetting(50) }),
  output: z.strictObject({
    suites: z.number(),
    conversations: z.array(conversation),
    all: z.number(),
    next,
    broken: z.array(z.string()).describe('Files that cannot be read as suites: lint_suites says why.'),
  }),
  async call({ paths, name, tags, offset, limit }, { desk }) {
    const { read, settled, textOf } = await desk.open({ paths, name })
    const selection = {
      ...(name === undefined ? {} : { name }),
      ...(tags === undefined ? {} : { tags }),
      ignoreOnly: true,
    } as const
    const all = listChosen(read, settled, selection)
    const page = pageOf(all, offset, limit)
    const broken = [...new Set(read.problems.map(({ file }) => file))]
    const [first] = read.problems
    const text = [
      `${count(all.length, 'conversation')} in ${count(read.files.size, 'suite')}`,
      ...page.shown.map(formatListed),
      describePage(page, offset, all.length),
      ...(first === undefined
        ? []
        : [
            `${broken.join(', ')} cannot be read as ${broken.length === 1 ? 'a suite' : 'suites'}; lint_suites tells all of it:`,
            formatProblem(first, textOf(first.file), { isConcealed: true }),
          ]),
    ]
    const data = { suites: read.files.size, conversations: page.shown, all: all.length, next: page.next, broken }
    return toldAs(text, data, { isWrong: first !== undefined && all.length === 0, between: '\n' })
  },
})
