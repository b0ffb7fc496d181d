import type { Document, ErrorCode, Pair, Range, Scalar, YAMLError, YAMLMap, YAMLSeq } from 'yaml'
import { findOddSpaces, nameOddSpace } from '../../base/text/characters.ts'
import { firstLine } from '../../base/text/wording.ts'
import type { Place } from './place.ts'
import type { Problem } from './problem.ts'
import { yamlLibrary } from './yaml-library.ts'

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
  const words = fromFirstWord(text, from, to)
  const around = lookAround(document, text, from, words.from)
  const before = text.slice(lineAt(text, words.from).start, words.from)
  const after = text.slice(words.from, words.from + 1_000).trimStart()
  const stumbled = { ...explainSyntax(error, { ...around, before, after }), ...words }
  const mayBeOpen = error.code === 'MISSING_CHAR' || error.code === 'BAD_INDENT'
  const problem =
    oddSpacesAt(text, stumbled.from) ??
    questionMark(text, stumbled.from) ??
    (around.quote === null ? undefined : { ...stumbled, from: around.quote, to: from }) ??
    (mayBeOpen ? openBracket(text, from, around, stumbled) : undefined) ??
    shallowText(document, text, stumbled.from) ??
    stumbled
  const at = placeAt(problem.from, problem.to)
  return { code: 'yaml-syntax', file, at, message: `not valid YAML: ${problem.message}`, hint: problem.hint }
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
  return { message, hint, from: start + run.from, to: start + run.to }
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

/** What the document holds around the place where the parser stumbled; its codes alone do not tell these apart. */
interface Around {
  /** Where a quote begins that is still open, since pointing at the end of the file would help nobody. */
  quote: number | null
  /** Where the innermost bracket begins that is still open. */
  bracket: number | null
  /** Whether brackets enclose the place. */
  inBrackets: boolean
  /** Whether brackets end there without what closes them. */
  isUnclosed: boolean
  /** Whether a key begins there that nothing follows. */
  isBareKey: boolean
  quoted: Range[]
}

function lookAround(document: Document.Parsed, text: string, end: number, word: number): Around {
  const around: Around = {
    quote: null,
    bracket: null,
    inBrackets: false,
    isUnclosed: false,
    isBareKey: false,
    quoted: [],
  }
  let ending = 0
  const look = ({ flow, range }: { flow?: boolean; range?: Range | null }, close: string): void => {
    if (flow !== true || !range || range[0] >= end || range[1] < end - 1) return
    const isClosed = text.charAt(range[1] - 1) === close
    if (!isClosed) around.bracket = Math.max(around.bracket ?? 0, range[0])
    if (range[1] > end) around.inBrackets = true
    if (range[1] === end && (ending++ > 0 || !isClosed)) around.isUnclosed = true
  }
  const { isMap, isNode, isPair, isScalar } = yamlLibrary()
  for (const each of nodesIn(document)) {
    if (isPair(each)) {
      if (each.value === null && isNode(each.key) && each.key.range?.[0] === word) around.isBareKey = true
    } else if (!isScalar(each)) look(each, isMap(each) ? '}' : ']')
    else if (each.type?.startsWith('QUOTE') === true && each.range) {
      const [first, last] = each.range
      around.quoted.push(each.range)
      const isOpen = last - first < 2 || text.charAt(last - 1) !== text.charAt(first)
      if (last === end && isOpen) around.quote = first
    }
  }
  return around
}

/** Scalars, collections and pairs from the top. The package's own walk copies the way to each, which is slow in deep ones. */
function* nodesIn({ contents }: Document.Parsed): Generator<Scalar | YAMLMap | YAMLSeq | Pair> {
  const { isCollection, isPair, isScalar } = yamlLibrary()
  const ahead: unknown[] = [contents]
  while (ahead.length > 0) {
    const node = ahead.pop()
    if (isScalar(node)) yield node
    else if (isPair(node)) {
      yield node
      ahead.push(node.value, node.key)
    } else if (isCollection(node)) {
      yield node as YAMLMap | YAMLSeq
      for (let at = node.items.length - 1; at >= 0; at -= 1) ahead.push(node.items[at])
    }
  }
}

/** The innermost bracket still open where the parser stumbled, or the comment that hides its end. */
function openBracket(
  text: string,
  end: number,
  { bracket, quoted, isUnclosed }: Around,
  stumbled: Found,
): Found | undefined {
  if (!isUnclosed) return undefined
  if (bracket === null) return { ...stumbled, ...unclosed }
  for (const { index, 0: comment } of text.slice(bracket, end).matchAll(/(?<=[ \t])#[^\n]*[\]}][^\n]*/g)) {
    const from = bracket + index
    if (quoted.some(([first, last]) => first <= from && from < last)) continue
    return {
      message: 'a # after a space begins a comment, which hides the bracket that closes',
      hint: 'put the text into quotes, or the comment on a line of its own',
      from,
      to: from + comment.trimEnd().length,
    }
  }
  return { ...unclosed, from: bracket, to: bracket + 1 }
}

/** A line indented too little, which ends the text under | or > too early. */
function shallowText(document: Document.Parsed, text: string, at: number): Found | undefined {
  const { start, line } = lineAt(text, at)
  if (line.trim() === '' || /^\s*(?:- |[^\s'"][^:]*:(?:\s|$))/.test(line)) return undefined
  let last: readonly [number, number, number] | undefined
  for (const each of nodesIn(document)) {
    if (!yamlLibrary().isScalar(each) || !each.type?.startsWith('BLOCK') || !each.range) continue
    const { range } = each
    if (range[2] <= start && range[0] >= (last?.[0] ?? 0)) last = range
  }
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

interface SyntaxMessage {
  message: string
  hint: string
}

const unclosed: SyntaxMessage = {
  message: 'a bracket is not closed, or closed by the other kind',
  hint: 'close every [ with ] and every { with }',
}

/** Where the parser stumbled: what the document holds there, the line before the place, and the words that follow. */
interface Stumble extends Around {
  before: string
  after: string
}

/** The parser's code, what to say instead of its words (null keeps them), a hint for the usual cause, and when that is it. */
const explanations: [code: ErrorCode, message: string | null, hint: string, isIt?: (at: Stumble) => boolean][] = [
  [
    'MISSING_CHAR',
    'a quote is opened and never closed',
    'close it where the text ends, in this line or one above',
    ({ quote }) => quote !== null,
  ],
  [
    'UNEXPECTED_TOKEN',
    'a list cannot begin on the line of its key',
    'begin it on the next line, or quote the text if the dash belongs to it',
    ({ before, after }) => /: +$/.test(before) && /^-(\s|$)/.test(after),
  ],
  [
    'UNEXPECTED_TOKEN',
    'text stands on the line of | or >',
    'write the text on the lines below, indented',
    ({ before }) => /[|>][-+\d]*\s*$/.test(before),
  ],
  [
    'UNEXPECTED_TOKEN',
    'text goes on after the end of a value',
    'put the whole text into quotes; a quote inside it is doubled',
    ({ inBrackets, after }) => !(inBrackets ? /^[\]},:]/ : /^[\]}]/).test(after),
  ],
  [
    'BLOCK_AS_IMPLICIT_KEY',
    'a second ": " in one line',
    'quote the text if the ": " belongs to it; if not, indent the next line like this key',
    ({ before, after }) => /:\s+$/.test(before) && !after.startsWith('- '),
  ],
  [
    'MISSING_CHAR',
    'a line that is no "key: value"',
    'write a colon and a space after the key',
    ({ isBareKey, inBrackets }) => isBareKey && !inBrackets,
  ],
  [
    'MISSING_CHAR',
    'this line stands neither in the item above nor beside it',
    'indent it like the keys of the item above',
    ({ inBrackets, before, after }) => !inBrackets && /^[^#]/.test(after) && !/^(?:%|---)|[&!]\S*$/.test(before),
  ],
  ['MULTILINE_IMPLICIT_KEY', 'a line that is no "key: value"', 'write a colon and a space after the key'],
  [
    'BLOCK_IN_FLOW',
    'lines of "key:" or "- " inside brackets',
    'separate with commas inside [ ] and { }, and close them',
  ],
  ['BAD_DQ_ESCAPE', null, 'use single quotes, where a backslash is only a backslash'],
  ['BAD_ALIAS', 'a name must follow & or *', 'quote the text'],
  ['BAD_SCALAR_START', null, 'quote the text'],
  ['MULTIPLE_DOCS', 'the file holds more than one document', 'put each suite into a file of its own, and take out ---'],
  ['TAB_AS_INDENT', null, 'indent with spaces'],
  [
    'BAD_INDENT',
    'this key does not stand below the others',
    'indent it like the keys above',
    ({ after }) => !/^-\s/.test(after),
  ],
]

export function oddSpace(run: string): [message: string, hint: string] {
  return [
    `${nameOddSpace(run)} stands where only plain spaces count`,
    'type plain spaces instead; such a space often comes with text that was copied',
  ]
}

function explainSyntax({ code, message }: YAMLError, at: Stumble): SyntaxMessage {
  const explanation = explanations.find(([each, , , isIt]) => each === code && isIt?.(at) !== false)
  const first = firstLine(message)
  const own = `${first.charAt(0).toLowerCase()}${first.slice(1)}`
  if (explanation === undefined)
    return { message: own, hint: 'check the indentation here, and quote text with special characters' }
  return { message: explanation[1] ?? own, hint: explanation[2] }
}
