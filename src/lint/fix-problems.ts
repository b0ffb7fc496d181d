import type { Problem } from '../grammar/problem.ts'

/** A file's text with its mechanical slips mended, and how many there were. */
export interface Mended {
  content: string
  fixed: number
}

/** Problems whose hint names the one word that was meant. */
const misspelt = ['unknown-key', 'wrong-value', 'unknown-agent', 'unknown-tool', 'unknown-variable']

/**
 * Mends what needs no judgement: a misspelt key, word, agent, tool or variable with a did-you-mean, and a plain scalar
 * that has to stand in quotes. It writes what the hint says and nothing else, from the end of the file to its beginning.
 */
export function fixProblems(content: string, problems: readonly Problem[]): Mended {
  const lines = content.split('\n')
  let fixed = 0
  const ordered = [...problems].sort((a, b) => b.at.line - a.at.line || b.at.column - a.at.column)
  let last = ''
  for (const problem of ordered) {
    const { line, column, length } = problem.at
    const place = `${line}:${column}`
    const text = lines[line - 1]
    if (text === undefined || place === last) continue
    const written = text.slice(column - 1, column - 1 + length)
    const meant = replacement(problem, written)
    if (meant === null) continue
    lines[line - 1] = text.slice(0, column - 1) + meant + text.slice(column - 1 + length)
    fixed += 1
    last = place
  }
  return { content: lines.join('\n'), fixed }
}

function replacement({ code, message, hint = '' }: Problem, written: string): string | null {
  if (written === '' || written.includes('\n')) return null
  if (code === 'ambiguous-scalar') {
    const quoted = /^write ("[^"]*")/.exec(hint)?.[1]
    return quoted !== undefined && quoted === `"${written}"` ? quoted : null
  }
  if (!misspelt.includes(code)) return null
  const meant = /did you mean \{\{([\w.]+)\}\}\?/.exec(hint)?.[1] ?? /did you mean "?([^"?{}]+)"?\?/.exec(hint)?.[1]
  if (meant === undefined) return null
  const wrong = named(message).find((word) => written.includes(word))
  if (wrong === undefined) return null
  const quote = /^(["']).*\1$/.exec(written)?.[1] ?? ''
  return written === `${quote}${wrong}${quote}` ? `${quote}${meant}${quote}` : written.replace(wrong, meant)
}

/** What a message may be about: names in quotes or braces, and functions. The one that stands at the place is the wrong one. */
function named(message: string): string[] {
  return [...message.matchAll(/"([^"]+)"|\{\{([^}]+)\}\}|no function ([^\s,]+)/g)].map(
    ([, quoted, variable, tool]) => quoted ?? variable ?? tool ?? '',
  )
}
