import { type Child, element } from './element.ts'

const token = /"(?:\\.|[^"\\])*"|[{}[\],:]|[^\s{}[\],:"]+/g
const narrow = 76

/** Null when it is no JSON. Tokens stay as written: parsing would change long numbers and drop duplicate keys. */
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
    const isOpening = /[{[]$/.test(tokens[index - 1] ?? '') && (tokens[index - 1] ?? '').length === 1
    if (each === '}' || each === ']') {
      depth -= 1
      out += isOpening ? each : `${newLine()}${each}`
      continue
    }
    if (isOpening) out += newLine()
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

/** Text in a block, indented when it is JSON. Long blocks scroll, so they are focusable. */
export function textBlock(text: string): HTMLElement {
  return element('pre', { tabindex: '0' }, indentJson(text) ?? text)
}

export function jsonBlock(value: unknown): HTMLElement {
  return textBlock(JSON.stringify(value) ?? 'undefined')
}

/** Facts by name in two aligned columns; those whose value is null or empty are left out. */
export function factList(facts: readonly (readonly [name: string, value: Child])[]): HTMLElement {
  const entries = facts.filter(([, value]) => value !== null && value !== '')
  return element(
    'dl',
    'facts',
    ...entries.map(([name, value]) =>
      element('div', { 'data-key': name }, element('dt', {}, name), element('dd', {}, value)),
    ),
  )
}

/** A value for a list of facts: plain text bare, anything else as JSON. */
export function factValue(value: unknown): HTMLElement {
  if (typeof value === 'string') return element('span', 'text', value)
  if (typeof value === 'object' && value !== null) return jsonBlock(value)
  return element('code', {}, String(value))
}

/** The metadata of a message, folded; null where there is none. */
export function metadataFold(metadata: object | null | undefined): HTMLElement | null {
  if (metadata === null || metadata === undefined || Object.keys(metadata).length === 0) return null
  return element('details', 'metadata', element('summary', {}, 'metadata'), jsonBlock(metadata))
}
