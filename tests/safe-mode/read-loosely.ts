/** One member of a body: its path of names, and its value unless that is an object or list. */
export interface Pair {
  /** The names from the outside in, with escapes resolved. */
  path: string[]
  /** The last name exactly as written in the body. */
  raw: string
  /** Whether it is a list item; its name is then the list's. */
  item: boolean
  /** A text, or a literal such as `true` or a number; null for an object or a list. */
  value: { kind: 'text' | 'literal'; text: string } | null
}

/**
 * Parses a JSON body without JSON.parse, so that duplicate members are all kept. Returns null for what a
 * strict parser rejects.
 */
export function readLoosely(text: string): Pair[] | null {
  const pairs: Pair[] = []
  let at = 0
  const skip = (): void => {
    while (' \t\n\r'.includes(text[at] ?? 'x')) at += 1
  }
  const fail = (): never => {
    throw new SyntaxError(`unreadable at ${at}`)
  }
  const readText = (): { raw: string; text: string } => {
    const [whole = fail(), raw = ''] = /^"((?:[^"\\]|\\.)*)"/s.exec(text.slice(at, at + 100_000)) ?? []
    at += whole.length
    return { raw, text: unescapeText(raw) }
  }
  const readValue = (path: string[], raw: string, item: boolean): void => {
    skip()
    const first = text[at]
    if (first === '{' || first === '[') {
      pairs.push({ path, raw, item, value: null })
      at += 1
      readItems(path, raw, first === '{')
    } else if (first === '"') {
      const reading = readText()
      pairs.push({ path, raw, item, value: { kind: 'text', text: reading.text } })
    } else {
      const [literal = fail()] = /^(?:true|false|null|-?\d[\d.eE+-]*)/.exec(text.slice(at, at + 400)) ?? []
      at += literal.length
      pairs.push({ path, raw, item, value: { kind: 'literal', text: literal } })
    }
    skip()
  }
  const readItems = (path: string[], raw: string, hasNames: boolean): void => {
    const end = hasNames ? '}' : ']'
    skip()
    if (text[at] === end) {
      at += 1
      return
    }
    for (;;) {
      skip()
      const name = hasNames ? readText() : null
      skip()
      if (hasNames && text[at++] !== ':') fail()
      readValue(name === null ? path : [...path, name.text], name?.raw ?? raw, !hasNames)
      const next = text[at++]
      if (next === end) return
      if (next !== ',') fail()
    }
  }
  try {
    readValue([], '', false)
    return at === text.length ? pairs : null
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null
    throw error
  }
}

function unescapeText(raw: string): string {
  const plain: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }
  return raw
    .replace(/\\u([0-9a-f]{4})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replace(/\\(.)/gs, (_, letter: string) => plain[letter] ?? letter)
}
