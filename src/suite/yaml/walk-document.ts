import type { Alias, Document, Node } from 'yaml'
import { yamlLibrary } from './yaml-library.ts'

/** In the order of the text. The library's `visit` copies the path to each node: quadratic for a line of brackets. */
export function* nodesOf(document: Document): Generator<Node> {
  const { isMap, isNode, isSeq } = yamlLibrary()
  const stack: unknown[] = [document.contents]
  while (stack.length > 0) {
    const node = stack.pop()
    if (!isNode(node)) continue
    yield node
    if (isMap(node)) for (const { key, value } of node.items.toReversed()) stack.push(value, key)
    else if (isSeq(node)) for (const item of node.items.toReversed()) stack.push(item)
  }
}

/** The last one before it with its anchor. One walk for all: `alias.resolve` walks the whole document for each. */
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
