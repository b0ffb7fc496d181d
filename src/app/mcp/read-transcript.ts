import { z } from 'zod'
import { cutJson, cutText } from '../../base/privacy/cut.ts'
import { listSome } from '../../base/text/wording.ts'
import { orderByCalls } from '../../engine/transcript/tool-call.ts'
import { addressOf, type ConversationResult, historyTitle } from '../../engine/verdict/conversation-result.ts'
import { plainSaid } from '../../report/document/door.ts'
import { formatTime } from '../../report/text/figures.ts'
import { cleanColumns } from '../../report/text/line.ts'
import { showItem } from '../../report/text/show-entry.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { describeFailure } from '../../wire/client/describe-failure.ts'
import { UsageError } from '../edge/usage-error.ts'
import { readNamePattern } from '../suites/select.ts'
import type { DeskRun } from './desk.ts'
import { describeLacking, findRun } from './kept-results.ts'
import { describePage, pageOf } from './page.ts'
import { defineTool, limitSetting, next, offset, resultFile, type ServerTool, toldAs } from './tool.ts'

/** The most to show of one entry, in characters. */
const mostOfEntry = 3_000

const entryShape = z.strictObject({
  turn: z.number().nullable().describe('Counted from 1; null for what came after the last turn.'),
  kind: z.enum(['turn', 'user', 'agent', 'background', 'call', 'output', 'thinking', 'summary', 'unknown']),
  text: z.string(),
})
type Line = z.output<typeof entryShape>

export const readTranscript: ServerTool = defineTool({
  name: 'read_transcript',
  title: 'Read what was said and called',
  description:
    'Read the transcript of one conversation of the last run, or of a result file or journal: what the user and the agent said, tool calls with their arguments and outputs, turn by turn. Use it to understand a failure. Personal data and keys are replaced by stand-ins.',
  input: z.strictObject({
    conversation: z.string().min(1).max(1_000).describe('"file:line" of the conversation, as the other tools tell it.'),
    version: z
      .string()
      .max(200)
      .optional()
      .describe('The version of the agent, where several ran. Default: the first that did not pass.'),
    result: resultFile,
    offset,
    limit: limitSetting(60),
  }),
  output: z.strictObject({
    from: z.string(),
    at: z.string(),
    name: z.string(),
    agent: z.string(),
    version: z.string(),
    verdict: z.string(),
    entries: z.array(entryShape),
    all: z.number(),
    next,
  }),
  async call({ conversation, version, result, offset, limit }, { desk }) {
    const run = await findRun(desk, result)
    const match = choose(run, conversation, version)
    const { name, agent, verdict } = match
    const lines = linesOf(match)
    const page = pageOf(lines, offset, limit)
    const text = [
      `${cleanColumns(`${addressOf(match)}  ${name} [${match.version}]`)}  ${verdict}${match.reason === null ? '' : `: ${plainSaid(match.reason, 4_000)}`}`,
      ...page.shown.map((line) => (line.kind === 'turn' ? `\n${cleanColumns(line.text)}` : entryText(line))),
      ...(lines.length === 0 ? ['nothing was said'] : []),
      describePage(page, offset, lines.length),
    ]
    const about = { from: run.from, at: addressOf(match), name, agent, version: match.version, verdict }
    return toldAs(text, { ...about, entries: page.shown, all: lines.length, next: page.next }, { between: '\n' })
  },
})

/** What was said, so that no line of it looks like one of ours: further lines are marked with a bar. */
function entryText({ kind, text }: Line): string {
  const lines = text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
  return `  ${kind}: ${lines.map((line) => cleanColumns(line)).join('\n  | ')}`
}

/** Whether a conversation has this address (the row may be left out) or this name. */
export function isAt(
  result: Pick<ConversationResult, 'id' | 'file' | 'suite' | 'name'>,
  at: string | undefined,
  name?: string,
): boolean {
  const address = addressOf(result)
  const isThere =
    at === undefined || address === at.replace(/^\.\//, '') || address.startsWith(`${at.replace(/^\.\//, '')}#`)
  return isThere && (name === undefined || readNamePattern(name)(`${result.suite} > ${result.name}`))
}

function choose(run: DeskRun, at: string, version: string | undefined): ConversationResult {
  const { from, conversations } = run
  const there = conversations.filter((each) => isAt(each, at))
  const fitting = there.filter((each) => version === undefined || each.version === version)
  const match = fitting.find(({ verdict }) => verdict !== 'passed') ?? fitting[0]
  if (match !== undefined) return match
  if (there.length > 0)
    throw new UsageError(
      `${from} has ${at} on ${there.map((each) => each.version).join(', ')}, and not on ${version}`,
      'name one of those, or none',
    )
  throw new UsageError(`${from} has no conversation at ${at}`, describeKept(run))
}

/** Lists some conversations of a run, for when the one asked for is not there. */
export function describeKept(run: DeskRun): string {
  const [most, all] = [5, [...new Set(run.conversations.map(addressOf))]]
  const there = all.length === 0 ? 'it has none at all' : `it has ${listSome(all, most)}`
  const broken = [...new Set(run.problems.map(({ file }) => file))].slice(0, most)
  return [there, broken.length === 0 ? '' : `broken: ${broken.join(', ')}`, describeLacking(run)]
    .filter((part) => part !== '')
    .join('; ')
}

function linesOf({ history = [], turns, afterTurns, file }: ConversationResult): Line[] {
  return [
    ...(history.length === 0 ? [] : [{ turn: null, kind: 'turn', text: historyTitle } as const]),
    ...orderByCalls(history).map(({ entry }) => lineOf(entry, null)),
    ...turns.flatMap((turn): Line[] => {
      const number = turn.index + 1
      const step = turn.step === undefined ? '' : ` (${turn.step})`
      const time = turn.turnMs === null ? '' : `, ${formatTime(turn.turnMs)}`
      const hasUser = turn.entries.some((entry) => entry.type === 'message' && entry.role === 'user')
      return [
        { turn: number, kind: 'turn', text: `turn ${number}${step}  ${file}:${turn.at.line}  ${turn.verdict}${time}` },
        ...(turn.user === null || hasUser
          ? []
          : [{ turn: number, kind: 'user', text: cutText(turn.user, mostOfEntry) } as const]),
        ...orderByCalls(turn.entries).map(({ entry }) => lineOf(entry, number)),
        ...(turn.failure === null
          ? []
          : [{ turn: number, kind: 'unknown', text: cutText(describeFailure(turn.failure), mostOfEntry) } as const]),
      ]
    }),
    ...orderByCalls(afterTurns).map(({ entry }) => lineOf(entry, null)),
  ]
}

const speakers = { user: 'user', assistant: 'agent', backgroundAgent: 'background' } as const

function lineOf(entry: TranscriptEntry, turn: number | null): Line {
  const line = (kind: Line['kind'], text: string): Line => ({ turn, kind, text: cutText(text, mostOfEntry) })
  switch (entry.type) {
    case 'message':
      return line(speakers[entry.role], entry.content.map((item) => showItem(item, String)).join('\n'))
    case 'function_call':
      return line('call', `${entry.name}(${cutJson(entry.arguments, mostOfEntry)})`)
    case 'function_call_output':
      return line('output', `${entry.name}${entry.is_error ? ' failed' : ''}: ${entry.output}`)
    case 'thinking':
      return line('thinking', entry.thinking)
    case 'summary':
      return line('summary', entry.summary)
    case 'unknown':
      return line('unknown', 'an entry of a kind that is not known')
  }
}
