import { isJsonObject, type JsonValue } from '../../base/json/json.ts'
import { visitJson } from '../../base/json/walk-json.ts'
import { isTypo, meantBy } from '../../base/text/suggest.ts'
import { suiteSchema } from '../language/script/script.ts'
import type { YamlNode } from '../yaml/node.ts'
import type { Place } from '../yaml/place.ts'
import type { Problem } from '../yaml/problem.ts'
import { readYaml } from '../yaml/read-yaml.ts'

export interface FixedText {
  content: string
  fixed: number
}

/**
 * Fixes slips that need no judgement, one at a time from the end of the file, and checks again after each,
 * since one slip can hide another. A fix that makes the file worse is undone and stays a suggestion. `examine`
 * returns everything wrong with a text of this file, its agents included: what is right in one conversation
 * must not be "fixed" for another.
 */
export function fixProblems(
  content: string,
  problems: readonly Problem[],
  examine: (content: string) => readonly Problem[],
): FixedText {
  let [now, openProblems, fixed] = [content, problems, 0]
  const refused = new Set<string>()
  for (;;) {
    const fromTheEnd = openProblems.toSorted((a, b) => b.at.line - a.at.line || b.at.column - a.at.column)
    const fixable = fromTheEnd.find((problem) => !refused.has(keyOf(problem)) && mendOf(problem, now) !== null)
    const mend = fixable === undefined ? null : mendOf(fixable, now)
    if (fixable === undefined || mend === null) return { content: now, fixed }
    const after = standsAlone(mend, now) ? examine(mend.content) : null
    if (after !== null && bears(mend, fixable.code, openProblems, after)) {
      now = mend.content
      openProblems = after
      fixed += 1
    } else refused.add(keyOf(fixable))
  }
}

/** Still valid YAML, and nothing about the fixed word. Problems that a fix merely uncovers existed before. */
function bears(mend: Mend, mended: Problem['code'], before: readonly Problem[], after: readonly Problem[]): boolean {
  const { line, column, by } = mend
  const spots = spotsAt(mend, mend.content)
  const around = spots.flatMap(({ parent, value }) => [parent.at, ...(value === undefined ? [] : [value.at])])
  const keys = new Set(before.map(keyOf))
  return after.every((problem) => {
    const { at, code, severity } = problem
    if (severity === 'warning' && code !== mended) return true
    if (code === 'yaml-syntax' || code === 'duplicate-key') return false
    if (at.line === line && at.column === column) return false
    if (code === 'unknown-key') return true // a mapping has the place of its first key
    if (!around.some((place) => place.line === at.line && place.column === at.column)) return true
    const moved = at.line === line && at.column > column ? by : 0
    return keys.has(keyOf({ ...problem, at: { ...at, column: at.column - moved } }))
  })
}

const keyOf = ({ code, at, message }: Problem): string => `${at.line}:${at.column} ${code} ${message}`

/** The position of a word in a file: its parent, and its value if it is a key. */
interface Spot {
  parent: YamlNode
  value?: YamlNode
}

/** No alias reuses the word, and it duplicates no sibling, nor what a misspelt sibling means. */
function standsAlone(mend: Mend, before: string): boolean {
  const [spot, ...others] = spotsAt(mend, before)
  const [mended] = spotsAt(mend, mend.content)
  return spot !== undefined && others.length === 0 && mended !== undefined && !isDoubled(mended, mend)
}

function isDoubled({ parent, value }: Spot, mend: Mend): boolean {
  const words =
    parent.kind === 'map'
      ? value === undefined
        ? []
        : parent.entries.map(({ key, keyAt }) => ({ word: key, at: keyAt }))
      : wordsOf(parent)
  const own = words.find(({ at }) => isAt(at, mend))?.word ?? ''
  return words.some(({ word, at }) => !isAt(at, mend) && (word === own || isTypo(word, own)))
}

function wordsOf(parent: YamlNode): { word: string; at: Place }[] {
  const items = parent.kind === 'list' ? parent.items : []
  return items.flatMap((item) => (item.kind === 'scalar' ? [{ word: item.source, at: item.at }] : []))
}

function spotsAt(mend: Mend, content: string): Spot[] {
  const yaml = readYaml(content, '')
  return yaml.ok ? spotsIn(yaml.root, mend) : []
}

function spotsIn(node: YamlNode, mend: Mend): Spot[] {
  if (node.kind === 'scalar') return []
  if (node.kind === 'list')
    return node.items.flatMap((item) => [
      ...(item.kind === 'scalar' && isAt(item.at, mend) ? [{ parent: node }] : []),
      ...spotsIn(item, mend),
    ])
  return node.entries.flatMap(({ keyAt, value }) => [
    ...(isAt(keyAt, mend) ? [{ parent: node, value }] : []),
    ...(value.kind === 'scalar' && isAt(value.at, mend) ? [{ parent: node }] : []),
    ...spotsIn(value, mend),
  ])
}

const isAt = ({ line, column }: Place, mend: Mend): boolean => line === mend.line && column === mend.column

/** A text with one word replaced: its place, and by how many characters the line grew. */
interface Mend {
  content: string
  line: number
  column: number
  by: number
}

let words: ReadonlySet<string> | undefined

function isLanguageWord(word: string): boolean {
  words ??= new Set(wordsIn(suiteSchema()))
  return words.has(word)
}

function wordsIn(schema: JsonValue): string[] {
  const keysFound: string[] = []
  visitJson(schema, (each, name) => {
    if (name === 'properties' && isJsonObject(each)) keysFound.push(...Object.keys(each))
    else if (typeof each === 'string' && (name === 'enum' || name === 'const')) keysFound.push(each)
  })
  return keysFound
}

/** Problems whose hint can name the one word that was meant. */
const misspelt: readonly Problem['code'][] = [
  'unknown-key',
  'wrong-value',
  'unknown-agent',
  'unknown-tool',
  'unknown-variable',
]

/** Null if a fix could change the meaning: a warning, several close words, more than a typo, or a valid word. */
function mendOf({ code, severity, at, hint = '' }: Problem, content: string): Mend | null {
  if (severity === 'warning' || !misspelt.includes(code)) return null
  const suggestion = meantBy(hint)
  const [start, text] = lineAt(content, at.line)
  const sourceText = text.slice(at.column - 1, at.column - 1 + at.length)
  if (suggestion === null) return null
  const wrong = wordsAt(code, sourceText).find((word) => isTypo(word, suggestion))
  if (wrong === undefined) return null
  if ((code === 'unknown-key' || code === 'wrong-value') && isLanguageWord(wrong)) return null
  const mended = rewrite(code, sourceText, wrong, suggestion)
  if (mended === null) return null
  const from = start + at.column - 1
  const whole = content.slice(0, from) + mended + content.slice(from + sourceText.length)
  return { content: whole, line: at.line, column: at.column, by: mended.length - sourceText.length }
}

/** The text at the place with the word replaced: all of it, a name in braces, or the tool in a path. */
function rewrite(code: Problem['code'], sourceText: string, wrong: string, suggestion: string): string | null {
  if (sourceText.includes('\\')) return null
  if (code === 'unknown-variable') {
    const pieces = sourceText.split(/(\{\{[^{}]*\}\})/)
    const exchanged = pieces.map((piece) =>
      piece.startsWith('{{') && piece.slice(2, -2).trim() === wrong ? piece.replace(wrong, () => suggestion) : piece,
    )
    return exchanged.join('') === sourceText ? null : exchanged.join('')
  }
  const [open, inner, close] = unquote(sourceText)
  if (inner === wrong) return `${open}${suggestion}${close}`
  const [calls, tool, ...path] = inner.split('.')
  if (code !== 'unknown-tool' || calls !== 'calls' || tool !== wrong) return null
  return `${open}${[calls, suggestion, ...path].join('.')}${close}`
}

/** The words at a place that may be misspelt: the names in braces, or the whole and the tool in a path. */
function wordsAt(code: Problem['code'], sourceText: string): string[] {
  if (code === 'unknown-variable')
    return [...sourceText.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name.trim())
  const [, inner] = unquote(sourceText)
  return [inner, ...(code === 'unknown-tool' ? inner.split('.').slice(1, 2) : [])]
}

function unquote(sourceText: string): [open: string, inner: string, close: string] {
  const [, open = '', inner = '', close = ''] = /^(["']?)(.*)(\1)$/s.exec(sourceText) ?? []
  return [open, inner, close]
}

function lineAt(content: string, line: number): [number, string] {
  const before = content.split('\n').slice(0, line - 1)
  const start = before.reduce((sum, { length }) => sum + length + 1, 0)
  return [start, content.slice(start).split('\n', 1)[0] ?? '']
}
