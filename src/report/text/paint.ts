import { randomBytes } from 'node:crypto'
import picocolors from 'picocolors'

/** Colours by meaning; every one gives its text unchanged when colours are off. */
export interface Paint {
  good(text: string): string
  bad(text: string): string
  warn(text: string): string
  dim(text: string): string
  strong(text: string): string
}

/** Stands for the escape character of our own until `finishText`. Nobody who writes a text that we show can know it. */
const mark = `\ufdd0${randomBytes(9).toString('base64url')}\ufdd1`

/** Takes a terminal to the beginning of its line and empties it. */
export const eraseLine: string = `${mark}[1G${mark}[2K`

/** The colours of reports. What they paint reaches a terminal through `finishText` alone. */
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

/** A colour whose escapes are marked as our own, those of what was painted before among them. */
function sealed(paint: (text: string) => string): (text: string) => string {
  return (text) => paint(unseal(text.replaceAll('\u001b', '[U+001B]'))).replaceAll('\u001b', mark)
}

/** Where a line begins, whatever its colour. */
export const lineStart: string = `^((?:[ \\t]|${mark}\\[\\d+m)*)`

/** The text with our own escapes as a terminal takes them. */
export function unseal(text: string): string {
  return text.replaceAll(mark, '\u001b')
}
