import type { YamlNode } from './node.ts'
import type { Place } from './place.ts'

const nowhere: Place = { line: 1, column: 1, length: 1 }

/** A value from code as a node, so that one shape reads a YAML file and an object alike. Members that are undefined are left out. */
export function nodeFromJson(value: unknown): YamlNode {
  if (Array.isArray(value)) return { kind: 'list', items: value.map(nodeFromJson), at: nowhere }
  if (typeof value === 'object' && value !== null) {
    const given = Object.entries(value).filter(([, member]) => member !== undefined)
    const entries = given.map(([key, member]) => ({ key, keyAt: nowhere, value: nodeFromJson(member) }))
    return { kind: 'map', entries, at: nowhere }
  }
  const known = typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string'
  return { kind: 'scalar', value: known ? value : null, source: known ? String(value) : '', plain: false, at: nowhere }
}
