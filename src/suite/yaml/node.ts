import { redactKeys } from '../../base/secret-keys.ts'
import type { Place } from './place.ts'

/** A scalar: `value` as YAML 1.2 reads it, `source` as it was written, `plain` when it carries no quotes. */
export interface ScalarNode {
  kind: 'scalar'
  value: null | boolean | number | string
  source: string
  plain: boolean
  at: Place
}

/** A sequence. */
export interface ListNode {
  kind: 'list'
  items: YamlNode[]
  at: Place
}

/** A mapping; keys are text and keep their own place. */
export interface MapNode {
  kind: 'map'
  entries: MapEntry[]
  at: Place
}

/** One `key: value` of a mapping. */
export interface MapEntry {
  key: string
  keyAt: Place
  value: YamlNode
}

/** A node of a YAML document, with aliases already expanded. */
export type YamlNode = ScalarNode | ListNode | MapNode

/** What a person would call this node in an error: `a list`, `text "abc"`, `nothing`. */
export function describeNode(node: YamlNode): string {
  if (node.kind === 'list') return `a list of ${node.items.length}`
  if (node.kind === 'map') return 'a mapping'
  if (node.value === null) return 'nothing'
  if (typeof node.value === 'string') return `text ${shorten(JSON.stringify(redactKeys(node.value)))}`
  return `${typeof node.value === 'number' ? 'number' : 'the boolean'} ${node.source}`
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 37)}…"` : text
}
