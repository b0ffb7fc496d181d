import { excerpt } from './excerpt.ts'
import type { Problem } from './problem.ts'

/**
 * A problem as a person reads it: `file:line:column: message [code]`, a warning marked as one, the excerpt with a caret, the hint.
 * `text` is the file's content; without it the excerpt is left out.
 */
export function formatProblem(problem: Problem, text?: string): string {
  const { file, at, message, code, hint, severity } = problem
  return [
    `${file}:${at.line}:${at.column}: ${severity === undefined ? '' : `${severity}: `}${onOneLine(message)} [${code}]`,
    ...(text === undefined || text === '' ? [] : [excerpt(text, at)]),
    ...(hint === undefined ? [] : [`   hint: ${onOneLine(hint)}`]),
  ].join('\n')
}

/** What a file holds may stand in a message, and does not begin a line of its own. */
function onOneLine(text: string): string {
  return text.replace(/\s*[\n\r]\s*/g, ' ')
}
