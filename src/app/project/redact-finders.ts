import { compilePattern, type Pattern } from '../../base/linear-pattern.ts'

/** Functions that find what the project declares private. */
export function findersOf(redact: readonly Pattern[]): ((text: string) => string[])[] {
  return redact.map((pattern) => finderOf(compilePattern(pattern)))
}

function finderOf(pattern: ReturnType<typeof compilePattern>): (text: string) => string[] {
  return (text) => {
    const matcher = pattern.matcher(text)
    const found: string[] = []
    while (matcher.find()) found.push(matcher.group() ?? '')
    return found
  }
}
