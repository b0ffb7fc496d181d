import type { Alias, Document, Node } from 'yaml'
import { yamlLibrary } from './yaml-library.ts'

/**
 * The nodes of a document in the order of the text. The library's own `visit` copies the path to each node, which is
 * quadratic for a line of brackets.
 */
export function* nodesOf(document: Document): Generator<Node> {
  const { isMap, isNode, isSeq } = yamlLibrary()
  const left: unknown[] = [document.contents]
  while (left.length > 0) {
    const node = left.pop()
    if (!isNode(node)) continue
    yield node
    if (isMap(node)) for (const { key, value } of node.items.toReversed()) left.push(value, key)
    else if (isSeq(node)) for (const item of node.items.toReversed()) left.push(item)
  }
}

/**
 * The node that each alias of a document stands for: the last one before it with its anchor, or undefined. All are
 * found in one walk, because `alias.resolve` walks the whole document for each.
 */
export function aliasTargets(document: Document): Map<Alias, Node | undefined> {
  const { isAlias } = yamlLibrary()
  const anchored = new Map<string, Node>()
  const targets = new Map<Alias, Node | undefined>()
  for (const node of nodesOf(document)) {
    if (isAlias(node)) targets.set(node, anchored.get(node.source))
    else if ('anchor' in node && node.anchor !== undefined) anchored.set(String(node.anchor), node)
  }
  return targets
}
