import { isTypo } from '../../base/is-typo.ts'
import type { MapEntry, YamlNode } from '../yaml/node.ts'
import type { Place } from '../yaml/place.ts'
import { readYaml } from '../yaml/read-yaml.ts'
import type { Mend } from './mend.ts'

/** Where a word stands in a file: under what, beside what, and what it is the key of. */
interface Spot {
  parent: YamlNode
  value?: YamlNode
}

/**
 * Whether a mend changes one word alone: the word has no alias, by which it would mean something elsewhere too, and does
 * not become the double of one that stands beside it, nor of another slip that does.
 */
export function standsAlone(mend: Mend, before: string): boolean {
  const [spot, ...others] = spotsAt(mend, before)
  const [mended] = spotsAt(mend, mend.content)
  return spot !== undefined && others.length === 0 && mended !== undefined && !isDoubled(mended, mend)
}

/** The places at which a problem would be about a mended word: what it is the key of, and what it belongs to. */
export function surroundings(mend: Mend, content: string): Place[] {
  return spotsAt(mend, content).flatMap(({ parent, value }) => [parent.at, ...(value === undefined ? [] : [value.at])])
}

function isDoubled({ parent, value }: Spot, mend: Mend): boolean {
  const words = parent.kind === 'map' ? (value === undefined ? [] : parent.entries.map(wordOfKey)) : wordsOf(parent)
  const own = words.find(({ at }) => isAt(at, mend))?.word ?? ''
  return words.some(({ word, at }) => !isAt(at, mend) && (word === own || isTypo(word, own)))
}

function wordOfKey({ key, keyAt }: MapEntry): { word: string; at: Place } {
  return { word: key, at: keyAt }
}

function wordsOf(parent: YamlNode): { word: string; at: Place }[] {
  const items = parent.kind === 'list' ? parent.items : []
  return items.flatMap((item) => (item.kind === 'scalar' ? [{ word: item.source, at: item.at }] : []))
}

function spotsAt(mend: Mend, content: string): Spot[] {
  const yaml = readYaml(content, '')
  return yaml.ok ? spotsIn(yaml.root, mend) : []
}

function spotsIn(node: YamlNode, mend: Mend): Spot[] {
  if (node.kind === 'scalar') return []
  if (node.kind === 'list')
    return node.items.flatMap((item) => [
      ...(item.kind === 'scalar' && isAt(item.at, mend) ? [{ parent: node }] : []),
      ...spotsIn(item, mend),
    ])
  return node.entries.flatMap(({ keyAt, value }) => [
    ...(isAt(keyAt, mend) ? [{ parent: node, value }] : []),
    ...(value.kind === 'scalar' && isAt(value.at, mend) ? [{ parent: node }] : []),
    ...spotsIn(value, mend),
  ])
}

function isAt({ line, column }: Place, mend: Mend): boolean {
  return line === mend.line && column === mend.column
}
