import { textOfEntry } from '../../compare/align/likeness.ts'
import { describeItem } from '../../compare/diff/diff-items.ts'
import type { SideKey } from '../../compare/model/conversation-comparison.ts'
import type {
  CallDifference,
  RowComparison,
  RowDifference,
  TurnComparison,
} from '../../compare/model/turn-comparison.ts'
import { pairCalls, type ToolCall } from '../../engine/transcript/tool-call.ts'
import { type ConversationResult, isUnsent, type TurnResult } from '../../engine/verdict/conversation-result.ts'
import type { Message, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { nameTurn } from '../comparison/differing-rows.ts'
import { type Paragraph, type PictureBlock, type PictureCell, type PictureLabels, run } from './block.ts'
import { drawPicture } from './draw-picture.ts'
import { markMembers, markValue, sideRuns } from './mark-value.ts'

/** Two runs side by side, as SVG, aligned by `turns` (see `compareTranscripts`), with every difference in place. */
export function drawComparison(
  turns: readonly TurnComparison[],
  a: ConversationResult,
  b: ConversationResult,
  labels: PictureLabels,
): string {
  return drawPicture({
    title: `${b.suite} > ${b.name}: ${labels.a} beside ${labels.b}`,
    description: turns.map(describeTurn).join(' '),
    heads: { a: `${labels.a}: ${a.verdict}`, b: `${labels.b}: ${b.verdict}` },
    blocks: turns.flatMap((turn) => turnBlocks(turn, a, b, labels)),
  })
}

function describeTurn({ a, b, verdict, changes }: TurnComparison): string {
  const words = changes.map(({ text }) => text).join('; ')
  return `Turn ${(b ?? a ?? 0) + 1}: ${verdict}${words === '' ? '' : `: ${words}`}.`
}

interface SideTurn {
  turn: TurnResult
  calls: ReadonlyMap<number, ToolCall>
}

/** The blocks of one compared turn. A turn that is the same on both sides takes two lines. */
function turnBlocks(
  compared: TurnComparison,
  a: ConversationResult,
  b: ConversationResult,
  labels: PictureLabels,
): PictureBlock[] {
  const [leftTurn, right] = [sideOf(a, compared.a), sideOf(b, compared.b)]
  const user = (leftTurn ?? right)?.turn.user ?? null
  const rows = compared.rows.filter((row) => !isSaid(row, leftTurn?.turn))
  const head: PictureBlock = {
    kind: 'head',
    title: nameTurn(leftTurn?.turn, right?.turn, labels).replace('turn', 'Turn'),
    verdict: compared.verdict,
  }
  const blocks: PictureBlock[] =
    user === null ? [] : [{ kind: 'wide', paragraphs: [[run('user: ', 'strong'), run(user)]], lines: 3 }]
  if (compared.verdict === 'same' && rows.every(({ kind }) => kind === 'same'))
    return [head, ...blocks, { kind: 'wide', paragraphs: [[run(countSame(rows.length), 'quiet')]], lines: 1 }]
  const changes = compared.changes.map(({ text }) => [run('· ', 'quiet'), run(text)])
  const [unsentA, unsentB] = [isUnsent(leftTurn?.turn, a), isUnsent(right?.turn, b)]
  const note = run(`not sent on ${unsentA ? labels.a : labels.b}`, 'quiet')
  return [
    head,
    ...(unsentA === unsentB ? [] : [{ kind: 'wide', paragraphs: [[note]], lines: 1 } as const]),
    ...(changes.length === 0 ? [] : [{ kind: 'wide', paragraphs: changes, lines: 6 } as const]),
    ...blocks,
    ...rows.map((row) => rowBlock(row, leftTurn, right)),
  ]
}

function sideOf({ turns }: ConversationResult, index: number | null): SideTurn | null {
  const turn = index === null ? undefined : turns[index]
  if (turn === undefined) return null
  return { turn, calls: new Map(pairCalls(turn.entries).calls.map((call) => [call.index, call])) }
}

/** Whether the row is the user's message and the same on both sides: it is shown above the rows instead. */
function isSaid(row: RowComparison, turn: TurnResult | undefined): boolean {
  const entry = row.a === null ? undefined : turn?.entries[row.a]
  return row.kind === 'same' && entry?.type === 'message' && entry.role === 'user' && turn?.user !== null
}

function countSame(rows: number): string {
  if (rows === 0) return 'nothing came'
  return rows === 1 ? 'one entry, the same on both sides' : `${rows} entries, the same on both sides`
}

/** The entries of a row with differences marked in place; one that the other side lacks is marked as a whole. */
function rowBlock(row: RowComparison, a: SideTurn | null, b: SideTurn | null): PictureBlock {
  const cell = (side: 'a' | 'b', from: SideTurn | null): PictureCell => {
    const index = row[side]
    const entry = index === null ? undefined : from?.turn.entries[index]
    if (index === null || entry === undefined) return null
    const paragraphs = drawEntry(side, entry, from?.calls.get(index), row)
    if (row.kind !== 'only a' && row.kind !== 'only b') return paragraphs
    return paragraphs.map((runs) => runs.map(({ text }) => run(text, side === 'a' ? 'removed' : 'added')))
  }
  return { kind: 'pair', a: cell('a', a), b: cell('b', b), differs: row.kind !== 'same' }
}

function drawEntry(
  side: SideKey,
  entry: TranscriptEntry,
  call: ToolCall | undefined,
  difference: RowDifference,
): Paragraph[] {
  if (call !== undefined) return drawCall(call, side, difference.kind === 'call' ? difference.call : {})
  if (entry.type === 'message') return drawMessage(entry, side, difference)
  const words = difference.kind === 'other' ? sideRuns(difference.words, side) : [run(textOfEntry(entry))]
  return [[run(`${nameOf(entry)}: `, 'quiet'), ...words]]
}

function nameOf(entry: TranscriptEntry): string {
  return entry.type === 'function_call_output' ? `output of ${entry.name}, which was not called` : entry.type
}

function drawMessage(message: Message, side: SideKey, difference: RowDifference): Paragraph[] {
  const texts = message.content.flatMap((item) => (item.type === 'text' ? [item.text] : []))
  const items = message.content.flatMap((item) => (item.type === 'text' ? [] : [describeItem(item)]))
  const own = side === 'a' ? 'removed' : 'added'
  const [words, speakers, changed] =
    difference.kind === 'message'
      ? [sideRuns(difference.words, side), difference.agents, difference.items.map((item) => item[side])]
      : [[run(texts.join('\n'))], null, []]
  const speaker = run(`${speakerOf(message)}: `, speakers === null ? 'strong' : own)
  return [
    [speaker, ...words],
    ...items.map((item) => [run('+ ', 'quiet'), run(item, changed.includes(item) ? own : 'plain')]),
  ]
}

function speakerOf({ role, agentName, senderName }: Message): string {
  if (role === 'user') return senderName ?? 'user'
  return role === 'assistant' ? (agentName ?? 'agent') : `${agentName ?? 'agent'} (background)`
}

function drawCall(call: ToolCall, side: SideKey, { name, phase, moved, ...differs }: CallDifference): Paragraph[] {
  const own = side === 'a' ? 'removed' : 'added'
  const { output } = call
  const members = markMembers(call.arguments, { side, differences: differs.arguments ?? [] })
  const tone = differs.isError === undefined ? 'quiet' : own
  const outputRuns =
    output === null
      ? [run('no output', differs.output === undefined ? 'quiet' : own)]
      : markValue(output.json ?? output.text, { side, differences: differs.output ?? [] })
  const time = output?.executionTimeMs == null ? '' : ` ${Math.round(output.executionTimeMs)} ms`
  return [
    [
      run('-> ', 'quiet'),
      run(call.name, name === undefined ? 'strong' : own),
      run('('),
      ...members,
      run(')'),
      ...(call.phase === null ? [] : [run(' '), run(call.phase, phase === undefined ? 'quiet' : own)]),
      ...(moved === true ? [run(' at another place', own)] : []),
    ],
    [
      run('<- ', 'quiet'),
      ...(output?.isError === true ? [run('error ', tone)] : []),
      ...outputRuns,
      run(time, 'quiet'),
    ],
  ]
}
