import { isJsonObject, type JsonValue } from '../../base/json/json.ts'
import { writeSorted } from '../../base/json/walk-json.ts'
import { alignSequences, mergePairs } from '../align/align-sequences.ts'
import { overlap } from '../align/likeness.ts'
import { listFacts, memberPath } from '../align/tokens.ts'
import type { ValueDifference } from '../model/turn-comparison.ts'
import { diffWords } from './diff-words.ts'

/** Differences beyond this many are cut off: by then it is clear that everything differs. */
const limit = 200

/** Below this depth, values are compared as a whole. */
const deepest = 40

/** Differences of JSON values, in a's order, then b's own. List items match by likeness; paths count in b, else a. */
export function diffValues(a: JsonValue | undefined, b: JsonValue | undefined): ValueDifference[] {
  const differences: ValueDifference[] = []
  walk(a, b, '', differences, 0)
  return differences
}

function walk(
  a: JsonValue | undefined,
  b: JsonValue | undefined,
  path: string,
  differences: ValueDifference[],
  depth: number,
): void {
  if (differences.length >= limit || (a === undefined && b === undefined)) return
  if (depth < deepest && Array.isArray(a) && Array.isArray(b)) walkItems(a, b, path, differences, depth)
  else if (depth < deepest && isJsonObject(a) && isJsonObject(b)) {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
      walk(own(a, key), own(b, key), memberPath(path, key), differences, depth + 1)
  } else if (a === undefined || b === undefined || writeSorted(a) !== writeSorted(b))
    differences.push(differ(a, b, path))
}

function walkItems(a: JsonValue[], b: JsonValue[], path: string, differences: ValueDifference[], depth: number): void {
  const [factsA, factsB] = [a.map(listFacts), b.map(listFacts)]
  const pairs = alignSequences(factsA, factsB, {
    likeness: (one, two) => 0.01 + overlap(one, two),
    keys: [(facts) => [...facts].sort().join()],
  })
  for (const { a: inA, b: inB } of mergePairs(pairs, a.length, b.length))
    walk(a[inA ?? -1], b[inB ?? -1], memberPath(path, inB ?? inA ?? 0), differences, depth + 1)
}

function differ(a: JsonValue | undefined, b: JsonValue | undefined, path: string): ValueDifference {
  const words = typeof a === 'string' && typeof b === 'string' ? { words: diffWords(a, b) } : {}
  return { path, ...(a === undefined ? {} : { a }), ...(b === undefined ? {} : { b }), ...words }
}

function own(value: { [key: string]: JsonValue }, key: string): JsonValue | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined
}
