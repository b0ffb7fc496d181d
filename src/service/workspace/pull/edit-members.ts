import type { Document, Node, Pair, YAMLMap } from 'yaml'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json/json.ts'
import { aliasTargets } from '../../../suite/yaml/walk-document.ts'
import { yamlLibrary } from '../../../suite/yaml/yaml-library.ts'
import { memberAt, putAt, removeAt } from './state-blueprint.ts'
import { memberLines } from './write-members.ts'

type WriteLines = (room: number) => string[]

/**
 * A YAML text with one member set in place or added last, all else as written; comments inside move above.
 * Null if the place cannot be changed on its own, as below an alias.
 */
export function setInText(text: string, path: readonly string[], value: JsonValue): string | null {
  return editMember(text, path, { value, write: (room) => memberLines(path.at(-1) ?? '', value, room) })
}

/** The same with lines that the caller writes, for a mapping that has no member of this name. */
export function addToText(text: string, path: readonly string[], write: WriteLines): string | null {
  const editedText = editMember(text, path, { write })
  if (editedText !== null) return editedText
  const member = memberAt(yamlLibrary().parse(write(0).join('\n')) as JsonObject, path.slice(-1))
  return member === undefined ? null : setInText(text, path, member)
}

/** A YAML text without one member; unchanged if it has no such member. Comments inside it stay. */
export function removeFromText(text: string, path: readonly string[]): string | null {
  return editMember(text, path, null)
}

/** The value at a path of a YAML text as written; undefined if there is none. */
export function writtenAt(text: string, path: readonly string[]): JsonValue | undefined {
  return memberAt(yamlLibrary().parseDocument(text).toJS() as JsonObject, path)
}

/** Edits one version as if alone, so that edits parse no others; null in braces, or in a file with aliases. */
export function editVersion(text: string, number: string, edit: (part: string) => string): string | null {
  const { parseDocument, isMap, isScalar, visit } = yamlLibrary()
  const document = parseDocument(text)
  if (document.errors.length > 0 || !isMap(document.contents)) return null
  let hasAlias = false
  visit(document, {
    Alias() {
      hasAlias = true
    },
  })
  const indexOfKey = (map: YAMLMap, name: string): number =>
    map.items.findIndex(({ key }) => isScalar(key) && String(key.value) === name)
  const top = document.contents
  const at = indexOfKey(top, 'versions')
  const versions = top.items[at]?.value
  if (hasAlias || !isMap(versions) || versions.flow === true) return null
  const own = indexOfKey(versions, number)
  const next = versions.items[own + 1] ?? top.items[at + 1]
  if (own < 0 || lineStartOf(text, startOf(versions.items[own])) <= startOf(top.items[at])) return null
  const from = lineStartOf(text, startOf(versions.items[own]))
  const to = next === undefined ? text.length : lineStartOf(text, startOf(next))
  const head = `versions:${newlineOf(text)}`
  const edited = edit(`${head}${text.slice(from, to)}`)
  return edited.startsWith(head) ? `${text.slice(0, from)}${edited.slice(head.length)}${text.slice(to)}` : null
}

function lineStartOf(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1
}

/** The change to a member; null removes it. */
type Edit = { value?: JsonValue; write: WriteLines } | null

function editMember(text: string, path: readonly string[], edit: Edit): string | null {
  const { parseDocument, isMap } = yamlLibrary()
  const document = parseDocument(text)
  if (document.errors.length > 0 || !isMap(document.contents)) return null
  const changed = editBelow({ text, document }, document.contents, path, edit)
  return changed === null || !isSound(parseDocument(changed)) ? null : changed
}

/** Whether a document can be read: every alias still has its anchor. */
function isSound(document: Document): boolean {
  return document.errors.length === 0 && [...aliasTargets(document).values()].every((target) => target !== undefined)
}

interface Whole {
  text: string
  document: Document
}

function editBelow(whole: Whole, map: YAMLMap, path: readonly string[], edit: Edit): string | null {
  const { isMap, isScalar } = yamlLibrary()
  const [key = '', ...rest] = path
  const pair = map.items.find((each) => isScalar(each.key) && String(each.key.value) === key)
  if (pair === undefined) return edit === null ? whole.text : insert(whole.text, map, key, rest, edit)
  if (rest.length === 0) return edit === null ? cut(whole, map, pair) : replace(whole, map, pair, edit.write)
  const { value } = pair
  if (edit === null && holdsJust(value, rest)) return cut(whole, map, pair)
  if (isMap(value) && value.flow !== true && value.items.length > 0) return editBelow(whole, value, rest, edit)
  return rewrite(whole, map, pair, rest, edit)
}

/** Whether a mapping contains nothing but the member at a path, so that removing that leaves it empty. */
function holdsJust(value: unknown, [key, ...rest]: readonly string[]): boolean {
  const { isMap, isScalar } = yamlLibrary()
  const only = isMap(value) && value.items.length === 1 ? value.items[0] : undefined
  if (!isScalar(only?.key) || String(only.key.value) !== key) return false
  return rest.length === 0 || holdsJust(only.value, rest)
}

/** Writes a mapping in braces, or an empty one, anew as a whole. */
function rewrite(whole: Whole, map: YAMLMap, pair: Pair, rest: readonly string[], edit: Edit): string | null {
  const { isAlias, isNode } = yamlLibrary()
  const { value } = pair
  const now: unknown = isNode(value) && !isAlias(value) ? value.toJS(whole.document) : (value ?? null)
  if (isAlias(value) || (now !== null && !isJsonObject(now)) || !readsAsWritten(value)) return null
  const next: JsonObject = structuredClone(now ?? {}) as JsonObject
  if (edit === null) removeAt(next, rest)
  else if (edit.value === undefined) return null
  else putAt(next, rest, edit.value)
  if (edit === null && Object.keys(next).length === 0) return cut(whole, map, pair)
  return replace(whole, map, pair, (room) => memberLines(String((pair.key as { value: unknown }).value), next, room))
}

/** Whether every scalar is written as its value: YAML reads `012` as a number, but as text it is one. */
function readsAsWritten(value: unknown): boolean {
  const { isNode, visit } = yamlLibrary()
  let plain = true
  if (isNode(value))
    visit(value as unknown as Document, {
      Scalar: (_, { value: scalar, source }) => {
        const scalarText = String(scalar)
        if (typeof scalar === 'string' || source === undefined || source === scalarText) return
        // YAML writes out a very small number in digits
        if (typeof scalar !== 'number' || !scalarText.includes('e')) plain = false
      },
    })
  return plain
}

function insert(
  text: string,
  map: YAMLMap,
  key: string,
  rest: readonly string[],
  edit: NonNullable<Edit>,
): string | null {
  const last = map.items.at(-1)
  if (last === undefined || map.flow === true) return null
  const room = columnOf(text, startOf(map.items[0]))
  const nested = rest.reduceRight<WriteLines>(
    (write, _, index) => (inner) => [
      ...memberLines(index === 0 ? key : (rest[index - 1] ?? ''), {}, 0).map((line) => line.replace(/ \{\}$/, '')),
      ...write(inner + 2).map((line) => (line === '' ? '' : `  ${line}`)),
    ],
    edit.write,
  )
  let at = lineEnd(text, endOf(text, last))
  for (let next = lineAt(text, at + 1); isDeepComment(next, room); next = lineAt(text, at + 1)) at += 1 + next.length
  const glue = text.slice(at - 1, at) === '\r' ? at - 1 : at
  return `${text.slice(0, glue)}${newlineOf(text)}${layOut(nested(room), room, text)}${text.slice(glue)}`
}

function replace({ text, document }: Whole, map: YAMLMap, pair: Pair, write: WriteLines): string {
  const [from, to] = [startOf(pair), endOf(text, pair)]
  const room = columnOf(text, startOf(map.items[0]))
  const lines = write(room)
  const comments = commentsIn(pair, text.slice(from, to), document)
  const end = lineEnd(text, to)
  const behind = /^[ \t]*(#.*?)\r?$/.exec(text.slice(to, end))?.[1]
  const moves = behind !== undefined && lines.length > 1
  const above = [...comments, ...(moves ? [behind] : [])]
  const rest = moves ? text.slice(text.charAt(end - 1) === '\r' ? end - 1 : end) : text.slice(to)
  return `${text.slice(0, from)}${layOut([...above, ...lines], room, text).trimStart()}${rest}`
}

function cut({ text, document }: Whole, map: YAMLMap, pair: Pair): string | null {
  if (map.items.length === 1 || map.flow === true) return null
  const [from, to] = [startOf(pair), endOf(text, pair)]
  const room = columnOf(text, startOf(map.items[0]))
  const lineStart = lineStartOf(text, from)
  if (text.slice(lineStart, from).trim() !== '') return null // the first member of a list item
  const end = lineEnd(text, to)
  const behind = /#.*?(?=\r?$)/.exec(text.slice(to, end))?.[0]
  const remarks = [...commentsIn(pair, text.slice(from, to), document), ...(behind === undefined ? [] : [behind])]
  const comments = remarks.length === 0 ? '' : `${layOut(remarks, room, text)}${newlineOf(text)}`
  return `${text.slice(0, lineStart)}${comments}${text.slice(Math.min(end + 1, text.length))}`
}

/** The comments inside a member, one line each. */
function commentsIn(pair: Pair, region: string, document: Document): string[] {
  const { isNode, visit } = yamlLibrary()
  const comments: string[] = []
  const take = (comment: string | null | undefined): void => {
    for (const line of comment?.split('\n') ?? []) if (region.includes(`#${line}`)) comments.push(`#${line}`)
  }
  if (!isNode(pair.value)) return comments
  take(pair.value.commentBefore)
  visit(pair.value as unknown as Document, {
    Node: (_, node: Node) => {
      if (node !== pair.value) take(node.commentBefore)
      take(node.comment)
    },
  })
  return document.errors.length > 0 ? [] : [...new Set(comments)]
}

function startOf(pair: Pair | undefined): number {
  return (pair?.key as Node | undefined)?.range?.[0] ?? 0
}

/** The end of a member, excluding the line break and the comment after it. */
function endOf(text: string, { key, value }: Pair): number {
  return endOfNode(text, value, text.indexOf(':', (key as Node).range?.[1] ?? 0) + 1)
}

function endOfNode(text: string, node: unknown, colon: number): number {
  const { isCollection, isNode, isPair } = yamlLibrary()
  if (!isNode(node)) return colon
  const last = isCollection(node) && node.flow !== true ? node.items.at(-1) : undefined
  if (last === undefined) return trimmedEnd(text, node, colon)
  return isPair(last) ? endOf(text, last) : endOfNode(text, last, colon)
}

function trimmedEnd(text: string, { range }: Node, colon: number): number {
  const [from, to] = [range?.[0] ?? colon, range?.[1] ?? colon]
  return Math.max(colon, from + text.slice(from, to).trimEnd().length)
}

function columnOf(text: string, at: number): number {
  return at - (text.lastIndexOf('\n', at - 1) + 1)
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

function lineAt(text: string, at: number): string {
  return at >= text.length ? '' : text.slice(at, lineEnd(text, at))
}

/** Whether a line is a comment that belongs to the lines above it. */
function isDeepComment(line: string, room: number): boolean {
  const [, margin = ''] = /^( *)#/.exec(line) ?? []
  return room > 0 && line.trim().startsWith('#') && margin.length >= room
}

function newlineOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}

function layOut(lines: readonly string[], room: number, text: string): string {
  return lines.map((line) => `${' '.repeat(room)}${line}`.trimEnd()).join(newlineOf(text))
}
