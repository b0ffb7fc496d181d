import { z } from 'zod'
import { cutText } from '../../base/privacy/cut.ts'
import { plainText } from '../../report/document/door.ts'
import { type Case, placeOf, type ReportDocument } from '../../report/document/report-document.ts'
import { documentOf } from '../../report/studies/document-of.ts'
import { formatDocument } from '../../report/terminal/document.ts'
import { createPaint } from '../../report/text/paint.ts'
import { type Flag, type Flags, type FlagsOf, helpOf } from '../flags/flag.ts'
import { attackFlags, bisectFlags, proveFlags, teethFlags, varyFlags } from '../flags/study-flags.ts'
import { suggestFlags } from '../flags/verb-flags.ts'
import type { Opening } from '../open/open-run.ts'
import { prepareAttack } from '../studies/attack.ts'
import { prepareBisect } from '../studies/bisect.ts'
import type { PreparedStudy } from '../studies/study.ts'
import { prepareSuggest } from '../studies/suggest.ts'
import { prepareProve, prepareTeeth } from '../studies/teeth.ts'
import { prepareVary } from '../studies/vary.ts'
import { describePage, pageOf } from './page.ts'
import {
  acting,
  defineTool,
  limitSetting,
  next,
  offset,
  paths,
  type ServerTool,
  type ToolAnswer,
  toldAs,
} from './tool.ts'

const studied = z.strictObject({
  headline: z.string(),
  gate: z
    .strictObject({ verdict: z.enum(['open', 'shut', 'not enough']), reason: z.string() })
    .nullable()
    .describe('What a pipeline goes by; null if the study has no gate.'),
  exitCode: z.number().describe('The exit code that the command would return.'),
  findings: z
    .array(
      z.strictObject({
        at: z.string(),
        title: z.string(),
        verdict: z.enum(['failed', 'errored', 'advice', 'sample']),
        what: z.string(),
        lines: z.array(z.string()),
        evidence: z.string(),
      }),
    )
    .describe('What a person should look at, in the order of the report.'),
  all: z.number().describe('How many findings there are.'),
  next,
})

/** The arguments that all studies take. */
const pages = { paths, offset, limit: limitSetting(10) }

type Paging = Pick<z.output<z.ZodObject<typeof pages>>, 'offset' | 'limit'>

/** A flag as an argument of a tool: a text or a number, or several; what it means is judged where the flag is read. */
function argumentOf(flag: Flag): z.ZodType {
  const once = z.union([z.string().min(1).max(500), z.number()])
  const many = flag.repeats === true || flag.written.includes('...')
  const argument = (many ? z.array(once).max(100) : once).describe(`${helpOf(flag)}.`)
  return flag.needed === true ? argument : argument.optional()
}

/** A study of the command line within what the desk allows; `asked` are its flags. A `silent` one sends no turn. */
function studyTool<All extends Flags>(
  {
    name,
    title,
    description,
    flagNames,
    silent = false,
  }: Pick<ServerTool, 'name' | 'title' | 'description'> & { flagNames: (keyof All & string)[]; silent?: boolean },
  flags: All,
  prepare: (paths: readonly string[], flags: FlagsOf<All>, opening: Opening) => Promise<PreparedStudy>,
): ServerTool {
  const members = Object.fromEntries(
    flagNames.flatMap((each) => (flags[each] === undefined ? [] : [[each, argumentOf(flags[each])]])),
  )
  return defineTool({
    ...{ name, title, description, output: studied },
    input: z.strictObject({ ...pages, ...members }),
    hints: ({ maySend }) => acting({ maySend: maySend && !silent }),
    call: ({ paths = [], offset, limit, ...rest }, { desk, signal }) =>
      desk.inTurn(signal, async () => {
        const texts = Object.entries(rest).map(([key, value]) => [
          key,
          Array.isArray(value) ? value.map(String) : String(value),
        ])
        // Every argument is one of the flags, by `asked`, and the desk has flags that all studies share.
        const all = { ...desk.flags, ...Object.fromEntries(texts) } as FlagsOf<All>
        const { project, perform } = await prepare(paths, all, desk.openingUntil(signal))
        return perform(async (done, { warnings }) => {
          if (done === null) throw new Error('a study ended without a result')
          const code = await done.conclude()
          const result = { ...done.result, ...(warnings().length === 0 ? {} : { warnings: warnings() }) }
          const most = done.most === undefined ? {} : { most: done.most }
          return tellStudy(await documentOf(result, { textOf: project.textOf, ...most }), code, { offset, limit })
        })
      }),
  })
}

const [mostLines, mostOfLine] = [20, 600]

/** Where a study shows no findings, what it judged and did not pass is what to look at. */
function casesOf({ cases, most }: ReportDocument): z.input<typeof studied>['findings'] {
  const tell = ({ at, name, reason, verdict }: Case): z.input<typeof studied>['findings'] => {
    if (verdict === 'passed') return []
    const row = { at: plainText(placeOf(at)), title: name, lines: [], evidence: '' }
    const what = cutText(plainText(reason ?? ''), mostOfLine)
    return [{ ...row, what, verdict: verdict === 'skipped' ? 'advice' : verdict }]
  }
  return most === 0 ? cases.flatMap(tell) : []
}

function tellStudy(
  document: ReportDocument,
  code: number,
  { offset, limit }: Paging,
): ToolAnswer & { data: z.input<typeof studied> } {
  const cases = casesOf(document)
  const findings = document.findings.map(({ at, title, verdict, what, lines, evidence }) => ({
    ...{ at: plainText(placeOf(at)), title: plainText(title), verdict, what: cutText(plainText(what), mostOfLine) },
    lines: lines.slice(0, mostLines).map((line) => cutText(plainText(line), mostOfLine)),
    evidence: plainText(evidence),
  }))
  const rows = [...cases, ...findings]
  const page = pageOf(rows, offset, limit)
  const { gate } = document
  const headline = plainText(document.headline)
  const text = [
    headline,
    formatDocument(
      { ...document, findings: document.findings.slice(offset, offset + page.shown.length) },
      createPaint(false),
    ),
    describePage(page, offset, rows.length),
  ]
  const gateFacts = gate === null ? null : { verdict: gate.verdict, reason: plainText(gate.reason) }
  const data = { headline, gate: gateFacts, exitCode: code, findings: page.shown, all: rows.length, next: page.next }
  return toldAs(text, data, { isWrong: code === 2 })
}

export const studyTools: readonly ServerTool[] = [
  studyTool(
    {
      name: 'suggest_conversations',
      title: 'What should be tried, and what no suite tries',
      description:
        'Read the agents and the suites, and list what should be tried and no conversation expects: each tool that succeeds, fails or finds nothing, each rule of the prompt, handoffs, variables. Sends no turn. With write it also drafts conversations for that, such as into drafts, beside suites: read each, then prove_suites.',
      flagNames: ['agent', 'write'],
      silent: true,
    },
    suggestFlags,
    prepareSuggest,
  ),
  studyTool(
    {
      name: 'prove_suites',
      title: 'Are conversations steady, and worth having?',
      description:
        'Run each conversation several times, hold it against worse agents, and refuse what is flaky or notices nothing that others do not. New conversations have to pass it.',
      flagNames: ['name', 'tags', 'runs'],
    },
    proveFlags,
    prepareProve,
  ),
  studyTool(
    {
      name: 'vary_conversations',
      title: 'Type conversations as other people would',
      description:
        'Run conversations again with typing mistakes, other notations, filler words and the like, and report which edit breaks the agent. Takes many times as long as run_suites: give turnBudget.',
      flagNames: ['name', 'tags', 'families', 'operators', 'variants', 'turnBudget'],
    },
    varyFlags,
    prepareVary,
  ),
  studyTool(
    {
      name: 'attack_agent',
      title: 'Try to talk the agent into harm',
      description:
        'Try the attacks of the project (files that begin with "attacks:") on the agent, and report which words did harm: calls that were made, texts that were told. Give paths of such files; the default is the folder attacks.',
      flagNames: ['families', 'goals', 'seeds', 'turnBudget'],
    },
    attackFlags,
    prepareAttack,
  ),
  studyTool(
    {
      name: 'measure_suites',
      title: 'Would the suites notice?',
      description:
        'Make the answers of the agent worse in small ways (a call left out, an amount changed, …) and report which of these mutants the suites do not notice, with the lines that would. Use it after write_conversation. Asks nobody: the agent runs once.',
      flagNames: ['name', 'tags', 'kinds', 'minScore'],
    },
    teethFlags,
    (paths, flags, opening) => prepareTeeth(paths, { ...flags, limit: '99999' }, opening),
  ),
  studyTool(
    {
      name: 'find_breaking_version',
      title: 'Find the version that broke it',
      description:
        'Find the first version of the agent that breaks each conversation, between a version that passes and one that fails: numbers, "draft" for the bad end, or with the local service revisions of git for both.',
      flagNames: ['name', 'tags', 'good', 'bad'],
    },
    bisectFlags,
    (paths, flags, opening) => prepareBisect(paths, flags, () => undefined, opening),
  ),
]
