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

/** A word, a year or the number of a version, as names are made of. */
const part = String.raw`(?:[A-Za-z]{2,}|v\d{1,3}|20\d\d)`

/** Words before or behind the secret part of a key that say what it is for. */
const labelsBefore = [new RegExp(`^[A-Za-z]{2,}[-_.:](?:${part}[-_.:])*`), /^(?:[A-Z][a-z]{2,}){2,}(?=\d)/]
const labelsBehind = [new RegExp(`(?:[-_.:]${part})*[-_.:][A-Za-z]{2,}$`)]

/**
 * Twelve characters of a key, of which four are not its label: many keys begin with the name of a project
 * (`order-desk-prod-9f8e7d6c`), which stands in the names of its suites too and tells nothing.
 */
export function tellingEnds(key: string): Ends {
  const lengthOf = (labels: readonly RegExp[]): number =>
    Math.max(
      ...labels.map((label) => {
        const [found = ''] = label.exec(key) ?? []
        return isNoWord(key.replace(label, '')) ? found.length : 0
      }),
    )
  return {
    beginning: Math.max(tellingPart, lengthOf(labelsBefore) + 4),
    end: Math.max(tellingPart, lengthOf(labelsBehind) + 4),
  }
}

/** Whether a rest is secret for itself, and not one more word of a key that is made of words: by digits, case or a lack of vowels. */
function isNoWord(rest: string): boolean {
  if (rest.length < 4) return false
  const vowels = rest.replace(/[^aeiouy]/gi, '').length
  return /\d|[a-z][A-Z]/.test(rest) || vowels < rest.length / 4
}
