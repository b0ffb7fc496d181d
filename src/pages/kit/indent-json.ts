const token = /"(?:\\.|[^"\\])*"|[{}[\],:]|[^\s{}[\],:"]+/g
const narrow = 76

/**
 * JSON text, indented for reading, or null when it is not JSON. Its tokens stay as they were written: parsing and
 * writing it again would change long numbers and drop doubled keys, which is what a person may be looking for.
 */
export function indentJson(text: string): string | null {
  if (!isJson(text)) return null
  const tokens = text.match(token) ?? []
  const line = tokens.map((each) => (each === ',' || each === ':' ? `${each} ` : each)).join('')
  return line.length <= narrow ? line : breakLines(tokens)
}

function breakLines(tokens: readonly string[]): string {
  let depth = 0
  let out = ''
  const newLine = (): string => `\n${'  '.repeat(depth)}`
  for (const [index, each] of tokens.entries()) {
    const opened = /[{[]$/.test(tokens[index - 1] ?? '') && (tokens[index - 1] ?? '').length === 1
    if (each === '}' || each === ']') {
      depth -= 1
      out += opened ? each : `${newLine()}${each}`
      continue
    }
    if (opened) out += newLine()
    out += each
    if (each === ',') out += newLine()
    if (each === ':') out += ' '
    if (each === '{' || each === '[') depth += 1
  }
  return out
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}
