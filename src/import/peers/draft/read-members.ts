import type { JsonValue } from '../../../base/json/json.ts'
import { secretsBelow } from '../../../base/privacy/patterns.ts'
import type { MapEntry, YamlNode } from '../../../suite/yaml/node.ts'
import type { Place } from '../../../suite/yaml/place.ts'
import type { PeerOrigin } from './draft.ts'

/** The member of a mapping; undefined where there is none, or the node is not a mapping. */
export function memberOf(node: YamlNode | undefined, key: string): YamlNode | undefined {
  return entriesOf(node).find((entry) => entry.key === key)?.value
}

/** The members of a mapping; empty for anything else. */
export function entriesOf(node: YamlNode | undefined): MapEntry[] {
  return node?.kind === 'map' ? node.entries : []
}

/** The items of a list; empty for anything else. */
export function itemsOf(node: YamlNode | undefined): YamlNode[] {
  return node?.kind === 'list' ? node.items : []
}

/** The items of a list; anything else counts as a list of one. */
export function listOrOne(node: YamlNode | undefined): YamlNode[] {
  return node === undefined ? [] : node.kind === 'list' ? node.items : [node]
}

/** A scalar as it was written; null for nothing, lists and mappings. */
export function scalarText(node: YamlNode | undefined): string | null {
  return node?.kind === 'scalar' && node.value !== null ? node.source : null
}

/** A number; null for anything else. */
export function numberIn(node: YamlNode | undefined): number | null {
  return node?.kind === 'scalar' && typeof node.value === 'number' ? node.value : null
}

/** The texts of a list; a single text counts as a list of one. */
export function scalarTexts(node: YamlNode | undefined): string[] {
  return listOrOne(node).flatMap((each) => scalarText(each) ?? [])
}

export function toJson(node: YamlNode): JsonValue {
  if (node.kind === 'list') return node.items.map(toJson)
  if (node.kind === 'scalar') return node.value
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, toJson(value)]))
}

/** A node on one line, for notes; possible secrets are hidden. */
export function showNode(node: YamlNode): string {
  const hide = (key: string, value: unknown): unknown => (isSecret(key) && value !== null ? '(hidden)' : value)
  return scalarText(node) ?? JSON.stringify(toJson(node), hide)
}

export function showEntry({ key, value }: Pick<MapEntry, 'key' | 'value'>): string {
  return `${key}: ${isSecret(key) ? '(hidden)' : showNode(value)}`
}

/** Values under secret names are hidden, whatever they are, and so are those of headers and parameters that let somebody in. */
export function isSecret(key: string): boolean {
  return secretsBelow(key, 'none') !== 'none' || admitting.test(key)
}

const admitting =
  /^(?:set-)?cookies?$|^x-(?:auth|session|access)\b|(?:^|[-_])(?:auth|sig|signature|session(?:[-_]?id)?)$/i

export function originAt(file: string, { line, column }: Place): PeerOrigin {
  return { file, line, column }
}
