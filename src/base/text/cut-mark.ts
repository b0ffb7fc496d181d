/** The mark of omitted text: an ellipsis in any spelling, or stars and bullets, with any bracket around. */
export const cutMark: string = String.raw`[[(<{]?(?:…|⋯|\\u2026|&hellip;|&#(?:8230|x2026);|%E2%80%A6|\.{3,}|\*{3,}|•{3,})+[\])>}]?`

/** Characters beside such a mark that are no coincidence: eight, or half of a shorter value, but at least six. */
export function leastPart(length: number): number {
  return Math.min(8, Math.max(6, Math.ceil(length / 2)))
}

/** How many leading and trailing characters of a secret give it away wherever they stand, even without a cut mark. */
export interface SecretEnds {
  beginning: number
  end: number
}

/** For a secret that is only found whole. */
export const noEnds: SecretEnds = { beginning: Number.POSITIVE_INFINITY, end: Number.POSITIVE_INFINITY }

/** The same lengths in a notation that writes each character as `factor` characters. */
export function times({ beginning, end }: SecretEnds, factor: number): SecretEnds {
  return { beginning: Math.ceil(beginning * factor), end: Math.ceil(end * factor) }
}

const tellingPart = 12

/** A word, a year or a version number: what names are made of. */
const part = String.raw`(?:[A-Za-z]{2,}|v\d{1,3}|20\d\d)`

/** Words before or after the secret part of a key that say what it is for. */
const labelsBefore = [new RegExp(`^[A-Za-z]{2,}[-_.:](?:${part}[-_.:])*`), /^(?:[A-Z][a-z]{2,}){2,}(?=\d)/]
const labelsBehind = [new RegExp(`(?:[-_.:]${part})*[-_.:][A-Za-z]{2,}$`)]

/** Twelve characters of a key, at least four outside its label, which often names a project and tells nothing. */
export function tellingEnds(key: string): SecretEnds {
  const lengthOf = (labels: readonly RegExp[]): number =>
    Math.max(
      ...labels.map((label) => {
        const [rest = ''] = label.exec(key) ?? []
        return isNoWord(key.replace(label, '')) ? rest.length : 0
      }),
    )
  return {
    beginning: Math.max(tellingPart, lengthOf(labelsBefore) + 4),
    end: Math.max(tellingPart, lengthOf(labelsBehind) + 4),
  }
}

/** Whether the rest of a key is secret in itself, judging by digits, case or a lack of vowels. */
function isNoWord(rest: string): boolean {
  if (rest.length < 4) return false
  return /\d|[a-z][A-Z]/.test(rest) || rest.replace(/[^aeiouy]/gi, '').length < rest.length / 4
}
