import type { ComparisonVerdict } from '../../compare/model/comparison-verdict.ts'

/** A stretch of text in one style. *removed* and *added* are struck through and underlined beside their colours. */
export interface Run {
  text: string
  mark: 'plain' | 'quiet' | 'strong' | 'removed' | 'added'
}

/** Text that begins a line of its own; it is wrapped where the column ends. */
export type Paragraph = readonly Run[]

/** What stands on one side of a row; null where this side has nothing. */
export type Cell = readonly Paragraph[] | null

/** A band of the picture, from top to bottom. */
export type Block =
  /** The head of a turn, with its verdict as a shape, a colour and a word. */
  | { kind: 'head'; title: string; verdict: ComparisonVerdict | null }
  /** A line over both columns: what changed, what the user said. At most `lines` of it are shown. */
  | { kind: 'wide'; paragraphs: readonly Paragraph[]; lines: number }
  /** Two entries that belong together, side by side. */
  | { kind: 'pair'; a: Cell; b: Cell; differs: boolean }

/** A run of text. */
export function run(text: string, mark: Run['mark'] = 'plain'): Run {
  return { text, mark }
}
