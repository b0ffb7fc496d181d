import type { Document, YAMLError } from 'yaml'
import { findOddSpaces, nameOddSpace } from '../../base/characters.ts'
import { firstLine } from '../../base/wording.ts'
import type { Place } from './place.ts'
import type { Problem } from './problem.ts'
import { yamlLibrary } from './yaml-library.ts'

/** A problem, with the offsets of its range. */
interface Found extends SyntaxMessage {
  from: number
  to: number
}

/** A parser error as a problem whose place is the mistake itself rather than where the parser stumbled over it. */
export function syntaxProblem(
  error: YAMLError,
  document: Document.Parsed,
  text: string,
  file: string,
  placeAt: (from: number, to: number) => Place,
): Problem {
  const [from, to] = error.pos
  const stumbled = { ...explainSyntax(error), ...fromFirstWord(text, from, to) }
  const found =
    oddSpacesAt(text, stumbled.from) ??
    questionMark(text, stumbled.from) ??
    (/^Missing closing/.test(error.message) ? openQuote(document, from, stumbled) : undefined) ??
    (/^Flow (sequence|map)/.test(error.message) ? openBracket(document, text, from, stumbled) : undefined) ??
    shallowText(document, text, stumbled.from) ??
    stumbled
  const at = placeAt(found.from, found.to)
  return { code: 'yaml-syntax', file, at, message: `not valid YAML: ${found.message}`, hint: found.hint }
}

/** Moves an error about a whole line to its first word, past the indentation. */
function fromFirstWord(text: string, from: number, to: number): { from: number; to: number } {
  const spaces = /^ *(?=\S)/.exec(text.slice(from, from + 1_000))?.[0].length ?? 0
  const start = from === 0 || text.charAt(from - 1) === '\n' ? from + spaces : from
  return { from: start, to: Math.max(to, start + 1) }
}

function lineAt(text: string, at: number): { start: number; line: string } {
  const start = text.lastIndexOf('\n', at - 1) + 1
  const end = text.indexOf('\n', at)
  return { start, line: text.slice(start, end === -1 ? text.length : end) }
}

function oddSpacesAt(text: string, at: number): Found | undefined {
  const { start, line } = lineAt(text, at)
  const run = findOddSpaces(line)
  if (run === undefined) return undefined
  const [message, hint] = oddSpace(line.slice(run.from))
  return { message: message.replace('not valid YAML: ', ''), hint, from: start + run.from, to: start + run.to }
}

/** `user: ? what`: here the question mark begins a key. */
function questionMark(text: string, at: number): Found | undefined {
  const { start, line } = lineAt(text, at)
  const mark = /[:[{,-] +\? /.exec(line)
  if (mark === null) return undefined
  const from = start + mark.index + mark[0].length - 2
  if (from > at) return undefined
  return {
    message: 'a ? and a space begin a key in YAML',
    hint: 'put the whole text into quotes',
    from,
    to: from + 1,
  }
}

/** Where the quote still open at `end` begins, since pointing at the end of the file would help nobody. */
function openQuote(document: Document.Parsed, end: number, stumbled: Found): Found | undefined {
  let found: number | undefined
  yamlLibrary().visit(document, {
    Scalar(_, { type, range }) {
      if (type?.startsWith('QUOTE') && range && range[1] >= end) found = range[0]
    },
  })
  return found === undefined ? undefined : { ...stumbled, from: found, to: end }
}

/** The innermost bracket still open where the parser stumbled, or the comment that hides its end. */
function openBracket(document: Document.Parsed, text: string, end: number, stumbled: Found): Found | undefined {
  let open: number | undefined
  const quoted: (readonly [number, number])[] = []
  const look = (node: { flow?: boolean; range?: readonly [number, number, number] | null }, close: string): void => {
    const { flow, range } = node
    if (flow === true && range && range[0] < end && range[1] >= end - 1 && text.charAt(range[1] - 1) !== close)
      open = Math.max(open ?? 0, range[0])
  }
  yamlLibrary().visit(document, {
    Map: (_, node) => look(node, '}'),
    Seq: (_, node) => look(node, ']'),
    Scalar(_, { type, range }) {
      if (type?.startsWith('QUOTE') && range) quoted.push([range[0], range[1]])
    },
  })
  if (open === undefined) return undefined
  const start = open
  for (const { index, 0: comment } of text.slice(start, end).matchAll(/(?<=[ \t])#[^\n]*[\]}][^\n]*/g)) {
    const from = start + index
    if (quoted.some(([first, last]) => first <= from && from < last)) continue
    return {
      message: 'a # after a space begins a comment, which hides the bracket that closes',
      hint: 'put the text into quotes, or the comment on a line of its own',
      from,
      to: from + comment.trimEnd().length,
    }
  }
  return { ...stumbled, from: start, to: start + 1 }
}

/** A line indented too little, which ends the text under | or > too early. */
function shallowText(document: Document.Parsed, text: string, at: number): Found | undefined {
  const { start, line } = lineAt(text, at)
  if (line.trim() === '' || /^\s*(?:- |[^\s'"][^:]*:(?:\s|$))/.test(line)) return undefined
  let last: readonly [number, number, number] | undefined
  yamlLibrary().visit(document, {
    Scalar(_, { type, range }) {
      if (type?.startsWith('BLOCK') && range && range[2] <= start && range[0] >= (last?.[0] ?? 0)) last = range
    },
  })
  if (last === undefined || text.slice(last[1], start).trim() !== '') return undefined
  const [header] = last
  const above = text.slice(0, header).split('\n').length
  const from = start + (/\S/.exec(line)?.index ?? 0)
  return {
    message: `this line stands too far left for the text that begins with ${text.charAt(header)} in line ${above}`,
    hint: 'indent all lines of the text alike, deeper than its key',
    from,
    to: start + line.trimEnd().length,
  }
}

/** A parser error in terms of the user's mistake, and what to do. */
interface SyntaxMessage {
  message: string
  hint: string
}

/** The parser's words, what to say instead (null keeps them), and a hint for the usual cause. */
const known: [words: RegExp, message: string | null, hint: string][] = [
  [
    /^Missing closing ["']/,
    'a quote is opened and never closed',
    'close it where the text ends, in this line or one above',
  ],
  [
    /^Unexpected \S+ at node end/,
    'text goes on after the end of a value',
    'put the whole text into quotes; a quote inside it is doubled',
  ],
  [
    /^Nested mappings/,
    'a second ": " in one line',
    'quote the text if the ": " belongs to it; if not, indent the next line like this key',
  ],
  [
    /^Sequence item without/,
    'this line stands neither in the item above nor beside it',
    'indent it like the keys of the item above',
  ],
  [
    /^Implicit keys need to be on a single line/,
    'a line that is no "key: value"',
    'write a colon and a space after the key',
  ],
  [
    /^Implicit map keys need to be followed/,
    'a line that is no "key: value"',
    'write a colon and a space after the key',
  ],
  [
    /^Block collections are not allowed within flow/,
    'lines of "key:" or "- " inside brackets',
    'separate with commas inside [ ] and { }, and close them',
  ],
  [
    /same line with key/,
    'a list cannot begin on the line of its key',
    'begin it on the next line, or quote the text if the dash belongs to it',
  ],
  [/^Block scalar header/, 'text stands on the line of | or >', 'write the text on the lines below, indented'],
  [/^Invalid escape sequence/, null, 'use single quotes, where a backslash is only a backslash'],
  [/^(Anchor|Alias) cannot be/, 'a name must follow & or *', 'quote the text'],
  [/^Plain value cannot start/, null, 'quote the text'],
  [
    /^Source contains multiple documents/,
    'the file holds more than one document',
    'put each suite into a file of its own, and take out ---',
  ],
  [/^Tabs are not allowed/, null, 'indent with spaces'],
  [
    /^Flow (sequence|map)/,
    'a bracket is not closed, or closed by the other kind',
    'close every [ with ] and every { with }',
  ],
  [
    /^All mapping items must start at the same column/,
    'this key does not stand below the others',
    'indent it like the keys above',
  ],
]

/** The message and hint for spaces that YAML reads as letters. */
export function oddSpace(run: string): [message: string, hint: string] {
  return [
    `not valid YAML: ${nameOddSpace(run)} stands where only plain spaces count`,
    'type plain spaces instead; such a space often comes with text that was copied',
  ]
}

/** A parser error in plain words. */
function explainSyntax({ message }: YAMLError): SyntaxMessage {
  const first = firstLine(message)
  const found = known.find(([words]) => words.test(first))
  const own = `${first.charAt(0).toLowerCase()}${first.slice(1)}`
  if (found === undefined)
    return { message: own, hint: 'check the indentation here, and quote text with special characters' }
  return { message: found[1] ?? own, hint: found[2] }
}
