import { LineCounter, parseDocument } from 'yaml'
import { buildNode, Refusal } from './build-node.ts'
import type { YamlNode } from './node.ts'
import type { Place } from './place.ts'
import type { Problem } from './problem.ts'
import { readInParts } from './read-in-parts.ts'
import { syntaxProblem } from './syntax-problem.ts'

const maxCharacters = 4_000_000

/** A run of brackets or dashes that would exhaust the parser's stack before any other limit is reached. */
const nesting = /(?:[[{]\s*){100}|(?:-[ \t]+){100}/

/** A document read, or everything that is wrong with it. */
export type YamlReading = { ok: true; root: YamlNode } | { ok: false; problems: Problem[] }

/**
 * Reads one YAML 1.2 document into nodes that keep their places.
 * Refused, each with its place: syntax errors, duplicate keys, tags, unknown or recursive aliases, alias bombs,
 * files over 4 million characters or 64 levels deep, `%YAML 1.1`, and an empty file.
 */
export function readYaml(text: string, file: string): YamlReading {
  const lines = new LineCounter()
  const placeAt = (from: number, to: number): Place => {
    const { line, col } = lines.linePos(from)
    const firstLine = text.slice(from, to).split(/\r?\n/, 1)[0] ?? ''
    return { line: Math.max(1, line), column: Math.max(1, col), length: Math.max(1, firstLine.length) }
  }
  try {
    refuseOversize(text)
    const inParts = readInParts(text, placeAt, lines)
    if (inParts !== null) return { ok: true, root: inParts }
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, version: '1.2' })
    const first = document.errors[0]
    if (first !== undefined) {
      const alike = document.errors.filter(
        (error) => error === first || (error.code === 'DUPLICATE_KEY' && first.code === error.code),
      )
      return { ok: false, problems: alike.map((error) => syntaxProblem(error, file, placeAt)) }
    }
    const { yaml } = document.directives
    if (yaml.explicit && yaml.version !== '1.2') {
      throw new Refusal(
        'yaml-version',
        start,
        `the file declares YAML ${yaml.version}`,
        'remove the %YAML line: files are read as YAML 1.2, where no and 22:00 stay text',
      )
    }
    const tag = document.warnings.find((warning) => warning.code === 'TAG_RESOLVE_FAILED')
    if (tag !== undefined) {
      throw new Refusal(
        'unknown-tag',
        placeAt(tag.pos[0], tag.pos[1]),
        'tags are not used here',
        'remove the tag; quote the value if it is text',
      )
    }
    if (document.contents === null) throw new Refusal('empty-file', start, 'the file is empty')
    return { ok: true, root: buildNode(document, placeAt) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, at, message, hint } = error
    return { ok: false, problems: [{ code, file, at, message, ...(hint === undefined ? {} : { hint }) }] }
  }
}

const start: Place = { line: 1, column: 1, length: 1 }

function refuseOversize(text: string): void {
  if (text.length > maxCharacters) {
    throw new Refusal(
      'too-large',
      start,
      `the file has ${text.length} characters, more than ${maxCharacters}`,
      'split it into several files',
    )
  }
  if (nesting.test(text))
    throw new Refusal('too-deep', start, 'the file nests brackets or dashes a hundred levels deep')
}
