import type { YAMLError } from 'yaml'
import type { Place } from './place.ts'
import type { Problem } from './problem.ts'

/** What commonly causes a YAML error, by the parser's own code. */
const hints: Record<string, string> = {
  BAD_INDENT: 'check the indentation of this line and close every [ and {',
  BLOCK_AS_IMPLICIT_KEY: 'quote the text if the second ": " belongs to it',
  MISSING_CHAR: 'close the quote or bracket',
  TAB_AS_INDENT: 'indent with spaces',
  UNEXPECTED_TOKEN: 'check the indentation here; quote text that begins with a special character such as @ ` * & ! %',
  MULTIPLE_DOCS: 'put each suite into a file of its own',
  BAD_SCALAR_START: 'quote the text',
}

/** A parser error as a problem with its place. */
export function syntaxProblem(error: YAMLError, file: string, placeAt: (from: number, to: number) => Place): Problem {
  const at = placeAt(error.pos[0], error.pos[1])
  if (error.code === 'DUPLICATE_KEY') {
    return {
      code: 'duplicate-key',
      file,
      at,
      message: 'this key is already given above in the same mapping',
      hint: 'keep one of the two; neither is silently dropped',
    }
  }
  const hint = hints[error.code]
  return { code: 'yaml-syntax', file, at, message: sentence(error.message), ...(hint === undefined ? {} : { hint }) }
}

function sentence(message: string): string {
  const first = message.split('\n', 1)[0] ?? message
  return `not valid YAML: ${first.charAt(0).toLowerCase()}${first.slice(1)}`
}
