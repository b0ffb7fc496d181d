import { cleanLine } from '../../report/text/clean-line.ts'
import { foldLine } from '../../report/text/fold-line.ts'
import type { Paint } from '../../report/text/paint.ts'

/** How a line stands out: what an agent says is `plain`, what it does is `dim`. */
export type LineStyle = 'plain' | 'dim' | 'strong' | 'warn' | 'bad'

/** A line for a person. Its text is what came, and becomes safe for a terminal only in `renderLine`. */
export interface ShownLine {
  style: LineStyle
  text: string
  /** Columns to the left of it; 0 unless it says otherwise. */
  indent?: number
}

/** A line of a style. */
export function line(style: LineStyle, text: string, indent = 0): ShownLine {
  return { style, text, indent }
}

/** A text of several lines, each a line of the style. */
export function textLines(style: LineStyle, text: string, indent = 0): ShownLine[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/).map((each) => line(style, each, indent))
}

/** A line as plain text that nothing hostile acts through, folded to the columns; `null` folds nothing. */
export function foldShown({ text, indent = 0 }: ShownLine, columns: number | null): string[] {
  const own = /^ */.exec(text)?.[0].length ?? 0
  const margin = ' '.repeat(indent + Math.min(own, 12))
  return foldLine(`${margin}${cleanLine(text).trim()}`.trimEnd(), columns, margin)
}

/** A line ready for a terminal of so many columns: clean, folded, then coloured. */
export function renderLine(shown: ShownLine, paint: Paint, columns: number | null): string[] {
  return foldShown(shown, columns).map((each) => paintAs(shown.style, each, paint))
}

/** The text in the colour of a style. */
export function paintAs(style: LineStyle, text: string, paint: Paint): string {
  return style === 'plain' || text === '' ? text : paint[style](text)
}
