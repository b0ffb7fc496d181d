import { z } from 'zod'
import { groupBy } from '../../base/group-by.ts'
import { count } from '../../base/wording.ts'
import { addressOf, sharedId } from '../../engine/verdict/conversation-result.ts'
import { mostTurnsOf } from '../../suite/language/conversation.ts'
import { formatProblem } from '../../suite/yaml/format-problem.ts'
import { chooseUnasked } from '../project/choose-plans.ts'
import { capText, pageOf, tellPage } from './page.ts'
import { defineTool, limitOf, nameFilter, next, offset, paths, type Tool, tags } from './tool.ts'

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

/** `list_conversations`. */
export const listConversations: Tool = defineTool({
  name: 'list_conversations',
  title: 'List suites and conversations',
  description:
    'List the conversations of the test suites with their file:line, suite, agent, versions and tags. Nothing is run. Use it first, to learn what there is and by which address the other tools know it.',
  input: z.strictObject({ paths, name: nameFilter, tags, offset, limit: limitOf(50) }),
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
    const all = groupBy(chooseUnasked(read, settled, selection), sharedId).flatMap((plans) => {
      const [plan] = plans
      const { suite, agent, tags: own, conversation } = plan
      return [
        {
          at: addressOf(plan),
          name: conversation.name.value,
          suite,
          agent: agent.value,
          versions: plans.map(({ version }) => version),
          tags: own,
          turns: mostTurnsOf(conversation),
          skipped: conversation.skip !== undefined,
        },
      ]
    })
    const page = pageOf(all, offset, limit)
    const broken = [...new Set(read.problems.map(({ file }) => file))]
    const lines = page.shown.map(
      (each) =>
        `${each.at}  ${each.suite} > ${each.name}  [${each.agent}, ${each.versions.join(', ')}]${each.skipped ? ' skipped' : ''}${each.tags.length === 0 ? '' : ` #${each.tags.join(' #')}`}`,
    )
    const [first] = read.problems
    const text = [
      `${count(all.length, 'conversation')} in ${count(read.files.size, 'suite')}`,
      ...lines,
      tellPage(page, offset, all.length),
      ...(first === undefined
        ? []
        : [
            `${broken.join(', ')} cannot be read as ${broken.length === 1 ? 'a suite' : 'suites'}; lint_suites tells all of it:`,
            formatProblem(first, textOf(first.file), { isConcealed: true }),
          ]),
    ]
    return {
      text: capText(text.filter((line) => line !== '').join('\n')),
      data: { suites: read.files.size, conversations: page.shown, all: all.length, next: page.next, broken },
      ...(first !== undefined && all.length === 0 ? { isError: true } : {}),
    }
  },
})
