import type { ComparisonVerdict } from '../../compare/model/comparison-verdict.ts'
import type { SideKey } from '../../compare/model/conversation-comparison.ts'

/** A stretch of text in one style. *removed* and *added* are struck through and underlined as well as coloured. */
export interface Run {
  text: string
  mark: 'plain' | 'quiet' | 'strong' | 'removed' | 'added'
}

/** Text that starts on its own line and is wrapped at the column's edge. */
export type Paragraph = readonly Run[]

/** The content of one side of a row; null if this side has nothing. */
export type PictureCell = readonly Paragraph[] | null

/** A band of the picture, from top to bottom. */
export type PictureBlock =
  /** The heading of a turn, with its verdict as a shape, a colour and a word. */
  | { kind: 'head'; title: string; verdict: ComparisonVerdict | null }
  /** Text across both columns: what changed, what the user said. At most `lines` lines of it are shown. */
  | { kind: 'wide'; paragraphs: readonly Paragraph[]; lines: number }
  /** Two matching entries, side by side. */
  | { kind: 'pair'; a: PictureCell; b: PictureCell; differs: boolean }

export function run(text: string, mark: Run['mark'] = 'plain'): Run {
  return { text, mark }
}

/** The names of a picture's two columns: `default` and `draft`. */
export type PictureLabels = Record<SideKey, string>
