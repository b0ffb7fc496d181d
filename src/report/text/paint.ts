import { randomBytes } from 'node:crypto'
import picocolors from 'picocolors'

/** Colours by meaning; with colours off, each returns its text unchanged. */
export interface Paint {
  good(text: string): string
  bad(text: string): string
  warn(text: string): string
  dim(text: string): string
  strong(text: string): string
}

/** A random placeholder for our own escape characters until `finishText`. Nobody whose text we show can know it. */
const mark = `\ufdd0${randomBytes(9).toString('base64url')}\ufdd1`

/** Moves the cursor to the start of the line and clears it. */
export const eraseLine: string = `${mark}[1G${mark}[2K`

/** The colours of reports. Painted text must pass through `finishText` to show colours on a terminal. */
export function createPaint(colours: boolean): Paint {
  const colour = picocolors.createColors(colours)
  const own = (paint: (text: string) => string): ((text: string) => string) => (colours ? sealed(paint) : paint)
  return {
    good: own(colour.green),
    bad: own(colour.red),
    warn: own(colour.yellow),
    dim: own(colour.dim),
    strong: own(colour.bold),
  }
}

/** Marks the escapes of a colour as our own, including those of text painted before. */
function sealed(paint: (text: string) => string): (text: string) => string {
  return (text) => paint(unseal(text.replaceAll('\u001b', '[U+001B]'))).replaceAll('\u001b', mark)
}

/** Matches the start of a line, including colour codes and any white space, which a CI takes for indentation. */
export const lineStart: string = `^((?:[^\\S\\n]|${mark}\\[\\d+m)*)`

/** Turns our placeholders back into real escape characters. */
export function unseal(text: string): string {
  return text.replaceAll(mark, '\u001b')
}
