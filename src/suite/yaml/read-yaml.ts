import type { Document, Scalar } from 'yaml'
import { buildNode, NodeRefusal } from './build-node.ts'
import { findCutTexts } from './cut-text.ts'
import type { YamlNode } from './node.ts'
import type { Place } from './place.ts'
import type { Problem } from './problem.ts'
import { readPlainYaml } from './read-plain-yaml.ts'
import { syntaxProblem } from './syntax-problem.ts'
import { nodesOf } from './walk-document.ts'
import { withoutStacks, yamlLibrary } from './yaml-library.ts'

const maxCharacters = 4_000_000

/** It would exhaust the parser's stack or time before any other limit applies. */
const nesting = /(?:[[{]\s*){100}|(?:[[{][^[\]{}]{0,20}){100}|(?:[-?][ \t]+){100}/

/** An indentation for which the parser takes quadratic time if a quoted or plain text ends on such a line. */
const indentation = /^[ \t]{1000,}\S/m

/** What git writes where two sides of a merge differ. */
const mergeMark = /^<{7} .*$/m

export type YamlReading = { ok: true; root: YamlNode } | { ok: false; problems: Problem[] }

/**
 * Reads one YAML 1.2 document into nodes that keep their places. Refused, each with its place: syntax errors,
 * duplicate keys, tags, unknown or recursive aliases, alias bombs, files over 4 million characters or 64
 * levels deep, `%YAML 1.1`, texts that a `#` cuts off, and an empty file; `ifEmpty` says what belongs into
 * one.
 */
export function readYaml(text: string, file: string, ifEmpty = 'begin with suite: and a name'): YamlReading {
  try {
    refuseOversize(text)
    const plain = readPlainYaml(text)
    return plain === null ? readWhole(text, file, ifEmpty) : { ok: true, root: plain }
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof NodeRefusal)) throw error
    const { code, at, message, hint } = error instanceof RangeError ? exhausted(error) : error
    return { ok: false, problems: [{ code, file, at, message, ...(hint === undefined ? {} : { hint }) }] }
  }
}

/** Reads with the full parser. @throws Refusal and RangeError */
function readWhole(text: string, file: string, ifEmpty: string): YamlReading {
  const { LineCounter, parseDocument } = yamlLibrary()
  const lines = new LineCounter()
  const placeAt = (from: number, to: number): Place => {
    const { line, col } = lines.linePos(from)
    const firstLine = text.slice(from, to).split(/\r?\n/, 1)[0] ?? ''
    return { line: Math.max(1, line), column: Math.max(1, col), length: Math.max(1, firstLine.length) }
  }
  const document = withoutStacks(() =>
    parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false,
      version: '1.2',
      uniqueKeys: false, // it would compare each key with all others
    }),
  )
  const cut = findCutTexts(document, text, file, placeAt)
  if (cut.length > 0) return { ok: false, problems: cut }
  const [first, twice] = [document.errors[0], findDuplicates(document, text)]
  const conflict = first === undefined && twice.length === 0 ? null : mergeMark.exec(text)
  if (conflict !== null)
    throw new NodeRefusal(
      'yaml-syntax',
      placeAt(conflict.index, conflict.index + conflict[0].length),
      'a merge is not resolved',
      'keep what is right of both sides, and take out the lines that begin with <<<<<<<, ======= and >>>>>>>',
    )
  if (first !== undefined && !twice.some(({ from }) => from < first.pos[0]))
    return { ok: false, problems: [syntaxProblem(first, document, text, file, placeAt)] }
  if (twice.length > 0)
    return {
      ok: false,
      problems: twice.map(({ key, from }) => duplicateKey(key, file, placeAt(from, from + key.length))),
    }
  const { yaml } = document.directives
  if (yaml.explicit && yaml.version !== '1.2') {
    throw new NodeRefusal(
      'yaml-version',
      start,
      `the file declares YAML ${yaml.version}`,
      'remove the %YAML line: files are read as YAML 1.2, where no and 22:00 stay text',
    )
  }
  const tag = document.warnings.find((warning) => warning.code === 'TAG_RESOLVE_FAILED')
  if (tag !== undefined) {
    throw new NodeRefusal(
      'unknown-tag',
      placeAt(tag.pos[0], tag.pos[1]),
      'tags are not used here',
      'remove the tag; quote the value if it is text',
    )
  }
  if (document.contents === null) throw new NodeRefusal('empty-file', start, 'the file is empty', ifEmpty)
  return { ok: true, root: buildNode(document, placeAt) }
}

/** The keys that their mapping already has, as written, in the order of the text. */
function findDuplicates(document: Document.Parsed, text: string): { key: string; from: number }[] {
  const duplicates: { key: string; from: number }[] = []
  const { isMap, isScalar } = yamlLibrary()
  for (const node of nodesOf(document)) {
    if (!isMap(node)) continue
    const keys = new Set<unknown>()
    for (const { key } of node.items) {
      if (!isScalar(key)) continue
      const { value, range } = key as Scalar
      const [from, to] = range ?? [0, 0]
      if (keys.has(value)) duplicates.push({ key: text.slice(from, to), from })
      keys.add(value)
    }
  }
  return duplicates.sort((one, other) => one.from - other.from)
}

function duplicateKey(key: string, file: string, at: Place): Problem {
  return {
    code: 'duplicate-key',
    file,
    at,
    message: `the key ${key} is already given above in the same mapping`,
    hint: 'keep one of the two; neither is silently dropped',
  }
}

const start: Place = { line: 1, column: 1, length: 1 }

/** The parser recurses over nested and chained nodes, so a hostile file can exhaust its stack. */
function exhausted(error: RangeError): NodeRefusal {
  if (!error.message.includes('call stack')) throw error
  return new NodeRefusal(
    'too-deep',
    start,
    'the file nests too deep to be read',
    'indent less, and close every bracket',
  )
}

function refuseOversize(text: string): void {
  if (text.length > maxCharacters) {
    throw new NodeRefusal(
      'too-large',
      start,
      `the file has ${text.length} characters, more than ${maxCharacters}`,
      'split it into several files',
    )
  }
  const far = indentation.exec(text)
  if (far !== null) {
    const at = { line: text.slice(0, far.index).split('\n').length, column: 1, length: far[0].length }
    throw new NodeRefusal('too-deep', at, 'a line is indented by a thousand characters or more', 'indent by two spaces')
  }
  const deep = nesting.exec(text)
  if (deep !== null) {
    const before = text.slice(0, deep.index).split('\n')
    const at = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, length: 1 }
    throw new NodeRefusal('too-deep', at, 'the file nests brackets or dashes a hundred levels deep', 'write it flatter')
  }
}
