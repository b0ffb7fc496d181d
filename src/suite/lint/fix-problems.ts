import { isTypo } from '../../base/is-typo.ts'
import type { MapEntry, YamlNode } from '../yaml/node.ts'
import type { Place } from '../yaml/place.ts'
import type { Problem } from '../yaml/problem.ts'
import { readYaml } from '../yaml/read-yaml.ts'
import { type Mend, mendOf } from './mend.ts'

/** A file's text with its mechanical slips mended, and how many there were. */
export interface Mended {
  content: string
  fixed: number
}

/**
 * Mends what needs no judgement, one slip after the other from the end of the file, and looks again after each: one slip
 * can hide another. A mend that the file does not bear is taken back and stays a suggestion. `examine` gives all that is
 * wrong with a text of this file, its agents included: what is sound in one conversation must not be mended for another.
 */
export function fixProblems(
  content: string,
  problems: readonly Problem[],
  examine: (content: string) => readonly Problem[],
): Mended {
  let [now, left, fixed] = [content, problems, 0]
  const refused = new Set<string>()
  for (;;) {
    const found = fromTheEnd(left).find((problem) => !refused.has(keyOf(problem)) && mendOf(problem, now) !== null)
    const mend = found === undefined ? null : mendOf(found, now)
    if (found === undefined || mend === null) return { content: now, fixed }
    const after = standsAlone(mend, now) ? examine(mend.content) : null
    if (after !== null && bears(mend, found.code, left, after)) {
      now = mend.content
      left = after
      fixed += 1
    } else refused.add(keyOf(found))
  }
}

/**
 * Whether a text is none the worse for a mend: it still reads as YAML, and nothing is said about what was mended. What
 * the mend only uncovers, further inside or elsewhere, was wrong before.
 */
function bears(mend: Mend, mended: Problem['code'], before: readonly Problem[], after: readonly Problem[]): boolean {
  const { line, column, by } = mend
  const around = surroundings(mend, mend.content)
  const known = new Set(before.map(keyOf))
  return after.every((problem) => {
    const { at, code, severity } = problem
    if (severity === 'warning' && code !== mended) return true
    if (code === 'yaml-syntax' || code === 'duplicate-key') return false
    if (at.line === line && at.column === column) return false
    if (code === 'unknown-key') return true // a mapping stands where its first key does
    if (!around.some((place) => place.line === at.line && place.column === at.column)) return true
    const moved = at.line === line && at.column > column ? by : 0
    return known.has(keyOf({ ...problem, at: { ...at, column: at.column - moved } }))
  })
}

function fromTheEnd(problems: readonly Problem[]): Problem[] {
  return [...problems].sort((a, b) => b.at.line - a.at.line || b.at.column - a.at.column)
}

function keyOf({ code, at, message }: Problem): string {
  return `${at.line}:${at.column} ${code} ${message}`
}

/** Where a word stands in a file: under what, beside what, and what it is the key of. */
interface Spot {
  parent: YamlNode
  value?: YamlNode
}

/**
 * Whether a mend changes one word alone: the word has no alias, by which it would mean something elsewhere too, and does
 * not become the double of one that stands beside it, nor of another slip that does.
 */
function standsAlone(mend: Mend, before: string): boolean {
  const [spot, ...others] = spotsAt(mend, before)
  const [mended] = spotsAt(mend, mend.content)
  return spot !== undefined && others.length === 0 && mended !== undefined && !isDoubled(mended, mend)
}

/** The places at which a problem would be about a mended word: what it is the key of, and what it belongs to. */
function surroundings(mend: Mend, content: string): Place[] {
  return spotsAt(mend, content).flatMap(({ parent, value }) => [parent.at, ...(value === undefined ? [] : [value.at])])
}

function isDoubled({ parent, value }: Spot, mend: Mend): boolean {
  const words = parent.kind === 'map' ? (value === undefined ? [] : parent.entries.map(wordOfKey)) : wordsOf(parent)
  const own = words.find(({ at }) => isAt(at, mend))?.word ?? ''
  return words.some(({ word, at }) => !isAt(at, mend) && (word === own || isTypo(word, own)))
}

function wordOfKey({ key, keyAt }: MapEntry): { word: string; at: Place } {
  return { word: key, at: keyAt }
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

function isAt({ line, column }: Place, mend: Mend): boolean {
  return line === mend.line && column === mend.column
}
