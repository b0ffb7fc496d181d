import type { LineCounter } from 'yaml'
import { buildNode, Refusal } from './build-node.ts'
import { findCutTexts } from './cut-text.ts'
import type { YamlNode } from './node.ts'
import type { Place } from './place.ts'
import { readPlainYaml } from './read-plain-yaml.ts'
import { splitItems } from './split-items.ts'
import { withoutStacks } from './without-stacks.ts'
import { yamlLibrary } from './yaml-library.ts'

/** A large document, its longest list parsed part by part; null when it cannot be split, or when anything is wrong with it. */
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
