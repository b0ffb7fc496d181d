import type { Alias, Document, Node } from 'yaml'
import { yamlLibrary } from './yaml-library.ts'

/**
 * The node that each alias of a document stands for: the last one before it with its anchor, or undefined. All are
 * found in one walk, because `alias.resolve` walks the whole document for each.
 */
export function aliasTargets(document: Document): Map<Alias, Node | undefined> {
  const anchored = new Map<string, Node>()
  const targets = new Map<Alias, Node | undefined>()
  yamlLibrary().visit(document, {
    Alias(_, alias) {
      targets.set(alias, anchored.get(alias.source))
    },
    Value(_, node) {
      if (node.anchor !== undefined) anchored.set(node.anchor, node)
    },
  })
  return targets
}
