import { compareTranscripts } from '../../compare/compare-transcripts.ts'
import { viewTurn } from '../../engine/transcript/turn-view.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { type DiffLine, differingTurns } from '../../report/comparison/differing-rows.ts'
import { paintedText } from '../../report/document/door.ts'
import { differenceLine } from '../../report/studies/differences.ts'
import type { Paint } from '../../report/text/paint.ts'
import type { Failure } from '../../wire/client/failure.ts'
import { describeNoAnswer, describeTurn } from './describe-turn.ts'
import { readVersion } from './input.ts'
import { type ChatDesk, columnsOf, foldShown, line, paintAs, printLines, renderLine, type ShownLine } from './screen.ts'
import { type ChatTalk, ownTurns, repeatTalk, speakerOf } from './talk.ts'

export interface DiffOutcome {
  failure: Failure | null
  mistaken: boolean
}

/** Says the same messages to another version, in a session of its own, and shows how both last answers differ. */
export async function performDiff(talk: ChatTalk, rest: string, desk: ChatDesk): Promise<DiffOutcome> {
  const read = readVersion(rest === '' ? (talk.version === 'default' ? 'draft' : 'default') : rest)
  if (!read.ok) return refuse(desk, read.message, read.hint)
  if (ownTurns(talk).length === 0) return refuse(desk, 'there is no answer to compare yet', 'say something first')
  const { client, timeLimitMs, screen } = desk
  const answered = { ...talk, pending: null }
  const {
    talk: other,
    failure,
    message,
  } = await screen.during((signal) => repeatTalk(answered, read.version, { client, limits: { timeLimitMs, signal } }))
  if (failure !== null) {
    const where =
      ownTurns(talk)[0]?.user === null && message === 1 ? 'does not open' : `gave no answer to turn ${message}`
    printLines(desk, [line('bad', `${read.version} ${where}`), ...describeNoAnswer(failure, talk.agent, desk.agents)])
    return { failure, mistaken: false }
  }
  const [own, others] = [concealTalk(talk, desk), concealTalk(other, desk)]
  const { lines, earlier } = diffTalks(own, others)
  const columns = screen.columns()
  screen.write(alignColumns(columnOf(own), columnOf(others), screen.paint, columns))
  const also = earlier === 1 ? '1 earlier turn differs too' : `${earlier} earlier turns differ too`
  if (earlier > 0) printLines(desk, [line('dim', also)])
  if (lines.length === 0) printLines(desk, [line('plain', 'no difference in words or calls')])
  else screen.write(lines.map((each) => paintedText(differenceLine(each), screen.paint)))
  return { failure: null, mistaken: false }
}

function concealTalk(talk: ChatTalk, { conceal }: ChatDesk): ChatTalk {
  if (conceal === undefined) return talk
  const turns = talk.turns.map((turn) => {
    const entries = conceal(turn.view.entries)
    return { ...turn, entries, view: viewTurn(entries) }
  })
  return { ...talk, turns }
}

function columnOf(talk: ChatTalk): { title: string; lines: ShownLine[] } {
  const turn = talk.turns.at(-1)
  const speaker = speakerOf({ ...talk, turns: talk.turns.slice(0, -1) })
  return { title: talk.version, lines: turn === undefined ? [] : describeTurn(turn, speaker) }
}

function refuse(desk: ChatDesk, message: string, hint: string): DiffOutcome {
  printLines(desk, [line('bad', message), line('dim', hint, 2)])
  return { failure: null, mistaken: true }
}

/** How the last answers to the same messages differ, and in how many turns before them; not in ids and times. */
function diffTalks(a: ChatTalk, b: ChatTalk): { lines: DiffLine[]; earlier: number } {
  const results = { a: toResult(a), b: toResult(b) }
  const turns = compareTranscripts(results.a, results.b)
  const differing = (of: typeof turns): ReturnType<typeof differingTurns> =>
    differingTurns({ turns: of, shown: results, agent: a.agent }, { a: a.version, b: b.version })
  return {
    lines: differing(turns.slice(-1)).flatMap(({ lines }) => lines),
    earlier: differing(turns.slice(0, -1)).length,
  }
}

interface Column {
  title: string
  lines: readonly ShownLine[]
}

/** Below this many columns, two columns of text would be too narrow to read. */
const leastColumns = 80

/** Two columns if the terminal is wide enough, otherwise one below the other. */
export function alignColumns(leftColumn: Column, right: Column, paint: Paint, columns: number | null): string[] {
  if (columns === null || columns < leastColumns)
    return [leftColumn, right].flatMap(({ title, lines }) => [
      ...renderLine(line('strong', title), paint, columns),
      ...lines.flatMap((each) => renderLine({ ...each, indent: (each.indent ?? 0) + 2 }, paint, columns)),
    ])
  const width = Math.floor((columns - 3) / 2)
  const [cellsLeft, cellsRight] = [cellsOf(leftColumn, width), cellsOf(right, width)]
  return Array.from({ length: Math.max(cellsLeft.length, cellsRight.length) }, (_, row) => {
    const [one, other] = [cellsLeft[row], cellsRight[row]]
    const padding = ' '.repeat(Math.max(0, width - columnsOf(one?.text ?? '')))
    const end = other === undefined ? '' : ` ${paintAs(other.style, other.text, paint)}`
    return `${one === undefined ? '' : paintAs(one.style, one.text, paint)}${padding} ${paint.dim('│')}${end}`
  })
}

/** Folding counts characters, so lines with wide characters get half the width. */
function cellsOf({ title, lines }: Column, width: number): ShownLine[] {
  return [line('strong', title), ...lines].flatMap((each) => {
    const wide = columnsOf(each.text) > [...each.text].length
    return foldShown(each, wide ? Math.floor(width / 2) : width).map((text) => ({ style: each.style, text }))
  })
}

/** A chat as the result of a run without expectations, so that it can be compared like any other run. */
function toResult({ agent, version, sessionId, turns }: ChatTalk): ConversationResult {
  const places = turns.map((_, index) => ({ line: index + 1, column: 1, length: 1 }))
  const at = { line: 1, column: 1, length: 1 }
  return {
    id: `chat ${version}`,
    file: 'chat',
    at,
    suite: 'chat',
    name: 'chat',
    agent,
    version,
    tags: [],
    verdict: 'passed',
    reason: null,
    startedAt: new Date(0).toISOString(),
    ms: 0,
    sessionId,
    turns: turns.map(({ user, view: { entries }, turnMs, recovered }, index) => ({
      index,
      at: places[index] ?? at,
      user,
      verdict: 'passed',
      turnMs,
      outcomes: [],
      entries,
      failure: null,
      ...(recovered === undefined ? {} : { recovered }),
    })),
    afterTurns: [],
    outcomes: [],
    failure: null,
    problems: [],
  }
}
