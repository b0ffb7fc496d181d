import type { Document, Node } from 'yaml'
import type { MapEntry, ScalarNode, YamlNode } from './node.ts'
import type { Place } from './place.ts'
import type { ProblemCode } from './problem.ts'
import { oddSpace } from './syntax-problem.ts'
import { aliasTargets } from './walk-document.ts'
import { yamlLibrary } from './yaml-library.ts'

/** Limits that keep a hostile file from exhausting memory or the stack: nodes after alias expansion, nesting. */
const limits = { nodes: 400_000, depth: 64 }

/** The core tags, which only name the type that a value has anyway. */
const knownTags = new Set(
  ['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((name) => `tag:yaml.org,2002:${name}`),
)

/** Thrown inside `buildNode` and caught by `readYaml`: the first reason to refuse the document. */
export class NodeRefusal extends Error {
  constructor(
    readonly code: ProblemCode,
    readonly at: Place,
    message: string,
    readonly hint?: string,
  ) {
    super(message)
  }
}

/** Turns the parser's tree into nodes with places, expanding aliases. @throws Refusal */
export function buildNode(document: Document.Parsed, placeAt: (from: number, to: number) => Place): YamlNode {
  const { isAlias, isMap, isScalar, isSeq } = yamlLibrary()
  let count = 0
  const targets = aliasTargets(document)
  const placeOf = (node: unknown): Place => {
    const range = (node as Node | null)?.range
    return range ? placeAt(range[0], range[1]) : placeAt(0, 1)
  }
  const build = (node: unknown, depth: number, open: readonly unknown[], through?: Place): YamlNode => {
    const at = placeOf(node)
    count += 1
    if (count > limits.nodes) {
      const message = `the file expands to more than ${limits.nodes} nodes`
      throw new NodeRefusal('alias-bomb', through ?? at, message, 'use fewer aliases')
    }
    if (depth > limits.depth) {
      const message = `the file nests deeper than ${limits.depth} levels`
      throw new NodeRefusal('too-deep', through ?? at, message, 'write it flatter')
    }
    const tag = (node as Node | null)?.tag
    if (tag !== undefined && !knownTags.has(tag)) {
      const hint = 'remove the tag; quote the value if it is text'
      throw new NodeRefusal('unknown-tag', at, 'tags are not used here', hint)
    }
    if (isAlias(node)) {
      const target = targets.get(node)
      if (target === undefined) {
        const hint = `put &${node.source} before the value it stands for; quote the value if it is text`
        throw new NodeRefusal('unknown-alias', at, `no anchor &${node.source} comes before this alias`, hint)
      }
      if (open.includes(target))
        throw new NodeRefusal('unknown-alias', at, `the alias *${node.source} contains itself`, 'write the value out')
      return build(target, depth + 1, [...open, target], through ?? at)
    }
    if (isSeq(node)) return { kind: 'list', items: node.items.map((item) => build(item, depth + 1, open, through)), at }
    if (!isMap(node)) return scalar(node, at)
    const entries = node.items.map((pair): MapEntry => {
      const keyAt = placeOf(pair.key)
      if (!isScalar(pair.key)) {
        const hint = isMap(pair.key)
          ? 'put {{…}} in quotes: "{{name}}"; without them it is a mapping'
          : 'write one word or text before the colon'
        throw new NodeRefusal('wrong-type', keyAt, 'a key must be plain text, not a list or a mapping', hint)
      }
      const key = typeof pair.key.value === 'string' ? pair.key.value : (pair.key.source ?? '')
      if (pair.key.type === 'PLAIN') refuseOddSpaces(key, pair.key.range?.[0] ?? 0, placeAt)
      return {
        key,
        keyAt,
        value: pair.value === null ? scalar(null, keyAt) : build(pair.value, depth + 1, open, through),
      }
    })
    return { kind: 'map', entries, at: entries[0]?.keyAt ?? at }
  }
  return build(document.contents, 0, [])
}

/** Odd spaces used as indentation become part of the key, which then only looks right. */
function refuseOddSpaces(key: string, start: number, placeAt: (from: number, to: number) => Place): void {
  const match = /^[^\S]+|[^\S]+$/.exec(key.replace(/\u200b|\u2060/g, '\u00a0'))
  if (match === null) return
  const from = start + match.index
  const [message, hint] = oddSpace(key.slice(match.index))
  throw new NodeRefusal('yaml-syntax', placeAt(from, from + match[0].length), `not valid YAML: ${message}`, hint)
}

function scalar(node: unknown, at: Place): ScalarNode {
  if (!yamlLibrary().isScalar(node)) return { kind: 'scalar', value: null, source: '', plain: true, at }
  const value = typeof node.value === 'bigint' ? Number(node.value) : node.value
  const plain = node.type === 'PLAIN' || node.type === undefined
  if (value === null || typeof value === 'boolean' || typeof value === 'number') {
    return { kind: 'scalar', value, source: node.source ?? '', plain, at }
  }
  const text = String(value)
  return { kind: 'scalar', value: text, source: text, plain, at }
}
