import type { Document, YAMLError } from 'yaml'
import type { Place } from './place.ts'
import type { Problem } from './problem.ts'
import { explainSyntax } from './syntax-message.ts'
import { yamlLibrary } from './yaml-library.ts'

/** A parser error as a problem with its place. */
export function syntaxProblem(
  error: YAMLError,
  document: Document.Parsed,
  text: string,
  file: string,
  placeAt: (from: number, to: number) => Place,
): Problem {
  const [from, to] = error.pos
  if (error.code === 'DUPLICATE_KEY') {
    const key = /^(?:"[^"\n]*"|'[^'\n]*'|[^:\n]*)/.exec(text.slice(from))?.[0].trimEnd() ?? ''
    return {
      code: 'duplicate-key',
      file,
      at: placeAt(from, from + Math.max(1, key.length)),
      message: `the key ${key} is already given above in the same mapping`,
      hint: 'keep one of the two; neither is silently dropped',
    }
  }
  const { message, hint } = explainSyntax(error)
  const opened = /^Missing closing/.test(error.message) ? openQuote(document, from) : undefined
  const at = opened === undefined ? placeAt(from, to) : placeAt(opened, from)
  return { code: 'yaml-syntax', file, at, message: `not valid YAML: ${message}`, hint }
}

/** Where the quote begins that is still open at `end`: the end of the file would help nobody. */
function openQuote(document: Document.Parsed, end: number): number | undefined {
  let found: number | undefined
  yamlLibrary().visit(document, {
    Scalar(_, { type, range }) {
      if (type?.startsWith('QUOTE') && range && range[1] >= end) found = range[0]
    },
  })
  return found
}
