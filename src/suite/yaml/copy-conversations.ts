import type { Document, Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import type { Place } from './place.ts'
import { aliasTargets } from './walk-document.ts'
import { yamlLibrary } from './yaml-library.ts'

type Spot = Pick<Place, 'line' | 'column'>

/** A conversation to copy with changes. */
export interface CopiedConversation {
  /** Where it begins in the file. */
  at: Spot
  name: string
  /** A comment line above it. */
  note: string
  /** What users type in the copy, by the place of the original text; several texts become several turns. */
  typed: readonly { at: Spot; texts: readonly string[] }[]
  /** Turns to leave out, by the place of their text. */
  without: readonly Spot[]
  /** Swaps values in a text. */
  swap(text: string): string
}

export interface CopySettings {
  suite: string
  /** Comment lines at the top. */
  head: readonly string[]
  /** Rewrites the path of an included file for the copy. */
  pathOf(path: string): string
}

/**
 * A copy of a suite file with changed copies of some of its conversations, and no others. Suite settings and
 * the rest of each conversation stay as they are. Null if the file is not laid out as a list of conversations,
 * or one of the texts is not found.
 */
export function copyConversations(
  text: string,
  copies: readonly CopiedConversation[],
  { suite, head, pathOf }: CopySettings,
): string | null {
  const { isMap, isScalar, isSeq } = yamlLibrary()
  const parts: YAMLMap[] = []
  let frame: Document | null = null
  for (const copy of copies) {
    const openText = open(text)
    const { document } = openText
    const list = document.get('conversations')
    if (!isSeq(list)) return null
    const item = itemAt(list, copy.at, openText)
    if (item === null || !isMap(item) || !change(openText, item, copy)) return null
    item.set('name', copy.name)
    item.delete('only')
    item.commentBefore = ` ${copy.note}`
    swapTexts(openText, copy.swap)
    parts.push(item)
    frame ??= document
  }
  const list = frame?.get('conversations')
  if (frame === null || !isSeq(list)) return null
  list.items = parts
  frame.set('suite', suite)
  const include = frame.get('include')
  if (isSeq(include)) for (const each of include.items) if (isScalar(each)) each.value = pathOf(String(each.value))
  frame.commentBefore = null
  return `${head.map((line) => `# ${line}\n`).join('')}${frame.toString({ lineWidth: 0 }).replace(/^(?:#.*\n)+/, '')}`
}

interface Opened {
  document: Document
  spotOf(node: Node): Spot
}

function open(text: string): Opened {
  const { LineCounter, parseDocument } = yamlLibrary()
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, keepSourceTokens: false })
  expandAliases(document)
  return {
    document,
    spotOf(node) {
      const { line, col } = lines.linePos(node.range?.[0] ?? 0)
      return { line, column: col }
    },
  }
}

/** Replaces aliases by copies of what they stand for, since their anchors may be in parts that are not copied. */
export function expandAliases(document: Document): void {
  const { visit } = yamlLibrary()
  const targets = aliasTargets(document)
  visit(document, { Alias: (_, alias) => targets.get(alias)?.clone() as Node | undefined })
  visit(document, {
    Value(_, node) {
      delete node.anchor
      return undefined
    },
  })
}

const same = (one: Spot, other: Spot): boolean => one.line === other.line && one.column === other.column

function itemAt(list: YAMLSeq, at: Spot, { spotOf }: Opened): Node | null {
  const { isNode } = yamlLibrary()
  const items = list.items.filter(isNode)
  return (
    items.findLast((item) => {
      const spot = spotOf(item)
      return spot.line < at.line || (spot.line === at.line && spot.column <= at.column)
    }) ?? null
  )
}

/** Applies the changes to what users type; false if a text is not found. */
function change(openText: Opened, item: YAMLMap, { typed, without }: CopiedConversation): boolean {
  const isRemoved = without.every((at) => {
    const turn = turnWith(openText, item, at)
    if (turn === null) return false
    turn.turns.items.splice(turn.turns.items.indexOf(turn.turn), 1)
    return true
  })
  return isRemoved && typed.every(({ at, texts }) => retype(openText, item, at, texts))
}

function retype(openText: Opened, item: YAMLMap, at: Spot, texts: readonly string[]): boolean {
  const turn = turnWith(openText, item, at)
  const last = texts.at(-1)
  if (turn === null || last === undefined) return false
  const { document } = openText
  turn.text.value = last
  delete turn.text.type
  const before = texts.slice(0, -1).map((user) => document.createNode({ user }) as YAMLMap)
  const [first] = before
  for (const key of ['requires', 'context', 'metadata']) {
    const value = turn.turn.get(key, true)
    if (first === undefined || value === undefined) continue
    first.set(key, value)
    if (key === 'requires') turn.turn.delete(key)
  }
  turn.turns.items.splice(turn.turns.items.indexOf(turn.turn), 0, ...before)
  return true
}

interface FoundTurn {
  text: Scalar
  turn: YAMLMap
  turns: YAMLSeq
}

function turnWith({ spotOf }: Opened, item: YAMLMap, at: Spot): FoundTurn | null {
  const { isMap, isScalar, isSeq, visit } = yamlLibrary()
  let match: FoundTurn | null = null
  visit(item, {
    Pair(_, pair: Pair, path) {
      const { key, value } = pair
      const [turn, turns] = [path.at(-1), path.at(-2)]
      if (!isScalar(key) || key.value !== 'user' || !isScalar(value) || !isMap(turn) || !isSeq(turns)) return undefined
      if (same(spotOf(value), at)) match = { text: value, turn, turns }
      return undefined
    },
  })
  return match
}

function swapTexts({ document }: Opened, swap: (text: string) => string): void {
  const { visit } = yamlLibrary()
  visit(document, {
    Scalar(key, node) {
      if (key !== 'key' && typeof node.value === 'string') node.value = swap(node.value)
      return undefined
    },
  })
}
