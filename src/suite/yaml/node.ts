import { cutText } from '../../base/privacy/cut.ts'
import { redactKeys } from '../../base/secrets/secret-keys.ts'
import type { Place } from './place.ts'

/** A scalar: `value` as YAML 1.2 reads it, `source` as written, `plain` if it has no quotes. */
export interface ScalarNode {
  kind: 'scalar'
  value: null | boolean | number | string
  source: string
  plain: boolean
  at: Place
}

interface ListNode {
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

export interface MapEntry {
  key: string
  keyAt: Place
  value: YamlNode
}

/** A node of a YAML document, with aliases already expanded. */
export type YamlNode = ScalarNode | ListNode | MapNode

/** Describes a node in an error: `a list`, `text "abc"`, `nothing`. */
export function describeNode(node: YamlNode): string {
  if (node.kind === 'list') return `a list of ${node.items.length}`
  if (node.kind === 'map') return 'a mapping'
  if (node.value === null) return 'nothing'
  if (typeof node.value === 'string') return `text ${shorten(JSON.stringify(node.value))}`
  return `${typeof node.value === 'number' ? 'number' : 'the boolean'} ${node.source}`
}

const shorten = (text: string): string => (text.length > 40 ? cutText(text, 39, '…"') : redactKeys(text))

const nowhere: Place = { line: 1, column: 1, length: 1 }

/** A value from code as a node, so that one shape reads both YAML files and objects. Undefined members are left out. */
export function nodeFromJson(value: unknown): YamlNode {
  if (Array.isArray(value)) return { kind: 'list', items: value.map(nodeFromJson), at: nowhere }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined)
    const entries = members.map(([key, member]) => ({ key, keyAt: nowhere, value: nodeFromJson(member) }))
    return { kind: 'map', entries, at: nowhere }
  }
  const isPlain = typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string'
  return {
    kind: 'scalar',
    value: isPlain ? value : null,
    source: isPlain ? String(value) : '',
    plain: false,
    at: nowhere,
  }
}
