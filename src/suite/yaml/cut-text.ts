import type { Document, Scalar } from 'yaml'
import type { Place } from './place.ts'
import type { Problem } from './problem.ts'
import { quoteText } from './write-yaml.ts'
import { yamlLibrary } from './yaml-library.ts'

/** The beginning of a cutting comment: people put a space after the `#` of a real one. */
const cut = /[ \t]#[^\s]/
const cutHere = /^[ \t]+(?=#[^\s])/

/** `user: order #1042` would say "order". A `#` directly before text is taken for a part of the value. */
export function findCutTexts(
  document: Document.Parsed,
  text: string,
  file: string,
  placeAt: (from: number, to: number) => Place,
): Problem[] {
  if (!cut.test(text)) return []
  const problems: Problem[] = []
  const note = (from: number, to: number, inFlow: boolean): void => {
    const blanks = cutHere.exec(text.slice(to, to + 1_000))?.[0].length
    if (blanks === undefined) return
    const mark = to + blanks
    const end = /[\r\n]/.exec(text.slice(mark))?.index ?? text.length - mark
    const rest = text.slice(mark, mark + end)
    const whole = `${text.slice(from, mark)}${inFlow ? rest.replace(/[\s,\]}].*$/, '') : rest.trimEnd()}`
    problems.push(
      describeCut(text.slice(from, to), whole, file, placeAt(mark, mark + Math.max(1, rest.trimEnd().length))),
    )
  }
  yamlLibrary().visit(document, {
    Scalar(_, node, path) {
      const [from, to] = rangeOf(node, text)
      if (from >= 0) note(from, to, path.some(isFlow))
    },
  })
  return problems
}

/** The offsets of an unquoted text; for a missing value, where it would be. */
function rangeOf(node: Scalar, text: string): [number, number] {
  const { range, type } = node
  if (!range || (type !== 'PLAIN' && type !== undefined)) return [-1, -1]
  if (range[0] < range[1]) return [range[0], range[1]]
  let at = range[0]
  while (at > 0 && ' \t'.includes(text.charAt(at - 1))) at -= 1
  return [at, at]
}

const isFlow = (node: unknown): boolean => (node as { flow?: boolean } | null)?.flow === true

function describeCut(before: string, whole: string, file: string, at: Place): Problem {
  const rest = before === '' ? 'nothing' : `"${before.replace(/\s+/g, ' ')}"`
  return {
    code: 'ambiguous-scalar',
    file,
    at,
    message: `a # after a space begins a comment, so this would say ${rest}`,
    hint: `write ${quoteText(whole.trim().replace(/\s+/g, ' '))} for the text, or a space after the # for a comment`,
  }
}
