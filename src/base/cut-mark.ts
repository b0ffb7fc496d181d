/**
 * What stands in a text for what was left out of it: an ellipsis, as a character, as dots or as an escape of either, or the stars
 * and bullets of a masked value; with the bracket around it.
 */
export const cutMark: string = String.raw`[[(<{]?(?:…|⋯|\\u2026|&hellip;|&#(?:8230|x2026);|%E2%80%A6|\.{3,}|\*{3,}|•{3,})+[\])>}]?`

/**
 * How many characters of a value have to stand beside such a mark to be a part of it and no coincidence: eight, or half of a value
 * that is shorter, but six of it at the least.
 */
export function leastPart(length: number): number {
  return Math.min(8, Math.max(6, Math.ceil(length / 2)))
}

/** How many characters at the beginning or the end of a key are a part of it wherever they stand, without any mark. */
export const tellingPart = 12
