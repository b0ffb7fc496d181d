import type { LineCounter } from 'yaml'
import { buildNode, Refusal } from './build-node.ts'
import { findCutTexts } from './cut-text.ts'
import type { YamlNode } from './node.ts'
import type { Place } from './place.ts'
import { readPlainYaml } from './read-plain-yaml.ts'
import { withoutStacks, yamlLibrary } from './yaml-library.ts'

/** Reads a large document by parsing its longest list in parts; null if it cannot be split or has any mistake. */
export function readInParts(
  text: string,
  placeAt: (from: number, to: number) => Place,
  lines: LineCounter,
): YamlNode | null {
  const split = splitItems(text)
  if (split === null) return null
  lines.addNewLine(0)
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1)
  const { rest, key, cut, parts } = split
  const shifted = (at: number): number => (at >= cut.from ? at + cut.length : at)
  const root = parsePart(rest, (from, to) => placeAt(shifted(from), shifted(to)))
  const lists = parts.map(
    (part) =>
      readPlainYaml(part.text, placeAt(part.from, part.from).line) ??
      parsePart(part.text, (from, to) => placeAt(from + part.from, to + part.from)),
  )
  const items = lists.flatMap((list) => (list?.kind === 'list' ? list.items : []))
  const entry = root?.kind === 'map' ? root.entries.find((each) => each.key === key) : undefined
  const at = lists[0]?.at
  if (root === null || entry === undefined || at === undefined || lists.some((list) => list?.kind !== 'list')) {
    lines.lineStarts = []
    return null
  }
  entry.value = { kind: 'list', items, at }
  return root
}

function parsePart(text: string, placeAt: (from: number, to: number) => Place): YamlNode | null {
  const document = withoutStacks(() => yamlLibrary().parseDocument(text, { prettyErrors: false, version: '1.2' }))
  if (document.errors.length > 0 || document.warnings.length > 0 || document.contents === null) return null
  if (findCutTexts(document, text, '', placeAt).length > 0) return null
  try {
    return buildNode(document, placeAt)
  } catch (error) {
    if (error instanceof Refusal) return null // the whole text is parsed for its problems
    throw error
  }
}

/** A long list of a document, cut out: `rest` is the document without it, and each part holds some of its items. */
interface Split {
  /** The document with nothing under `key`; offsets after the cut differ from the whole text's by `cut.length`. */
  rest: string
  key: string
  cut: { from: number; length: number }
  parts: { text: string; from: number }[]
}

/** Anchors, aliases, tags, directives and document marks tie parts together; `|` and `>` and quotes do not. */
const ties = /(?:^|[\s,[{:-])[&*!]\S|^(?:%|---|\.\.\.)/m
const topKey = /^[A-Za-z][A-Za-z ]*:[ \t\r\n]/
const partLength = 16_000

/**
 * Cuts the items of the longest document-level list into parts that can be parsed one by one, which needs a fraction of
 * the memory. Null when the text is short or not that simple; it must then be parsed whole. An item begins where a dash
 * stands at the list's own indentation: nothing inside an item can stand there in a sound document, and in an unsound
 * one some part does not parse, so whoever finds an error must parse the whole text for it.
 */
export function splitItems(text: string): Split | null {
  if (text.length < 100_000 || ties.test(text)) return null
  const opening = /^([A-Za-z][A-Za-z ]*):[ \t]*(?:#.*)?\r?\n(?=(?:[ \t]*(?:#.*)?\r?\n)*( *)-[ \t\r\n])/gm
  const found = [...text.matchAll(opening)]
  for (const each of found) {
    const from = each.index + each[0].length
    const region = cutItems(text, from, each[2]?.length ?? 0)
    if (region === null || region.end - from < text.length / 2) continue
    const { end, parts } = region
    return { rest: text.slice(0, from) + text.slice(end), key: each[1] ?? '', cut: { from, length: end - from }, parts }
  }
  return null
}

function cutItems(text: string, from: number, indent: number): { end: number; parts: Split['parts'] } | null {
  const parts: Split['parts'] = []
  let [begin, at] = [from, from]
  while (at < text.length) {
    const next = text.indexOf('\n', at) + 1 || text.length
    let content = at
    while (text.charCodeAt(content) === 32) content += 1
    const first = text[content] ?? '\n'
    const column = content - at
    if (first !== '#' && first !== '\n' && first !== '\r') {
      if (column < indent || (column === indent && first !== '-')) {
        if (column !== 0 || !topKey.test(text.slice(at, next))) return null
        break
      }
      if (column === indent && at - begin > partLength) {
        parts.push({ text: text.slice(begin, at), from: begin })
        begin = at
      }
    }
    at = next
  }
  parts.push({ text: text.slice(begin, at), from: begin })
  return { end: at, parts }
}
