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

/** How many characters at the beginning and at the end of a secret are a part of it wherever they stand, without any mark. */
export interface Ends {
  beginning: number
  end: number
}

/** Those of a secret that is found whole alone. */
export const noEnds: Ends = { beginning: Number.POSITIVE_INFINITY, end: Number.POSITIVE_INFINITY }

/** The same in a notation that writes a character with so many of its own. */
export function times({ beginning, end }: Ends, factor: number): Ends {
  return { beginning: Math.ceil(beginning * factor), end: Math.ceil(end * factor) }
}

const tellingPart = 12

/** Words before or behind the secret part of a key that say what it is for. */
const [labelBefore, labelBehind] = [/^(?:[a-z]+[-_.:])+/i, /(?:[-_.:][a-z]+)+$/i]

/**
 * Twelve characters of a key, of which four are not its label: many keys begin with the name of a project
 * (`order-desk-prod-9f8e7d6c`), which stands in the names of its suites too and tells nothing.
 */
export function tellingEnds(key: string): Ends {
  const lengthOf = (label: RegExp): number => {
    const [found = ''] = label.exec(key) ?? []
    const rest = key.replace(label, '')
    return rest.length >= 8 && /\d/.test(rest) ? found.length : 0
  }
  return {
    beginning: Math.max(tellingPart, lengthOf(labelBefore) + 4),
    end: Math.max(tellingPart, lengthOf(labelBehind) + 4),
  }
}
