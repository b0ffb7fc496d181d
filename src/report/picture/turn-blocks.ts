import type { RowComparison, TurnComparison } from '../../compare/model/turn-comparison.ts'
import { pairCalls, type ToolCall } from '../../engine/transcript/tool-call.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { TurnResult } from '../../engine/verdict/turn-result.ts'
import { type Block, type Cell, run } from './block.ts'
import { entryParagraphs } from './entry-paragraphs.ts'
import type { PictureLabels } from './picture-labels.ts'

interface SideTurn {
  turn: TurnResult
  calls: ReadonlyMap<number, ToolCall>
}

/** The blocks of one compared turn. One that is the same on both sides is told in two lines. */
export function turnBlocks(
  compared: TurnComparison,
  a: ConversationResult,
  b: ConversationResult,
  labels: PictureLabels,
): Block[] {
  const [left, right] = [sideOf(a, compared.a), sideOf(b, compared.b)]
  const user = (left ?? right)?.turn.user ?? null
  const rows = compared.rows.filter((row) => !isSaid(row, left?.turn))
  const head: Block = { kind: 'head', title: titleOf(compared, labels), verdict: compared.verdict }
  const said: Block[] =
    user === null ? [] : [{ kind: 'wide', paragraphs: [[run('user: ', 'strong'), run(user)]], lines: 3 }]
  if (compared.verdict === 'same' && rows.every(({ kind }) => kind === 'same'))
    return [head, ...said, { kind: 'wide', paragraphs: [[run(countSame(rows.length), 'quiet')]], lines: 1 }]
  const changes = compared.changes.map(({ text }) => [run('· ', 'quiet'), run(text)])
  return [
    head,
    ...(changes.length === 0 ? [] : [{ kind: 'wide', paragraphs: changes, lines: 6 } as const]),
    ...said,
    ...rows.map((row) => rowBlock(row, left, right)),
  ]
}

function sideOf({ turns }: ConversationResult, index: number | null): SideTurn | null {
  const turn = index === null ? undefined : turns[index]
  if (turn === undefined) return null
  return { turn, calls: new Map(pairCalls(turn.entries).calls.map((call) => [call.index, call])) }
}

/** What the user said is the same on both sides, and stands above the rows. */
function isSaid(row: RowComparison, turn: TurnResult | undefined): boolean {
  const entry = row.a === null ? undefined : turn?.entries[row.a]
  return row.kind === 'same' && entry?.type === 'message' && entry.role === 'user' && turn?.user !== null
}

function titleOf({ a, b }: TurnComparison, labels: PictureLabels): string {
  if (a === null) return b === null ? 'Turn' : `Turn ${b + 1}, on ${labels.b} alone`
  if (b === null) return `Turn ${a + 1}, on ${labels.a} alone`
  return a === b ? `Turn ${a + 1}` : `Turn ${a + 1} on ${labels.a}, ${b + 1} on ${labels.b}`
}

function countSame(rows: number): string {
  if (rows === 0) return 'nothing came'
  return rows === 1 ? 'one entry, the same on both sides' : `${rows} entries, the same on both sides`
}

function rowBlock(row: RowComparison, a: SideTurn | null, b: SideTurn | null): Block {
  const cell = (side: 'a' | 'b', from: SideTurn | null): Cell => {
    const index = row[side]
    const entry = index === null ? undefined : from?.turn.entries[index]
    if (index === null || entry === undefined) return null
    return entryParagraphs({ side, entry, call: from?.calls.get(index), difference: row })
  }
  return { kind: 'pair', a: cell('a', a), b: cell('b', b), differs: row.kind !== 'same' }
}
